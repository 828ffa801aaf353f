"""`Summary`: the results of a run, for `--json`, tables and the report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from defeasible.eval.answering import Answering
from defeasible.eval.baselines import measure_policies
from defeasible.eval.cases import Json
from defeasible.eval.metrics import Metrics, coverage
from defeasible.eval.metrics.bertscore import Encode
from defeasible.eval.metrics.written import with_bertscore
from defeasible.eval.published import Published, beside, digest, file_of
from defeasible.eval.runlog.rundir import MANIFEST, RunDir
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import Task, find
from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers of one run, with those of constant policies and of publications."""

    run: RunDir
    task: Task
    coverage: float
    metrics: Metrics
    """The metrics of the task, and counts of who answered."""
    answering: Answering
    baselines: dict[str, Metrics]
    published: tuple[Published, ...]

    @property
    def n(self) -> int:
        """The number of planned items, which is the denominator of all scores."""
        return len(self.run.cases)

    def to_json(self) -> dict[str, Json]:
        """Return the object that `run --json` and `score --json` print."""
        path = str(self.run.path / MANIFEST)
        return {
            "task": self.task.name,
            "pipeline": self.run.manifest.pipeline,
            "n": self.n,
            "coverage": self.coverage,
            "metrics": self.metrics,
            "baselines": self.baselines,
            "published": self._published(),
            "seconds": self.run.manifest.seconds,
            "manifest": {"path": path, **self.run.manifest.to_json()},
        }

    def _published(self) -> dict[str, Json]:
        """Return the file with the published numbers; `defeasible published TASK` prints them."""
        if not self.published:
            return {}
        return {"file": file_of(self.task.name), "sha256": digest(self.task.name)}


def summarise(run: RunDir, encode: Encode | None = None) -> Summary:
    """Compute every number of a run from its log.

    Args:
        run: The run.
        encode: Provides token vectors for `bertscore`, if the task has it; None leaves it out.

    Raises:
        UsageError: If this version does not know the run's task, or `encode` is given and it has no
            `bertscore`.
    """
    task = find(run.manifest.task)
    measure = task.measure
    if encode is not None:
        if "bertscore" not in task.headline:
            raise UsageError(f"task `{task.name}` has no `bertscore`", hint="leave out `--encoder`")
        measure = with_bertscore(measure, encode)
    outcomes = run.outcomes()
    builtin = run.manifest.data.builtin
    chosen = {name: run.manifest.config.get(name) for name in ("subset", "split", "variant")}
    named = {"subset": task.subset_facet, "split": "split", "variant": task.variant_facet}
    answering = Answering.of(run)
    metrics = measure(outcomes) | answering.to_json()
    if not coverage(outcomes):
        metrics["intervals"] = {}  # nothing was answered, so the score says nothing about answers
    return Summary(
        run=run,
        task=task,
        coverage=coverage(outcomes),
        metrics=metrics,
        answering=answering,
        baselines=measure_policies(task.policies, run.cases, measure, task.judge, task.trial),
        # The built-in suite differs from the paper's items, whatever their number.
        published=beside(
            task.name,
            n=len(run.cases),
            official=not builtin,
            setting=dict(task.setting)
            | {named[name]: str(value) for name, value in chosen.items() if value is not None},
        ),
    )


def read_summary(path: Path, encode: Encode | None = None) -> Summary:
    """Read a run directory and compute its numbers; `encode` is as for `summarise`.

    Raises:
        RunError: If it is not a run or is malformed.
        UsageError: If this version does not know the run's task.
    """
    return summarise(read_run(path), encode)
