"""Matching of clauses: same content, differences that do not matter, or a typo."""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from defeasible.reasoner.english.spelling import is_typo, is_variant
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.normal import Clause

Shape: TypeAlias = tuple[object, ...]
"""What `same_scope` looks at in a clause."""


class Use(Enum):
    """The position of a clause, which decides how freely it is matched."""

    CONDITION = "condition"
    CONSEQUENCE = "consequence"
    FACT = "fact"
    QUERY = "query"
    OPTION = "option"
    """One of several queries, which together offer answers to one question about the text."""


def same_scope(one: Clause, other: Clause) -> bool:
    """Return whether two clauses of the same words say the same, polarity apart.

    If either is denied as a whole, inner scopes are ignored: `does not sing or dance` denies `sings and
    dances`, and so does `does not sing and does not dance`.
    """
    joined = ("and" in one.connectives) != ("and" in other.connectives)
    if joined and _has_owner(one) != _has_owner(other):
        return False  # `Ann and Bob are doctors`, `Ann is Bob's doctor`
    if one.words and other.words and (one.words[-1].tag == "POS") != (other.words[-1].tag == "POS"):
        return False  # `the car is Bob's`, `the car is Bob`
    if one.stems != other.stems:
        lacks = [c for c in (one, other) if "be" not in c.stems]
        if len(lacks) == 1 and any(w.role == "verb" for w in lacks[0].words):
            return False  # `Ann was given a book`, `Ann gave a book`; not of `and the bread cold`
    inside = (other if one.denied else one).inner
    if one.denied != other.denied and one.inner != other.inner and inside[:1] > (0,):
        return False  # `does not say that Bob came`, `says that Bob did not come`
    if one.denied or other.denied or one.open or other.open:
        return True
    return one.inner == other.inner and _joined(one) == _joined(other)


def shape_of(clause: Clause) -> Shape:
    """Return the shape of a clause."""
    words = tuple((w.role, w.tag) for w in clause.words)
    return clause.stems, clause.connectives, clause.inner, clause.denied, clause.open, words


def _same_names(said: Clause, meant: Clause) -> bool:
    """Return whether two clauses of the same words differ in the order of a name and its apposition alone."""
    moved = {a for a, b in zip(said.core, meant.core, strict=False) if a != b}
    roles = [{w.role for w in clause.words if stem(w.low) in moved} for clause in (said, meant)]
    commas = all(any(w.text == "," for w in clause.words) for clause in (said, meant))
    return commas and all(len(own) == 1 for own in roles) and not (_has_owner(said) or _has_owner(meant))


def _has_owner(clause: Clause) -> bool:
    return any(w.tag == "POS" for w in clause.words)


def _joined(clause: Clause) -> tuple[str, ...]:
    return tuple(sorted(set(clause.connectives))) if "or" in clause.connectives else ()


def is_slip(said: Clause, meant: Clause) -> bool:
    """Return whether two clauses differ only in the spelling of a word, a space, or the order of names.

    Of two words that look alike, one is misspelt if the dictionary lacks it and has the other: `qualitative`
    is not a slip of `quantitative`.
    """
    one, other = said.core, meant.core
    if said.modal != meant.modal and not said.open:
        return False
    if "".join(one) == "".join(other):
        return True
    if sorted(one) == sorted(other):  # `Jessica, their boss`, `their boss, Jessica`
        return _same_names(said, meant)
    apart = [pair for pair in zip(one, other, strict=False) if pair[0] != pair[1]]
    if len(one) != len(other) or len(apart) != 1 or said.adverbs != meant.adverbs:
        return False
    if not (said.names | meant.names).isdisjoint(apart[0]):
        return False
    strange = (said.strange | meant.strange).intersection(apart[0])
    return is_typo(*apart[0]) if len(strange) == 1 else not strange and is_variant(*apart[0])
