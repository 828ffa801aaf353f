"""Run a task: plan the items, ask the pipeline, log every answer before it is scored."""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from defeasible.datasets.builtin import data_dir as builtin_data_dir
from defeasible.datasets.catalog import locate
from defeasible.eval.cases import Case
from defeasible.eval.pipelines import Answered, Pipeline
from defeasible.eval.runlog.environment import environment
from defeasible.eval.runlog.events import DecisionEvent, decision_line, score_line
from defeasible.eval.runlog.identity import Config, config_hash, item_key, items_digest, sample
from defeasible.eval.runlog.journal import Journal
from defeasible.eval.runlog.manifest import Data, Manifest, Session, State
from defeasible.eval.runlog.rundir import MANIFEST, RunDir, opened, outage
from defeasible.eval.runlog.scoring import score_event
from defeasible.eval.runlog.shards import Shard
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import Choice, Task
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import DatasetError, RunError, UsageError, require_at_least

Progress = Callable[["Done"], None]
"""Called after each item, and once before the first."""
MOST_FAILURES = 0.1
"""Share of the planned items that may fail before a run is aborted."""
AHEAD = 256
"""Number of items whose texts are prepared together, if the pipeline supports it."""
UNREACHABLE = 8
"""If this many items fail at the start of a session, before any succeeds, the model counts as unreachable."""


@dataclass(frozen=True, slots=True)
class Done:
    """The progress of a run."""

    scored: int
    planned: int
    points: float
    """Sum of the scores so far."""
    tokens: int
    """Tokens that the model read and wrote in this session."""
    failed: int
    """Items of this session for which the pipeline raised or the model could not be asked."""


class Interrupted(RunError):  # noqa: N818 - not a failure: the user's own wish
    """The user pressed Ctrl-C; everything up to then is saved."""


class TooManyFailuresError(RunError):
    """The run was aborted: its model is unreachable, or too many items failed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run."""

    task: Task
    pipeline: Pipeline
    out: Path
    data_dir: Path | None = None
    """None for the suite that ships with the package."""
    limit: int | None = None
    seed: int = 0
    """Seed for drawing the items if there is a limit."""
    choice: Choice | None = None
    """A result of `Task.choice`; None for its default."""
    shard: Shard | None = None
    """The part of the items to run; None for all."""
    argv: tuple[str, ...] = ()
    most_failures: float = MOST_FAILURES
    """Share of the planned items that may fail before the run is aborted, from 0 to 1."""

    def __post_init__(self) -> None:
        if not 0 <= self.most_failures <= 1:
            raise UsageError(f"`--fail-on-error` must be between 0 and 1, got {self.most_failures}")
        if self.limit is not None:
            require_at_least(1, limit=self.limit)


def execute(plan: Plan, progress: Progress | None = None) -> RunDir:
    """Run a plan, or the rest of it, and return the run without the traces, which are on disk.

    Raises:
        DatasetError: If the data are missing or malformed.
        UsageError: If a setting was made on the items to be run.
        Interrupted: On Ctrl-C; the message says what is saved and how to resume.
        TooManyFailuresError: If the model is unreachable, or more items fail than allowed.
        RunError: If the directory cannot be written or holds another run.
    """
    data_dir = plan.data_dir or builtin_data_dir()
    choice = plan.choice or plan.task.choice(data_dir)
    everything = plan.task.load(data_dir, choice)
    if not everything:
        raise DatasetError(f"task `{plan.task.name}` has no items in `{data_dir}`")
    cases: Sequence[Case[Any]] = sample(everything, plan.limit, plan.seed)
    if plan.shard is not None:
        cases = plan.shard.part(cases)
    if plan.pipeline.seen:
        from defeasible.eval.fitting.tuned import refuse_seen  # noqa: PLC0415 - few need it

        refuse_seen(plan.task, cases, plan.pipeline.seen)
    config: Config = {
        "task": plan.task.name,
        "pipeline": plan.pipeline.name,
        **{f"pipeline.{name}": value for name, value in plan.pipeline.settings.items()},
        **{name: value or None for name, value in asdict(choice).items()},
        "seed": plan.seed,
        "items": items_digest(everything),
    }
    session = Session(_now(), plan.argv, environment())
    manifest = Manifest(
        task=plan.task.name,
        pipeline=plan.pipeline.name,
        config=config,
        config_hash=config_hash(config),
        n=len(cases),
        items_sha256="",
        limit=plan.limit,
        seeds={"sample": plan.seed},
        data=Data.describe(data_dir, locate(data_dir, plan.task.dataset), builtin=plan.data_dir is None),
        shard=plan.shard,
        sessions=(session,),
    )
    with opened(plan.out, manifest, cases, plan.task.judge) as (run, log):
        return _Session(run, log, plan, progress).work()


