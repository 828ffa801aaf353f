"""Fits a head: examples from a task's items, folds by group, weights that never meet what they answer."""

from __future__ import annotations

import math
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.eval.cases import Case, Judgement, Outcome, Status, labelled
from defeasible.eval.fitting.heads import Head, Weights, digest
from defeasible.eval.fitting.roles import FEATURES, TASK, WITH_LENGTH, features, texts
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.belief_r import PRIOR, UPDATE
from defeasible.eval.runlog.manifest import Data
from defeasible.eval.tasks import Task, find
from defeasible.reasoner.commonsense.roles import Scene, undecided
from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.forms import Conditional, Premises
from defeasible.reasoner.grammar import GrammarParser

TASKS = (TASK,)
"""Tasks that a head can be fitted on."""
STRENGTHS = (0.1, 1.0)
"""Inverse strengths of the penalty to choose from."""
INNER_FOLDS = 5
PACKAGES = ("defeasible", "numpy", "scikit-learn")


@dataclass(frozen=True, slots=True)
class Example:
    """An item with what a head sees of it."""

    case: Case[Any]
    features: Mapping[str, float]
    texts: tuple[str, ...]
    """By which the item is known again."""
    length: int
    """Words of the later condition."""
    first: bool
    """Whether it belongs to the first class: the later condition is a requirement."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A head, and its out-of-fold answers to the items that it was fitted on."""

    head: Head
    task: Task
    outcomes: tuple[Outcome, ...]
    """In the order of the data; an item that was not read has none of the answers."""
    metrics: Metrics
    """Those of the task, over the out-of-fold answers, and `auc` and `auc_equal_length`."""


def fit(  # noqa: PLR0913 - all but the first two are options
    task: str, data_dir: Path, *, names: str, folds: int, seed: int, builtin: bool = False
) -> Fitted:
    """Fit a head on all items of a task, cross-validated by group.

    Args:
        task: One of `TASKS`.
        data_dir: With the official files.
        names: The set of features, one of `FEATURES`.
        folds: At least 2.
        seed: Shuffles the groups before they are dealt to folds.
        builtin: Whether the data are the suite that ships with the package.

    Raises:
        UsageError: If the task has no head, there is no such set of features, or there are too few groups.
        MissingExtraError: If scikit-learn is not installed.
        DatasetError: If the data are missing or malformed.
    """
    if task not in TASKS:
        raise UsageError(
            f"no head is fitted on `{task}`",
            hint=f"one of {', '.join(TASKS)}",
        )
    if names not in FEATURES:
        raise UsageError(f"there are no features `{names}`", hint=f"one of {', '.join(FEATURES)}")
    if folds < 2:
        raise UsageError(f"{folds} folds leave nothing that the weights have not seen", hint="`--folds 5`")
    try:
        import_module("sklearn.linear_model")  # limits of threads hold for what is loaded by then
        from threadpoolctl import threadpool_limits  # noqa: PLC0415 - comes with scikit-learn
    except ImportError as error:
        raise MissingExtraError("fitting a head", "fit") from error
    found = find(task)
    cases = found.load(data_dir)
    # The matrices are small: several threads only wait for each other, and may add in another order.
    with threadpool_limits(1):
        return _fit(found, cases, data_dir, names=names, folds=folds, seed=seed, builtin=builtin)


def _fit(  # noqa: PLR0913 - of `fit`
    found: Task,
    cases: Sequence[Case[Any]],
    data_dir: Path,
    *,
    names: str,
    folds: int,
    seed: int,
    builtin: bool,
) -> Fitted:
    examples, unread = read_examples(cases, length=names == WITH_LENGTH)
    groups = joined([(one.case.cluster, *map(digest, one.texts)) for one in examples])
    dealt = deal(groups, [one.first for one in examples], folds, seed)
    parts = [[n for n, fold in enumerate(dealt) if fold != left_out] for left_out in range(folds)]
    weights = [_weights([examples[n] for n in part], [groups[n] for n in part], seed) for part in parts]
    odds = [weights[fold].log_odds(one.features) for one, fold in zip(examples, dealt, strict=True)]
    answered = {
        one.case.id: Outcome(one.case, labelled(one.case, _label(one.case, requirement=value > 0)))
        for one, value in zip(examples, odds, strict=True)
    }
    outcomes = tuple(answered.get(case.id, Outcome(case, Judgement(Status.UNPARSED))) for case in cases)
    of_fold = [
        [answered[one.case.id] for one, dealt_to in zip(examples, dealt, strict=True) if dealt_to == fold]
        for fold in range(folds)
    ]
    metrics = found.measure(outcomes) | _areas(examples, odds)
    head = Head(
        task=found.name,
        features=names,
        n=len(examples),
        groups=len(set(groups)),
        seed=seed,
        data=Data.describe(data_dir, locate(data_dir, found.dataset), builtin=builtin).files,
        versions={name: version(name) for name in PACKAGES} | {"python": platform.python_version()},
        scores=_numbers(metrics, (*found.headline, "auc", "auc_equal_length")) | {"unread": float(unread)},
        fold_scores=tuple(_numbers(found.measure(part), found.headline) for part in of_fold),
        folds=tuple(weights),
        whole=_weights(examples, groups, seed),
        seen={digest(text): fold for one, fold in zip(examples, dealt, strict=True) for text in one.texts},
    )
    return Fitted(head, found, outcomes, metrics)


