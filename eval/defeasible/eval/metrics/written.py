"""Metrics of a run's texts: overlap with the gold texts, and measures from a solver's verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from defeasible.eval.cases import Outcome
from defeasible.eval.metrics.bertscore import Encode, bertscore
from defeasible.eval.metrics.counts import Metrics, common, mean_interval
from defeasible.eval.metrics.overlap import gleu, rouge_l, rouge_lsum
from defeasible.eval.metrics.tokens import english_words
from defeasible.reasoner.errors import MissingExtraError

ROUGE = {"rouge_l": rouge_l, "rouge_lsum": rouge_lsum}


def measure_written(outcomes: Sequence[Outcome], rouge: str, shares: Sequence[str]) -> Metrics:
    """Return the metrics of English texts against gold texts; a missing text counts as empty.

    Args:
        outcomes: The outcomes of one run or one baseline.
        rouge: `rouge_lsum` for stories, `rouge_l` for states, as in PASTA's tables.
        shares: Measures of single items, whose means are returned. The mean is None if texts lack the
            measure, because no solver was asked.

    Returns:
        These means; `gleu` of all texts together and the mean ROUGE, None without the extra `metrics`;
        `bertscore`, always None here, since it needs an encoder; intervals, and what every task reports.

    References:
        S. Ghosh et al. (2023), PASTA, section 6.2 and 6.3; the released code joins lines with spaces.
    """
    found: dict[str, float | None] = dict.fromkeys([*shares, "gleu", rouge, "bertscore"])
    intervals: Metrics = {}
    for name in shares:
        if (values := _values(outcomes, name)) is not None:
            found[name] = fmean(values)
            intervals[name] = mean_interval(outcomes, values)
    said, wanted = texts(outcomes)
    if outcomes:
        try:
            found["gleu"] = gleu(said, wanted, english_words)
            each = [ROUGE[rouge](a, b) for a, b in zip(said, wanted, strict=True)]
        except MissingExtraError:
            pass  # the table shows a dash, and its note says how to fill it
        else:
            found[rouge] = fmean(each)
            intervals[rouge] = mean_interval(outcomes, each)
    return {**found, "intervals": intervals, **common(outcomes)}


def with_bertscore(
    measure: Callable[[Sequence[Outcome]], Metrics], encode: Encode
) -> Callable[[Sequence[Outcome]], Metrics]:
    """Return a measure that adds `bertscore`, the mean over texts; a missing text counts as empty.

    Negative scores count as 0.

    Args:
        measure: The measure of a task.
        encode: Returns token vectors.
    """

    def measured(outcomes: Sequence[Outcome]) -> Metrics:
        found = measure(outcomes)
        if not outcomes:
            return found
        values = [max(0.0, value) for value in bertscore(*texts(outcomes), encode)]
        intervals = found["intervals"]
        assert isinstance(intervals, Mapping)
        named = {**intervals, "bertscore": mean_interval(outcomes, values)}
        return {**found, "bertscore": fmean(values), "intervals": named}

    return measured


def texts(outcomes: Sequence[Outcome]) -> tuple[list[str], list[str]]:
    """Return the generated and the wanted texts, each on one line."""
    said = [(outcome.text or "").replace("\n", " ") for outcome in outcomes]
    return said, [outcome.case.gold.replace("\n", " ") for outcome in outcomes]


def _values(outcomes: Sequence[Outcome], name: str) -> list[float] | None:
    """Return a measure of each item, 0.0 for one without a text; None if texts were not measured."""
    written: list[Mapping[str, float]] = [outcome.values for outcome in outcomes if outcome.text is not None]
    if not outcomes or any(name not in values for values in written):
        return None
    return [outcome.values.get(name, 0.0) for outcome in outcomes]
