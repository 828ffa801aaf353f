"""Linear (prioritised) base revision: statements are taken in order of rank, each if it fits what is taken.

Nebel 1994, "Base revision operations and schemes"; with a strict order there is exactly one outcome, found by
one check and two or three more for each statement that is dropped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from defeasible.reasoner import sat
from defeasible.reasoner.change.theory import (
    TIMEOUT,
    Answer,
    Dropped,
    Ranked,
    Settled,
    Status,
    by_rank,
    for_cores,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode


@dataclass(frozen=True, slots=True)
class Linear:
    """The default operator. What it drops contradicts statements that are hard or outrank it."""

    timeout: float = TIMEOUT
    """Seconds for each settlement; without a session of one's own, for each answer, too."""
    session: sat.Session | None = None
    """A solver that has most of the statements already, for a base that lives; by default a new one."""
    name: ClassVar[str] = "linear"
    claims: ClassVar[frozenset[str]] = frozenset()

    def settle(self, statements: Sequence[Ranked]) -> Settled:
        """Tell which statements stand; see `Operator.settle`."""
        ordered = by_rank(statements)
        session = self.session or sat.Session(self.timeout)
        deadline = time.monotonic() + self.timeout
        handles = {s.id: session.add(s.formula) for s in ordered}
        hard = [s for s in ordered if s.hard]
        kept = [s for s in ordered if not s.hard]
        given = [handles[s.id] for s in hard]
        found = session.check(given)
        if found.satisfiable is None:
            return Settled(self.name, Status.TIMEOUT)
        if not found.satisfiable:
            return Settled(self.name, Status.INCONSISTENT, core=_ids(found.core, hard, handles))
        dropped: list[Dropped] = []
        while True:
            if time.monotonic() > deadline:
                return Settled(self.name, Status.TIMEOUT)
            # Of all minimal cores this is the one whose last member comes first: what is before it fits.
            found = session.check([*given, *(handles[s.id] for s in kept)])
            if found.satisfiable is None:
                return Settled(self.name, Status.TIMEOUT)
            if found.satisfiable:
                break
            last = found.core[-1]
            against = _ids(found.core[:-1], (*hard, *kept), handles)
            # Equal formulas share a handle, and none of them fits.
            lost = [s for s in kept if handles[s.id] == last]
            kept = [s for s in kept if handles[s.id] != last]
            weight = {s.id: (s.layer, s.weight) for s in ordered}
            dropped += [
                Dropped(s.id, against, tied=tuple(i for i in against if weight[i] == weight[s.id]))
                for s in lost
            ]
        order = {s.id: place for place, s in enumerate(ordered)}
        return Settled(
            self.name,
            Status.SETTLED,
            kept=tuple(s.id for s in (*hard, *kept)),
            dropped=tuple(sorted(dropped, key=lambda d: order[d.id])),
            decide=_Decide(session, for_cores((*hard, *kept)), handles),
        )


class _Decide:
    """Answers goals from what stands."""

    def __init__(self, session: sat.Session, theory: Sequence[Ranked], handles: dict[str, int]) -> None:
        self.session = session
        self.theory = theory
        self.handles = handles
        self.on = [handles[s.id] for s in theory]

    def __call__(self, goal: FormulaNode) -> Answer:
        found = sat.ask(self.session, self.on, goal)
        return Answer(found.verdict, _ids(found.core, self.theory, self.handles), found.models)


def _ids(core: Sequence[int], statements: Sequence[Ranked], handles: dict[str, int]) -> tuple[str, ...]:
    """Return the ids of the statements with some handles: for each handle the first that has it."""
    first: dict[int, str] = {}
    for statement in statements:
        first.setdefault(handles[statement.id], statement.id)
    return tuple(first[handle] for handle in core)


LINEAR = Linear()
