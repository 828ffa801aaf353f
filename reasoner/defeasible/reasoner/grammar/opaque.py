"""Words that the grammar keeps without analysing them, so that their proposition is opaque.

`Several guests did not sing` is one proposition here, and is taken for the denial of `Several guests sang`:
the grammar has no account of `several`. Words of six classes take scope over a clause, or stand for something
that the grammar does not work out: quantifiers, numbers, adverbs of frequency and doubt, modal verbs,
conjunctions inside a clause (`and` beside a negation), and pronouns that may stand for several names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.grammar import words as w

if TYPE_CHECKING:
    from collections.abc import Collection

    from defeasible.reasoner.grammar.clauses import Clause
    from defeasible.reasoner.grammar.tokens import Token

_QUANTIFIERS = word_set("""
    all both each either every few fewer half many most much neither none several lots plenty majority
    everyone everybody everything everywhere
    """)
_FREE_CHOICE = word_set("any anyone anybody anything anywhere")
"""Under negation these say no more than `some`, which the grammar reads; elsewhere they are universal."""
_EXISTENTIAL = word_set("some someone somebody something somewhere")
"""These are read but beside a negation: `Someone did not sing` is not the denial of `Someone sang`."""
_NUMBERS = word_set("""
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
    billion dozen once twice thrice percent
    """)
_ADVERBS = w.HEDGES | word_set("""
    always often sometimes usually seldom rarely hardly barely scarcely only even frequently occasionally
    generally normally typically mostly mainly regularly hopefully reportedly arguably theoretically
    """)
_CONJUNCTIONS = word_set("because although though if unless whether while whenever")


def opaque_words(clause: Clause, unclear: Collection[str]) -> tuple[Token, ...]:
    """Return the words of a clause that nothing in its reading accounts for, in order.

    Args:
        clause: A clause that is read as one proposition.
        unclear: Pronouns, in subject form, that may stand for several names.
    """
    return tuple(t for place, t in enumerate(clause.tokens) if _is_opaque(clause, place, t, unclear))


def _is_opaque(clause: Clause, place: int, token: Token, unclear: Collection[str]) -> bool:
    norm = token.norm
    if norm == "one" and place and clause.tokens[place - 1].norm == "no":
        return False  # `no one` is read as a denial
    if norm in _FREE_CHOICE:
        return not clause.negated
    if norm in _EXISTENTIAL or (norm in ("a", "an") and place == 0):
        return clause.negated
    if w.CONNECTIVES.get(norm) == "and":
        # `Tea and toast are served` stands for itself; what a negation reaches beside it is not worked out.
        return (clause.negated or bool(clause.inner)) and not clause.open
    if norm in w.MODALS or norm in w.CONNECTIVES or norm in _CONJUNCTIONS:
        return not clause.open and 0 < place < len(clause.tokens) - 1  # `may or may not` is read
    return (
        norm in _QUANTIFIERS
        or norm in _NUMBERS
        or norm in _ADVERBS
        or norm[:1].isdigit()
        or w.PRONOUNS.get(norm) in unclear
    )
