"""`Memories`: what an agent can do with a belief base, as typed functions with JSON schemas."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, TypeAdapter

from defeasible.reasoner.checker import check_decision
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from defeasible.reasoner.base.report import Report
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.tools.kept import KeptBase

LONGEST = 20_000
"""Characters of one text at most."""


class Change(BaseModel, frozen=True, extra="forbid"):
    """What a change did."""

    turn: int
    outcome: str
    """`done`, `asked`, `unparsed`, `impossible`, `inconsistent`, `timeout`."""
    added: tuple[str, ...]
    lost: tuple[str, ...]
    """What is no longer believed, with what it contradicts."""
    regained: tuple[str, ...]
    reason: str
    notes: tuple[str, ...]


class Answer(BaseModel, frozen=True, extra="forbid"):
    """What a base answers."""

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
    """The proof in lines."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One function as an agent sees it."""

    name: str
    description: str
    call: Callable[..., Any]
    parameters: dict[str, Any]
    """JSON schema of its arguments."""
    changes: bool
    """Whether it changes the base."""


class Memories:
    """The tools over one base in a file. None of them takes a path, and each text is at most `LONGEST` long.

    Args:
        kept: The base.
    """

    def __init__(self, kept: KeptBase) -> None:
        self._kept = kept

    def tell(self, text: str, certain: bool = False, usually: bool = False, by: str = "") -> Change:
        """Remember what a text says. Contradictions are reported, and nothing that was said is lost.

        Args:
            text: One or more sentences.
            certain: Whether it is never to be given up.
            usually: Whether it holds as a rule, so that it yields to what is more specific.
            by: Who says it.
        """
        with self._kept.changing() as kb:
            return _change(kb.tell(_held(text), certain=certain, default=usually, by=_held(by)))

    def revise(self, text: str, certain: bool = False) -> Change:
        """Correct the memory: what the text says wins over what contradicts it.

        Args:
            text: One or more sentences.
            certain: Whether it is never to be given up.
        """
        with self._kept.changing() as kb:
            return _change(kb.revise(_held(text), certain=certain))

    def retract(self, text: str) -> Change:
        """Give up as little as needed so that something no longer follows.

        Args:
            text: One sentence.
        """
        with self._kept.changing() as kb:
            return _change(kb.retract(_held(text)))

    def undo(self, turn: int | None = None) -> Change:
        """Take back a change.

        Args:
            turn: Its number; without one, the last change.
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
        """Explain why something is believed, or its opposite, or neither.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return str(kb.why(_held(text)))

    def why_not(self, text: str) -> str:
        """Explain why something is not believed: what speaks against it, and what is missing for it.

        Args:
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return str(kb.why_not(_held(text)))

    def conflicts(self, limit: int = 5) -> list[list[str]]:
        """List the shortest sets of statements that cannot all be true.

        Args:
            limit: How many at most.
        """
        with self._kept.reading() as kb:
            return [[str(quote) for quote in found] for found in kb.conflicts(limit)]

    def as_of(self, turn: int, text: str) -> Answer:
        """Decide what followed after a turn of the past.

        Args:
            turn: The number of the turn.
            text: One sentence.
        """
        with self._kept.reading() as kb:
            return _answer(kb.as_of(turn).ask(_held(text)))

    def history(self, last: int = 20) -> list[str]:
        """List the last changes, the undone ones too.

        Args:
            last: How many at most.
        """
        if last < 1:
            raise UsageError(f"cannot list {last} changes", hint="at least one")
        with self._kept.reading() as kb:
            return [f"{event}{'' if stands else ' (undone)'}" for event, stands in kb.log[-last:]]

    def check(self, text: str) -> Checked:
        """Answer a question, and have the proof checked by a separate program.

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
    made: Any = TypeAdapter  # which takes functions as well as the types that it is declared for
    schema: dict[str, Any] = made(call).json_schema()
    return schema


def _held(text: str) -> str:
    """Return a text that is not too long.

    Raises:
        UsageError: If it is.
    """
    if len(text) > LONGEST:
        raise UsageError(f"a text of {len(text)} characters", hint=f"at most {LONGEST}; tell it in parts")
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