class _Session:
    """One process's work on a run."""

    def __init__(self, run: RunDir, log: Journal, plan: Plan, progress: Progress | None) -> None:
        self.run = run
        self.log = log
        self.pipeline, self.judge, self.trial = plan.pipeline, plan.task.judge, plan.task.trial
        self.progress = progress
        self.hash = run.manifest.config_hash
        self.decisions = dict(run.decisions)
        self.scores = dict(run.scores)
        self.answered = 0
        self.points = sum(score.score for score in run.scores.values())
        self.most_failures = plan.most_failures
        self.tokens = self.failed = 0
        self.reason = ""
        self.began = time.monotonic()

    def work(self) -> RunDir:
        """Answer and score the pending items, and leave the directory in order however the work ends."""
        self._report()
        try:
            self._answer(self.run.pending)
            self.log.close()
            manifest = self._end("finished")
        except KeyboardInterrupt as stop:
            self._abandon("interrupted")
            raise Interrupted(f"interrupted; {self._saved()}", hint=self._go_on()) from stop
        except OSError as error:
            self._abandon("failed")
            raise RunError(
                f"cannot write to `{self.run.path}`: {error.strerror or error}; {self._saved()}",
                hint=f"free space, then {self._go_on()}",
            ) from error
        except BaseException:
            self._abandon("failed")
            raise
        return replace(self.run, manifest=manifest, decisions=self.decisions, scores=self.scores, torn=None)

    def _answer(self, pending: Sequence[Case[Any]]) -> None:
        """Answer and score in batches: models get each batch at once, and a kill loses at most one."""
        prepared = 0
        for start in range(0, len(pending), self.pipeline.batch):
            if self.pipeline.ahead is not None and start >= prepared:
                prepared = start + AHEAD
                coming = [case for case in pending[start:prepared] if case.id not in self.run.decisions]
                self.pipeline.ahead([case.question for case in coming])
            batch = pending[start : start + self.pipeline.batch]
            # An answer that a killed run logged but did not score is scored, not requested again.
            asked = [case for case in batch if case.id not in self.run.decisions]
            answers = self.pipeline.decide_many([case.question for case in asked])
            answered = dict(zip((case.id for case in asked), answers, strict=True))
            for case in batch:
                if case.id in answered:
                    self._score(case, self._log(case, answered[case.id]))
                else:
                    self._score(case, self.run.decisions[case.id])
            self._give_up_if_failing()

    def _log(self, case: Case[Any], answered: Answered) -> DecisionEvent:
        decision, text = answered.decision, getattr(answered.decision, "answer", None)
        tried: tuple[Decision, ...] = ()
        worth: Mapping[str, float] = {}
        if self.trial is not None and text is not None:
            tried = self.trial.decide(case, text)
            worth = self.trial.worth(case, text, [one.verdict for one in tried])
        line, decided = decision_line(
            item_key(case.id, self.hash),
            case.id,
            decision,
            at=time.time(),
            seconds=answered.seconds,
            model=answered.model,
            tried=tried,
            worth=worth,
        )
        self.log.append(line)
        self.decisions[case.id] = decided
        self.answered += 1
        self._count(decided)
        return decided

    def _score(self, case: Case[Any], decided: DecisionEvent) -> None:
        score = score_event(case, decided, self.judge)
        self.log.append(score_line(score))
        self.scores[case.id] = score
        self.points += score.score
        self._report()

    def _report(self) -> None:
        if self.progress is not None:
            done = Done(len(self.scores), len(self.run.cases), self.points, self.tokens, self.failed)
            self.progress(done)

    def _count(self, decided: DecisionEvent) -> None:
        """Record the cost of an answer, and whether it failed because of the model."""
        if decided.model is not None:
            self.tokens += decided.model.prompt_tokens + decided.model.tokens
        if reason := outage(decided):
            self.failed += 1
            self.reason = reason

    def _give_up_if_failing(self) -> None:
        """Abort the run if the model is unreachable, or more items failed than allowed.

        Raises:
            TooManyFailuresError: Says why, what is saved, and how to resume.
        """
        left = len(self.run.cases) - len(self.scores)
        unreachable = left > 0 and self.failed == self.answered >= UNREACHABLE
        if not unreachable and self.failed <= self.most_failures * len(self.run.cases):
            return
        self._abandon("failed")
        raise TooManyFailuresError(
            f"{self.failed} of the {self.answered} items asked failed, the last with: {self.reason}; "
            f"{self._saved()}",
            hint=f"fix the cause, then run `defeasible resume --failed {shlex.quote(str(self.run.path))}`; "
            "`--fail-on-error 1` continues regardless",
        )

    def _abandon(self, state: State) -> None:
        # The lines are with the operating system already. If the disk is full, the rest may fail too, but the
        # first error says more.
        with contextlib.suppress(OSError):
            self.log.close()
        with contextlib.suppress(OSError):
            self._end(state)

    def _end(self, state: State) -> Manifest:
        manifest = self.run.manifest
        session = replace(
            manifest.sessions[-1],
            state=state,
            ended=_now(),
            seconds=round(time.monotonic() - self.began, 3),
            answered=self.answered,
        )
        ended = replace(manifest, sessions=(*manifest.sessions[:-1], session))
        ended.write(self.run.path / MANIFEST)
        return ended

    def _saved(self) -> str:
        # Counted on disk: the run may have stopped after a line was written and before it was counted here.
        try:
            saved = len(read_run(self.run.path).scores)
        except RunError as error:
            return f"cannot count what is saved in `{self.run.path}`: {error.message}"
        return f"{saved} of {len(self.run.cases)} items are saved in `{self.run.path}`"

    def _go_on(self) -> str:
        return f"`defeasible resume {shlex.quote(str(self.run.path))}` continues from there"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
