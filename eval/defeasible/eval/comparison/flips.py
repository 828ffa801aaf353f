"""Items on which the scores of two runs differ, with both answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from defeasible.eval.cases import Case, Json, Outcome
from defeasible.eval.inspection.grounds import Ground, ground
from defeasible.eval.runlog import RunDir


@dataclass(frozen=True, slots=True)
class Flip:
    """One item with different scores."""

    case: Case[Any]
    a: Outcome
    b: Outcome
    ground: Ground
    """The ground of the lower-scored answer."""

    @property
    def gained(self) -> bool:
        """Whether the second run has the higher score."""
        return self.b.score > self.a.score

    def to_json(self) -> dict[str, Json]:
        """Return the item, both labels and the ground as JSON values."""
        return {
            "item": self.case.id,
            "name": self.case.name,
            "gold": self.case.gold,
            "a": self.a.label or self.a.status,
            "b": self.b.label or self.b.status,
            "gained": self.gained,
            "ground": self.ground,
        }


def flips(a: RunDir, b: RunDir, pairs: Sequence[tuple[Outcome, Outcome]]) -> tuple[Flip, ...]:
    """Return the items whose scores differ, in the order given.

    Args:
        a: The first run, with the decisions of its log.
        b: The second run.
        pairs: The outcomes of each item in both.
    """
    found = []
    for first, second in pairs:
        if first.score != second.score:
            lower = a if first.score < second.score else b
            found.append(Flip(first.case, first, second, ground(lower.decisions.get(first.case.id))))
    return tuple(found)


def by_ground(found: Sequence[Flip]) -> dict[str, int]:
    """Count flips by the ground of their lower-scored answers, most frequent first."""
    return dict(Counter(str(flip.ground) for flip in found).most_common())
