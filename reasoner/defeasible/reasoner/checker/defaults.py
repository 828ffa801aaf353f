"""Check the ranks of defaults and their closure, with the checker's own code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.certificates import check_certificate
from defeasible.reasoner.checker.optima import OptimumCheck
from defeasible.reasoner.checker.ranks import linked
from defeasible.reasoner.checker.truth import minimally_unsatisfiable, true_in
from defeasible.reasoner.logic import TRUE, And, Iff, Implies
from defeasible.reasoner.trace.steps import OptimumStep, SolverStep
from defeasible.reasoner.trace.steps.optima import UNITS_PER_NAT
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from defeasible.reasoner.forms import Rank
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps import ClosureStep, Specific, ToleranceStep

Level = tuple[float, float, float]


class DefaultsCheck:
    """Verifies a closure step and the tolerance steps before it.

    Args:
        operator: `linear`, with lexicographic closure, or `rational`.
        ranks: The rank of each premise.
        claims: The claim of each premise.
        tolerances: The tolerance steps of the same phase.
        step: The closure step.
    """

    def __init__(
        self,
        operator: str,
        ranks: Mapping[int, Rank],
        claims: Mapping[int, FormulaNode],
        tolerances: Sequence[ToleranceStep],
        step: ClosureStep,
    ) -> None:
        self.operator, self.ranks, self.claims = operator, ranks, claims
        self.tolerances, self.step = tolerances, step
        self.defaults = [n for n in claims if ranks[n].default]
        self.placed = {placed.step: placed for tolerance in tolerances for placed in tolerance.defaults}

    def problems(self) -> Iterator[str]:
        """Yield what is wrong; nothing if the steps are valid."""
        step = self.step
        overridden = [item.step for item in step.overridden]
        if sorted((*step.kept, *overridden)) != sorted(self.defaults):
            yield "each default must be kept or overridden, and none both"
        elif sorted(n for t in self.tolerances for n in _steps(t)) != sorted(self.defaults):
            yield "each default must have one rank"
        elif any(n not in self.claims or self.ranks[n].default for n in step.strict):
            yield "what it calls strict is not"
        else:
            try:
                if apart := list(self._parts()):
                    yield from apart
                    return
                for tolerance in self.tolerances:
                    yield from self._tolerance(tolerance)
                yield from self._lexicographic() if self.operator == "linear" else self._rational()
            except OverflowError as error:
                yield f"it is too large to verify: {error}"

    # --- ranks --------------------------------------------------------------------------------------------

    def _parts(self) -> Iterator[str]:
        """Check that rules and defaults are ranked together iff chains of shared atoms link them."""
        rules = [n for n in self.step.strict if _is_rule(self.claims[n])]
        members = [*rules, *self.defaults]
        for tolerance in self.tolerances:
            own = {*tolerance.rules, *_steps(tolerance)}
            if not own & set(self.defaults) or not set(tolerance.rules) <= set(rules):
                yield "defaults are ranked beside what is no rule that is believed"
                continue
            goal = self.claims[_steps(tolerance)[0]]
            near = {members[place] for place in linked([self.claims[n] for n in members], goal)}
            if near != own:
                yield f"rules and defaults that share atoms are {sorted(near)}, it ranks {sorted(own)}"

    def _tolerance(self, tolerance: ToleranceStep) -> Iterator[str]:
        rules = [self.claims[n] for n in tolerance.rules]
        for placed in tolerance.defaults:
            verified = _verified(self.claims[placed.step])
            if placed.rank is not None:
                world = frozenset(placed.witness)
                above = (self.claims[n] for n in self._from(tolerance, placed.rank))
                if placed.rank < 0 or not all(true_in(f, world) for f in (verified, *rules, *above)):
                    yield f"its world does not show that {placed.step} has rank {placed.rank}"
            if placed.rank == 0:
                if placed.core:
                    yield f"{placed.step} has rank 0, and nothing to exclude it"
                continue
            below = None if placed.rank is None else placed.rank - 1
            allowed = {*tolerance.rules, *self._from(tolerance, below)}
            if not allowed.issuperset(placed.core):
                yield f"what excludes {placed.step} is not of one rank less or above"
            elif problem := minimally_unsatisfiable([self.claims[n] for n in placed.core], verified):
                yield f"{list(placed.core)} does not exclude {placed.step}: {problem}"

    @staticmethod
    def _from(tolerance: ToleranceStep, rank: int | None) -> list[int]:
        """Return the defaults of at least a rank."""
        return [p.step for p in tolerance.defaults if p.rank is None or (rank is not None and p.rank >= rank)]

    def _level(self, number: int) -> Level:
        """Return a sort key that grows with the specificity and the firmness of a default."""
        placed, rank = self.placed[number], self.ranks[number]
        place = float("inf") if placed.rank is None else placed.rank
        if self.operator == "rational":
            return (place, 0.0, 0.0)
        return (place, rank.layer, rank.weight or 0.0)

    # --- closure ------------------------------------------------------------------------------------------

    def _lexicographic(self) -> Iterator[str]:
        step, claims = self.step, self.claims
        same: dict[tuple[Level, FormulaNode], int] = {}
        for n in self.defaults:
            same.setdefault((self._level(n), claims[n]), n)
        soft: dict[int, tuple[FormulaNode, int]] = {}
        below = 0
        for level in sorted({level for level, _ in same}):
            scale = below + 1
            members = [n for (at, _), n in same.items() if at == level]
            soft.update((n, (claims[n], scale)) for n in members)
            below += scale * len(members)
        worlds = [frozenset(model) for model in step.models]
        cost = sum(units for formula, units in soft.values() if worlds and not true_in(formula, worlds[0]))
        optimum = OptimumStep(
            step.engine,
            step.strict,
            tuple(soft),
            step.goal,
            step.verdict,
            cost / UNITS_PER_NAT,
            step.cores,
            step.against,
            step.models,
            step.others,
        )
        check = OptimumCheck(optimum, {n: claims[n] for n in step.strict}, soft)
        if problem := check.problem():
            yield problem
            return
        words = dict.fromkeys(step.kept, "accepted")
        words |= {item.step: "overruled" if item.always else "tied" for item in step.overridden}
        for n, word in words.items():
            if check.status(same[self._level(n), claims[n]]) != word:
                yield f"it does not show what becomes of default {n}"
        for item in step.overridden:
            firm = {*step.strict, *(n for n in self.defaults if self._level(n) >= self._level(item.step))}
            if not firm.issuperset(item.by):
                yield f"{item.step} is overridden by something that is less specific"
            elif problem := minimally_unsatisfiable([claims[n] for n in item.by], claims[item.step]):
                yield f"{list(item.by)} does not override {item.step}: {problem}"

    def _rational(self) -> Iterator[str]:
        step, claims = self.step, self.claims
        core = step.cores[0] if len(step.cores) == 1 else ()
        given_up = [n for n in core if n in self.placed]
        if not given_up or not all(n in claims for n in core) or not set(core) <= {*step.strict, *claims}:
            yield "one contradiction must show which ranks are given up"
            return
        least = min(map(self._level, given_up))
        if {n for n in self.defaults if self._level(n) > least} != set(step.kept):
            yield "all defaults above the rank that is given up are kept, and no others"
        if not {*step.strict, *self.defaults}.issuperset(core):
            yield "what it gives ranks up for is not believed"
        if problem := minimally_unsatisfiable([claims[n] for n in core], TRUE):
            yield f"its core {list(core)} does not hold: {problem}"
        for item in step.overridden:
            if not item.always or set(item.by) != set(core) - {item.step}:
                yield f"{item.step} is given up with its rank, for the same contradiction"
        theory = (*step.strict, *step.kept)
        shown = step.against[0] if step.against else ()
        decided = SolverStep(step.engine, theory, step.goal, step.verdict, shown, step.models)
        if step.others or len(step.against) > 1:
            yield "it shows more than its verdict needs"
        elif step.verdict is Verdict.INCONSISTENT:
            yield "what is believed has a model, so it is not inconsistent"
        elif problem := check_certificate(decided, {n: claims[n] for n in theory}):
            yield problem


def _steps(tolerance: ToleranceStep) -> list[int]:
    placed: tuple[Specific, ...] = tolerance.defaults
    return [item.step for item in placed]


def _is_rule(formula: FormulaNode) -> bool:
    """Whether a strict statement is a rule: if-then, if and only if, or a conjunction of these."""
    if isinstance(formula, And):
        return bool(formula.args) and all(_is_rule(part) for part in formula.args)
    return isinstance(formula, (Implies, Iff))


def _verified(formula: FormulaNode) -> FormulaNode:
    """Return the formula that verifies a default: it applies and holds."""
    return And((formula.if_, formula.then)) if isinstance(formula, Implies) else formula
