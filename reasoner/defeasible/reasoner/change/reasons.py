"""Minimal conflicts that explain why a statement is dropped or a goal follows, within a time limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner import sat
from defeasible.reasoner.change.theory import Ranked, Settled, Status, for_cores
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from defeasible.reasoner.logic import FormulaNode


class Reasons:
    """Minimal conflicts among the statements of a base.

    Args:
        statements: The base, by rank.
        timeout: Seconds for each check without a deadline.
        deadline: The deadline of the settlement.
    """

    def __init__(self, statements: Sequence[Ranked], timeout: float, deadline: sat.Deadline) -> None:
        self.session = sat.Session(timeout)
        self.deadline = deadline
        self.statements = statements
        self.hard = [s for s in statements if s.hard]
        self.handles = {s.id: self.session.add(s.formula) for s in statements}
        self.weights = {s.id: (s.layer, s.weight) for s in statements}
        self._ids = {self.handles[s.id]: s.id for s in reversed(statements)}

    def clash(
        self, statements: Sequence[Ranked], *given: int, deadline: sat.Deadline | None = None
    ) -> tuple[str, ...] | None:
        """Return a minimal conflict among some statements, together with formulas given by their handles.

        Returns:
            The ids of the conflict, without the given formulas; None if there is none.

        Raises:
            OutOfTimeError: If time ran out.
        """
        on = [self.handles[s.id] for s in for_cores(statements)]
        found = self.session.check(on, given=given, deadline=deadline or self.deadline)
        if found.satisfiable is None:
            raise sat.OutOfTimeError
        return None if found.satisfiable else tuple(self._ids[handle] for handle in found.core)

    def against(self, statement: Ranked, standing: Sequence[Ranked]) -> tuple[str, ...]:
        """Return the statements that contradict a dropped statement.

        Returns:
            Hard statements if they suffice; else kept statements; else any conflict in the base.

        Raises:
            OutOfTimeError: If time ran out.
        """
        handle = self.handles[statement.id]
        for among in (self.hard, standing):
            found = self.clash(among, handle)
            if found is not None:
                return found
        return tuple(i for i in self.clash(self.statements) or () if i != statement.id)

    def for_goal(
        self,
        goal: FormulaNode,
        verdict: Verdict,
        standing: Sequence[Ranked],
        deadline: sat.Deadline,
    ) -> tuple[str, ...] | None:
        """Return a minimal set of statements that entails (ENTAILED) or refutes a goal; None if none does.

        Raises:
            OutOfTimeError: If time ran out.
        """
        handle = self.session.add(goal)
        side = self.session.negation(handle) if verdict is Verdict.ENTAILED else handle
        return self.clash(standing, side, deadline=deadline)


def settled_in_time(operator: str, reasons: Reasons, settle: Callable[[Reasons], Settled]) -> Settled:
    """Settle a base within its deadline, after checking that the hard statements are consistent.

    Args:
        operator: The operator's name.
        reasons: The reasons of the base, with its deadline.
        settle: Settles a base whose hard statements are consistent; may run out of time.
    """
    try:
        clash = reasons.clash(reasons.hard)
        if clash is not None:
            return Settled(operator, Status.INCONSISTENT, core=clash)
        return settle(reasons)
    except sat.OutOfTimeError:
        return Settled(operator, Status.TIMEOUT)


def in_time(answer: sat.Answer) -> sat.Answer:
    """Return an answer unless it is TIMEOUT.

    Raises:
        OutOfTimeError: If it is TIMEOUT.
    """
    if answer.verdict is Verdict.TIMEOUT:
        raise sat.OutOfTimeError
    return answer
