"""Prepares words for analysis: without parentheticals, question tags and `or may not`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from defeasible.reasoner.english.closed import ARTICLES, HELPERS, PRONOUNS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.tokens import Tokens
from defeasible.reasoner.text import Source

_MARKS = frozenset(".,;:!?-–—*•…。，")


def trim(tokens: Tokens) -> Tokens:
    """Drop marks at both ends, except quotes, which belong to the content."""
    first, last = 0, len(tokens)
    while first < last and tokens[first].text in _MARKS:
        first += 1
    while last > first and tokens[last - 1].text in _MARKS:
        last -= 1
    return tokens[first:last]


def tag(tokens: Tokens) -> int | None:
    """Return the place of the comma before a question tag, `, hasn't it?`; None if there is none.

    A sentence with a tag is a statement.
    """
    norms = [token.norm for token in tokens]
    first = len(norms) - 1 - norms[::-1].index(",") if "," in norms and norms[-1] in {"?", "."} else 0
    inside = [norm for norm in norms[first + 1 : -1] if norm != "not"]
    asks = len(inside) == 2 and inside[0] in HELPERS and inside[1] in PRONOUNS
    return first if first > 1 and asks and norms[0] not in HELPERS else None


def plain(tokens: Tokens, source: Source) -> tuple[str, str]:
    """Return a part as it is analysed, with `may` for `may or may not`, and the cue that leaves it open."""
    start, end = tokens[0].start, tokens[-1].end
    text = source.text[start:end]
    for before, after in pairwise(tokens):  # parentheticals were removed
        if any(c.isalnum() for c in source.text[before.end : after.start]):
            gap = " " * (after.start - before.end)
            text = f"{text[: before.end - start]}{gap}{text[after.start - start :]}"
    cue = ""
    for first, last in _undecided(tokens):
        # a second `may or may not` is dropped: the first stands for it
        cut, stop = (tokens[first].start if cue else tokens[first].end) - start, tokens[last].end - start
        cue = cue or " ".join(token.norm for token in tokens[first : last + 1])
        text = f"{text[:cut]}{' ' * (stop - cut)}{text[stop:]}"
    asks = [t.norm for t in tokens[1:2]] == ["not"] and source.text[end:].lstrip()[:1] == "?"
    return text.rstrip() + "?" * asks, cue  # `isn't she ill?`, which without the mark is a denial


def _undecided(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield the first and last place of the words that leave a clause undecided."""
    norms = [token.norm for token in tokens]
    for n, norm in enumerate(norms):
        if norm != "or" or not n or n + 1 >= len(norms):
            continue
        after = n + 1
        comma = norms[n - 1] == ","
        before = n - 1 - comma
        if norms[after] in HELPERS and norms[after + 1 : after + 2] == ["not"]:
            if norms[before] in HELPERS:
                yield before, after + 1
            else:
                rest = [stem(x) for x in norms[after + 2 :] if x not in ARTICLES]
                left = [stem(x) for x in norms[:n] if x not in ARTICLES]
                if rest and any(left[k : k + len(rest)] == rest for k in range(len(left))):
                    yield before, len(norms) - 1
        elif norms[before] == "not" and norms[after] in HELPERS and before and norms[before - 1] in HELPERS:
            yield before - 1, after


def starts(norms: list[str], phrase: tuple[str, ...], at: int = 0) -> bool:
    """Return whether words begin with a phrase at a place."""
    return norms[at : at + len(phrase)] == list(phrase)


def find(norms: list[str], phrase: tuple[str, ...]) -> int:
    """Return the place of a phrase in words, or -1."""
    if phrase[0] not in norms:
        return -1
    return next((n for n in range(len(norms)) if starts(norms, phrase, n)), -1)
