"""Runs from Python: start one, load runs, get data frames, decide one item again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from defeasible.eval import comparison
from defeasible.eval.comparison import Comparison
from defeasible.eval.exports.frames import items_frame, scores_frame
from defeasible.eval.inspection.items import Item, items_of, replaying
from defeasible.eval.pipelines import SYMBOLIC, Settings, build
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import find
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Results:
    """The results of one or more runs."""

    runs: tuple[RunDir, ...]

    def items(self) -> pd.DataFrame:
        """Return one row for each item of each run: answer, score, verdict, what it rests on, facets.

        Raises:
            MissingExtraError: If pandas is not installed.
        """
        return items_frame(self.runs)

    def scores(self) -> pd.DataFrame:
        """Return one row for each run and headline metric, with its interval, baselines included.

        Raises:
            MissingExtraError: If pandas is not installed.
        """
        return scores_frame(self.runs)

    def failures(self) -> list[Item]:
        """Return the items that are not right, each with its proof and the cause of the failure."""
        return [item for run in self.runs for item in items_of(run) if not item.outcome.correct]

    def replay(self, item: str) -> Decision:
        """Decide one item again as its run did, without any model.

        Args:
            item: The first characters of its id.

        Raises:
            UsageError: If not exactly one item has that prefix, or a model read the text of its run.
        """
        found = [(run, case) for run in self.runs for case in run.cases if case.id.startswith(item)]
        if len({case.id for _, case in found}) != 1:
            raise UsageError(f"{len(found)} items start with {item!r}", hint="give more of the id")
        run, case = found[0]
        reasoner = replaying(run)
        if reasoner is None:
            raise UsageError(
                f"cannot decide again without the model that reads or answers in `{run.path}`",
                hint="`defeasible resume` asks it again, with cached replies",
            )
        return find(run.manifest.task).asking.decide(reasoner, case.question)


def run(
    task: str,
    pipeline: str = SYMBOLIC,
    *,
    out: Path | str,
    data_dir: Path | str | None = None,
    limit: int | None = None,
    **settings: Any,
) -> Results:
    """Run a task, or resume its run, and return the results.

    Args:
        task: Its name: `belief-r/t1`.
        pipeline: `neural`, `symbolic` or `hybrid`.
        out: The run directory.
        data_dir: Folder with the benchmark files; by default the small suite in the package.
        limit: Number of items to draw; by default all.
        **settings: Settings of `defeasible.eval.pipelines.Settings`: `model`, `roles`, `prompt`, `shots`, ...

    Raises:
        UsageError: If there is no such task, pipeline or setting.
        RunError: If the directory holds another run or cannot be written, or too many items fail.
        DatasetError: If the data are missing or malformed.
    """
    try:
        chosen = Settings(**settings)
    except TypeError as error:
        raise UsageError(f"unknown setting: {error}", hint="see `defeasible run --help`") from error
    found = find(task)
    plan = Plan(
        task=found,
        pipeline=build(pipeline, chosen, asking=found.asking),
        out=Path(out),
        data_dir=None if data_dir is None else Path(data_dir),
        limit=limit,
        seed=chosen.seed,
    )
    execute(plan)
    return load(out)


def load(*paths: Path | str) -> Results:
    """Return the runs in directories.

    Raises:
        RunError: If a directory is not a run or is malformed.
        UsageError: If no directory is given, or this version does not know a run's task.
    """
    if not paths:
        raise UsageError("no runs given", hint="load('runs/a', 'runs/b')")
    return Results(tuple(read_run(Path(path)) for path in paths))


def compare(*results: Results | Path | str) -> Comparison:
    """Compare runs on their common items; see `defeasible.eval.comparison.compare`.

    Raises:
        UsageError: If there are fewer than two runs, or none shares a task and items with another.
    """
    runs: list[RunDir] = []
    for result in results:
        runs += (result if isinstance(result, Results) else load(result)).runs
    return comparison.compare(_distinct(runs))


def _distinct(runs: Sequence[RunDir]) -> list[RunDir]:
    return list({run.path.resolve(): run for run in runs}.values())
