"""`Island`: statements linked by chains of shared atoms, and their settlement."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.change import Dropped, Ranked, Settled, Status
from defeasible.reasoner.logic import atoms, evaluate
from defeasible.reasoner.sat import Session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from defeasible.reasoner.change.linear import Ladder
    from defeasible.reasoner.forms import Held, Place
    from defeasible.reasoner.logic import FormulaNode


DEFAULT = 2
"""The first component of the place of a default."""
MOST_NEW = 3
"""Most new atoms of a claim whose values are tried; claims with more are left to the solver."""


@dataclass(slots=True, eq=False)
class Island:
    """Statements linked by chains of shared atoms, and their settlement."""

    timeout: float
    """Seconds for each check without a deadline."""
    members: dict[str, Place] = field(default_factory=dict)
    """The statements with their sort keys, firmest first."""
    atoms: dict[str, None] = field(default_factory=dict)
    status: Status = Status.SETTLED
    kept: dict[str, None] = field(default_factory=dict)
    """The kept statements; with several optima, those kept in all."""
    dropped: dict[str, Dropped] = field(default_factory=dict)
    core: tuple[str, ...] = ()
    """If INCONSISTENT: certain statements that contradict each other."""
    model: set[str] = field(default_factory=set)
    """A model of the kept statements."""
    settled: Settled | None = None
    """The settlement by the operator, if not everything is kept."""
    fresh: dict[str, None] = field(default_factory=dict)
    """Members added since the last settlement."""
    stale: bool = False
    """Whether it must be settled from scratch."""
    loose: bool = False
    """Whether it may consist of several islands, since a member was removed."""
    _session: Session | None = None
    _handles: dict[str, int] = field(default_factory=dict)
    _unheard: dict[str, FormulaNode] = field(default_factory=dict)
    """Claims of members that are not in the solver yet; most islands are never searched."""

    @property
    def session(self) -> Session:
        """The solver of the island, created when it is first needed."""
        if self._session is None:
            self._session = Session(self.timeout)
        return self._session

    @property
    def handles(self) -> Mapping[str, int]:
        """The handle of each member's claim in the session."""
        if self._unheard:
            add = self.session.add
            self._handles.update((name, add(claim)) for name, claim in self._unheard.items())
            self._unheard.clear()
        return self._handles

    def claim(self, name: str, claim: FormulaNode) -> None:
        """Set the claim of a member."""
        self._unheard[name] = claim

    def leave(self, name: str) -> None:
        """Remove a member."""
        del self.members[name]
        self._unheard.pop(name, None)
        self._handles.pop(name, None)

    def close(self) -> None:
        """Free the memory of the solver."""
        if self._session is not None:
            self._session.close()

    def grows(self, claim: FormulaNode, new: Sequence[str]) -> bool:
        """Try to extend the known model to a claim by the values of new atoms; return whether it succeeds.

        Args:
            claim: The formula to satisfy together with the kept statements.
            new: Its atoms that no member mentions, which can take any value.
        """
        names = atoms(claim)
        values = {name: name in self.model for name in names}
        for chosen in product((True, False), repeat=len(new)) if len(new) <= MOST_NEW else ():
            values.update(zip(new, chosen, strict=True))
            if evaluate(claim, values):
                self.model.difference_update(new)
                self.model.update(name for name in new if values[name])
                return True
        return False

    @property
    def overridden(self) -> bool:
        """Whether some default does not hold, so that any change may affect the others."""
        return any(self.members[name][0] == DEFAULT for name in self.dropped if name in self.members)

    def ladder(self, *, defaults: bool = True) -> tuple[list[int], list[int]]:
        """Return the handles of certain statements, and those of the others, firmest first; no duplicates.

        Args:
            defaults: Whether the others include defaults, below all other statements.
        """
        members, handles = self.members, self.handles
        order = sorted(members, key=members.__getitem__)
        if not defaults:
            order = [name for name in order if members[name][0] != DEFAULT]
        # Certain statements come before the others.
        certain = dict.fromkeys([handles[name] for name in order if not members[name][0]])
        everything = dict.fromkeys([*certain, *[handles[name] for name in order]])
        return list(certain), list(everything)[len(certain) :]

    def known(self) -> dict[int, tuple[int, ...]]:
        """Return the known conflicts, by the handle of the statement that is dropped because of each."""
        handles = self.handles
        return {
            handles[drop.id]: tuple([handles[name] for name in drop.conflict])
            for drop in self.dropped.values()
            if self.members[drop.id][0] != DEFAULT and all(map(handles.__contains__, drop.conflict))
        }

    def firmest(self) -> dict[int, str]:
        """Return the firmest statement with each handle."""
        order = sorted(self.members, key=self.members.__getitem__, reverse=True)
        handles = self.handles
        return {handles[name]: name for name in order}

    def drops(self, ladder: Ladder, without: int = 0) -> Iterator[Dropped]:
        """Yield the dropped statements, each with its conflict.

        Args:
            ladder: The settlement of the statements, perhaps with another formula above all of them.
            without: The handle of that formula, which is left out of all conflicts.
        """
        if not ladder.dropped:
            return
        first, members, handles = self.firmest(), self.members, self.handles
        for name in members:
            conflict = ladder.dropped.get(handles[name])
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
    """Return a statement in the form that operators take."""
    rank = held.rank
    weight = math.inf if rank.weight is None else rank.weight
    return Ranked(held.id, claim, weight, rank.layer, rank.seq, rank.default)
