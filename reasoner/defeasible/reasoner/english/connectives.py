"""Connectives, from `connectives.toml`: which words join clauses, and what kind of joint they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.wordlists import phrases, read_toml


@dataclass(frozen=True, slots=True)
class Connective:
    """The word or words that join a clause to another."""

    kind: str
    """`if`, `unless`, `only if`, `because`, `and`: a kind of `connectives.toml`, or `relative`."""
    role: str
    """What the clause is for the one it hangs on: `condition`, `reason`, `concession`, `coordination`."""
    words: str
    """As written, in lower case; `had`, `should`, `were` for an inverted clause (`had he known`)."""
    start: int
    """First character."""
    end: int
    """One past the last character."""
    correlative: str = ""
    """The other half of a pair: `either`, `both`, `neither`, `then`, `not` (`A but not B`)."""


INVERTED = frozenset({"had", "should", "were"})
"""Auxiliaries that open a condition when they stand before the subject: `had he known`."""
_BORDERS = frozenset({"condition", "concession", "alternative", "reason", "question", "content"})
_PREPOSITIONS = frozenset({"without", "as", "as if"})


def spans_of(tokens: Sequence[Token]) -> dict[int, Connective]:
    """Return the subordinators of several words in a sentence, for the number of each of their tokens.

    `as long as` is one only before a clause: `as long as a boat` compares.
    """
    out: dict[int, Connective] = {}
    for place, token in enumerate(tokens):
        if token.index in out:
            continue
        for words, kind, role in _table().get(token.low, ()):
            found = tokens[place : place + len(words)]
            if len(words) < 2 or role == "coordination" or tuple(t.low for t in found) != words:
                continue
            if words[-1] == "as" and found[-1].dep != "mark":
                continue
            joint = Connective(kind, role, " ".join(words), found[0].start, found[-1].end)
            out.update(dict.fromkeys((t.index for t in found), joint))
            break
    return out


@cache
def _table() -> dict[str, list[tuple[tuple[str, ...], str, str]]]:
    rows = read_toml("defeasible.reasoner.english", "connectives.toml")["connective"]
    table: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
    for row in rows:
        for words in phrases(row["words"]):
            table.setdefault(words[0], []).append((words, row["kind"], row["role"]))
    for options in table.values():
        options.sort(key=lambda option: -len(option[0]))
    return table


def connective_at(tokens: Sequence[Token], place: int) -> Connective | None:
    """Return the longest connective that begins at a place of a list of tokens."""
    low = tokens[place].low
    for words, kind, role in _table().get(low, ()):
        stop = place + len(words)
        if len(words) == 1 or tuple(t.low for t in tokens[place:stop]) == words:
            return Connective(
                kind, role, " ".join(words), tokens[place].start, tokens[min(stop, len(tokens)) - 1].end
            )
    return None


def borders_of(words: Sequence[str]) -> set[int]:
    """Return the places of connectives inside a sentence, before which a clause ends: `unless`, `only if`."""
    lows = [word.lower() for word in words]
    out: set[int] = set()
    for n, low in enumerate(lows):
        for option, kind, role in _table().get(low, ()) if n else ():
            if role in _BORDERS and kind not in _PREPOSITIONS and tuple(lows[n : n + len(option)]) == option:
                out.update(range(n, n + len(option)))
                break
        if low == "then" and n:
            out.add(n)
    return out


def opens_clause(word: str) -> bool:
    """Whether a word begins a connective."""
    return word.lower() in _table()


def joins_sentences(words: Sequence[str]) -> bool:
    """Whether words behind a comma begin with a connective of main clauses: `otherwise`, `so`."""
    lows = tuple(word.lower() for word in words)
    return bool(lows) and any(
        lows[: len(option)] == option and role in {"alternative", "result"}
        for option, _, role in _table().get(lows[0], ())
    )


def opens_condition(words: Sequence[str]) -> bool:
    """Whether a sentence begins with a subordinate clause: what follows its comma is a clause."""
    lows = tuple(word.lower() for word in words[:6])
    if lows and lows[0] in INVERTED and words[-1] != "?":
        return True
    return bool(lows) and any(
        lows[: len(option)] == option and role not in {"coordination", "content", "likeness"}
        for option, _, role in _table().get(lows[0], ())
    )


def conditional_at(words: Sequence[str], place: int) -> tuple[int, str]:
    """Return the length and the kind of the connective of a condition at a place; 0 where there is none."""
    for option, kind, role in _table().get(words[place].lower(), ()) if place < len(words) else ():
        conditional = (role == "condition" and option != ("if", "not")) or kind == "even if"
        if conditional and tuple(w.lower() for w in words[place : place + len(option)]) == option:
            return len(option), kind
    return 0, ""
