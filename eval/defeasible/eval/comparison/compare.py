"""`compare`: all pairs of runs on their common items, with p-values corrected for all pairs and tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from defeasible.eval.cases import Case, Json, Outcome
from defeasible.eval.comparison.flips import Flip, by_ground, flips
from defeasible.eval.comparison.names import names_of
from defeasible.eval.runlog import RunDir
from defeasible.eval.statistics import CochranQ, Paired, cochran_q, compare_paired, holm, krippendorff_alpha
from defeasible.eval.tasks import Task, find
from defeasible.reasoner.errors import UsageError

ALPHA = 0.05
"""Two-sided significance level for all pairs and tasks together."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two runs of one task on their common items."""

    task: Task
    a: int
    """Index of the first run among those given, from 0."""
    b: int
    result: Paired
    flips: tuple[Flip, ...]
    p_holm: float = 1.0
    """The p-value, adjusted (Holm) for all pairs and tasks of the comparison."""

    @property
    def separable(self) -> bool:
        """Whether the difference is significant after Holm's adjustment."""
        return self.p_holm <= ALPHA

    def worse(self) -> bool:
        """Return whether the second run is significantly worse than the first."""
        return self.separable and self.result.difference < 0

    def equivalent(self, margin: float) -> bool:
        """Return whether the difference is within the margin, at level `ALPHA`.

        Raises:
            UsageError: If the margin is not a positive number.
        """
        return self.result.equivalence(margin) <= ALPHA

    def to_json(self) -> dict[str, Json]:
        """Return all numbers and the flips as JSON values; an infinite interval end is None."""
        r = self.result
        bounded = r.clusters > 1
        return {
            "task": self.task.name,
            "metric": self.task.headline[0],
            "a": self.a,
            "b": self.b,
            "n": r.n,
            "clusters": r.clusters,
            "score_a": r.a,
            "score_b": r.b,
            "difference": r.difference,
            "low": r.low if bounded else None,
            "high": r.high if bounded else None,
            "level": r.level,
            "design_effect": r.design_effect,
            "p": r.p,
            "p_holm": self.p_holm,
            "method": r.method,
            "mcnemar": r.mcnemar,
            "separable": self.separable,
            "grounds": by_ground(self.flips),
            "flips": [flip.to_json() for flip in self.flips],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of several runs."""

    runs: tuple[RunDir, ...]
    names: tuple[str, ...]
    """One per run, made from the settings in which the runs of its task differ."""
    pairs: tuple[Pair, ...]
    """For each task, all pairs of runs in the order given."""
    cochran: dict[str, CochranQ]
    """Cochran's Q by task, for three or more runs with right-or-wrong scores: are all equally good?"""
    repeats: dict[str, float]
    """Krippendorff's alpha of the answers, by task, for runs that differ only in seed or folder."""
    left_out: dict[str, int]
    """Number of ignored items by task, because not every run of the task plans them."""

    def to_json(self) -> dict[str, Json]:
        """Return the whole comparison as JSON values."""
        return {
            "runs": [
                {"name": name, "path": str(run.path), "task": run.manifest.task}
                for name, run in zip(self.names, self.runs, strict=True)
            ],
            "alpha": ALPHA,
            "pairs": [pair.to_json() for pair in self.pairs],
            "cochran_q": {
                task: {"statistic": q.statistic, "freedom": q.freedom, "p": q.p}
                for task, q in self.cochran.items()
            },
            "krippendorff_alpha": dict(self.repeats),
            "left_out": dict(self.left_out),
        }


def compare(runs: Sequence[RunDir]) -> Comparison:
    """Compare runs in pairs within each task, on the items that all runs of the task plan.

    An item without an answer counts as wrong, as in the score. Holm's adjustment covers all pairs of all
    tasks.

    Raises:
        UsageError: If there are fewer than two runs, or no task has two runs with an item in common.
    """
    if len(runs) < 2:
        raise UsageError(
            f"expected at least two runs, got {len(runs)}", hint="`defeasible compare runs/a runs/b`"
        )
    names = [""] * len(runs)
    by_task: dict[str, list[int]] = {}
    for place, run in enumerate(runs):
        by_task.setdefault(run.manifest.task, []).append(place)
    pairs: list[Pair] = []
    cochran: dict[str, CochranQ] = {}
    repeats: dict[str, float] = {}
    left_out: dict[str, int] = {}
    for name, places in by_task.items():
        together = [runs[place] for place in places]
        configs, paths = [run.manifest.config for run in together], [run.path for run in together]
        for place, label in zip(places, names_of(configs, paths), strict=True):
            names[place] = label
        if len(places) < 2:
            continue
        task = find(name)
        shared, outcomes, dropped = _aligned(task, together)
        left_out |= {name: dropped} if dropped else {}
        if not shared:
            continue
        pairs += [
            _pair(task, (places[i], places[j]), runs, outcomes[i], outcomes[j])
            for i, j in combinations(range(len(places)), 2)
        ]
        if len(places) > 2 and all(o.score in (0.0, 1.0) for row in outcomes for o in row):
            cochran[name] = cochran_q([[o.score == 1.0 for o in row] for row in outcomes])
        same = _same_settings(together)
        if len(same) > 1:
            answers = [[o.label for o in outcomes[i]] for i in same]
            if any(sum(a is not None for a in item) > 1 for item in zip(*answers, strict=True)):
                repeats[name] = krippendorff_alpha(answers)
    if not pairs:
        raise UsageError(
            "no two of these runs share items of a task",
            hint="compare runs of one task, on the same data",
        )
    adjusted = holm([pair.result.p for pair in pairs])
    found = tuple(replace(pair, p_holm=p) for pair, p in zip(pairs, adjusted, strict=True))
    return Comparison(tuple(runs), tuple(names), found, cochran, repeats, left_out)


def _aligned(task: Task, runs: Sequence[RunDir]) -> tuple[list[Case[Any]], list[list[Outcome]], int]:
    """Return the items that all runs plan, each run's outcomes on them, and the number of other items.

    Items that the headline of the task does not count are excluded.
    """
    planned = [{o.case.id: o for o in run.outcomes() if task.counts(o.case)} for run in runs]
    common = set.intersection(*map(set, planned))
    everything = set.union(*map(set, planned))
    cases = [case for case in runs[0].cases if case.id in common]
    return cases, [[row[case.id] for case in cases] for row in planned], len(everything) - len(common)


def _pair(
    task: Task, places: tuple[int, int], runs: Sequence[RunDir], a: Sequence[Outcome], b: Sequence[Outcome]
) -> Pair:
    strata = [outcome.case.facets[task.strata] for outcome in a] if task.strata else None
    result = compare_paired(
        [outcome.score for outcome in a],
        [outcome.score for outcome in b],
        clusters=[outcome.case.cluster for outcome in a],
        strata=strata,
    )
    first, second = places
    return Pair(task, first, second, result, flips(runs[first], runs[second], list(zip(a, b, strict=True))))


def _same_settings(runs: Sequence[RunDir]) -> list[int]:
    """Return the indices of the runs whose settings equal those of the first, except for seeds."""
    settings = [
        {key: value for key, value in run.manifest.config.items() if key not in ("pipeline.seed", "seed")}
        for run in runs
    ]
    return [place for place, config in enumerate(settings) if config == settings[0]]
