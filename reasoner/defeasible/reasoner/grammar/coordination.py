"""Takes `p and q` apart, but only where somebody else speaks of `p` or of `q` alone.

Elsewhere a coordination stays one proposition, which is safe: nothing is lost if nobody asks for its parts.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Literal

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Clause
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.tokens import Token, Tokens

_MAX_PARTS = 6


@dataclass(frozen=True, slots=True)
class Coordinated:
    """Clauses joined by one connective, perhaps denied as a whole."""

    connective: Literal["and", "or"]
    clauses: tuple[Clause, ...]
    denied: bool


def coordinate(clause: Clause, known: AbstractSet[tuple[str, ...]]) -> Coordinated | None:
    """Return the clauses a clause is made of, or None if it is to stay one.

    Args:
        clause: A clause with connectives.
        known: Cores of clauses that stand alone in the same text.
    """
    kinds = set(clause.connectives)
    if len(kinds) != 1 or clause.open or len(clause.connectives) >= _MAX_PARTS:
        return None
    tokens = clause.tokens
    pair = tokens[0].norm in ("either", "both", "neither")
    pieces = _pieces(tokens[1:] if pair else tokens)
    if len(pieces) < 2:
        return None
    subject = _subject(pieces[0])
    whole_denied = tokens[0].norm == "neither"
    clauses = [read_clause(pieces[0])]
    for piece in pieces[1:]:
        bare = read_clause(piece)
        shared = read_clause(subject + piece) if subject else bare
        own_subject = bare.core in known or not subject or _starts_clause(piece)
        clauses.append(bare if own_subject else shared)
        if not own_subject and clauses[0].negated and not shared.negated and not clauses[0].antonym:
            # `does not sing or dance`: one `not` over both verbs.
            whole_denied = True
    if not any(part.core in known for part in clauses) or not all(
        part.core in known or (part.has_verb and len(part.core) > 1) for part in clauses
    ):
        return None
    if whole_denied and clauses[0].negated:
        clauses = [_affirmed(part) for part in clauses]
    connective: Literal["and", "or"] = "or" if "or" in kinds else "and"
    return Coordinated(connective, tuple(clauses), whole_denied)


def _affirmed(clause: Clause) -> Clause:
    return replace(clause, negated=False, cue="")


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
