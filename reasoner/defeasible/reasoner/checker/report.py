"""What a check found: the steps that fail, what is not proved, what was verified, what is taken as given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn


class State(StrEnum):
    """What a check comes to."""

    VERIFIED = "verified"
    """The decision answers the question, and follows from what the report takes as given."""
    FAILED = "failed"
    """A step does not hold up, or the decision is not what the question asks or the trace proves."""
    UNPROVED = "unproved"
    """Nothing is wrong, and nothing is proved: time ran out, the text was not understood, a model spoke."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One step that does not hold up."""

    step: int
    """Its number, from 1; 0 for the trace as a whole (seal, sources, declarations) or the decision."""
    reason: str
    """One sentence: what was claimed and what was found."""

    def __str__(self) -> str:
        return f"step {self.step}: {self.reason}" if self.step else f"trace: {self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of holding a decision against its question."""

    failures: tuple[Failure, ...] = ()
    """What does not hold up; empty unless the state is FAILED."""
    unproved: tuple[str, ...] = ()
    """Why there is no proof, or not of all that the decision says; empty where it is VERIFIED."""
    verified: tuple[str, ...] = ()
    """What was worked out again; empty where something fails."""
    given: tuple[str, ...] = ()
    """What was not, and is taken as given."""

    @property
    def state(self) -> State:
        """FAILED where something does not hold up, else UNPROVED where something lacks a proof."""
        if self.failures:
            return State.FAILED
        return State.UNPROVED if self.unproved else State.VERIFIED

    def __bool__(self) -> NoReturn:
        raise TypeError("a report is no truth value: compare its state, as in `report.state is State.FAILED`")

    def __str__(self) -> str:
        if self.failures:
            return "\n".join(map(str, self.failures))
        said = f"{self.state}: {'; '.join(self.unproved)}" if self.unproved else str(self.state)
        return "\n".join([said, *(f"  verified: {part}" for part in self.verified), *self._given()])

    def _given(self) -> list[str]:
        return [f"  taken as given: {part}" for part in self.given]
