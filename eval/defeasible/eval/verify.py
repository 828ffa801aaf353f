"""Check the logged decisions of a run, or one printed decision, against their questions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from defeasible.eval.cases import Case, Json
from defeasible.eval.pipelines import HYBRID, NEURAL, SYMBOLIC, Settings
from defeasible.eval.runlog import DecisionEvent
from defeasible.eval.runner import AHEAD
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import find
from defeasible.eval.trial import Trial
from defeasible.reasoner.basis import Basis, shipped
from defeasible.reasoner.checker import Failure, Report, State, check_decision, check_seal, check_steps
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import DefeasibleError, FormError, RunError, TraceError
from defeasible.reasoner.question import Question
from defeasible.reasoner.trace import SCHEMA, Trace
from defeasible.reasoner.verdict import Branch, Change, Verdict

QUESTION_UNKNOWN = "the steps hold; the question is not known"
TRIED = "what a solver says of the text, by the questions of the task"
SERVER_FAULT = "the pipeline raised"
HINT = "pass a run directory, a trace file or the output of `ask --json`"


@dataclass(frozen=True, slots=True)
class Checked:
    """The check of one item."""

    item: str
    report: Report


@dataclass(frozen=True, slots=True)
class Verification:
    """The check of all items of a run, or of a file."""

    path: Path
    checked: tuple[Checked, ...]
    pending: int = 0
    """Planned items without a score in the log."""
    finished: bool = False
    """Whether the manifest says that the run finished."""

    def count(self, state: State) -> int:
        """Return the number of items in a state."""
        return len(self._in(state))

    @property
    def failing(self) -> tuple[Checked, ...]:
        """The items whose decision fails the check, or differs from the logged one."""
        return self._in(State.FAILED)

    @property
    def ok(self) -> bool:
        """Whether nothing fails, and a finished run contains all its items.

        This does not say that anything was proved; `count` gives the number of verified items.
        """
        return not self.failing and not (self.finished and self.pending)

    @property
    def unproved(self) -> Counter[str]:
        """Number of items without a proof, by reason."""
        return Counter(why for c in self._in(State.UNPROVED) for why in c.report.unproved)

    @property
    def given(self) -> Counter[str]:
        """The assumptions of verified items, and the number of items that depend on each."""
        return Counter(what for c in self._in(State.VERIFIED) for what in c.report.given)

    def _in(self, state: State) -> tuple[Checked, ...]:
        return tuple(c for c in self.checked if c.report.state is state)

    def to_json(self) -> dict[str, Json]:
        """Return counts, states and failures as JSON values."""
        return {
            "path": str(self.path),
            "ok": self.ok,
            "checked": len(self.checked),
            **{str(state): self.count(state) for state in State},
            "pending": self.pending,
            "items": {c.item: str(c.report.state) for c in self.checked},
            "unproved_because": dict(self.unproved),
            "taken_as_given": dict(self.given),
            "failing": [
                {
                    "item": c.item,
                    "failures": [asdict(f) for f in c.report.failures],
                }
                for c in self.failing
            ],
        }


def verify(path: Path, progress: Callable[[int, int], None] = lambda done, total: None) -> Verification:
    """Check every decision of a run directory, or the decision in a JSON file.

    Args:
        path: A run directory; or a file that contains a trace document, or an object with one under `trace`
            and perhaps the question, as `ask --json` prints it.
        progress: Called with the number of decisions checked so far, and the total.

    Raises:
        RunError: If the path is neither, or a file in a run is malformed or contradicts another.
    """
    if not path.is_dir():
        return Verification(path, (_check_file(path),))
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - not for `--help`
    from defeasible.reasoner.grammar.ahead import analyse_ahead  # noqa: PLC0415 - not for `--help`

    run = read_run(path)
    trial = find(run.manifest.task).trial
    basis = basis_of(run.manifest.pipeline, Settings.of_log(run.manifest.config))
    events = [(case, run.decisions[case.id]) for case in run.cases if case.id in run.decisions]
    checked: list[Checked] = []
    for start in range(0, len(events), AHEAD):
        batch = events[start : start + AHEAD]
        if isinstance(basis.parser, GrammarParser):  # parsing them in one batch takes half the time
            analyse_ahead(basis.parser, [case.question for case, _ in batch])
        for case, event in batch:
            checked.append(check_item(case, event, basis, trial))
            progress(len(checked), len(events))
    return Verification(
        path,
        tuple(checked),
        pending=len(run.pending),
        finished=run.finished,
    )


def basis_of(pipeline: str, settings: Settings) -> Basis:
    """Return what the answers of a pipeline may rest on, as far as it can be checked again.

    For a third-party pipeline, its reading and weighing are unknown and taken as given.
    """
    if pipeline == NEURAL:
        return Basis(branches=frozenset({Branch.NEURAL}))
    if pipeline not in (SYMBOLIC, HYBRID):
        return Basis(others=True)
    from defeasible.eval.pipelines.build import role_source  # noqa: PLC0415 - not for `--help`
    from defeasible.reasoner.commonsense import TypicalSizes  # noqa: PLC0415 - not for `--help`
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - not for `--help`

    reading = settings.reading(pipeline)
    branches = {Branch.SYMBOLIC}
    if pipeline == HYBRID:
        branches |= {Branch.ARBITRATION, Branch.FALLBACK}
    return Basis(
        None if reading == "llm" else GrammarParser(),
        role_source(settings.roles),
        TypicalSizes(),
        others=pipeline == HYBRID,
        branches=frozenset(branches),
        second=reading == "both",
    )


def check_item(case: Case[Any], event: DecisionEvent, basis: Basis, trial: Trial | None = None) -> Checked:
    """Check a logged decision against the question of its item.

    Args:
        case: The item.
        event: The logged decision.
        basis: What the answers of the run may rest on.
        trial: The questions to a solver about the answer, if that is a text.
    """
    if event.error is not None:
        return Checked(case.id, Report(unproved=(f"{SERVER_FAULT} {event.error.kind}",)))
    if event.trace is None or event.verdict is None:
        return Checked(case.id, Report((Failure(0, "the answer was logged without a proof"),)))
    trace = _read(event.trace)
    if isinstance(trace, Failure):
        return Checked(case.id, Report((trace,)))
    decision = Decision(
        event.verdict,
        trace,
        event.answer,
        event.confidence,
        event.before,
        event.change,
        event.branch,
        event.reason,
    )
    report = _check(case.question, decision, event.trace, basis)
    return Checked(case.id, report if trial is None else _with_trial(report, case, event, trial))


def _with_trial(report: Report, case: Case[Any], event: DecisionEvent, trial: Trial) -> Report:
    """Check the solver's verdicts on a text against the questions asked about that text."""
    questions = () if event.answer is None else trial.ask(case, event.answer)
    found = {} if event.answer is None else trial.worth(case, event.answer, [t.verdict for t in event.tried])
    failures: list[Failure] = []
    if len(questions) != len(event.tried) or dict(found) != dict(event.worth):
        failures.append(Failure(0, "what is logged of its text is not what the verdicts on it come to"))
    for question, tried in zip(questions, event.tried, strict=False):
        trace = _read(tried.trace)
        if isinstance(trace, Failure):
            failures.append(trace)
            continue
        decision = Decision(tried.verdict, trace, confidence=tried.confidence)
        failures += _check(question, decision, tried.trace, shipped()).failures
    if failures:
        return Report((*report.failures, *failures))
    if report.failures or not questions:
        return report
    return replace(report, verified=(*report.verified, TRIED))


