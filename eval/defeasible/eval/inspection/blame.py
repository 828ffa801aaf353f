"""Blame: the stage that caused a wrong answer, found by substituting the right piece for each stage.

No model is asked again. The log shows some causes directly: a server that failed, a reply without an answer,
a text that was not read, a solver timeout. If logic answered, it answers again with a gold piece in place of
one stage; the stage whose gold piece makes the answer right is to blame. If no such piece does, the failure
is unattributed, and what was tried is listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from defeasible.eval.cases import Case, Json, Outcome, Status
from defeasible.eval.runlog.rundir import OUTAGES
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from defeasible.eval.runlog import DecisionEvent
    from defeasible.eval.tasks import Task


class Stage(StrEnum):
    """The stage in which an answer went wrong."""

    INFRASTRUCTURE = "infrastructure"
    """The model could not be reached, or the pipeline raised: there is no answer."""
    REPLY = "reply"
    """The model's reply was cut off."""
    FORMAT = "format"
    """The model's reply was none of the options."""
    READING = "reading"
    """The text was not read into a form, or into a wrong one."""
    KNOWLEDGE = "knowledge"
    """A piece of commonsense was missing or wrong: with the right one, logic gives the gold answer."""
    SOLVER = "solver"
    """The solver ran out of time."""
    ARBITRATION = "arbitration"
    """Logic alone was right, but the model's opinion outweighed it."""
    MODEL = "model"
    """A model answered alone, and wrongly."""
    GOLD = "gold"
    """The gold answer is doubtful: the task does not count such items in its headline."""
    UNATTRIBUTED = "unattributed"
    """No stage's gold piece makes the answer right, or none is known."""


@dataclass(frozen=True, slots=True)
class Blame:
    """The stage that caused one wrong answer."""

    stage: Stage
    why: str
    """One phrase: what was substituted, or what the log says."""

    def to_json(self) -> dict[str, Json]:
        """Return both as JSON values."""
        return {"stage": self.stage, "why": self.why}


def blame(
    case: Case[Any],
    outcome: Outcome,
    event: DecisionEvent | None,
    task: Task,
    reasoner: Reasoner | None,
) -> Blame | None:
    """Return the stage that caused a wrong answer; None for a right one, or if there is no answer yet.

    Args:
        case: The item.
        outcome: Its result.
        event: Its logged decision.
        task: Its task.
        reasoner: Reads and decides as the run did, without the model; None if a model read the text.
    """
    if outcome.correct or outcome.status in (Status.SCORED, Status.MISSING) or event is None:
        return None
    found = _logged(outcome, event)
    if found is None and not task.counts(case):
        facet, value = task.headline_on or ("", "")
        found = Blame(Stage.GOLD, f"`{facet}` is not {value}, and only such items can be answered as asked")
    return found or _replayed(case, event, task, reasoner)


def _logged(outcome: Outcome, event: DecisionEvent) -> Blame | None:
    """Return the cause that the log shows directly."""
    if event.error is not None:
        return Blame(Stage.INFRASTRUCTURE, f"{event.error.kind}: {event.error.message.splitlines()[0]}")
    failed = event.model.failed if event.model is not None else None
    if failed is not None and event.branch in (Branch.NEURAL, Branch.FALLBACK):
        if failed in OUTAGES:
            return Blame(Stage.INFRASTRUCTURE, f"the model could not be asked: {failed}")
        if failed == "truncated":
            return Blame(Stage.REPLY, "the model's reply was cut off")
    if outcome.status is Status.INVALID:
        return Blame(Stage.FORMAT, event.reason or "the reply is none of the options")
    if event.verdict is Verdict.TIMEOUT:
        return Blame(Stage.SOLVER, event.reason or "the solver ran out of time")
    if event.verdict is Verdict.UNPARSED:
        return Blame(Stage.READING, event.reason)
    if event.branch is Branch.NEURAL or (event.branch is Branch.FALLBACK and outcome.answered):
        return Blame(Stage.MODEL, f"the model answers {event.answer!r}")
    return None


def _replayed(case: Case[Any], event: DecisionEvent, task: Task, reasoner: Reasoner | None) -> Blame:
    """Decide again with a gold piece in place of each stage."""
    if reasoner is None:
        return Blame(Stage.UNATTRIBUTED, "a model read the text, so nothing can be put in place without it")

    def right(other: Reasoner) -> bool:
        found = task.asking.decide(other, case.question)
        return task.judge(case, found.verdict, found.answer).correct

    if event.branch is Branch.ARBITRATION and right(reasoner):
        return Blame(Stage.ARBITRATION, "logic alone gives the gold answer")
    tried = []
    for gold in task.asking.gold_evidence(case.question, case.gold_answer):
        knowing = Reasoner(
            parser=reasoner.parser,
            roles=gold.roles or reasoner.roles,
            sizes=gold.sizes or reasoner.sizes,
            timeout=reasoner.timeout,
        )
        if right(knowing):
            return Blame(Stage.KNOWLEDGE, f"right {gold.what}")
        tried.append(gold.what)
    if not tried:
        return Blame(Stage.UNATTRIBUTED, "no gold evidence is known for questions of this kind")
    return Blame(
        Stage.UNATTRIBUTED, f"wrong also {', '.join(tried)}: the reading or the gold answer is at fault"
    )
