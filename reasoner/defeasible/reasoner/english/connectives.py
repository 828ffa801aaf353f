"""Connectives, from `connectives.toml`: which words join clauses, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from defeasible.reasoner.english.closed import TIMES
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.wordlists import phrases, read_toml


@dataclass(frozen=True, slots=True)
class Connective:
    """The word or words that join a clause to another."""

    kind: str
    """`if`, `unless`, `only if`, `because`, `and`: a kind of `connectives.toml`, or `relative`."""
    role: str
    """Role of the clause to the one that it depends on: `condition`, `reason`, `concession`, ..."""
    words: str
    """As written, in lower case; `had`, `should`, `were` for an inverted clause (`had he known`)."""
    start: int
    """First character."""
    end: int
    """One past the last character."""
    correlative: str = ""
    """The correlative: `either`, `both`, `neither`, `then`, `not` (`A but not B`)."""


INVERTED = frozenset({"had", "should", "were"})
"""Auxiliaries that open a condition if they precede the subject: `had he known`."""
_BORDERS = frozenset({"condition", "concession", "alternative", "reason", "question", "content"})
_MEASURED = frozenset({"before", "after"})
CLOSE = frozenset({"just", "right", "shortly", "soon", "long", "immediately", "straight", "directly"})
"""Adverbs that measure, as `an hour` does, how far events are apart: `just before Bob`."""
_PREPOSITIONS = frozenset({"without", "as", "as if"})


def spans_of(tokens: Sequence[Token]) -> dict[int, Connective]:
    """Return the multiword subordinators of a sentence, by the number of each of their tokens.

    `as long as` is one only before a clause: `as long as a boat` compares.
    """
    out: dict[int, Connective] = {}
    lows = [token.low for token in tokens]
    for place, token in enumerate(tokens):
        for words, kind, role in _at(lows, place) if token.index not in out else ():
            found = tokens[place : place + len(words)]
            if len(words) > 1 and role != "coordination" and (words[-1] != "as" or found[-1].dep == "mark"):
                out.update(dict.fromkeys((t.index for t in found), _joint(found, kind, role)))
                break
        if token.low in _MEASURED and token.dep == "mark" and token.index not in out:
            found = tokens[_measure(tokens, place) : place + 1]
            if len(found) > 1:  # `an hour before he came`, `just after he had left`
                out.update(dict.fromkeys((t.index for t in found), _joint(found, token.low, "time")))
    return out


def _measure(tokens: Sequence[Token], place: int) -> int:
    """Return where the words begin that measure the time before a connective; its own place if none do."""
    first = place - 1
    if place and tokens[first].low in CLOSE:
        return first
    if place < 2 or tokens[first].lemma not in TIMES:
        return place
    while first > 0 and tokens[first - 1].tag in {"DT", "CD", "JJ"}:
        first -= 1
    return first


_Option: TypeAlias = tuple[tuple[str, ...], str, str]


_ROWS = read_toml("defeasible.reasoner.english", "connectives.toml")["connective"]
_OPTIONS: dict[str, list[_Option]] = {}
"""First word to the connectives that it opens, with their kind and role, longest first."""
for _words, _row in sorted(
    ((p, r) for r in _ROWS for p in phrases(r["words"])), key=lambda one: -len(one[0])
):
    _OPTIONS.setdefault(_words[0], []).append((_words, _row["kind"], _row["role"]))


def _at(words: Sequence[str], place: int) -> Iterator[_Option]:
    """Yield the connectives that begin at a place, longest first."""
    for option in _OPTIONS.get(words[place].lower(), ()) if place < len(words) else ():
        size = len(option[0])
        if size == 1 or tuple(word.lower() for word in words[place : place + size]) == option[0]:
            yield option


def _joint(tokens: Sequence[Token], kind: str, role: str) -> Connective:
    return Connective(kind, role, " ".join(t.low for t in tokens), tokens[0].start, tokens[-1].end)


def connective_at(tokens: Sequence[Token], place: int) -> Connective | None:
    """Return the longest connective that begins at a place of a list of tokens."""
    found = next(_at([token.low for token in tokens], place), None)
    return _joint(tokens[place : place + len(found[0])], *found[1:]) if found is not None else None


def borders_of(words: Sequence[str]) -> set[int]:
    """Return the places of connectives inside a sentence, before which a clause ends: `unless`, `only if`."""
    out = {n for n, word in enumerate(words) if n and word.lower() == "then"}
    for n in (n for n in range(1, len(words)) if opens_clause(words[n])):
        joints = (o for o, kind, role in _at(words, n) if role in _BORDERS and kind not in _PREPOSITIONS)
        out.update(range(n, n + len(next(joints, ()))))
    return out


def opens_clause(word: str) -> bool:
    """Return whether a word begins a connective."""
    return word.lower() in _OPTIONS


def joins_sentences(words: Sequence[str]) -> bool:
    """Return whether words after a comma begin with a connective of main clauses: `otherwise`, `so`."""
    return any(role in {"alternative", "result"} for _, _, role in _at(words, 0))


def opens_condition(words: Sequence[str]) -> bool:
    """Return whether a sentence begins with a subordinate clause, so that a clause follows its comma."""
    inverted = bool(words) and words[0].lower() in INVERTED and words[-1] != "?"
    return inverted or any(r not in {"coordination", "content", "likeness"} for _, _, r in _at(words, 0))


def conditional_at(words: Sequence[str], place: int) -> tuple[int, str]:
    """Return the length and the kind of the conditional connective at a place; length 0 if there is none."""
    for option, kind, role in _at(words, place) if place < len(words) and opens_clause(words[place]) else ():
        if (role == "condition" and option != ("if", "not")) or kind == "even if":
            return len(option), kind
    return 0, ""
