"""How often logic executed, how often it was then right, and which stages caused the other failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from defeasible.eval.cases import Json
from defeasible.eval.inspection.items import Item
from defeasible.reasoner.verdict import Branch, Verdict

_NOT_EXECUTED = (Verdict.UNPARSED, Verdict.TIMEOUT, Verdict.UNPROVED)


@dataclass(frozen=True, slots=True)
class Rates:
    """Counts over the items of a run. Rates are shares in [0, 1]; None if there are no items."""

    n: int
    executed: int
    """Items whose text was read and decided by logic, with any verdict."""
    right_when_executed: int
    right: int
    """Right answers from any source."""
    fallbacks: int
    """Items that a model answered alone, because there was no reading or no verdict."""
    right_fallbacks: int
    stages: dict[str, int]
    """Wrong items by the stage that caused them, most frequent first."""

    @staticmethod
    def of(items: Sequence[Item]) -> Rates:
        """Count items."""
        executed = [item for item in items if _executed(item)]
        fallbacks = [item for item in items if item.event and item.event.branch is Branch.FALLBACK]
        blamed = Counter(str(item.blame.stage) for item in items if item.blame)
        return Rates(
            len(items),
            len(executed),
            sum(item.outcome.correct for item in executed),
            sum(item.outcome.correct for item in items),
            len(fallbacks),
            sum(item.outcome.correct for item in fallbacks),
            dict(blamed.most_common()),
        )

    @property
    def execution_rate(self) -> float | None:
        """Share of executed items (Pan et al. 2023, Logic-LM, section 4.2)."""
        return self.executed / self.n if self.n else None

    @property
    def execution_accuracy(self) -> float | None:
        """Share of right items among the executed ones (Pan et al. 2023, section 4.2)."""
        return self.right_when_executed / self.executed if self.executed else None

    @property
    def accuracy_without_fallback(self) -> float | None:
        """Share of right items, with fallbacks counted as failures."""
        return (self.right - self.right_fallbacks) / self.n if self.n else None

    def to_json(self) -> dict[str, Json]:
        """Return counts, rates and stages as JSON values."""
        return {
            "n": self.n,
            "executed": self.executed,
            "execution_rate": self.execution_rate,
            "execution_accuracy": self.execution_accuracy,
            "fallbacks": self.fallbacks,
            "accuracy_without_fallback": self.accuracy_without_fallback,
            "blame": dict(self.stages),
        }


def _executed(item: Item) -> bool:
    event = item.event
    return event is not None and event.verdict is not None and event.verdict not in _NOT_EXECUTED
