"""Policies: baselines that answer without reading, scored by the same metrics on the same items."""

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
"""Gives each case an answer: a label, or a text if the answer is one."""


def position(index: int) -> Policy:
    """Return the policy that always chooses the option at `index`, counted from 0."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [case.labels[index] for case in cases]

    return choose


def majority(cases: Sequence[Case[Any]]) -> list[str]:
    """Give every case the most common gold label of these cases (the first by name among equals).

    It knows the label counts, so it is slightly better than a constant chosen in advance.
    """
    counts = Counter(case.gold for case in cases)
    commonest = max(sorted(counts), key=lambda label: counts[label], default="")
    return [commonest for _ in cases]


def by_facet(facet: str, index: Mapping[str, int]) -> Policy:
    """Return the policy that chooses an option by the value of a facet of the case."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [case.labels[index[case.facets[facet]]] for case in cases]

    return choose


def at_random(seed: int = 0) -> Policy:
    """Return the policy that chooses uniformly at random.

    An item gets the same choice in every sample and order of items. The metric `chance` is its expected
    score.
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
    """Return the policy that answers with a text from the question, such as the event in question."""

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [said(case) for case in cases]

    return choose


def nearest(asked: Callable[[Case[Any]], str], texts: Callable[[Case[Any]], Sequence[str]]) -> Policy:
    """Return the policy that answers with the text most similar to the subject; see `nearest_text`.

    Args:
        asked: The subject of the question: an event.
        texts: The texts in the question: the utterances of a dialogue.
    """

    def choose(cases: Sequence[Case[Any]]) -> list[str]:
        return [nearest_text(asked(case), texts(case)) for case in cases]

    return choose


def nearest_text(asked: str, texts: Sequence[str]) -> str:
    """Return the text with the highest cosine of TF-IDF vectors (the first among equals); "" if none."""
    near = TfIdf(texts).similarities(asked)
    return texts[near.index(max(near))] if near else ""


def measure_policies(
    policies: Mapping[str, Policy],
    cases: Sequence[Case[Any]],
    measure: Callable[[Sequence[Outcome]], Metrics],
    judge: Judge = by_label,
    trial: Trial | None = None,
) -> dict[str, Metrics]:
    """Return the metrics of each policy on the cases, by name; with `auc` for a `Threshold`.

    Args:
        policies: The policies by name.
        cases: The cases to answer.
        measure: The metrics of the task.
        judge: The task's judge of texts.
        trial: Questions to a solver about texts; skipped for more than `MOST` cases, since it takes time.
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
