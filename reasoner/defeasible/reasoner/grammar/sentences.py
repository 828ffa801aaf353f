"""Where one sentence ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.tokens import Token, Tokens

_LONGEST_CONDITION = 6  # sentences between `if` and `then`
_QUOTES = frozenset('"“”')
_ENDS = frozenset({".", ";", "!", "?", "\u3002"})
_MARKS = frozenset(".,;:!?-–—*•…。，")


def sentences(tokens: Tokens) -> tuple[Tokens, ...]:
    """Split a text at full stops, except inside the condition of `If A. B., then C`."""
    parts: list[list[Token]] = [[]]
    quoted = False
    for token in tokens:
        quoted ^= token.text in _QUOTES
        parts[-1].append(token)
        if token.text in _ENDS and not quoted:
            parts.append([])
    kept = [
        piece
        for part in parts
        if any(token.is_word for token in part)
        for piece in _conditionals_joined(part)
    ]
    merged: list[Tokens] = []
    place = 0
    while place < len(kept):
        last = _end_of_condition(kept, place)
        merged.append(tuple(token for part in kept[place : last + 1] for token in part))
        place = last + 1
    return tuple(merged)


def _conditionals_joined(part: list[Token]) -> Iterator[Tokens]:
    """Split `if p then q, and if r then s` in two."""
    norms = [token.norm for token in part]
    start = 0
    for n in range(1, len(norms) - 1):
        joined = norms[n] in w.CONNECTIVES and norms[n + 1] in ("if", "unless", "when", "whenever")
        if joined and norms[start] == "if" and "then" in norms[start:n]:
            yield tuple(part[start:n])
            start = n + 1
    yield tuple(part[start:])


def _end_of_condition(kept: list[Tokens], place: int) -> int:
    """Return the place of the sentence that holds the `then` of an `if` which opens the one at `place`."""
    norms = [token.norm for token in kept[place]]
    if norms[0] != "if" or "then" in norms:
        return place
    for later in range(place + 1, min(place + 1 + _LONGEST_CONDITION, len(kept))):
        norms = [token.norm for token in kept[later]]
        if norms[0] == "if":
            return place
        if next((norm for norm in norms if norm not in _MARKS), "") == "then" or "then" in norms:
            return later
    return place


def trim(tokens: Tokens) -> Tokens:
    """Drop marks at both ends, except quotes, which belong to what is said."""
    first, last = 0, len(tokens)
    while first < last and tokens[first].text in _MARKS:
        first += 1
    while last > first and tokens[last - 1].text in _MARKS:
        last -= 1
    return tokens[first:last]


def without_if(tokens: Tokens) -> Tokens:
    """Return what follows `if` at the start; nothing when there is none."""
    rest = tokens
    while rest and rest[0].norm == "if":
        rest = rest[1:]
    return trim(rest) if len(rest) < len(tokens) else ()
