"""Items and scores as rows, and as data frames if pandas is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from defeasible.eval.cases import Json
from defeasible.eval.comparison import names_of
from defeasible.eval.inspection.items import Item, items_of
from defeasible.eval.runlog import RunDir
from defeasible.eval.summary import summarise
from defeasible.eval.table import score_rows
from defeasible.reasoner.errors import MissingExtraError

if TYPE_CHECKING:
    import pandas as pd


def item_rows(runs: Sequence[RunDir]) -> list[dict[str, Json]]:
    """Return one row per item and run, in the order of the plan; each facet has a column."""
    names = names_of([run.manifest.config for run in runs], [run.path for run in runs])
    found = []
    for run, name in zip(runs, names, strict=True):
        order = {case.id: place for place, case in enumerate(run.cases)}
        items = sorted(items_of(run), key=lambda item: order[item.case.id])
        found += [{"run": name, "task": run.manifest.task, **_row(item)} for item in items]
    return found


def _row(item: Item) -> dict[str, Json]:
    event, outcome = item.event, item.outcome
    model = event.model if event is not None else None
    return {
        "item": item.case.id,
        "name": item.case.name,
        "cluster": item.case.cluster,
        **dict(item.case.facets),
        "gold": item.case.gold,
        "label": outcome.label,
        "text": outcome.text,
        "score": outcome.score,
        "status": str(outcome.status),
        "verdict": None if event is None or event.verdict is None else str(event.verdict),
        "branch": None if event is None else str(event.branch),
        "confidence": None if event is None else event.confidence,
        "ground": str(item.ground),
        "blame": None if item.blame is None else str(item.blame.stage),
        "why": None if item.blame is None else item.blame.why,
        "seconds": None if event is None else event.seconds,
        "prompt_tokens": None if model is None else model.prompt_tokens,
        "tokens": None if model is None else model.tokens,
        **{f"value.{name}": value for name, value in outcome.values.items()},
    }


def items_frame(runs: Sequence[RunDir]) -> pd.DataFrame:
    """Return `item_rows` as a data frame.

    Raises:
        MissingExtraError: If pandas is not installed.
    """
    return _frame(item_rows(runs))


def scores_frame(runs: Sequence[RunDir]) -> pd.DataFrame:
    """Return `score_rows` of the runs as a data frame.

    Raises:
        MissingExtraError: If pandas is not installed.
    """
    return _frame(score_rows([summarise(run) for run in runs]))


def _frame(found: Sequence[Mapping[str, Json]]) -> pd.DataFrame:
    try:
        import pandas as pd  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("a data frame", "frames") from error
    return pd.DataFrame(found)
