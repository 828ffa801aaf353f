"""The shipped size lexicon's evidence, computed again from its data: its claims and their weights.

The checker's own code looks up noun phrases in the table, and computes the probability that one thing is
bigger than another from the two medians and spreads.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import erfc, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.commonsense.nouns import (
    DETERMINERS,
    GUESSED,
    MODIFIED,
    PIECES,
    SHORTEST_HEAD,
)
from defeasible.reasoner.commonsense.sizes import HEAVIEST, MISJUDGED
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import METRE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.forms import SizeObject


class Typical(NamedTuple):
    """The lexicon's entry for a noun phrase."""

    noun: str
    metres: float
    spread: float
    """Standard deviation of the logarithm."""
    bulk: float
    """Factor from its length to its apparent size."""

    def times(self, factor: float, spread: float) -> Typical:
        """Return the size scaled by a modifier or a guess, with added spread."""
        return Typical(self.noun, self.metres * factor, self.spread + spread, self.bulk)


def size_evidence(
    objects: Sequence[SizeObject], question: tuple[str, str]
) -> dict[tuple[str, str], tuple[float, str]]:
    """Return the lexicon's claims about a question's pair, and about each of the pair with other objects.

    Returns:
        The weight in nats and the reason, by the bigger and the smaller object.
    """
    names = {item.id: item.name for item in objects} | {METRE: "one metre"}
    pairs = [question]
    for item in objects:
        if item.id not in question:
            pairs += [(asked, item.id) for asked in question]
    found = {}
    for one, other in pairs:
        compared = _compare(names[one], names[other], one == METRE, other == METRE)
        if compared is not None:
            first, weight, reason = compared
            found[(one, other) if first else (other, one)] = weight, reason
    return found


@lru_cache(maxsize=65536)
def _compare(one: str, other: str, *measured: bool) -> tuple[bool, float, str] | None:
    """Return whether the first of two things is bigger, with weight and reason; None if there is no claim.

    Args:
        one: The noun phrase of the first.
        other: The noun phrase of the second.
        measured: For either, whether it is not a thing but the metre.
    """
    known = []
    for name, metre in zip((one, other), measured, strict=True):
        size = Typical("one metre", 1.0, 0.0, 1.0) if metre else typical(name)
        if size is None:
            return None
        # Compared with a measure of length, only length counts.
        known.append((name, size._replace(bulk=1.0) if any(measured) else size))
    (_, first), (_, second) = known
    if first.metres * first.bulk == second.metres * second.bulk:
        return None
    (small, less), (big, more) = sorted(known, key=lambda item: item[1].metres * item[1].bulk)
    reason = f"{_in_words(big, more)} is {_length(more)}, {_in_words(small, less)} {_length(less)}"
    return more is first, _odds(more, less), reason


def _odds(more: Typical, less: Typical) -> float:
    """Return the log-odds, in nats, that a thing of one size is bigger than one of the other."""
    deviation = sqrt(more.spread**2 + less.spread**2 + MISJUDGED**2)
    distance = log(more.metres * more.bulk / (less.metres * less.bulk)) / deviation
    wrong = erfc(distance / sqrt(2)) / 2
    return HEAVIEST if wrong <= 0 else min(HEAVIEST, log((1 - wrong) / wrong))


def _in_words(name: str, size: Typical) -> str:
    return name if size.noun == name.lower() else f"{name} (as `{size.noun}`)"


def _length(size: Typical) -> str:
    across = "" if size.bulk == 1 else f" (as big as a body of {_metres(size.metres * size.bulk)})"
    return f"about {_metres(size.metres)}{across}"


def _metres(length: float) -> str:
    return f"{length:,.0f} m" if 10 <= length < 100_000 else f"{length:.2g} m"


# --- the lexicon ------------------------------------------------------------------------------------------


@cache
def _table() -> dict[str, Typical]:
    found = {}
    for kind in read_toml("defeasible.reasoner.commonsense", "sizes.toml")["kind"]:
        for entry in " ".join(kind["nouns"].split()).split(","):
            *names, metres = entry.split()
            for name in " ".join(names).split("/"):
                found[name] = Typical(name, float(metres), log(kind["spread"]), kind.get("bulk", 1.0))
    return found


@cache
def _modifiers() -> dict[str, float]:
    factors: dict[str, float] = read_toml("defeasible.reasoner.commonsense", "sizes.toml")["modifiers"]
    return factors


@cache
def _irregular() -> dict[str, str]:
    plurals: dict[str, str] = read_toml("defeasible.reasoner.english", "nouns.toml")["plurals"]
    return plurals


@lru_cache(maxsize=65536)
def typical(phrase: str) -> Typical | None:
    """Return the lexicon's entry for a noun phrase; None if there is none."""
    words = phrase.lower().replace("-", " ").split()
    start = next((n for n, word in enumerate(words) if word not in DETERMINERS), len(words))
    words = words[start:]
    return _phrase(words) if words else None


def _phrase(words: list[str]) -> Typical | None:
    if not words:
        return None
    found = _noun(words)
    if found is not None:
        return found
    if "of" in words[1:-1]:
        at = 1 + words[1:].index("of")
        return _part(words[:at], words[at + 1 :])
    if len(words) == 1:
        return _compound(words[0])
    head = _phrase(words[1:])
    if head is None:
        return None
    factor = _modifiers().get(words[0])
    return head.times(1, GUESSED) if factor is None else head.times(factor, MODIFIED)


def _part(head: list[str], whole: list[str]) -> Typical | None:
    """Return the size of a part such as `piece of cake`, or of the head of `bottle of wine`."""
    share = next((PIECES[word] for word in (head[-1], *_singulars(head[-1])) if word in PIECES), None)
    if share is None:
        return _phrase(head)
    rest = [word for word in whole if word not in DETERMINERS]
    size = _phrase(rest)
    return size and size.times(share, MODIFIED)


def _compound(word: str) -> Typical | None:
    """Return the size of `fishbowl` as that of a bowl: both halves are nouns, and the first is short."""
    for cut in range(3, len(word) + 1 - SHORTEST_HEAD):
        found = _noun([word[cut:]]) if word[:cut] in _table() else None
        if found is not None:
            return found.times(1, GUESSED)
    return None


def _noun(words: list[str]) -> Typical | None:
    for last in (words[-1], *_singulars(words[-1])):
        for glue in (" ", "-", ""):
            size = _table().get(glue.join([*words[:-1], last]))
            if size is not None:
                return size
    return None


def _singulars(word: str) -> Iterator[str]:
    if word in _irregular():
        yield _irregular()[word]
    for ending, singulars in (("ies", ("y",)), ("ves", ("f", "fe")), ("es", ("",))):
        if word.endswith(ending):
            yield from (word[: -len(ending)] + singular for singular in singulars)
    if word[-1:] == "s" and word[-2:] != "ss":
        yield word[:-1]
