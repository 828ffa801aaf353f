"""The result of a comparison in words, without claiming more than the tests show."""

from __future__ import annotations

import math
from collections.abc import Sequence

from defeasible.eval.comparison.compare import Pair
from defeasible.eval.comparison.flips import by_ground
from defeasible.eval.inspection.grounds import Ground

_GROUNDS = {
    Ground.ROLE: "a role",
    Ground.SIZE: "usual sizes",
    Ground.OPINION: "an opinion",
    Ground.TIE: "a tie",
    Ground.MODEL: "the model alone",
    Ground.RANKING: "a ranking",
    Ground.LOGIC: "the text and logic",
    Ground.READING: "a text that was not read",
    Ground.TIMEOUT: "a timeout",
    Ground.FAILURE: "a failure",
    Ground.UNREADABLE: "an unreadable proof",
    Ground.MISSING: "an item that is not answered",
}


def sentence(pair: Pair, margin: float | None = None, letters: Sequence[str] = ()) -> str:
    """Return the result of a pair in a few sentences, without claiming more than the test shows.

    Args:
        pair: The pair.
        margin: If given, also say whether the runs are equivalent within this difference.
        letters: Names of the runs; by default `letter` of their indices.
    """
    r = pair.result
    a, b = (letters[place] if letters else letter(place) for place in (pair.a, pair.b))
    if not pair.flips:
        text = f"{a} and {b} have the same score on every item"
    elif pair.separable:
        better, worse = (b, a) if r.difference > 0 else (a, b)
        low, high = (r.low, r.high) if r.difference > 0 else (-r.high, -r.low)
        text = f"{better} is better than {worse} by {abs(r.difference):.3f} {_interval(low, high)}"
    else:
        text = f"{a} and {b} are not separable: {b} - {a} is {r.difference:+.3f} {_interval(r.low, r.high)}"
    text += f", {p_value(pair.p_holm)} after Holm"
    if pair.flips:
        gained = sum(flip.gained for flip in pair.flips)
        grounds = ", ".join(
            f"{count} on {_GROUNDS[Ground(name)]}" for name, count in by_ground(pair.flips).items()
        )
        text += (
            f"; of the {len(pair.flips)} flips ({gained} gained, {len(pair.flips) - gained} lost) "
            f"the worse answer rests {grounds}"
        )
    text += f". {a} {r.a:.3f}, {b} {r.b:.3f}; {r.method}; design effect {r.design_effect:.1f}."
    if margin is not None:
        shown = "are equivalent" if pair.equivalent(margin) else "are not shown to be equivalent"
        text += f" They {shown} within {margin:g}."
    return text


def letter(place: int) -> str:
    """Return the short name of a run by its index from 0: `A`, `B`, ...; then `run 27`."""
    return chr(ord("A") + place) if place < 26 else f"run {place + 1}"


def _interval(low: float, high: float) -> str:
    return f"[{low:.3f}, {high:.3f}]" if math.isfinite(low) else "[no interval: one cluster]"


def p_value(p: float) -> str:
    """Return a p-value as written in a sentence."""
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"
