"""`RunDir`: one run on disk: the items that are planned, answered and scored, and how to resume it."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from defeasible.eval.cases import Case, Judge, Judgement, Outcome, Status, by_label
from defeasible.eval.runlog import journal, migration
from defeasible.eval.runlog.events import SCHEMA, DecisionEvent, Schema, ScoreEvent
from defeasible.eval.runlog.files import sole_writer, write_atomically
from defeasible.eval.runlog.identity import differing, item_key
from defeasible.eval.runlog.manifest import Manifest
from defeasible.eval.runlog.scoring import score_event
from defeasible.reasoner.errors import DefeasibleError, RunError
from defeasible.reasoner.question.codec import Written

MANIFEST, ITEMS, EVENTS, FAILED = "manifest.json", "items.jsonl", "events.jsonl", "failed.jsonl"
OUTAGES = frozenset({"timeout", "rate-limit", "unavailable", "rejected", "unscorable", "out-of-memory"})
"""Failures of a model or its server to answer; other failures come with a reply."""


@dataclass(frozen=True, slots=True)
class RunDir:
    """A run as read from its directory, or as a finished session knows it (then without traces)."""

    path: Path
    manifest: Manifest
    cases: tuple[Case[Any], ...]
    """The fixed denominator, in the order of the file."""
    decisions: Mapping[str, DecisionEvent]
    """By item id."""
    scores: Mapping[str, ScoreEvent]
    torn: journal.Torn | None = None

    @staticmethod
    def read(path: Path, judge: Judge = by_label, asked: Any = Written) -> RunDir:
        """Read a run, finished or not, and check its files against each other.

        Args:
            path: The run directory. A run of an earlier schema is converted in memory.
            judge: The judge of the run's task.
            asked: The type of its questions.

        Raises:
            RunError: If the directory is not a run, or a file in it is malformed (apart from a torn last
                line), was altered, or contradicts another line or file.
        """
        manifest = Manifest.read(path / MANIFEST)
        cases = _read_items(path / ITEMS, manifest, asked)
        decisions, scores, torn = _read_events(path / EVENTS, manifest, cases, judge)
        return RunDir(path, manifest, cases, decisions, scores, torn)

    def outcomes(self) -> list[Outcome]:
        """Return the outcome of each case; MISSING if the log has no score."""
        found: list[Outcome] = []
        for case in self.cases:
            score = self.scores.get(case.id)
            if score is None:
                found.append(Outcome(case, Judgement(Status.MISSING)))
            else:
                judged = Judgement(score.status, score.label, score.text, score.score, score.values)
                found.append(Outcome(case, judged))
        return found

    @property
    def finished(self) -> bool:
        """Whether the manifest says that the latest session finished."""
        return bool(self.manifest.sessions) and self.manifest.sessions[-1].state == "finished"

    @property
    def pending(self) -> list[Case[Any]]:
        """Cases without a score."""
        return [case for case in self.cases if case.id not in self.scores]


@contextmanager
def opened(
    path: Path, manifest: Manifest, cases: Sequence[Case[Any]], judge: Judge = by_label
) -> Iterator[tuple[RunDir, journal.Journal]]:
    """Start a run, or resume one, holding its lock; `cases` become its plan.

    Args:
        path: The run directory; created if it does not exist.
        manifest: The manifest with the new session last in `sessions`; `n` and `items_sha256` are set here.
        cases: The items to answer, at least those that are already planned.
        judge: The judge of the task.

    Raises:
        RunError: If the directory cannot be written, contains something else, has another configuration, or
            plans more than `cases`.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not (path / MANIFEST).exists() and (other := _foreign(path)):
            raise RunError(
                f"`{path}` is not empty and not a run directory: it contains `{other}`",
                hint="choose a new or empty `--out`",
            )
        planned = b"".join(_case_adapter(case.question.__class__).dump_json(case) + b"\n" for case in cases)
        manifest = replace(manifest, n=len(cases), items_sha256=hashlib.sha256(planned).hexdigest())
        with sole_writer(path):
            decisions: Mapping[str, DecisionEvent] = {}
            scores: Mapping[str, ScoreEvent] = {}
            torn = None
            if (path / MANIFEST).exists():
                old = Manifest.read(path / MANIFEST)
                _require_same(path, old, manifest)
                manifest = replace(manifest, sessions=(*old.sessions, *manifest.sessions))
                # The plan comes from the data, not from the items file, which a crash may have left outdated.
                decisions, scores, torn = _read_events(path / EVENTS, manifest, cases, judge)
            # Items first: a manifest stands for a complete plan.
            write_atomically(path / ITEMS, planned)
            manifest.write(path / MANIFEST)
            log = journal.Journal(path / EVENTS, torn)
            yield RunDir(path, manifest, tuple(cases), decisions, scores, torn), log
    except OSError as error:
        raise RunError(
            f"cannot write the run directory `{path}`: {error.strerror or error}",
            hint="free some space, or choose a writable `--out`",
        ) from error


