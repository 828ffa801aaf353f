"""Takes `p and q` apart, but only where somebody else speaks of `p` or of `q` alone.

Elsewhere a coordination stays one proposition, which is safe: nothing is lost if nobody asks for its parts.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal

from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.verbs import BASE_FORMS
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Clause, Edit
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.tokens import Token, Tokens

_MAX_PARTS = 6


@dataclass(frozen=True, slots=True)
class Coordinated:
    """Clauses joined by one connective, perhaps denied as a whole."""

    connective: Literal["and", "or"]
    clauses: tuple[Clause, ...]
    denied: bool


def coordinate(clause: Clause, known: Container[tuple[str, ...]]) -> Coordinated | None:
    """Return the clauses a clause is made of, or None if it is to stay one.

    Args:
        clause: A clause with connectives.
        known: Cores of clauses that stand alone in the same text.
    """
    kinds = set(clause.connectives)
    if len(kinds) != 1 or clause.open or len(clause.connectives) >= _MAX_PARTS:
        return None
    pieces = _pieces(tuple(token for token in clause.tokens if token.norm not in _PAIRED))
    if len(pieces) < 2:
        return None
    parts = _subjects_of_one_verb(pieces) or _verbs_of_one_subject(pieces, known)
    if not any(part.core in known for part in parts):
        return None
    if not all(part.core in known or (part.has_verb and len(part.core) > 1) for part in parts):
        return None
    denied = any(token.norm == "neither" for token in clause.tokens)
    if not denied and parts[0].negated and all(_follows_not(piece) for piece in pieces[1:]):
        # `does not sing or dance`: one `not` over both verbs.
        denied = True
        parts = [_affirmed(part, pieces[0]) for part in parts]
    gone = tuple(
        Edit(token.start, after.start, "")
        for token, after in zip(clause.tokens, clause.tokens[1:], strict=False)
        if token.norm in _PAIRED
    )
    return Coordinated("or" if "or" in kinds else "and", tuple(_edited(part, gone) for part in parts), denied)


_PAIRED = frozenset({"either", "both", "neither"})


def _subjects_of_one_verb(pieces: list[Tokens]) -> list[Clause]:
    """Return `Ann sings`, `Bob sings` for `Ann or Bob sings`, or nothing where that is not the pattern."""
    subject = _subject(pieces[-1])
    if not subject or any(read_clause(piece).has_verb for piece in pieces[:-1]):
        return []
    predicate = pieces[-1][len(subject) :]
    verb = predicate[0]
    single = (Edit(verb.start, verb.end, _SINGULAR[verb.norm]),) if verb.norm in _SINGULAR else ()
    return [
        *(_edited(_read(piece, predicate), single) for piece in pieces[:-1]),
        _edited(read_clause(pieces[-1]), single),
    ]


def _verbs_of_one_subject(pieces: list[Tokens], known: Container[tuple[str, ...]]) -> list[Clause]:
    """Return the pieces as clauses; one without a subject gets that of the first."""
    subject = _subject(pieces[0])
    parts = [read_clause(pieces[0])]
    for piece in pieces[1:]:
        bare = read_clause(piece)
        own = bare.core in known or not subject or _starts_clause(piece)
        parts.append(bare if own else _read(subject, piece))
    return parts


def _read(subject: Tokens, predicate: Tokens) -> Clause:
    """Read a clause whose words do not stand side by side."""
    clause = read_clause(subject + predicate)
    first, second = sorted((subject[-1].end, predicate[0].start))
    gap = Edit(first, second, " ")
    return replace(clause, edits=(*(edit for edit in clause.edits if not first < edit.start < second), gap))


_SINGULAR = {"are": "is", "were": "was", "have": "has"}


def _edited(clause: Clause, edits: tuple[Edit, ...]) -> Clause:
    return replace(
        clause, edits=clause.edits + tuple(e for e in edits if clause.start <= e.start < clause.end)
    )


def _follows_not(piece: Tokens) -> bool:
    """Return whether a piece starts with a bare verb, which an earlier `does not` reaches."""
    return piece[0].norm in BASE_FORMS


def _affirmed(clause: Clause, first: Tokens) -> Clause:
    verb = clause.tokens[1] if len(clause.tokens) > 1 else None
    edits = clause.edits
    if not clause.negated and verb is not None and verb.norm in BASE_FORMS:
        inflect = next((_INFLECT[token.norm] for token in first if token.norm in _INFLECT), None)
        edits = (*edits, Edit(verb.start, verb.end, inflect(verb.norm))) if inflect else edits
    return replace(clause, negated=False, edits=edits)


_INFLECT = {"does": third_person, "did": past_tense}


def _pieces(tokens: Tokens) -> list[Tokens]:
    pieces: list[list[Token]] = [[]]
    for token in tokens:
        if token.norm in w.CONNECTIVES or token.text in (",", ";", "."):
            if pieces[-1]:
                pieces.append([])
        else:
            pieces[-1].append(token)
    return [tuple(piece) for piece in pieces if piece]


def _subject(tokens: Tokens) -> Tokens:
    """Return the words before the first finite verb."""
    for place in range(1, len(tokens)):
        if tokens[place].norm in w.FINITE_AUXILIARIES or read_clause(tokens[: place + 1]).has_verb:
            return tokens[:place]
    return ()


def _starts_clause(tokens: Tokens) -> bool:
    return (
        tokens[0].norm in w.SUBJECT_PRONOUNS | w.DETERMINERS or tokens[0].text[:1].isupper()
    ) and read_clause(tokens).has_verb
