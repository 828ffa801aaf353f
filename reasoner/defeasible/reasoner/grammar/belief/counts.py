"""How many of something a phrase counts: `at least two`, `half of the eight`, `all but one of the six`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf

from defeasible.reasoner.english.closed import (
    INDEFINITE,
    MULTIPLES,
    ONLY,
    PRONOMINAL,
    QUANTIFIER_PHRASES,
    QUANTIFIERS,
)
from defeasible.reasoner.english.numbers import read_count, read_number
from defeasible.reasoner.grammar.belief.canonical import SOME_OR_ANY
from defeasible.reasoner.grammar.belief.words import Words

COUNTING = frozenset(word for phrase, _ in QUANTIFIER_PHRASES for word in phrase) | {"a"}
"""Words of quantifiers: `at least a dozen`."""
_NUMBERING = (*QUANTIFIER_PHRASES, *(((word,), "exactly") for word in ONLY))
"""What may stand before a number, with the kind of quantifier: `at least two`, `only two`."""
_AT_LEAST = {"some": 1, "several": 2, "many": 2, "most": 1, "every": 1, "few": 0}
_HALF = Fraction(1, 2)


def quantity(words: Words, whole: int = 0) -> tuple[str, float, float, bool, set[int]]:
    """Return the kind of quantifier of a phrase, its least and greatest number, and its words' places.

    Args:
        words: The phrase, without a number behind `of the`.
        whole: That number: 6 for `half of the six eggs`, which are three; 0 if it is not told.
    """
    lows = [w.low for w in words]
    kind, least, most, skip = _numbered(words)
    counted = bool(kind)
    for n, low in enumerate(lows):
        own = QUANTIFIERS.get(low)
        if own is None or n in skip or words[n].tag == "JJR" or low in SOME_OR_ANY:
            continue
        if low in PRONOMINAL:
            if n == 0 and own == "every" and PRONOMINAL[low][-3:] == "one":
                kind, counted = own, True
        elif own in _AT_LEAST and (len(lows) > 1 or " " in words[n].text):
            least = 0.0 if own == "few" else 2.0 if low == "both" else max(least, float(_AT_LEAST[own]))
            kind, counted = own, True
            skip.add(n)
    if lows[:1] == ["some"] or lows[:2] == ["any", "of"]:
        kind, counted = kind or "some", counted or len(lows) > 1
    if kind == "few" and lows[:1] == ["a"]:
        kind, least = "several", 2
    if (share := _share(lows, whole)) is not None:
        kind, least, most, before = share
        counted, skip = True, skip | before
    elif kind == "every" and whole:
        least = float(whole)
    return kind, least, most, counted, skip


def _numbered(words: Words) -> tuple[str, float, float, set[int]]:
    """Return the quantity of a number in a phrase, with the words before it: `at least two`."""
    lows = [w.low for w in words]
    kind, least, most, skip = "", 1.0, inf, set[int]()
    numbers = [number_of(low) for low in lows]
    for phrase, name in _NUMBERING if any(number is not None for number in numbers) else ():
        for n in range(len(lows) - len(phrase)):
            after = n + len(phrase)
            after += lows[after] == "a"  # `at least a dozen`
            behind = numbers[after] if after < len(lows) else None
            if tuple(lows[n : n + len(phrase)]) == phrase and behind is not None and not kind:
                kind = name
                skip |= set(range(n, after))
    each = {n for n, low in enumerate(lows) if low == "one" and n and QUANTIFIERS.get(lows[n - 1]) == "every"}
    skip |= each  # `every one of`
    tags = {"CD", "DT", "NN", "NNS"}
    found = [
        n for n, word in enumerate(words) if n not in each and numbers[n] is not None and word.tag in tags
    ]
    if found and found[0] + 1 < len(lows):
        number = numbers[found[0]] or 0
        least, most = _range(kind, number)
        kind = kind or "number"
        skip.add(found[0])
    return kind, least, most, skip


def _range(kind: str, number: float) -> tuple[float, float]:
    """Return the least and greatest count of `at most` or `more than` a number; a bare one is at least it."""
    bounds = {
        "more than": (number + 1, inf), "fewer than": (0.0, number - 1),
        "at most": (0.0, number), "exactly": (number, number),
    }  # fmt: skip
    return bounds.get(kind, (number, inf))


def number_of(low: str) -> int | None:
    """Return the value of a whole number, in words or in digits; None for `a` and other words."""
    return None if low in INDEFINITE else read_count(low)


def _share(lows: Sequence[str], whole: int) -> tuple[str, float, float, set[int]] | None:
    """Return the quantity of `exactly half of`, `two thirds of`, `all but one of`, and its words' places."""
    if lows[:2] == ["all", "but"] and len(lows) > 3 and (number := number_of(lows[2])) is not None:
        left = float(whole - number)
        return (*(("exactly", left, left) if left > 0 else ("part", 1.0, inf)), {0, 1, 2})
    led = ((name, len(phrase)) for phrase, name in _NUMBERING if tuple(lows[: len(phrase)]) == phrase)
    name, place = next(led, ("number", 0))
    fraction, size = _fraction(lows[place:])
    if not fraction:
        return None
    share, places = whole * fraction, set(range(place + size))
    if share and share.denominator == 1 and name != "about":
        return (name, *_range(name, float(share)), places)
    kinds = {"about": "about", "fewer than": "minority", "at most": "part", "exactly": "part"}
    kind = "half" if fraction == _HALF else "part"
    if name != "number":
        kind = kinds.get(name, "half") if fraction == _HALF else "about"
    return kind, 1.0, inf, places


def _fraction(lows: Sequence[str]) -> tuple[Fraction, int]:
    """Return 2/3 for `two thirds of`, and how many words that is; 0 for other words."""
    if lows[1:] and lows[0] == "half":
        return _HALF, 1
    if lows[2:3] != ["of"] or not lows[3:]:
        return Fraction(0), 0
    many = Fraction(1) if lows[0] in INDEFINITE else read_number(lows[0])
    part = MULTIPLES.get(lows[1].removesuffix("s").replace("halve", "half"))
    return (many * part, 2) if many and part and many * part < 1 else (Fraction(0), 0)
