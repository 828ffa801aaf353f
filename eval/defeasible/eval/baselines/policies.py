"""Policies: what answers without reading score, by the same metric on the same items."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from defeasible.eval.baselines.threshold import Threshold
from defeasible.eval.cases import Case, Judge, Outcome, by_label, labelled
from defeasible.eval.metrics import Metrics
from defeasible.eval.trial import MOST, Trial
from defeasible.llm.prompts.similar import TfIdf
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


def at_random(seed: int = 0) -> Policy:
    """Return the policy of choosing any option with the same chance.

    An item gets the same choice in every sample and order of items; what to expect of it is the metric
    `chance`.
    """

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [random.Random(f"{seed} {case.id}").choice(case.labels) for case in cases]  # noqa: S311

    return choose


def longest(cases: Sequence[Case[Any]]) -> list[str]:
    """Give each case the option with the most characters (the first among equals)."""
    return [
        max(zip(case.labels, case.options, strict=True), key=lambda pair: len(pair[1]))[0] for case in cases
    ]


def echo(said: Callable[[Case[Any]], str]) -> Policy:
    """Return the policy of answering with a text of the question itself, such as the event asked about."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [said(case) for case in cases]

    return choose


def nearest(asked: Callable[[Case[Any]], str], texts: Callable[[Case[Any]], Sequence[str]]) -> Policy:
    """Return the policy of answering with the text nearest to what is asked about; see `nearest_text`.

    Args:
        asked: What is asked about: an event.
        texts: What the question shows: the utterances of a dialogue.
    """

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [nearest_text(asked(case), texts(case)) for case in cases]

    return choose


def nearest_text(asked: str, texts: Sequence[str]) -> str:
    """Return the text with the highest cosine of TF-IDF vectors (the first among equals); "" of none."""
    near = TfIdf(texts).similarities(asked)
    return texts[near.index(max(near))] if near else ""


def measure_policies(
    policies: Mapping[str, Policy],
    cases: Sequence[Case[Any]],
    measure: Callable[[Sequence[Outcome]], Metrics],
    judge: Judge = by_label,
    trial: Trial | None = None,
) -> dict[str, Metrics]:
    """Return the metrics of each policy on the cases, by name; with `auc`, where it is a `Threshold`.

    Args:
        policies: By name.
        cases: What they answer.
        measure: The metrics of the task.
        judge: What it judges texts by.
        trial: What a solver is asked of texts; of no more than `MOST` cases, for it takes time.
    """
    asked = trial if len(cases) <= MOST else None
    return {
        name: measure(
            [_outcome(case, answer, judge, asked) for case, answer in zip(cases, policy(cases), strict=True)]
        )
        | ({"auc": policy.auc(cases)} if isinstance(policy, Threshold) else {})
        for name, policy in policies.items()
    }


def _outcome(case: Case[Any], answer: str, judge: Judge, trial: Trial | None) -> Outcome:
    if case.labels:
        return Outcome(case, labelled(case, answer))
    judged = judge(case, Verdict.UNPROVED, answer)
    if trial is not None:
        judged = replace(judged, values={**judged.values, **trial.measure(case, answer)})
    return Outcome(case, judged)
