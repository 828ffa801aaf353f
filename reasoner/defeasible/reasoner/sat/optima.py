"""Optimal models of hard and weighted statements, and what holds in all of them.

Costs are integers in billionths of a nat, so that sums are exact; weights that differ by less are tied. No
conclusion is drawn from a single optimum, since that would violate the postulates of belief revision in most
cases.
"""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import MAX_WEIGHT
from defeasible.reasoner.logic import check_depth
from defeasible.reasoner.sat.clauses import Clauses
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.sat.maxsat import MaxSat
from defeasible.reasoner.sat.session import Answer
from defeasible.reasoner.trace.steps.optima import UNITS_PER_NAT, to_units
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import TracebackType

    from defeasible.reasoner.logic import FormulaNode

Kept: TypeAlias = Literal["always", "sometimes", "never"]
"""Whether a soft statement holds in all optima, in some, or in none."""


def optima(
    hard: Sequence[FormulaNode],
    soft: Sequence[tuple[FormulaNode, float]],
    timeout: float = 10.0,
    deadline: Deadline | None = None,
) -> Optima | Literal[Verdict.INCONSISTENT, Verdict.TIMEOUT]:
    """Find the models that satisfy all hard statements and violate the least weight of soft ones.

    Args:
        hard: Statements that must hold.
        soft: Statements with their weights in nats; duplicates count each time.
        timeout: Seconds for the search, and for each question about the optima without a deadline.
        deadline: When to stop the search; by default after `timeout`.

    Returns:
        The optima, to be closed after use; INCONSISTENT if the hard statements are inconsistent; TIMEOUT if
        time ran out.

    Raises:
        FormError: If a formula is nested too deeply.
        UsageError: If a weight is not in (0, `MAX_WEIGHT`] or the timeout is not positive.
    """
    for i, (formula, weight) in enumerate(soft, 1):
        if not 0 < weight <= MAX_WEIGHT:
            raise UsageError(
                f"soft statement {i}, `{formula}`, weighs {weight!r}",
                hint=f"weights are nats in (0, {MAX_WEIGHT:g}]; what holds in any case is hard",
            )
    return optima_in_units(hard, [(formula, to_units(weight)) for formula, weight in soft], timeout, deadline)


def optima_in_units(
    hard: Sequence[FormulaNode],
    soft: Sequence[tuple[FormulaNode, int]],
    timeout: float = 10.0,
    deadline: Deadline | None = None,
) -> Optima | Literal[Verdict.INCONSISTENT, Verdict.TIMEOUT]:
    """Find the optima of soft statements with positive integer weights of any size; otherwise as `optima`.

    `optima` counts in billionths of a nat. With larger weights, one layer of statements can outweigh all
    others together. A `deadline` replaces the time limit of the search.
    """
    deadline = deadline or Deadline(timeout)
    with ExitStack() as unless_found:
        found = unless_found.enter_context(Optima(hard, soft, timeout))
        try:
            if not found._optimise(deadline):
                return Verdict.INCONSISTENT
        except OutOfTimeError:
            return Verdict.TIMEOUT
        unless_found.pop_all()
        return found