def pack_run(path: Path) -> tuple[int, int]:
    """Compress the log of a run.

    Returns:
        Number of bytes of the events, and of the packed log.

    Raises:
        RunError: If the directory is not a run, its log is torn, or it cannot be written; nothing changes
            then.
    """
    Manifest.read(path / MANIFEST)
    try:
        with sole_writer(path):
            return journal.pack(path / EVENTS)
    except OSError as error:
        raise RunError(f"cannot pack `{path}`: {error.strerror or error}", hint="free space") from error


def set_failed_aside(path: Path, judge: Judge = by_label, asked: Any = Written) -> int:
    """Move the lines of failed items from the log of a run to `failed.jsonl`, so that they are pending again.

    Failed items are those that ended in an error or a timeout, or for which a model could not be asked, even
    if logic decided without it.

    Args:
        path: The run directory.
        judge: The judge of the run's task.
        asked: The type of its questions.

    Returns:
        Number of items.

    Raises:
        RunError: If the directory is not a run, its files contradict each other, another process is using it,
            or it cannot be written.
    """
    Manifest.read(path / MANIFEST)
    try:
        with sole_writer(path):
            run = RunDir.read(path, judge, asked)
            failed = {
                id_ for id_, decision in run.decisions.items() if _failed(decision, run.scores.get(id_))
            }
            if failed:
                journal.set_aside(path / EVENTS, failed, path / FAILED)
            return len(failed)
    except OSError as error:
        raise RunError(
            f"cannot rewrite the log of `{path}`: {error.strerror or error}", hint="free space"
        ) from error


def outage(decision: DecisionEvent) -> str:
    """Return why the system failed on an item: an exception, or a model that could not be asked.

    Empty if everything that was asked for the item answered, even if the item was left open.
    """
    if decision.error is not None:
        return f"{decision.error.kind}: {decision.error.message}"
    failures = decision.model.failures if decision.model is not None else ()
    kind = next((kind for kind in failures if kind in OUTAGES), None)
    if kind is None:
        return ""
    return f"{kind}: {decision.reason}" if decision.reason else f"the model's {kind}"


def _failed(decision: DecisionEvent, score: ScoreEvent | None) -> bool:
    ended = score is not None and score.status in (Status.ERROR, Status.TIMEOUT)
    return ended or bool(outage(decision))


def _foreign(path: Path) -> str | None:
    # A crash before the first manifest leaves at most a plan; a log without a manifest must not be extended.
    ours = {ITEMS, ".lock"}
    return next((p.name for p in sorted(path.iterdir()) if p.name not in ours and p.name[0] != "."), None)


