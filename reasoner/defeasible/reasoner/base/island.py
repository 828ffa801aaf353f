"""`Island`: statements that chains of shared atoms link, and what they come to."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from defeasible.reasoner.change import Dropped, Ranked, Settled, Status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.change.linear import Ladder
    from defeasible.reasoner.forms import Held, Place
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Session


DEFAULT = 2
"""The first part of the place of a default."""


@dataclass(slots=True, eq=False)
class Island:
    """Statements that chains of shared atoms link, and what they come to."""

    session: Session
    members: dict[str, Place] = field(default_factory=dict)
    """The statements, with what sorts them from the firmest down."""
    atoms: dict[str, None] = field(default_factory=dict)
    handles: dict[str, int] = field(default_factory=dict)
    """The handle of what each member claims, in the session."""
    status: Status = Status.SETTLED
    kept: dict[str, None] = field(default_factory=dict)
    """What stands; of several optima, in all of them."""
    dropped: dict[str, Dropped] = field(default_factory=dict)
    core: tuple[str, ...] = ()
    """When INCONSISTENT: certain statements that contradict each other."""
    model: frozenset[str] = frozenset()
    """A world in which all that stands holds."""
    settled: Settled | None = None
    """How the operator answers, where not everything stands."""
    fresh: dict[str, None] = field(default_factory=dict)
    """Members that came since it was settled."""
    stale: bool = False
    """Whether it must be settled from scratch."""
    loose: bool = False
    """Whether it may be several islands, since something was taken out."""

    @property
    def overridden(self) -> bool:
        """Whether some default does not hold, so that any change may move what the others come to."""
        return any(self.members[name][0] == DEFAULT for name in self.dropped if name in self.members)

    def ladder(self, *, defaults: bool = True) -> tuple[list[int], list[int]]:
        """Return the handles of what is certain, and those of the rest from the firmest down; no repeats.

        Args:
            defaults: Whether defaults are part of the rest, below all others.
        """
        members, handles = self.members, self.handles
        order = sorted(members, key=members.__getitem__)
        if not defaults:
            order = [name for name in order if members[name][0] != DEFAULT]
        # What is certain stands before the rest.
        certain = dict.fromkeys([handles[name] for name in order if not members[name][0]])
        everything = dict.fromkeys([*certain, *[handles[name] for name in order]])
        return list(certain), list(everything)[len(certain) :]

    def known(self) -> dict[int, tuple[int, ...]]:
        """Return the contradictions that are known, by the handle of what does not stand for them."""
        handles = self.handles
        return {
            handles[drop.id]: tuple([handles[name] for name in drop.conflict])
            for drop in self.dropped.values()
            if self.members[drop.id][0] != DEFAULT and all(map(handles.__contains__, drop.conflict))
        }

    def firmest(self) -> dict[int, str]:
        """Return the firmest statement with each handle."""
        order = sorted(self.members, key=self.members.__getitem__, reverse=True)
        return {self.handles[name]: name for name in order}

    def drops(self, ladder: Ladder, without: int = 0) -> Iterator[Dropped]:
        """Yield the statements that do not fit, and what each contradicts.

        Args:
            ladder: What its statements come to, perhaps with something else above all of them.
            without: The handle of that, which is in no statement's conflict.
        """
        if not ladder.dropped:
            return
        first, members = self.firmest(), self.members
        for name in members:
            conflict = ladder.dropped.get(self.handles[name])
            if conflict is not None:
                held, layer, weight, _ = members[name]
                against = tuple([first[handle] for handle in conflict if handle != without])
                tied = tuple(
                    [
                        other
                        for other in against
                        if (place := members[other])[2] == weight and place[1] == layer and place[0] == held
                    ]
                )
                yield Dropped(name, against, tied=tied)


def as_ranked(held: Held, claim: FormulaNode) -> Ranked:
    """Return a statement as operators take it."""
    rank = held.rank
    weight = math.inf if rank.weight is None else rank.weight
    return Ranked(held.id, claim, weight, rank.layer, rank.seq, rank.default)
