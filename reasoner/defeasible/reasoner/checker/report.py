"""The result of a check: what fails, what is unproved, what was verified, what is taken as given."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NoReturn


class State(StrEnum):
    """The overall result of a check."""

    VERIFIED = "verified"
    """The decision answers the question, and follows from what the report takes as given."""
    FAILED = "failed"
    """A step is invalid, the decision does not answer the question, or the trace does not prove it."""
    UNPROVED = "unproved"
    """Nothing is wrong, but not everything is proved: time ran out, the text was not understood, or a model
    answered."""


@dataclass(frozen=True, slots=True)
class Failure:
    """One invalid step."""

    step: int
    """Its number, from 1; 0 for the trace as a whole (seal, sources, declarations) or the decision."""
    reason: str
    """One sentence: the claim and the finding."""

    def __str__(self) -> str:
        return f"step {self.step}: {self.reason}" if self.step else f"trace: {self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of checking a decision against its question."""

    failures: tuple[Failure, ...] = ()
    """What is wrong; empty unless the state is FAILED."""
    unproved: tuple[str, ...] = ()
    """Why some or all claims of the decision are unproved; empty if it is VERIFIED."""
    verified: tuple[str, ...] = ()
    """What was verified; empty if something fails."""
    given: tuple[str, ...] = ()
    """What was not verified, but taken as given."""

    @property
    def state(self) -> State:
        """FAILED if something is wrong, else UNPROVED if something lacks a proof, else VERIFIED."""
        if self.failures:
            return State.FAILED
        return State.UNPROVED if self.unproved else State.VERIFIED

    def __bool__(self) -> NoReturn:
        raise TypeError("a report is not a bool: compare its state, as in `report.state is State.FAILED`")

    def __str__(self) -> str:
        if self.failures:
            return "\n".join(map(str, self.failures))
        said = f"{self.state}: {'; '.join(self.unproved)}" if self.unproved else str(self.state)
        return "\n".join([said, *(f"  verified: {part}" for part in self.verified), *self._given()])

    def _given(self) -> list[str]:
        return [f"  taken as given: {part}" for part in self.given]
