"""Fit a head: examples from a task's items, folds by group, and weights that never answer what they saw."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from defeasible.datasets.catalog import benchmark, locate
from defeasible.eval.cases import Judgement, Outcome, Status
from defeasible.eval.fitting.heads import Head
from defeasible.eval.fitting.kinds import Kind, kind_of
from defeasible.eval.fitting.learn import Table
from defeasible.eval.metrics import Metrics
from defeasible.eval.runlog.identity import sample
from defeasible.eval.runlog.manifest import Data, DataFile
from defeasible.eval.tasks import Choice, Task, find
from defeasible.reasoner.errors import MissingExtraError, UsageError, require_at_least, unknown
from defeasible.reasoner.heads import Weights, digest

INNER_FOLDS = 3
PACKAGES = ("defeasible", "numpy", "scipy", "scikit-learn")


@dataclass(frozen=True, slots=True)
class Fitted:
    """A head, and its out-of-fold answers to the items that it was fitted on."""

    head: Head
    task: Task
    kind: Kind
    outcomes: tuple[Outcome, ...]
    """In the order of the data. An item that was not read has no answer."""
    metrics: Metrics
    """The task's metrics of the out-of-fold answers, and further ones of the kind."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to fit."""

    task: str
    data_dir: Path
    """The data directory with the official files."""
    choice: Choice | None = None
    """The items to use; None for those meant for training, if available."""
    features: str = ""
    """The set of features; empty for the default."""
    folds: int = 5
    """At least 2."""
    seed: int = 0
    """Shuffles the groups before they are assigned to folds, and draws the items if there is a limit."""
    limit: int | None = None
    """Most items; None for all."""
    builtin: bool = False
    """Whether the data are the suite that ships with the package."""


def fit(wanted: Wanted) -> Fitted:
    """Fit a head on items of a task, cross-validated by group.

    Raises:
        UsageError: If the task has no head, there is no such set of features, or there are too few groups.
        MissingExtraError: If scikit-learn is not installed.
        DatasetError: If the data are missing or malformed.
    """
    task = find(wanted.task)
    kind = kind_of(task)
    features = wanted.features or kind.sets[0]
    if features not in kind.sets:
        raise unknown("features", features, kind.sets)
    require_at_least(2, folds=wanted.folds)
    try:
        import_module("sklearn.model_selection")  # limits on threads apply only to libraries loaded by then
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - comes with scikit-learn
    except ImportError as error:
        raise MissingExtraError("fitting a head", "fit") from error
    # The matrices are small: several threads only wait for each other, and may sum in another order.
    with threadpool_limits(1):
        return _fit(wanted, task, kind, features)


def _fit(wanted: Wanted, task: Task, kind: Kind, features: str) -> Fitted:
    choice = wanted.choice or for_training(task, wanted.data_dir)
    cases = sample(task.load(wanted.data_dir, choice), wanted.limit, wanted.seed)
    examples = kind.examples(cases, features)
    groups = joined([(one.case.cluster, *map(digest, one.texts)) for one in examples])
    strata = [one.stratum for one in examples]
    dealt = deal(groups, strata, wanted.folds, wanted.seed)
    table = Table(examples)
    everything = range(len(examples))
    parts = [[n for n in everything if dealt[n] != out] for out in range(wanted.folds)]
    weights = [_weights(kind, table, part, groups, strata, wanted.seed) for part in parts]
    scores = [
        [weights[fold].score(candidate) for candidate in one.candidates]
        for one, fold in zip(examples, dealt, strict=True)
    ]
    answered = {
        one.case.id: Outcome(one.case, task.judge(one.case, None, one.answer(own, ties=kind.ties)))
        for one, own in zip(examples, scores, strict=True)
    }
    outcomes = tuple(answered.get(case.id, Outcome(case, Judgement(Status.UNPARSED))) for case in cases)
    of_fold = [
        [answered[one.case.id] for one, dealt_to in zip(examples, dealt, strict=True) if dealt_to == fold]
        for fold in range(wanted.folds)
    ]
    more = kind.more(examples, scores)
    metrics = task.measure(outcomes) | more
    head = Head(
        folds=tuple(weights),
        whole=_weights(kind, table, everything, groups, strata, wanted.seed),
        seen={digest(text): fold for one, fold in zip(examples, dealt, strict=True) for text in one.texts},
        task=task.name,
        features=features,
        n=len(examples),
        groups=len(set(groups)),
        choice={name: value for name, value in asdict(choice).items() if value},
        seed=wanted.seed,
        data=files_of(task, wanted.data_dir, choice, builtin=wanted.builtin),
        versions={name: version(name) for name in PACKAGES} | {"python": platform.python_version()},
        scores=numbers(metrics, (*task.headline, *more)) | {"unread": float(len(cases) - len(examples))},
        fold_scores=tuple(numbers(task.measure(part), task.headline) for part in of_fold),
    )
    return Fitted(head, task, kind, outcomes, metrics)


