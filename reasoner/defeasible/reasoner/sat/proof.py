"""Proofs of optimality by conflicts, each of which an optimum must violate somewhere.

A minimum-cost hitting set of some conflicts costs no more than an optimum. With enough conflicts it costs as
much (implicit hitting sets, Davies and Bacchus 2011), and a few more show which statements all optima keep
and what holds in all of them. Such a proof can be checked without an optimisation solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import SolverError
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.sat.hitting import HittingSets
from defeasible.reasoner.sat.session import Session
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat.optima import Optima
    from defeasible.reasoner.sat.session import Answer

Core = tuple[int, ...]
"""Positions in the hard statements followed by the soft ones, in order."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Conflicts that show an answer over all optima. See `OptimumStep` for what each shows."""

    cores: tuple[Core, ...]
    """Minimal conflicts among hard and soft statements."""
    against: tuple[Core, ...] = ()
    """Minimal conflicts with what the answer excludes: the negated goal, or the goal."""


def prove(
    optima: Optima, goal: FormulaNode, answer: Answer, *, kept: bool = True, deadline: Deadline | None = None
) -> Proof | None:
    """Return conflicts that show the cost of the optima, and that an answer holds in all of them.

    Args:
        optima: The optima.
        goal: The formula asked about.
        answer: The answer of `Optima.ask`: ENTAILED, REFUTED or UNKNOWN.
        kept: Whether to show the result of `Optima.kept` as well.
        deadline: When to stop; by default after the time for one question about the optima.

    Returns:
        The proof; None if time ran out.

    Raises:
        SolverError: If the search for conflicts and the optimisation disagree.
    """
    deadline = deadline or Deadline(optima.timeout)
    words = optima.kept(deadline) if kept else ()
    if words is None:
        return None
    with Session(optima.timeout) as session:
        search = _Search(session, optima, deadline)
        try:
            search.bound()
            for place, word in enumerate(words):
                if word != "sometimes":
                    search.settle(place, chosen=word == "always")
            if answer.verdict is Verdict.UNKNOWN:
                return Proof(tuple(search.cores))
            side = session.add(goal)
            if answer.verdict is Verdict.ENTAILED:
                side = session.negation(side)
            return Proof(tuple(search.cores), tuple(search.exclude(side)))
        except OutOfTimeError:
            return None
        finally:
            search.choice.close()


class _Search:
    """Collect conflicts until the cheapest hitting sets of their soft parts have the expected cost."""

    def __init__(self, session: Session, optima: Optima, deadline: Deadline) -> None:
        self.session = session
        self.optima = optima
        self.deadline = deadline
        self.hard = [session.add(formula) for formula in optima.hard]
        self.soft = [session.add(formula) for formula in optima.soft]
        self.weights = dict(enumerate(optima.weights))
        self.choice = HittingSets(self.weights)
        self.cores: list[Core] = []

    def bound(self) -> None:
        """Show that no model costs less than the optima."""
        while True:
            gone = self._cheapest(self.choice)
            if gone is None or self.choice.cost > self.optima.units:
                raise SolverError("contradictions show that an optimum costs more than its model does")
            if self.choice.cost == self.optima.units:
                return
            self._collect(self.choice, self.cores, gone)

    def settle(self, place: int, *, chosen: bool) -> None:
        """Show that no optimum gives up (`chosen`) a soft statement, or that none keeps it."""
        while (gone := self.choice.tied(place, self.deadline, chosen=chosen)) is not None:
            self._collect(self.choice, self.cores, gone)

    def exclude(self, side: int) -> list[Core]:
        """Show that no optimum has a model in which a formula holds."""
        found: list[Core] = []
        choice = HittingSets(self.weights)
        try:
            for core in self.cores:
                choice.hit(self._softs(core))
            while True:
                gone = self._cheapest(choice)
                if gone is None or choice.cost > self.optima.units:
                    return found
                if not self._collect(choice, found, gone, side):
                    # The hard statements alone exclude it.
                    return found[-1:]
        finally:
            choice.close()

    def _cheapest(self, choice: HittingSets) -> frozenset[int] | None:
        return choice.cheapest(self.deadline)

    def _collect(self, choice: HittingSets, found: list[Core], gone: Collection[int], *side: int) -> bool:
        """Add conflicts that share no soft statement; return False if one of them has no soft statement."""
        left = set(gone)
        core = self._core(left, *side)
        if core is None:
            raise SolverError("the optimisation missed a cheaper model than its optimum")
        while core is not None:
            found.append(core)
            softs = self._softs(core)
            if not softs:
                return False
            choice.hit(softs)
            left.update(softs)
            core = self._core(left, *side)
        return True

    def _core(self, gone: set[int], *side: int) -> Core | None:
        """Return a conflict without the soft statements in `gone`; None if there is none."""
        place: dict[int, int] = {}
        for i, handle in enumerate(self.hard):
            place.setdefault(handle, i)
        for i, handle in enumerate(self.soft):
            if i not in gone:
                place.setdefault(handle, len(self.hard) + i)
        found = self.session.check(list(place), given=side, deadline=self.deadline)
        if found.satisfiable is None:
            raise OutOfTimeError
        if found.satisfiable:
            return None
        return tuple(sorted(place[handle] for handle in found.core))

    def _softs(self, core: Core) -> list[int]:
        return [place - len(self.hard) for place in core if place >= len(self.hard)]
