"""`RunDir`: one run on disk. What is planned, what is answered, what is scored, and how to go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from defeasible.eval.cases import Case, Outcome, Status
from defeasible.eval.runlog import journal
from defeasible.eval.runlog.events import DecisionEvent, ScoreEvent
from defeasible.eval.runlog.files import sole_writer, write_atomically
from defeasible.eval.runlog.identity import differing, item_key
from defeasible.eval.runlog.manifest import Manifest
from defeasible.reasoner.errors import RunError

MANIFEST, ITEMS, EVENTS = "manifest.json", "items.jsonl", "events.jsonl"


@dataclass(frozen=True, slots=True)
class RunDir:
    """A run as read from its directory, or as a finished session knows it (then without traces)."""

    path: Path
    manifest: Manifest
    cases: tuple[Case, ...]
    """The fixed denominator, in the order of the file."""
    decisions: Mapping[str, DecisionEvent]
    """By item id; the first in the log where a key occurs twice."""
    scores: Mapping[str, ScoreEvent]
    torn: journal.Torn | None = None

    @staticmethod
    def read(path: Path) -> RunDir:
        """Read a run, finished or not.

        Raises:
            RunError: If the directory is not a run, or a file in it is malformed; a torn last line is not.
        """
        manifest = Manifest.read(path / MANIFEST)
        cases = _read_items(path / ITEMS)
        keys = {item_key(case.id, manifest.config_hash): case.id for case in cases}
        events, torn = journal.read(path / EVENTS) if (path / EVENTS).exists() else ([], None)
        decisions: dict[str, DecisionEvent] = {}
        scores: dict[str, ScoreEvent] = {}
        for event in events:
            item = keys.get(event.key)
            if item is None:
                raise RunError(
                    f"{path / EVENTS} holds an event of item {event.item} that is not in {ITEMS} "
                    "or was made under another configuration"
                )
            if isinstance(event, DecisionEvent):
                decisions.setdefault(item, event)
            else:
                scores.setdefault(item, event)
        return RunDir(path, manifest, cases, decisions, scores, torn)

    def outcomes(self) -> list[Outcome]:
        """Return what became of each case; MISSING where the log has no score."""
        found: list[Outcome] = []
        for case in self.cases:
            score = self.scores.get(case.id)
            if score is None:
                found.append(Outcome(case, None, Status.MISSING))
            else:
                found.append(Outcome(case, score.label, score.status))
        return found

    @property
    def pending(self) -> list[Case]:
        """Cases without a score."""
        return [case for case in self.cases if case.id not in self.scores]


@contextmanager
def opened(path: Path, manifest: Manifest, cases: Sequence[Case]) -> Iterator[tuple[RunDir, journal.Journal]]:
    """Start a run, or go on with one, holding its lock; `cases` become its plan.

    Args:
        path: The run directory; made if it is not there.
        manifest: With the new session last in `sessions`.
        cases: What is to be answered; at least what is planned there already.

    Raises:
        RunError: If the directory cannot be written, holds something else, is another configuration, or
            plans more than `cases`.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not (path / MANIFEST).exists() and (other := _foreign(path)):
            raise RunError(
                f"`{path}` is not empty and not a run directory: it holds `{other}`",
                hint="give `--out` a new or empty folder",
            )
        with sole_writer(path):
            old = RunDir.read(path) if (path / MANIFEST).exists() else None
            if old is not None:
                _require_same(old, manifest, cases)
                manifest = replace(manifest, sessions=(*old.manifest.sessions, *manifest.sessions))
            # Items first: a manifest stands for a complete plan.
            lines = [_case_adapter().dump_json(case) + b"\n" for case in cases]
            write_atomically(path / ITEMS, b"".join(lines))
            manifest.write(path / MANIFEST)
            log = journal.Journal(path / EVENTS, old.torn if old else None)
            run = RunDir(
                path,
                manifest,
                tuple(cases),
                dict(old.decisions) if old else {},
                dict(old.scores) if old else {},
                old.torn if old else None,
            )
            yield run, log
    except OSError as error:
        raise RunError(
            f"cannot write the run directory `{path}`: {error.strerror or error}",
            hint="free space or give `--out` a folder that can be written",
        ) from error


def _foreign(path: Path) -> str | None:
    ours = {ITEMS, EVENTS, ".lock"}
    return next((p.name for p in sorted(path.iterdir()) if p.name not in ours and p.name[0] != "."), None)


def _require_same(old: RunDir, manifest: Manifest, cases: Sequence[Case]) -> None:
    if fields := differing(old.manifest.config, manifest.config):
        parts = [f"`{f}` was {old.manifest.config.get(f)!r}, now {manifest.config.get(f)!r}" for f in fields]
        raise RunError(
            f"`{old.path}` holds a run of another configuration: {'; '.join(parts)}",
            hint="give another `--out`, or the settings of that run",
        )
    asked = {case.id for case in cases}
    if dropped := sum(case.id not in asked for case in old.cases):
        raise RunError(
            f"`{old.path}` already plans {len(old.cases)} items; this would leave {dropped} of them out",
            hint=f"give another `--out`, or a `--limit` of at least {len(old.cases)}",
        )


def _read_items(path: Path) -> tuple[Case, ...]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise RunError(f"cannot read `{path}`: {error.strerror}") from error
    cases = []
    for number, line in enumerate(lines, 1):
        try:
            cases.append(_case_adapter().validate_json(line))
        except ValidationError as error:
            raise RunError(f"{path}: line {number} is not an item: {error.errors()[0]['msg']}") from error
    return tuple(cases)


@cache
def _case_adapter() -> TypeAdapter[Case]:
    return TypeAdapter(Case)
