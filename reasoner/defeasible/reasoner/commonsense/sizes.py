"""`TypicalSizes`: which of two things is usually bigger, and with what confidence."""

from __future__ import annotations

from dataclasses import replace
from math import erfc, hypot, log, sqrt

from defeasible.reasoner.commonsense.nouns import Size, typical_size
from defeasible.reasoner.evidence import Evidence, SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, SizeContext

SOURCE = "lexicon:sizes"
"""The source of these claims; the checker recomputes claims with this source."""
HEAVIEST = 8.0
"""Largest weight of typical sizes, in nats: beyond 3,000 to 1 a misread noun is likelier than a giant ant."""
MISJUDGED = log(1.25)
"""Error of the lexicon itself: standard deviation of the logarithm."""
_ONE_METRE = Size("one metre", 1.0, 0.0)
_WRITTEN_OUT = (10, 1e5)  # metres that a reason writes in full; others are rounded to two digits


class TypicalSizes:
    """A `SizeSource` from a lexicon of typical sizes; it uses no language model.

    The size of a noun has a log-normal distribution about a median, so one thing is bigger than another with
    probability `Phi((ln a - ln b) / sqrt(sa^2 + sb^2))`; the weight is its log-odds. Claims are made for the
    pair in question, and for each of the pair with every other object, because a text may link the two
    through a third. Objects that the lexicon lacks get no evidence.
    """

    def __call__(self, context: SizeContext) -> tuple[Evidence, ...]:
        """Return weighted size claims between objects of the context, by their ids."""
        if context.question is None:
            return ()
        first, second = context.question
        names = context.names()
        others = [o.id for o in context.objects if o.id not in context.question]
        pairs = [(first, second), *((asked, other) for other in others for asked in context.question)]
        claims = (_evidence(a, b, names) for a, b in pairs if a != b)
        return tuple(claim for claim in claims if claim is not None)


def _evidence(a: str, b: str, names: dict[str, str]) -> Evidence | None:
    size_a, size_b = _size(a, names), _size(b, names)
    if size_a is None or size_b is None:
        return None
    if METRE in {a, b}:  # compared with a measure of length, only length counts
        size_a, size_b = replace(size_a, bulk=1.0), replace(size_b, bulk=1.0)
    if size_a.bigness == size_b.bigness:
        return None
    if size_a.bigness < size_b.bigness:
        a, b, size_a, size_b = b, a, size_b, size_a
    return Evidence(
        SizeClaim(Comparison(a, ">", b)),
        log_odds_bigger(size_a, size_b),
        SOURCE,
        f"{_said(names[a], size_a)} is {_metres(size_a)}, {_said(names[b], size_b)} {_metres(size_b)}",
    )


def log_odds_bigger(a: Size, b: Size) -> float:
    """Return the log-odds, in nats, that a thing of size `a` is bigger than one of size `b`.

    >>> round(log_odds_bigger(Size("house", 12, 0.7), Size("shed", 3.5, 0.7)), 1)
    2.1
    """
    z = log(a.bigness / b.bigness) / hypot(a.spread, b.spread, MISJUDGED)
    smaller = erfc(z / sqrt(2)) / 2
    return min(HEAVIEST, log((1 - smaller) / smaller)) if smaller > 0 else HEAVIEST


def _size(id_: str, names: dict[str, str]) -> Size | None:
    return _ONE_METRE if id_ == METRE else typical_size(names[id_])


def _said(name: str, size: Size) -> str:
    return name if name.lower() == size.noun else f"{name} (as `{size.noun}`)"


def _metres(size: Size) -> str:
    text = f"about {_number(size.metres)}"
    return text if size.bulk == 1 else f"{text} (as big as a body of {_number(size.bigness)})"


def _number(metres: float) -> str:
    plain = _WRITTEN_OUT[0] <= metres < _WRITTEN_OUT[1]
    return f"{metres:,.0f} m" if plain else f"{metres:.2g} m"