def for_training(
    task: Task,
    data_dir: Path,
    *,
    subset: str | None = None,
    split: str | None = None,
    variant: str | None = None,
) -> Choice:
    """Return the items to fit on: by default the official training part, or the closest to it.

    Raises:
        UsageError: If the task has no such subset, split or variant.
    """
    folder = data_dir / benchmark(task.dataset).folder
    there = [name for name, files in task.splits.items() if all((folder / f).is_file() for f in files)]
    return task.choice(data_dir, subset=subset, split=split or next(reversed(there), None), variant=variant)


def files_of(task: Task, data_dir: Path, choice: Choice, *, builtin: bool) -> tuple[DataFile, ...]:
    """Return the files that contain the items of a choice."""
    folder = locate(data_dir, task.dataset)
    files = Data.describe(data_dir, folder, builtin=builtin).files
    own = {str((folder / name).relative_to(data_dir)) for name in task.splits.get(choice.split, ())}
    return tuple(file for file in files if not own or file.path in own)


def joined(keys: Sequence[Sequence[str]]) -> list[int]:
    """Return the group number of each item: items that share a key are in one group, transitively.

    >>> joined([["a", "x"], ["b", "x"], ["c"]])
    [0, 0, 1]
    """
    import networkx as nx  # noqa: PLC0415 - not for `--help`

    graph = nx.Graph((n, key) for n, own in enumerate(keys) for key in own)
    numbers: dict[object, int] = {}
    for number, group in enumerate(nx.connected_components(graph)):
        numbers |= dict.fromkeys(group, number)
    return [numbers[n] for n in range(len(keys))]


def deal(groups: Sequence[int], strata: Sequence[str], folds: int, seed: int) -> list[int]:
    """Return the fold of each item: groups stay together, and strata are spread as evenly as possible.

    Raises:
        UsageError: If there are fewer groups than folds.
        MissingExtraError: If scikit-learn is not installed.
    """
    if len(set(groups)) < folds:
        hint = "add data, or reduce `--folds`"
        raise UsageError(f"cannot split {len(set(groups))} groups into {folds} folds", hint=hint)
    try:
        from sklearn.model_selection import StratifiedGroupKFold  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("dealing items to folds", "fit") from error
    counts = Counter(strata).most_common()
    # A stratum with less than one item per fold cannot be spread: it is merged with the largest.
    spread = {name: name if count >= folds else counts[0][0] for name, count in counts}
    strata = [spread[name] for name in strata]
    dealt = [0] * len(groups)
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for fold, (_, part) in enumerate(splitter.split([0] * len(groups), strata, groups)):
        for n in part:
            dealt[n] = fold
    return dealt


def _weights(  # noqa: PLR0913, PLR0917 - of one table
    kind: Kind,
    table: Table,
    places: Sequence[int],
    groups: Sequence[int],
    strata: Sequence[str],
    seed: int,
) -> Weights:
    """Learn weights, choosing the strength of the penalty by cross-validation on these examples alone."""

    def learnt(part: Sequence[int], strength: float) -> Weights:
        return table.learn(part, strength, rare=kind.rare, balanced=kind.balanced)

    if len(kind.strengths) == 1:
        return learnt(places, *kind.strengths)
    inner = deal([groups[n] for n in places], [strata[n] for n in places], INNER_FOLDS, seed)
    losses = dict.fromkeys(kind.strengths, 0.0)
    for out in range(INNER_FOLDS):
        inside = [n for n, fold in zip(places, inner, strict=True) if fold != out]
        outside = [n for n, fold in zip(places, inner, strict=True) if fold == out]
        for strength in kind.strengths:
            losses[strength] += table.loss(learnt(inside, strength), outside, balanced=kind.balanced)
    return learnt(places, min(losses, key=lambda strength: losses[strength]))


def numbers(metrics: Metrics, names: Sequence[str]) -> dict[str, float | None]:
    """Return the metrics with the given names; None for those that are not numbers."""
    found = {name: metrics[name] for name in names}
    return {name: float(v) if isinstance(v, int | float) else None for name, v in found.items()}
