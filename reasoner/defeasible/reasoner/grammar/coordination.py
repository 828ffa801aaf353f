"""Takes `p and q` apart, but only where somebody else speaks of `p` or of `q` alone.

Elsewhere a coordination stays one proposition, which is safe: nothing is lost if nobody asks for its parts.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace
from typing import Literal

from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_FORMS
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Clause, Edit
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.grammar.verbs import CLAUSE_TAKERS

_MAX_PARTS = 6


@dataclass(frozen=True, slots=True)
class Coordinated:
    """Clauses joined by one connective, perhaps denied as a whole."""

    connective: Literal["and", "or"]
    clauses: tuple[Clause, ...]
    denied: bool


def coordinate(
    clause: Clause, known: Container[tuple[str, ...]], *, alone: bool = False
) -> Coordinated | None:
    """Return the clauses a clause is made of, or None if it is to stay one.

    Args:
        clause: A clause with connectives.
        known: Cores of clauses that stand alone in the same text.
        alone: Whether clauses with a subject and a verb of their own are taken apart, known or not.
    """
    kinds = set(clause.connectives)
    if len(kinds) != 1 or clause.open or len(clause.connectives) >= _MAX_PARTS:
        return None
    paired = _paired(clause.tokens)
    pieces = _pieces(tuple(token for token in clause.tokens if token not in paired))
    if len(pieces) < 2 or _tells(pieces[0]):
        return None
    subjects = _subjects_of_one_verb(pieces)
    objects = [] if subjects else _objects_of_one_verb(pieces, known, clause.core)
    parts = subjects or objects or _verbs_of_one_subject(pieces, known)
    # `Ann and Bob lift it` need not mean that each does; `Ann or Bob lifts it` does.
    plain = alone and (_stand_alone(pieces) or (bool(subjects) and "or" in kinds))
    if not plain and not any(part.core in known for part in parts):
        return None
    if not all(part.core in known or (part.has_verb and len(part.core) > 1) for part in parts):
        return None
    denied = any(token.norm in ("neither", "not") for token in paired)
    if objects and parts[0].negated != parts[0].antonym:
        denied = True  # `does not drink coffee or tea`: one `not` over both.
        parts = [replace(part, negated=part.antonym) for part in parts]
    elif not denied and parts[0].negated and all(_follows_not(piece) for piece in pieces[1:]):
        # `does not sing or dance`: one `not` over both verbs.
        denied = True
        parts = [_affirmed(part, pieces[0]) for part in parts]
    gone = tuple(
        Edit(token.start, after.start, "")
        for token, after in zip(clause.tokens, clause.tokens[1:], strict=False)
        if token in paired
    )
    return Coordinated("or" if "or" in kinds else "and", tuple(_edited(part, gone) for part in parts), denied)


_PAIRED = frozenset({"either", "both", "neither"})


def _paired(tokens: Tokens) -> Tokens:
    """Return the words that announce a connective: `both`, `neither`, and `not both`, which denies it."""
    denied = [token.norm for token in tokens[:2]] == ["not", "both"]
    return tuple(
        token for place, token in enumerate(tokens) if token.norm in _PAIRED or (denied and place == 0)
    )


def _stand_alone(pieces: list[Tokens]) -> bool:
    """Return whether each piece is one clause with its own subject: `he says Ann sings` holds two."""
    return all(
        _starts_clause(piece)
        and not any(token.norm in w.CLAUSE_OPENERS for token in piece)
        and not _holds_clause(piece)
        for piece in pieces
    )


def _holds_clause(piece: Tokens) -> bool:
    """Return whether another clause starts within a piece, as in `he says Ann sings`."""
    return any(_starts_clause(piece[place:]) for place in range(1, len(piece) - 1))


def _tells(piece: Tokens) -> bool:
    """Return whether what follows may be told, not so: `and dances` after `he says Ann sings`."""
    return any(
        stem(piece[place - 1].norm) in CLAUSE_TAKERS and _starts_clause(piece[place:])
        for place in range(1, len(piece) - 1)
    )


def _subjects_of_one_verb(pieces: list[Tokens]) -> list[Clause]:
    """Return `Ann sings`, `Bob sings` for `Ann or Bob sings`, or nothing where that is not the pattern."""
    subject = _subject(pieces[-1])
    if not subject or any(read_clause(piece).has_verb or _opens_phrase(piece) for piece in pieces[:-1]):
        return []
    predicate = pieces[-1][len(subject) :]
    verb = predicate[0]
    alone = _SINGULAR.get(verb.norm)
    if alone is None and verb.text in BASE_FORMS and verb.norm not in w.FINITE_AUXILIARIES:
        alone = third_person(verb.norm)
    single = (Edit(verb.start, verb.end, alone),) if alone else ()
    clauses = [*(_read(piece, predicate) for piece in pieces[:-1]), read_clause(pieces[-1])]
    return [
        _edited(clause, single if _is_one(piece) else ())
        for clause, piece in zip(clauses, (*pieces[:-1], subject), strict=True)
    ]


def _is_one(subject: Tokens) -> bool:
    """Return whether a subject takes a verb in the singular: not `the boys`, `you`."""
    last = subject[-1].norm
    return last not in w.BARE_VERB_SUBJECTS and (subject[-1].text[:1].isupper() or singular(last) == last)


def _opens_phrase(piece: Tokens) -> bool:
    """Return whether a phrase starts here that may reach further: `one of Ann`, `the mother of Ann`."""
    return any(token.norm in w.PREPOSITIONS for token in piece)


def _objects_of_one_verb(
    pieces: list[Tokens], known: Container[tuple[str, ...]], itself: tuple[str, ...]
) -> list[Clause]:
    """Return `Ann drinks tea`, `Ann drinks milk` for `Ann drinks tea or milk`, where that is known.

    Cores have no connectives, so that of the whole, `itself`, is none of a part.
    """
    parts = [read_clause(pieces[0])]
    for piece in pieces[1:]:
        cuts = range(len(pieces[0]) - 1, 1, -1)
        wholes = (_read(pieces[0][:n], piece) for n in cuts if pieces[0][n - 1].norm not in w.DETERMINERS)
        found = next((whole for whole in wholes if whole.core in known and whole.core != itself), None)
        if found is None:
            return []
        parts.append(found)
    return parts


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
