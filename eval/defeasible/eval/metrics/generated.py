"""Metrics of generated texts by name, with intervals for those that are means over texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from defeasible.eval.cases import Json, Outcome
from defeasible.eval.metrics.bertscore import Encode
from defeasible.eval.metrics.counts import Metrics, common, mean_interval
from defeasible.eval.metrics.texts import OF_ALL, require_names, text_values
from defeasible.eval.metrics.tokens import Tokens


def measure_generated(
    names: Sequence[str], tokens: Tokens, encode: Encode | None = None
) -> Callable[[Sequence[Outcome]], Metrics]:
    """Return a function that measures generated texts against the wanted texts.

    A case without an answer counts as an empty text, since the denominator is fixed. Metrics of all texts
    together (BLEU, GLEU, CIDEr) have no interval.

    Args:
        names: Metrics known to `measure_texts`.
        tokens: The tokens that they count.
        encode: The encoder of `bertscore`.

    Raises:
        UsageError: If a name is unknown.
    """
    require_names(names)

    def measure(outcomes: Sequence[Outcome]) -> Metrics:
        written = [outcome.text or "" for outcome in outcomes]
        wanted = [outcome.case.gold for outcome in outcomes]
        found: dict[str, Json] = dict.fromkeys(names)
        intervals: dict[str, Json] = dict.fromkeys(names)
        for name in names if outcomes else ():
            if name in OF_ALL:
                found[name] = OF_ALL[name](written, wanted, tokens)
            else:
                values = text_values(written, wanted, name, tokens, encode)
                found[name] = sum(values) / len(values)
                intervals[name] = mean_interval(outcomes, values)
        return {**found, "intervals": intervals, **common(outcomes)}

    return measure
