"""The page of results: every run beside baselines and papers, with what is needed to repeat it.

The page contains only what is in the runs, the tasks or the published tables: equal runs give equal bytes.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from defeasible.eval.answering import Answering
from defeasible.eval.cases import Status
from defeasible.eval.comparison import compare
from defeasible.eval.comparison.names import names_of
from defeasible.eval.comparison.words import sentence
from defeasible.eval.metrics.counts import statuses
from defeasible.eval.report.tables import piped
from defeasible.eval.runlog import RunDir
from defeasible.eval.summary import Summary
from defeasible.eval.table import Row, footnotes, number, rows, with_interval
from defeasible.eval.tasks import TASKS
from defeasible.eval.verify import Verification
from defeasible.reasoner.checker import State
from defeasible.reasoner.errors import UsageError

SHA_DIGITS = 12
_FOLDERS = re.compile(r"(?<![\w.])/(?:[^\s/()]+/)+")
"""The folders of an absolute path: the location of files on a machine is not part of a result."""
_QUOTED = re.compile(r"""`[^`]+`|'(?:[^'\\]|\\.)*'(?= is)|"(?:[^"\\]|\\.)*"(?= is)""")
"""Quotations in a reason: words of a text, a model's reply."""
_STEPS = re.compile(r"\bstep \d+(?:, \d+(?![\d ]))*")
SEEN = "_seen"
"""Suffix of settings that say what something was fitted on: `roles_seen`."""
ANSWERED = (Status.CORRECT, Status.SCORED, Status.WRONG)
MOST_PAIRS = 15
"""With more pairs of runs on the same items than this, only pairs that differ get a sentence."""

OVERVIEW = (
    "task",
    "system",
    "measure",
    "items",
    "score [95 %]",
    "answered",
    "best baseline",
    "best published",
    "people",
)
INTRODUCTION = """\
`defeasible results` makes this page from run directories. Every run below names the command that repeats
it, the code and the data. A score counts what is wrong, unread, undecided, timed out or failed as wrong;
brackets hold 95 % intervals that allow for items of shared material. *Answered* is the share of items with
an answer. A published number is of the same protocol only where its note says so."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished run: its numbers, and the checker's results on its proofs."""

    summary: Summary
    verification: Verification

    @property
    def run(self) -> RunDir:
        """The run."""
        return self.summary.run

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key of results on the page: task in listed order, then data, then settings."""
        manifest = self.run.manifest
        return (
            list(TASKS).index(manifest.task),
            manifest.data.builtin,
            self.shown,
            _files(self.run),
            manifest.items_sha256,
            sorted((name, str(value)) for name, value in manifest.config.items()),
            str(self.run.path),
        )

    @property
    def shown(self) -> tuple[str, ...]:
        """The choice of items and how they are shown: `("validation", "marked")`."""
        manifest = self.run.manifest
        chosen = [manifest.config.get(name) for name in ("subset", "split", "variant")]
        drawn = [] if manifest.limit is None else [f"{manifest.n} drawn"]
        return (*(str(value) for value in chosen if value), *drawn)

    @property
    def section(self) -> tuple[str, ...]:
        """The key of the table that contains the result."""
        manifest = self.run.manifest
        return (manifest.task, *self.shown, _files(self.run), manifest.items_sha256)


def to_page(results: Sequence[Result], title: str = "Results", note: str = "") -> str:
    """Return the page as Markdown.

    Args:
        results: The results, in any order; the page sorts them.
        title: The heading of the page.
        note: What the reader must know about these runs; shown as a paragraph below the introduction, if not
            empty.

    Raises:
        UsageError: If there are no results, or a run is not finished, since its numbers would not be
            comparable.
    """
    if not results:
        raise UsageError("no runs to make a page from", hint="pass run directories")
    for result in results:
        if pending := len(result.run.pending):
            path = shlex.quote(str(result.run.path))
            raise UsageError(
                f"{pending} of {result.summary.n} items of `{path}` have no score",
                hint=f"run `defeasible resume {path}` first",
            )
    ordered = sorted(results, key=lambda result: result.order)
    sections: dict[tuple[str, ...], list[Result]] = {}
    for result in ordered:
        sections.setdefault(result.section, []).append(result)
    blocks = [f"# {title}", INTRODUCTION, *([note] if note else ()), _overview(sections.values())]
    last = ""
    for members in sections.values():
        task = members[0].summary.task
        if task.name != last:
            blocks.append(f"## {task.name}\n\n{task.summary}")
            blocks += [text for text in (task.note, task.caution) if text]
            last = task.name
        blocks += _section(members)
    return "\n\n".join(blocks) + "\n"


def _overview(sections: Iterable[Sequence[Result]]) -> str:
    lines = [_line(OVERVIEW), _line(("---",) * len(OVERVIEW))]
    for members in sections:
        for name, result in zip(_names(members), members, strict=True):
            ours, *others = rows(result.summary)
            for metric in _measures(result.summary.task.headline, others):
                cells = (
                    ", ".join((result.summary.task.name, *result.shown)) + _suite(result),
                    name,
                    metric,
                    f"{result.summary.n:,}",
                    with_interval(ours, metric),
                    f"{result.summary.coverage:.3f}",
                    *(_best(others, metric, kind) for kind in ("baseline", "machine", "people")),
                )
                lines.append(_line(cells))
    return "\n".join(lines)


def _measures(headline: tuple[str, ...], others: Sequence[Row]) -> list[str]:
    """Return the first measure; if papers do not print it, also those that they print."""
    printed = [m for m in headline if any(r.kind == "published" and r.values[m] is not None for r in others)]
    return list(dict.fromkeys((headline[0], *(printed if headline[0] not in printed else ()))))


def _best(others: Sequence[Row], metric: str, kind: str) -> str:
    """Return the best row of a kind with its value: `length of r alone 0.746`."""
    fitting = [row for row in others if _kind(row) == kind and row.values[metric] is not None]
    if not fitting:
        return ""
    best = max(fitting, key=lambda row: row.values[metric] or 0.0)
    return number(best.values[metric]) if kind == "people" else f"{number(best.values[metric])} {best.name}"


def _kind(row: Row) -> str:
    if row.kind != "published":
        return row.kind
    return "people" if row.people else "machine"


def _section(members: Sequence[Result]) -> list[str]:
    first = members[0]
    task, names = first.summary.task, _names(members)
    heading = ", ".join(first.shown) or "all items"
    tables = [rows(result.summary) for result in members]
    shared = tables[0][1:]
    notes = footnotes(shared)
    lines = [
        _line(("system", *task.headline, "answered", "kind")),
        _line(("---",) * (len(task.headline) + 3)),
    ]
    for name, result, table in zip(names, members, tables, strict=True):
        values = [with_interval(table[0], metric) for metric in task.headline]
        lines.append(_line((f"**{name}**", *values, f"{result.summary.coverage:.3f}", "run")))
    for row in shared:
        kind = f"{row.kind} [{notes[row.note]}]" if row.note else row.kind
        lines.append(_line((row.name, *(with_interval(row, m) for m in task.headline), "", kind)))
    found = [f"### {heading}{_suite(first)}: {first.summary.n:,} items", "\n".join(lines)]
    if notes:
        listed = [f"{place}. {note}." for note, place in notes.items()]
        found += ["\n".join(listed), f"All numbers of the paper: `defeasible published {task.name}`."]
    if len(members) > 1:
        pairs = compare([result.run for result in members]).pairs
        # More sentences would hide the few that matter.
        told = [pair for pair in pairs if len(pairs) <= MOST_PAIRS or pair.separable]
        lines = [f"- {sentence(pair, letters=[f'*{name}*' for name in names])}" for pair in told]
        if rest := len(pairs) - len(told):
            lines.append(f"- {rest} {'other ' if told else ''}pairs are not separable.")
        found += ["Pairs of runs on these items, Holm's adjustment over all pairs here:", "\n".join(lines)]
    found.append("Data: " + "; ".join(_hashes(first.run)) + ".")
    found += [_about(name, result) for name, result in zip(names, members, strict=True)]
    return found


def _about(name: str, result: Result) -> str:
    """Return the results of the items, what was learned from data, the settings, the code and the command."""
    run, manifest = result.run, result.run.manifest
    counts = statuses(run.outcomes())
    became = ", ".join(f"{n:,} {status}" for status, n in counts.items() if n)
    open_ = sum(n for status, n in counts.items() if status not in ANSWERED)
    parts = [
        f"**{name}**: {became}; no answer to {open_:,}.",
        _checked(result.verification),
        f"Learned from data: {_learned(result)}.",
        f"Code: {'; '.join(_codes(run))}.",
    ]
    settings = ", ".join(
        f"{key.removeprefix('pipeline.')} {_FOLDERS.sub('', str(value))}"
        for key, value in sorted(manifest.config.items())
        if key.startswith("pipeline.") and not key.endswith(SEEN) and value not in (None, "")
    )
    if settings:
        parts.append(f"Settings: {settings}.")
    if cost := _cost(result.summary.answering):
        parts.append(f"Model: {cost}.")
    commands = dict.fromkeys(shlex.join(("defeasible", *session.argv[1:])) for session in manifest.sessions)
    return "\n".join(parts) + "\n\n```bash norun\n" + "\n".join(commands) + "\n```"


def _cost(model: Answering) -> str:
    """Return the calls and costs of the model; empty if none was asked."""
    if not model.asked:
        return ""
    failed = "".join(f", {n:,} {kind}" for kind, n in (model.failures or {}).items())
    return (
        f"{model.calls:,} calls for {model.asked:,} items ({model.cached:,} kept{failed}), "
        f"{model.prompt_tokens:,} tokens read, {model.tokens:,} written, {model.seconds:,.1f} s"
    )


def _checked(found: Verification) -> str:
    """Return the checker's results, with reasons counted without their quotations."""
    text = f"Proofs: {found.count(State.VERIFIED):,} verified, {found.count(State.FAILED):,} failed"
    if found.unproved:
        reasons: Counter[str] = Counter()
        for reason, n in found.unproved.items():
            reasons[_STEPS.sub("a step", _QUOTED.sub("…", reason))] += n
        why = ", ".join(f"{n:,} {reason}" for reason, n in sorted(reasons.items()))
        text += f", {found.count(State.UNPROVED):,} decisions without one ({why})"
    given = ", ".join(f"{what} ({n:,})" for what, n in sorted(found.given.items()))
    return f"{text}. Taken as given: {given or 'nothing'}."


def _learned(result: Result) -> str:
    """Return what was fitted, and on what, according to the log."""
    config = result.run.manifest.config
    found = [
        f"the {key.removeprefix('pipeline.').removesuffix(SEEN)}, {value}"
        for key, value in sorted(config.items())
        if key.endswith(SEEN)
    ]
    if (model := config.get("pipeline.model")) and f"pipeline.model{SEEN}" not in config:
        found.append(f"the weights of `{model}`; what they were trained on, the run does not know")
    return "; ".join(found) or "nothing, no weight is fitted"


def _codes(run: RunDir) -> list[str]:
    found = []
    for session in run.manifest.sessions:
        git = session.environment.git
        commit = (
            "" if git is None else f" at {git.commit[:SHA_DIGITS]}{', with changes' if git.dirty else ''}"
        )
        solvers = ", ".join(f"{name} {version}" for name, version in session.environment.solvers.items())
        found.append(
            f"defeasible {session.environment.version}{commit}, {session.environment.python}, {solvers}"
        )
    return list(dict.fromkeys(found))


def _hashes(run: RunDir) -> list[str]:
    """Return the files of a task's data with their hashes."""
    return [f"`{file.path}` {file.sha256[:SHA_DIGITS]}" for file in run.manifest.data.files]


def _files(run: RunDir) -> str:
    return " ".join(_hashes(run))


def _suite(result: Result) -> str:
    return ", built-in suite" if result.run.manifest.data.builtin else ""


def _names(members: Sequence[Result]) -> list[str]:
    return names_of([m.run.manifest.config for m in members], [m.run.path for m in members])


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(piped, cells))} |"
