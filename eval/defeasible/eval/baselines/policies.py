"""Constant policies: what answers without reading score, by the same metric on the same items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from defeasible.eval.cases import Case, Judge, Outcome, by_label, labelled
from defeasible.eval.metrics import Metrics
from defeasible.reasoner.verdict import Verdict

Policy: TypeAlias = Callable[[Sequence[Case[Any]]], list[str]]
"""Gives each case an answer: a label, or a text where one is asked for."""


def position(index: int) -> Policy:
    """Return the policy of always choosing the option at `index`, counted from 0."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [case.labels[index] for case in cases]

    return choose


def majority(cases: Sequence[Case[Any]]) -> list[str]:
    """Give every case the commonest gold label of these very cases (the first by name among equals).

    An oracle of the label counts, so a little better than a constant chosen in advance.
    """
    counts = Counter(case.gold for case in cases)
    commonest = max(sorted(counts), key=lambda label: counts[label], default="")
    return [commonest for _ in cases]


def by_facet(facet: str, index: Mapping[str, int]) -> Policy:
    """Return the policy of choosing an option by the value of a facet of the case."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [case.labels[index[case.facets[facet]]] for case in cases]

    return choose


def measure_policies(
    policies: Mapping[str, Policy],
    cases: Sequence[Case[Any]],
    measure: Callable[[Sequence[Outcome]], Metrics],
    judge: Judge = by_label,
) -> dict[str, Metrics]:
    """Return the metrics of each policy on the cases, by name.

    Args:
        policies: By name.
        cases: What they answer.
        measure: The metrics of the task.
        judge: What it judges texts by.
    """
    return {
        name: measure(
            [_outcome(case, answer, judge) for case, answer in zip(cases, policy(cases), strict=True)]
        )
        for name, policy in policies.items()
    }


def _outcome(case: Case[Any], answer: str, judge: Judge) -> Outcome:
    return Outcome(case, labelled(case, answer) if case.labels else judge(case, Verdict.UNPROVED, answer))
