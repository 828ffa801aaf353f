"""Weighted MaxSAT: give up the least weight, and keep what holds in *every* optimum.

If there are several optima, answers from a single one violate K*3, so all optima count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from defeasible.reasoner.change.claims import OF_BASES
from defeasible.reasoner.change.reasons import Reasons, in_time, settled_in_time
from defeasible.reasoner.change.theory import TIMEOUT, Answer, Dropped, Ranked, Settled, Status, by_rank
from defeasible.reasoner.logic import And, Or
from defeasible.reasoner.sat import Deadline, OutOfTimeError
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.sat.lexicographic import layered_optima
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Optima

MAX_CORES = 64
"""Most optima whose reasons for an answer are examined one by one; with more, the answer has no core."""


@dataclass(frozen=True, slots=True)
class MaxSat:
    """Gives up the least weight, layer by layer. Weights are compared in billionths of a nat."""

    timeout: float = TIMEOUT
    """Seconds for each settlement, and for each answer."""
    name: ClassVar[str] = "maxsat"
    claims: ClassVar[frozenset[str]] = OF_BASES

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        """Decide which statements are kept; see `Operator.settle`."""
        reasons = Reasons(by_rank(statements), self.timeout, deadline or Deadline(self.timeout))
        return settled_in_time(self.name, reasons, self._settle)

    def _settle(self, reasons: Reasons) -> Settled:
        soft = reasons.statements[len(reasons.hard) :]
        layers = [[(s.formula, s.weight) for s in layer] for _, layer in groupby(soft, key=lambda s: s.layer)]
        deadline = reasons.deadline
        found = layered_optima([s.formula for s in reasons.hard], layers, self.timeout, deadline)
        words = None if isinstance(found, Verdict) else found.kept(deadline)
        if isinstance(found, Verdict) or words is None:
            raise OutOfTimeError
        lost = {s.id: word for s, word in zip(soft, words, strict=True) if word != "always"}
        dropped = []
        for statement in soft:
            word = lost.get(statement.id)
            if word is None:
                continue
            model = found.model
            if word == "sometimes":
                model = in_time(found.ask(statement.formula, deadline)).models[-1]
            standing = [s for s in reasons.statements if true_in(s.formula, model)]
            conflict = reasons.against(statement, standing)
            weight = reasons.weights[statement.id]
            tied = (i for i in conflict if reasons.weights[i] == weight or word == lost.get(i) == "sometimes")
            dropped.append(Dropped(statement.id, conflict, word == "never", tuple(tied)))
        return Settled(
            self.name,
            Status.SETTLED,
            kept=tuple(s.id for s in reasons.statements if s.id not in lost),
            dropped=tuple(dropped),
            decide=_Decide(found, reasons),
        )


class _Decide:
    """Answers goals from all optima."""

    def __init__(self, optima: Optima, reasons: Reasons) -> None:
        self.optima = optima
        self.reasons = reasons
        self.formulas = {s.id: s.formula for s in reasons.statements}

    def __call__(self, goal: FormulaNode, core: bool, deadline: Deadline | None) -> Answer:
        deadline = deadline or Deadline(self.optima.timeout)
        found = self.optima.ask(goal, deadline)
        if not core or found.verdict not in (Verdict.ENTAILED, Verdict.REFUTED):
            return Answer(found.verdict, (), found.models)
        try:
            reasons = self._core(goal, found.verdict, found.models[0], deadline)
            return Answer(found.verdict, reasons, found.models)
        except OutOfTimeError:
            return Answer(Verdict.TIMEOUT)

    def _core(
        self, goal: FormulaNode, verdict: Verdict, model: frozenset[str], deadline: Deadline
    ) -> tuple[str, ...]:
        """Return the union of minimal reasons, one of which holds in every optimum; empty if too many.

        Often the reason in one optimum holds in all. Otherwise an optimum in which none holds is next.
        """
        reasons: list[tuple[str, ...]] = []
        while len(reasons) < MAX_CORES:
            standing = [s for s in self.reasons.statements if true_in(s.formula, model)]
            reasons.append(self.reasons.for_goal(goal, verdict, standing, deadline) or ())
            some = Or(tuple(And(tuple(self.formulas[i] for i in reason)) for reason in reasons))
            others = in_time(self.optima.ask(some, deadline))
            if others.verdict is Verdict.ENTAILED:
                return tuple(dict.fromkeys(i for reason in reasons for i in reason))
            model = others.models[-1]
        return ()