def _check(question: Question, decision: Decision, document: Mapping[str, Any], basis: Basis) -> Report:
    altered = check_seal(decision.trace, document)
    try:
        report = check_decision(question, decision, basis)
    except DefeasibleError as error:  # the question is one that no reasoner would have decided
        return Report((*altered, Failure(0, error.message)))
    return Report((*altered, *report.failures)) if altered else report


def _read(document: Mapping[str, Any]) -> Trace | Failure:
    try:
        return Trace.from_json(json.dumps(document, ensure_ascii=False))
    except (TraceError, FormError) as error:
        return Failure(0, error.message)


def _check_file(path: Path) -> Checked:
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise RunError(f"cannot read `{path}`: {error.strerror}", hint=HINT) from error
    except (ValueError, RecursionError) as error:
        raise RunError(f"`{path}` is not JSON: {error}", hint=HINT) from error
    printed: dict[str, Any] = {}
    if isinstance(document, dict) and isinstance(document.get("trace"), dict):
        printed, document = document, document["trace"]
    found = document.get("schema") if isinstance(document, dict) else None
    if found != SCHEMA:
        raise RunError(f"`{path}`: expected a trace of schema `{SCHEMA}`, got {found!r}", hint=HINT)
    trace = _read(document)
    if isinstance(trace, Failure):
        return Checked(path.name, Report((trace,)))
    if "question" in printed:
        return Checked(path.name, _check_printed(printed, trace, document))
    failures = (*check_seal(trace, document), *check_steps(trace))
    if not failures and printed.get("verdict", trace.verdict) != trace.verdict:
        failures = (
            Failure(0, f"it concludes {trace.verdict}, but the verdict beside it is {printed['verdict']}"),
        )
    return Checked(path.name, Report(failures) if failures else Report(unproved=(QUESTION_UNKNOWN,)))


def _check_printed(printed: Mapping[str, Any], trace: Trace, document: Mapping[str, Any]) -> Report:
    """Check the output of `ask --json`: the question, who answered it, and the decision."""
    from defeasible.reasoner.question import codec  # noqa: PLC0415 - imports pydantic, not for `--help`

    try:
        question = codec.from_document(printed["question"])
        before, change = printed.get("before"), printed.get("change")
        decision = Decision(
            Verdict(str(printed.get("verdict"))),
            trace,
            printed.get("answer"),
            float(printed.get("confidence", 0.0)),
            None if before is None else Verdict(before),
            None if change is None else Change(change),
            Branch(printed.get("branch", Branch.SYMBOLIC)),
        )
        settings = {f"pipeline.{name}": value for name, value in printed.get("settings", {}).items()}
        basis = basis_of(str(printed.get("pipeline", SYMBOLIC)), Settings.of_log(settings))
    except (DefeasibleError, ValueError, TypeError, AttributeError) as error:
        return Report((Failure(0, f"cannot read what is beside the trace: {error}"),))
    return _check(question, decision, document, basis)
