"""Linear (prioritised) base revision: statements are taken in order of rank, each if it fits what is taken.

Nebel 1994, "Base revision operations and schemes"; with a strict order there is exactly one outcome, found by
one check and two or three more for each statement that is dropped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from defeasible.reasoner import sat
from defeasible.reasoner.change.claims import OF_BASES
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
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict

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
    claims: ClassVar[frozenset[str]] = OF_BASES

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
        weight = {s.id: (s.layer, s.weight) for s in ordered}
        dropped: list[Dropped] = []
        # `kept[:fits]` is next to be tried, and `core` shows that one statement more would not fit.
        fits, core = len(kept), found.core
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return Settled(self.name, Status.TIMEOUT)
            if self.session is None:
                session.timeout = left
            found = session.check([*given, *(handles[s.id] for s in kept[:fits])])
            if found.satisfiable is None:
                return Settled(self.name, Status.TIMEOUT)
            if not found.satisfiable:
                core = found.core
                fits = next(i for i, s in enumerate(kept) if handles[s.id] == core[-1])
            elif fits == len(kept):
                break
            else:
                against = _ids(core[:-1], (*hard, *kept), handles)
                # Equal formulas share a handle, and none of them fits.
                lost = [s for s in kept if handles[s.id] == core[-1]]
                kept = [s for s in kept if handles[s.id] != core[-1]]
                dropped += [
                    Dropped(s.id, against, tied=tuple(i for i in against if weight[i] == weight[s.id]))
                    for s in lost
                ]
                fits = len(kept)
        if self.session is None:
            session.timeout = self.timeout
        order = {s.id: place for place, s in enumerate(ordered)}
        return Settled(
            self.name,
            Status.SETTLED,
            kept=tuple(s.id for s in (*hard, *kept)),
            dropped=tuple(sorted(dropped, key=lambda d: order[d.id])),
            decide=_Decide(session, for_cores((*hard, *kept)), handles, found.model),
        )


class _Decide:
    """Answers goals from what stands, of which one model is known."""

    def __init__(
        self,
        session: sat.Session,
        theory: Sequence[Ranked],
        handles: dict[str, int],
        model: frozenset[str],
    ) -> None:
        self.session = session
        self.theory = theory
        self.handles = handles
        self.on = [handles[s.id] for s in theory]
        self.model = model

    def __call__(self, goal: FormulaNode, core: bool) -> Answer:
        wanted = self.session.add(goal)
        holds = true_in(goal, self.model)
        # The known model settles one side.
        other = self.session.negation(wanted) if holds else wanted
        found = self.session.check(self.on, given=[other], core=core)
        if found.satisfiable is None:
            return Answer(Verdict.TIMEOUT)
        if found.satisfiable:
            models = (self.model, found.model) if holds else (found.model, self.model)
            return Answer(Verdict.UNKNOWN, (), models)
        ids = _ids(found.core, self.theory, self.handles)
        return Answer(Verdict.ENTAILED if holds else Verdict.REFUTED, ids, (self.model,))


def _ids(core: Sequence[int], statements: Sequence[Ranked], handles: dict[str, int]) -> tuple[str, ...]:
    """Return the ids of the statements with some handles: for each handle the first that has it."""
    first: dict[int, str] = {}
    for statement in statements:
        first.setdefault(handles[statement.id], statement.id)
    return tuple(first[handle] for handle in core)
