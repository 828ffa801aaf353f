"""`Island`: statements that chains of shared atoms link, and what they come to."""

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
"""The first part of the place of a default."""
MOST_NEW = 3
"""New atoms of a claim whose values are tried; a claim with more is left to the solver."""


@dataclass(slots=True, eq=False)
class Island:
    """Statements that chains of shared atoms link, and what they come to."""

    timeout: float
    """Seconds for each check that is given no deadline."""
    members: dict[str, Place] = field(default_factory=dict)
    """The statements, with what sorts them from the firmest down."""
    atoms: dict[str, None] = field(default_factory=dict)
    status: Status = Status.SETTLED
    kept: dict[str, None] = field(default_factory=dict)
    """What stands; of several optima, in all of them."""
    dropped: dict[str, Dropped] = field(default_factory=dict)
    core: tuple[str, ...] = ()
    """When INCONSISTENT: certain statements that contradict each other."""
    model: set[str] = field(default_factory=set)
    """A world in which all that stands holds."""
    settled: Settled | None = None
    """How the operator answers, where not everything stands."""
    fresh: dict[str, None] = field(default_factory=dict)
    """Members that came since it was settled."""
    stale: bool = False
    """Whether it must be settled from scratch."""
    loose: bool = False
    """Whether it may be several islands, since something was taken out."""
    _session: Session | None = None
    _handles: dict[str, int] = field(default_factory=dict)
    _unheard: dict[str, FormulaNode] = field(default_factory=dict)
    """What members claim that no solver has heard of yet: most are never searched."""

    @property
    def session(self) -> Session:
        """The solver of the island, made when it is first needed."""
        if self._session is None:
            self._session = Session(self.timeout)
        return self._session

    @property
    def handles(self) -> Mapping[str, int]:
        """The handle of what each member claims, in the session."""
        if self._unheard:
            add = self.session.add
            self._handles.update((name, add(claim)) for name, claim in self._unheard.items())
            self._unheard.clear()
        return self._handles

    def claim(self, name: str, claim: FormulaNode) -> None:
        """Let a member claim something."""
        self._unheard[name] = claim

    def leave(self, name: str) -> None:
        """Take a member out."""
        del self.members[name]
        self._unheard.pop(name, None)
        self._handles.pop(name, None)

    def close(self) -> None:
        """Free the memory of the solver."""
        if self._session is not None:
            self._session.close()

    def grows(self, claim: FormulaNode, new: Sequence[str]) -> bool:
        """Let the known world hold a claim too, by the values of atoms that are new; whether it can.

        Args:
            claim: What is to hold beside everything that stands.
            new: Atoms of it of which no member speaks, so that they can be given any value.
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
        handles = self.handles
        return {handles[name]: name for name in order}

    def drops(self, ladder: Ladder, without: int = 0) -> Iterator[Dropped]:
        """Yield the statements that do not fit, and what each contradicts.

        Args:
            ladder: What its statements come to, perhaps with something else above all of them.
            without: The handle of that, which is in no statement's conflict.
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
    """Return a statement as operators take it."""
    rank = held.rank
    weight = math.inf if rank.weight is None else rank.weight
    return Ranked(held.id, claim, weight, rank.layer, rank.seq, rank.default)
