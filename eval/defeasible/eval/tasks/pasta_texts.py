"""PASTA: common parts of its two writing tasks: both directions of a tuple, and the scoring of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from defeasible.eval.cases import Case, Judge, Judgement, Outcome, Status
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.answers import f1
from defeasible.eval.metrics.counts import breakdown
from defeasible.eval.metrics.tokens import spaced
from defeasible.eval.metrics.written import measure_written
from defeasible.eval.trial import MOST
from defeasible.reasoner.verdict import Verdict

FORWARD, BACK = "to the revised story", "back"
"""Values of the facet `direction`."""
NOTE = (
    "A solver with the laws of this package judges texts here, not people: what it cannot decide counts as "
    f"not shown. Texts of baselines are judged in runs of up to {MOST} items. BERTScore needs an encoder, "
    "`score --encoder FOLDER`; GLEU and ROUGE need `pip install 'defeasible[metrics]'`."
)
"""What readers must know about the numbers."""


def scored(more: Mapping[str, Any] | None = None) -> Judge:
    """Return a judge that scores a text by the F1 of its words, with further measures.

    Args:
        more: Measures by name: functions of a case and a text.
    """
    further = dict(more or {})

    def judge(case: Case[Any], _: Verdict | None, answer: str | None) -> Judgement:
        if answer is None:
            return Judgement(Status.UNDECIDED)
        values = {"f1": f1(answer, case.gold, spaced)} | {
            name: measure(case, answer) for name, measure in further.items()
        }
        status = Status.CORRECT if answer == case.gold else Status.SCORED
        return Judgement(status, text=answer, score=values["f1"], values=values)

    return judge


def is_open(verdict: Verdict) -> bool:
    """Return whether a solver could not tell whether a state holds."""
    return verdict not in (Verdict.ENTAILED, Verdict.REFUTED)


def by_direction(outcomes: Sequence[Outcome], rouge: str, shares: Sequence[str]) -> Metrics:
    """Return the metrics of all texts, and by direction without those that every task reports."""

    def plain(part: Sequence[Outcome]) -> Metrics:
        found = measure_written(part, rouge, shares)
        return {name: found[name] for name in (*shares, "gleu", rouge, "n")}

    return {
        **measure_written(outcomes, rouge, shares),
        "by_direction": breakdown(outcomes, "direction", plain),
    }


def stated(state: str, lines: Sequence[str]) -> bool:
    """Return whether a state occurs in a story word for word, as a sentence."""
    return _plain(state) in map(_plain, lines)


def _plain(sentence: str) -> str:
    return " ".join(sentence.casefold().split()).rstrip(".!")
