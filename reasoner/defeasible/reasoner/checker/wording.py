"""Decide whether one text denies another, from the lists of negators and contraries."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from defeasible.reasoner.english.wordlists import read_toml

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Contraries


def found(text: str, word: str) -> list[int]:
    """Return the positions of a word in a text; a word in Latin letters must be a whole word."""
    return [match.start() for match in _whole(word).finditer(text)]


def negated(text: str) -> bool:
    """Whether a text contains a negator, apart from words that only look negated."""
    negators, lookalikes = _lists()
    for word in lookalikes:
        text = text.replace(word, "\1" * len(word))
    return any(_whole(word).search(text) for word in negators)


def denies(rule: Contraries, one: str, other: str) -> bool:
    """Whether two texts differ only in words on different sides of a rule.

    A rule for a negator, or with an empty side, removes a word from one of the texts; other rules apply only
    if nothing is negated.
    """
    if rule.id.startswith("not: "):
        return _taken_out(rule, one) >= {other} or _taken_out(rule, other) >= {one}
    if negated(one) or negated(other):
        return False
    for mine, side in enumerate(rule.sides):
        for theirs, against in enumerate(rule.sides):
            if mine == theirs:
                continue
            for word in side:
                for at in found(one, word):
                    rest = one[:at], one[at + len(word) :]
                    for place in against:
                        swapped = place.join(rest)
                        if swapped == other and at in found(other, place):
                            return True
    return False


def _taken_out(rule: Contraries, text: str) -> set[str]:
    (word,), (left,) = rule.sides
    masked = text
    for lookalike in _lists()[1]:
        masked = masked.replace(lookalike, "\1" * len(lookalike))
    return {" ".join((text[:at] + left + text[at + len(word) :]).split()) for at in found(masked, word)}


@cache
def _whole(word: str) -> re.Pattern[str]:
    head = r"(?<![a-z0-9-])" if re.match(r"[a-z0-9-]", word) else ""
    tail = r"(?![a-z0-9'-])" if re.search(r"[a-z0-9-]$", word) else ""
    return re.compile(f"{head}(?={re.escape(word)}{tail})")


@cache
def _lists() -> tuple[tuple[str, ...], tuple[str, ...]]:
    document = read_toml("defeasible.reasoner", "dialogue/knowledge.toml")
    negators = " ".join(document["negators"].values()).split()
    lookalikes = " ".join(document["unnegated"].values()).split()
    return tuple(word.partition(">")[0].replace("_", " ") for word in negators), tuple(lookalikes)
