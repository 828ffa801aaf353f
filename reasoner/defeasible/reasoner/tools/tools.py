"""`Memories`: the operations of an agent on a belief base, as typed functions with JSON schemas."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, TypeAdapter

from defeasible.reasoner.checker import check_decision
from defeasible.reasoner.errors import UsageError, require_at_least

if TYPE_CHECKING:
    from defeasible.reasoner.base.report import Report
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.tools.kept import KeptBase

LONGEST = 20_000
"""Most characters of one text."""


class Change(BaseModel, frozen=True, extra="forbid"):
    """The result of a change."""

    turn: int
    outcome: str
    """`done`, `asked`, `unparsed`, `impossible`, `inconsistent`, `timeout`."""
    added: tuple[str, ...]
    lost: tuple[str, ...]
    """Statements that are no longer believed, each with what it contradicts."""
    regained: tuple[str, ...]
    reason: str
    notes: tuple[str, ...]


class Answer(BaseModel, frozen=True, extra="forbid"):
    """The answer of a base."""

    verdict: str
    """`entailed`, `refuted`, `unknown`, `inconsistent`, `unparsed`, `timeout`."""
    confidence: float
    reason: str


class Checked(BaseModel, frozen=True, extra="forbid"):
    """An answer, and whether its proof was verified by the checker."""

    answer: Answer
    state: str
    """`verified`, `failed`, `unproved`."""
    proof: str
    """The proof as text, one step per line."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One function, as an agent sees it."""

    name: str
    description: str
    call: Callable[..., Any]
    parameters: dict[str, Any]
    """JSON schema of its arguments."""
    changes: bool
    """Whether it changes the base."""


class Memories:
    """The tools over one base in a file. None takes a path, and a text has at most `LONGEST` characters.

    Args:
        kept: The base.
    """

    def __init__(self, kept: KeptBase) -> None:
        self._kept = kept

    def tell(self, text: str, certain: bool = False, usually: bool = False, by: str = "") -> Change:
        """Remember what a text says. Contradictions are reported, and no statement is ever lost.

        Args:
            text: One or more sentences.
            certain: Whether it is never given up.
            usually: Whether it is a default, which yields to more specific statements.
            by: The source: who says it.
        """
        with self._kept.changing() as kb:
            return _change(kb.tell(_held(text), certain=certain, default=usually, by=_held(by)))

    def revise(self, text: str, certain: bool = False) -> Change:
        """Correct the memory: the text overrides the statements that contradict it.

        Args:
            text: One or more sentences.
            certain: Whether it is never given up.
        """
        with self._kept.changing() as kb:
            return _change(kb.revise(_held(text), certain=certain))

    def retract(self, text: str) -> Change:
        """Give up as little as possible so that something no longer follows.

        Args:
            text: One sentence.
        """
        with self._kept.changing() as kb:
            return _change(kb.retract(_held(text)))

    def undo(self, turn: int | None = None) -> Change:
        """Undo a change.

        Args:
            turn: The number of the change; by default the last one.
        """
        with self._kept.changing() as kb:
            return _change(kb.undo(turn).report)

    def ask(self, text: str) -> Answer:
        """Decide whether something follows from what is believed.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return _answer(kb.ask(_held(text)))

    def why(self, text: str) -> str:
        """Explain why something is believed, or its negation, or neither.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return str(kb.why(_held(text)))

    def why_not(self, text: str) -> str:
        """Explain why something is not believed: what contradicts it, and what is missing for it.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return str(kb.why_not(_held(text)))

    def conflicts(self, limit: int = 5) -> list[list[str]]:
        """List the smallest sets of statements that cannot all be true.

        Args:
            limit: Most sets to list.
        """
        with self._kept.reading() as kb:
            return [[str(quote) for quote in found] for found in kb.conflicts(limit)]

    def as_of(self, turn: int, text: str) -> Answer:
        """Decide whether something followed after an earlier turn.

        Args:
            turn: The number of the turn.
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return _answer(kb.as_of(turn).ask(_held(text)))

    def history(self, last: int = 20) -> list[str]:
        """List the last changes, including undone ones.

        Args:
            last: Most changes to list.
        """
        require_at_least(1, last=last)
        with self._kept.reading() as kb:
            return [f"{event}{'' if stands else ' (undone)'}" for event, stands in kb.log[-last:]]

    def check(self, text: str) -> Checked:
        """Answer a question, and have a separate checker verify the proof.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            question = kb.question(_held(text))
            decision = kb.ask(text)
            state = check_decision(question, decision).state.value
            return Checked(answer=_answer(decision), state=state, proof=str(decision.trace))

    def tools(self) -> tuple[Tool, ...]:
        """Return all functions with their schemas."""
        changing = {"tell", "revise", "retract", "undo"}
        return tuple(
            Tool(name, inspect.getdoc(call) or "", call, _schema(call), name in changing)
            for name, call in (
                ("tell", self.tell),
                ("ask", self.ask),
                ("why", self.why),
                ("why_not", self.why_not),
                ("conflicts", self.conflicts),
                ("retract", self.retract),
                ("revise", self.revise),
                ("undo", self.undo),
                ("as_of", self.as_of),
                ("history", self.history),
                ("check", self.check),
            )
        )


def _schema(call: Callable[..., Any]) -> dict[str, Any]:
    """Return the JSON schema of a function's arguments."""
    made: Any = TypeAdapter  # it accepts functions, although it is declared for types only
    schema: dict[str, Any] = made(call).json_schema()
    return schema


def _held(text: str) -> str:
    """Return a text, after checking its length.

    Raises:
        UsageError: If it is too long.
    """
    if len(text) > LONGEST:
        raise UsageError(
            f"text must be at most {LONGEST} characters, got {len(text)}", hint="tell it in parts"
        )
    return text


def _change(report: Report) -> Change:
    return Change(
        turn=report.turn,
        outcome=report.outcome,
        added=tuple(map(str, report.added)),
        lost=tuple(map(str, report.lost)),
        regained=tuple(map(str, report.regained)),
        reason=report.reason,
        notes=report.notes,
    )


def _answer(decision: Decision) -> Answer:
    return Answer(verdict=decision.verdict.value, confidence=decision.confidence, reason=decision.reason)