class Optima:
    """All models that satisfy the hard statements and violate the least weight of soft ones. See `optima`.

    Threads may share it; questions then take turns.
    """

    def __init__(
        self, hard: Sequence[FormulaNode], soft: Sequence[tuple[FormulaNode, int]], timeout: float
    ) -> None:
        self.timeout = timeout
        self.hard = tuple(hard)
        self.soft = tuple(formula for formula, _ in soft)
        self.weights = tuple(weight for _, weight in soft)
        """The weight of each soft statement, in units."""
        self._lock = threading.RLock()
        self._clauses = Clauses()
        for i, formula in enumerate((*self.hard, *self.soft), 1):
            check_depth(formula, f"statement {i}")
        units = [[self._clauses.literal(formula)] for formula in self.hard]
        self._literals = [self._clauses.literal(formula) for formula in self.soft]
        total: dict[int, int] = {}
        for literal, weight in zip(self._literals, self.weights, strict=True):
            total[literal] = total.get(literal, 0) + weight
        # Each statement has a selector of its own, since `p` and `~p` may both be soft.
        selectors = {literal: self._clauses.fresh() for literal in total}
        self._selectors = [selectors[literal] for literal in self._literals]
        clauses = [*self._clauses.take(), *units, *([-s, literal] for literal, s in selectors.items())]
        self._maxsat: MaxSat | None = MaxSat(
            clauses, [(selectors[literal], weight) for literal, weight in total.items()]
        )
        self.model: frozenset[str] = frozenset()
        """The true atoms of one of the optima."""
        self.units = 0
        """The weight of the soft statements that are false in each optimum, in units."""

    @property
    def cost(self) -> float:
        """The weight of the soft statements that are false in each optimum, in nats."""
        return self.units / UNITS_PER_NAT

    def __str__(self) -> str:
        return f"optima of {len(self.hard)} hard and {len(self.soft)} soft statements, cost {self.cost:g}"

    def ask(self, goal: FormulaNode, deadline: Deadline | None = None) -> Answer:
        """Decide whether a goal holds in all, none or some of the optima.

        Args:
            goal: The formula asked about.
            deadline: When to stop; by default after the time for one question.

        Returns:
            ENTAILED or REFUTED with one optimum; UNKNOWN with two, first with the goal true, then false;
            TIMEOUT. There is no core: `prove` shows the answer by conflicts.

        Raises:
            FormError: If the goal is nested too deeply.
            UsageError: If the optima were closed.
        """
        check_depth(goal, "the goal")
        with self._lock:
            holds = true_in(goal, self.model)
            try:
                other = self._possible(goal, deadline or Deadline(self.timeout), holds=not holds)
            except OutOfTimeError:
                return Answer(Verdict.TIMEOUT)
        if other is None:
            return Answer(Verdict.ENTAILED if holds else Verdict.REFUTED, (), (self.model,))
        return Answer(Verdict.UNKNOWN, (), (self.model, other) if holds else (other, self.model))

    def kept(self, deadline: Deadline | None = None) -> tuple[Kept, ...] | None:
        """Tell for each soft statement whether it holds in all, some or none of the optima.

        Args:
            deadline: When to stop; by default after the time for one question.

        Returns:
            One value for each soft statement, in order; None if time ran out.

        Raises:
            UsageError: If the optima were closed.
        """
        with self._lock:
            deadline = deadline or Deadline(self.timeout)
            uncharged = self._opened().uncharged()
            known: dict[FormulaNode, Kept] = {}
            for formula, selector in zip(self.soft, self._selectors, strict=True):
                if formula not in known:
                    answer = (
                        Verdict.ENTAILED if selector in uncharged else self.ask(formula, deadline).verdict
                    )
                    if answer is Verdict.TIMEOUT or deadline.passed:
                        return None
                    known[formula] = _KEPT[answer]
            return tuple(known[formula] for formula in self.soft)

    def close(self) -> None:
        """Free the memory. Closed optima answer no questions; closing them again has no effect."""
        with self._lock:
            if self._maxsat is not None:
                self._maxsat.close()
                self._maxsat = None

    def __enter__(self) -> Optima:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _opened(self) -> MaxSat:
        if self._maxsat is None:
            raise UsageError("the optimiser is closed")
        return self._maxsat

    def _optimise(self, deadline: Deadline) -> bool:
        maxsat = self._opened()
        if not maxsat.optimise(deadline):
            return False
        self.model, self.units = self._world(), maxsat.cost
        # New formulas get variables above those used by the optimisation.
        self._clauses.count = maxsat.top
        return True

    def _possible(self, formula: FormulaNode, deadline: Deadline, *, holds: bool) -> frozenset[str] | None:
        """Return an optimum in which a formula holds (or does not); None if there is none."""
        maxsat = self._opened()
        literal = self._clauses.literal(formula, holds=holds)
        maxsat.define(self._clauses.take())
        return self._world() if maxsat.possible([literal], deadline) else None

    def _world(self) -> frozenset[str]:
        true = set(self._opened().model())
        return frozenset(name for name, variable in self._clauses.atoms.items() if variable in true)


_KEPT: dict[Verdict, Kept] = {
    Verdict.ENTAILED: "always",
    Verdict.UNKNOWN: "sometimes",
    Verdict.REFUTED: "never",
}
