"""Check an optimum step: its models, its conflicts, and that no model is cheaper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.cheapest import Cheapest
from defeasible.reasoner.checker.truth import minimally_unsatisfiable, true_in
from defeasible.reasoner.logic import TRUE, Not
from defeasible.reasoner.trace.steps.optima import UNITS_PER_NAT
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps.optima import OptimumStep


def units(weight: float) -> int:
    """Return a weight in nats in units of weighings: whole billionths, at least one."""
    return max(1, round(weight * UNITS_PER_NAT))


class OptimumCheck:
    """Verifies one optimum step.

    Args:
        step: The step.
        hard: The formula of each hard step; for a flipped piece of evidence, the formula it is taken as.
        soft: The formula and the weight, in units, of each weighed piece of evidence.
    """

    def __init__(
        self,
        step: OptimumStep,
        hard: Mapping[int, FormulaNode],
        soft: Mapping[int, tuple[FormulaNode, int]],
    ) -> None:
        self.step = step
        self.hard = hard
        self.soft = {n: formula for n, (formula, _) in soft.items()}
        self.weights = {n: units for n, (_, units) in soft.items()}
        self.proved: Cheapest | None = None
        """The cheapest choices that hit all of the step's cores, once computed."""
        self.worlds = [frozenset(model) for model in (*step.models, *step.others)]

    def problem(self) -> str:
        """Return what is wrong with the step; an empty string if it is valid."""
        try:
            return self._contradictions() or self._verdict()
        except OverflowError as error:
            return f"its contradictions are too large to verify: {error}"

    def status(self, evidence: int) -> str:
        """Return the status that the step shows for evidence: accepted, overruled, tied; empty if none.

        Raises:
            OverflowError: If the search for cheaper choices gives up.
        """
        values = {true_in(self.soft[evidence], world) for world in self.worlds}
        if len(values) == 2:
            return "tied"
        choice, least = self._cheapest(), self._units(self.worlds[0])
        if values == {True} and _dearer(choice.with_element(evidence), least):
            return "accepted"
        if values == {False} and _dearer(choice.without_element(evidence), least):
            return "overruled"
        return ""

    def _contradictions(self) -> str:
        against = Not(self.step.goal) if self.step.verdict is Verdict.ENTAILED else self.step.goal
        claims = {**self.hard, **self.soft}
        for cores, last in ((self.step.cores, TRUE), (self.step.against, against)):
            for core in cores:
                if not claims.keys() >= set(core):
                    return f"its core {list(core)} is not part of what it weighs"
                if problem := minimally_unsatisfiable([claims[n] for n in core], last):
                    return f"its core {list(core)} does not hold: {problem}"
        return ""

    def _verdict(self) -> str:
        step = self.step
        wanted = {Verdict.ENTAILED: [True], Verdict.REFUTED: [False], Verdict.UNKNOWN: [True, False]}
        if step.verdict not in wanted:
            return self._nothing_weighed()
        if len(step.models) != len(wanted[step.verdict]):
            return f"a verdict of {step.verdict} needs {len(wanted[step.verdict])} models"
        for world in self.worlds:
            for formula in self.hard.values():
                if not true_in(formula, world):
                    return f"its model makes `{formula}` false, which holds in any case"
        if [true_in(step.goal, world) for world in self.worlds[: len(step.models)]] != wanted[step.verdict]:
            return "its models do not make the goal what the verdict says"
        costs = {self._units(world) for world in self.worlds}
        if len(costs) > 1 or step.cost != min(costs) / UNITS_PER_NAT:
            return f"its models cost {sorted(c / UNITS_PER_NAT for c in costs)}, not {step.cost}"
        return self._optimal(min(costs))

    def _nothing_weighed(self) -> str:
        step = self.step
        if step.models or step.others or step.against or step.cost:
            return f"a verdict of {step.verdict} has no optimum"
        if step.verdict is Verdict.INCONSISTENT:
            shown = len(step.cores) == 1 and self.hard.keys() >= set(step.cores[0])
            return "" if shown else "one contradiction in what holds in any case must show that there is none"
        if step.verdict is Verdict.TIMEOUT:
            return "a timeout shows nothing" if step.cores else ""
        return f"a weighing cannot answer `{step.verdict}`"

    def _optimal(self, cost: int) -> str:
        least = self._cheapest().cost
        if least is None or least < cost:
            return "its cores do not show that no model is cheaper"
        if self.step.verdict is Verdict.UNKNOWN:
            return "an open goal has no contradictions against it" if self.step.against else ""
        if not _dearer(self._choice((*self.step.cores, *self.step.against)).cost, cost):
            return f"its cores do not show that {self.step.verdict} holds in all optima"
        return ""

    def _units(self, world: frozenset[str]) -> int:
        return sum(self.weights[n] for n, formula in self.soft.items() if not true_in(formula, world))

    def _cheapest(self) -> Cheapest:
        if self.proved is None:
            self.proved = self._choice(self.step.cores)
        return self.proved

    def _choice(self, cores: Iterable[tuple[int, ...]]) -> Cheapest:
        return Cheapest(([n for n in core if n in self.soft] for core in cores), self.weights)


def _dearer(cost: float | None, least: int) -> bool:
    return cost is None or cost > least