def read_examples(cases: Sequence[Case[Any]], *, length: bool) -> tuple[list[Example], int]:
    """Return the items of `belief-r/t1` whose role can be told, and how many were not read as such.

    What is never looked at: the ids of a file, its order, its notes on how rows were made or agreed on.
    """
    parser = GrammarParser()
    examples = []
    for case in cases:
        form = case.question.read(parser)
        if not isinstance(form, Premises):
            continue
        pair = [statement for statement in form.statements if isinstance(statement, Conditional)]
        if len(pair) != 2 or not undecided(*pair):
            continue
        examples.append(
            Example(
                case,
                features(form, *pair, length=length),
                tuple(texts(form, *pair)),
                Scene.between(form, *pair).r.length,
                case.facets["category"] == UPDATE,
            )
        )
    return examples, len(cases) - len(examples)


def joined(keys: Sequence[Sequence[str]]) -> list[int]:
    """Return the number of each item's group: items that share a key are in one, and so on along the chain.

    >>> joined([["a", "x"], ["b", "x"], ["c"]])
    [0, 0, 1]
    """
    import networkx as nx  # noqa: PLC0415 - not for `--help`

    graph = nx.Graph((n, key) for n, own in enumerate(keys) for key in own)
    numbers: dict[object, int] = {}
    for number, group in enumerate(nx.connected_components(graph)):
        numbers |= dict.fromkeys(group, number)
    return [numbers[n] for n in range(len(keys))]


def deal(groups: Sequence[int], classes: Sequence[bool], folds: int, seed: int) -> list[int]:
    """Return the fold of each item: whole groups, the classes as even as they go.

    Raises:
        UsageError: If there are fewer groups than folds, or one class alone.
    """
    if len(set(groups)) < folds or len(set(classes)) < 2:
        raise UsageError(
            f"{len(set(groups))} groups with {len(set(classes))} classes do not make {folds} folds",
            hint="more data, or fewer `--folds`",
        )
    from sklearn.model_selection import StratifiedGroupKFold  # noqa: PLC0415 - needs an extra

    dealt = [0] * len(groups)
    splitter = StratifiedGroupKFold(folds, shuffle=True, random_state=seed)
    for fold, (_, part) in enumerate(splitter.split([0] * len(groups), classes, groups)):
        for n in part:
            dealt[n] = fold
    return dealt


def _weights(examples: Sequence[Example], groups: Sequence[int], seed: int) -> Weights:
    """Fit one regression; the strength of its penalty is chosen in folds of these examples alone."""
    inner = deal(groups, [one.first for one in examples], INNER_FOLDS, seed)
    losses = {strength: _loss(examples, inner, strength) for strength in STRENGTHS}
    return _regression(examples, min(losses, key=lambda strength: losses[strength]))


def _loss(examples: Sequence[Example], dealt: Sequence[int], strength: float) -> float:
    """Return the sum of the logistic losses of out-of-fold odds, in nats."""
    pairs = list(zip(examples, dealt, strict=True))
    loss = 0.0
    for left_out in range(INNER_FOLDS):
        weights = _regression([one for one, fold in pairs if fold != left_out], strength)
        for one, fold in pairs:
            if fold == left_out:
                odds = weights.log_odds(one.features)
                loss += math.log1p(math.exp(-abs(odds))) + max(0.0, -odds if one.first else odds)
    return loss


def _regression(examples: Sequence[Example], strength: float) -> Weights:
    """Fit a regression in which both classes count the same."""
    from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415 - needs an extra
    from sklearn.linear_model import LogisticRegression  # noqa: PLC0415 - needs an extra

    if len({one.first for one in examples}) < 2:
        raise UsageError("a fold leaves one class alone", hint="more data, or fewer `--folds`")
    vectors = DictVectorizer(sparse=False)
    given = vectors.fit_transform([dict(one.features) for one in examples])
    model = LogisticRegression(C=strength, class_weight="balanced", max_iter=1000)
    model.fit(given, [one.first for one in examples])
    pairs = zip(vectors.get_feature_names_out(), model.coef_[0], strict=True)
    return Weights(
        float(model.intercept_[0]),
        {str(name): round(float(value), 9) for name, value in pairs},
        strength,
    )


def _label(case: Case[Any], *, requirement: bool) -> str:
    """Return the answer that a role leads to: a requirement takes the old conclusion back."""
    return case.labels[-1 if requirement else PRIOR[case.facets["modus"]]]


def _areas(examples: Sequence[Example], odds: Sequence[float]) -> dict[str, float | None]:
    """Return how well out-of-fold odds tell the classes apart; and the same among equally long premises."""
    right = pairs = whole = total = 0.0
    for n, one in enumerate(examples):
        for m, other in enumerate(examples):
            if one.first and not other.first:
                ahead = (odds[n] > odds[m]) + (odds[n] == odds[m]) / 2
                whole, total = whole + ahead, total + 1
                if one.length == other.length:
                    right, pairs = right + ahead, pairs + 1
    return {
        "auc": whole / total if total else None,
        "auc_equal_length": right / pairs if pairs else None,
    }


def _numbers(metrics: Metrics, names: Sequence[str]) -> dict[str, float | None]:
    found = {name: metrics[name] for name in names}
    return {name: float(v) if isinstance(v, int | float) else None for name, v in found.items()}