def _require_same(path: Path, old: Manifest, manifest: Manifest) -> None:
    if old.schema != SCHEMA:
        raise RunError(
            f"`{path}` holds a run of schema `{old.schema}`, which can be read but not continued",
            hint="choose another `--out`",
        )
    if fields := differing(old.config, manifest.config):
        parts = [f"`{f}` was {old.config.get(f)!r}, now {manifest.config.get(f)!r}" for f in fields]
        raise RunError(
            f"`{path}` holds a run with another configuration: {'; '.join(parts)}",
            hint="choose another `--out`, or use the settings of that run",
        )
    if old.shard != manifest.shard:
        raise RunError(f"`{path}` holds {_named(old)}, not {_named(manifest)}", hint="choose another `--out`")
    if old.shard is not None and old.items_sha256 != manifest.items_sha256:
        raise RunError(f"`{path}` holds {_named(old)} with another `--limit`", hint="choose another `--out`")
    # With one configuration a smaller draw is part of a larger one, so comparing sizes is enough.
    if dropped := max(0, old.n - manifest.n):
        raise RunError(
            f"this would drop {dropped} of the {old.n} items planned in `{path}`",
            hint=f"choose another `--out`, or a `--limit` of at least {old.n}",
        )


def _named(manifest: Manifest) -> str:
    return "a whole run" if manifest.shard is None else f"shard {manifest.shard}"


def _read_items(path: Path, manifest: Manifest, asked: Any) -> tuple[Case[Any], ...]:
    again = f"`defeasible resume {shlex.quote(str(path.parent))}` restores it from the data"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RunError(f"cannot read `{path}`: {error.strerror}", hint=again) from error
    cases = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            cases.append(_case(line, manifest.schema, asked))
        except (ValueError, RecursionError, DefeasibleError) as error:
            # A question may refuse its values: no option, or half of a surrogate pair.
            fault = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise RunError(f"{path}: line {number} is not an item: {fault}", hint=again) from error
    if hashlib.sha256(content).hexdigest() != manifest.items_sha256 or len(cases) != manifest.n:
        raise RunError(
            f"`{path}` does not match {MANIFEST}: one of them was altered, or an extension crashed",
            hint=again,
        )
    return tuple(cases)


def _case(line: bytes, schema: Schema, asked: Any) -> Case[Any]:
    if schema == SCHEMA:
        return _case_adapter(asked).validate_json(line)
    return _case_adapter(asked).validate_python(migration.item(json.loads(line)))


def _read_events(
    path: Path, manifest: Manifest, cases: Sequence[Case[Any]], judge: Judge
) -> tuple[dict[str, DecisionEvent], dict[str, ScoreEvent], journal.Torn | None]:
    """Read decisions and scores by item; refuse a log that contradicts itself or the plan.

    Raises:
        RunError: Names the line.
    """
    by_key = {item_key(case.id, manifest.config_hash): case for case in cases}
    events, torn = journal.read(path, manifest.schema)
    decisions: dict[str, DecisionEvent] = {}
    scores: dict[str, ScoreEvent] = {}
    for number, event in enumerate(events, 1):
        case = by_key.get(event.key)
        if case is None or case.id != event.item:
            what = f"is an event of item {event.item} that is not in {ITEMS} or not of this configuration"
        elif event.item in (decisions if isinstance(event, DecisionEvent) else scores):
            what = f"is a second {event.event} of item {event.item}"
        elif isinstance(event, DecisionEvent):
            decisions[event.item] = event
            continue
        elif event.item not in decisions:
            what = f"scores item {event.item} before it was decided"
        elif event != (right := score_event(case, decisions[event.item], judge)):
            what = (
                f"scores item {event.item} as {_said(event)}, but the logged answer and the plan imply "
                f"{_said(right)}"
            )
        else:
            scores[event.item] = event
            continue
        raise RunError(
            f"{path}: line {number} {what}", hint="the log was altered: restore it, or run again elsewhere"
        )
    return decisions, scores, torn


def _said(score: ScoreEvent) -> str:
    return f"{score.status} (label {score.label}, gold {score.gold}, score {score.score:g})"


@cache
def _case_adapter(asked: Any) -> TypeAdapter[Case[Any]]:
    return TypeAdapter(Case[asked])
