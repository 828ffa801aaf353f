"""What a check found: nothing, or the steps that fail and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """One step that does not hold up."""

    step: int
    """Its number, from 1; 0 for the trace as a whole (seal, sources, declarations)."""
    reason: str
    """One sentence: what was claimed and what was found."""

    def __str__(self) -> str:
        return f"step {self.step}: {self.reason}" if self.step else f"trace: {self.reason}"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The result of checking one trace."""

    failures: tuple[Failure, ...]
    """In order of steps; empty when the trace holds up."""

    @property
    def ok(self) -> bool:
        """Whether every step was verified."""
        return not self.failures

    def __str__(self) -> str:
        return "verified" if self.ok else "\n".join(map(str, self.failures))
