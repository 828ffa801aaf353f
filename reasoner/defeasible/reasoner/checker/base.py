"""Check the logic of a belief base trace: roles, weakenings, settlement, certificates; and its base."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.belief import BeliefCheck, groups_of
from defeasible.reasoner.checker.certificates import check_certificate
from defeasible.reasoner.checker.defaults import DefaultsCheck
from defeasible.reasoner.checker.ranks import equally_firm, firmness
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.truth import collect_atoms, minimally_unsatisfiable, true_in
from defeasible.reasoner.checker.worlds import BestWorlds
from defeasible.reasoner.evidence import MAX_WEIGHT
from defeasible.reasoner.forms.premises import Role
from defeasible.reasoner.trace import (
    BaseStep,
    OutcomeStep,
    PremiseStep,
    SettlementStep,
    SolverStep,
)
from defeasible.reasoner.trace.steps import ClosureStep, ToleranceStep
from defeasible.reasoner.trace.steps.base import (
    FIRMEST_FIRST,
    MAX_FLIPPED,
    MAX_FLIPS,
    NOT_FLIPPED,
    NOT_TURNED,
    UNANALYSED,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.checker.belief import Pair
    from defeasible.reasoner.forms import Rank
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Drop, Trace


class BaseCheck(BeliefCheck):
    """Re-derives the content of a belief base trace and compares."""

    ranked = True

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.theories: list[tuple[SettlementStep | None, int, SolverStep | OutcomeStep | ClosureStep]] = []
        """Each deciding step, with its number and the settlement that it uses."""
        self.tolerances: dict[int, list[ToleranceStep]] = {}
        """The tolerance steps that each closure step rests on, by its number."""
        self.operator = ""

    def failures(self) -> Iterator[Failure]:
        """Yield every invalid step, in order of dependence."""
        yield from self._collect()
        yield from self._opening()
        required: set[Pair] = set()
        for pair, claims in self.evidence.items():
            if unweighable := [n for n, step in claims if not 0 < step.weight <= MAX_WEIGHT]:
                yield Failure(unweighable[0], f"its weight is not in (0, {MAX_WEIGHT:g}]")
                return
            problem, winner = self._weigh(claims)
            yield from problem
            # If the evidence is tied, the weaker reading is the safe one.
            if winner in ("tied", Role.REQUIREMENT):
                required.add(pair)
        required |= {pair for pair, (_, role) in self.given.items() if role is Role.REQUIREMENT}
        for number, rule in self.rules.values():
            yield from self._rule(number, rule)
        yield from self._retractions(required)
        yield from self._pair_up()
        weighed = list(self.evidence)
        ties = self._ties()
        flipped = weighed if len(weighed) <= MAX_FLIPS and len(self.order) <= MAX_FLIPPED else []
        turned = ties if len(ties) <= MAX_FLIPS and len(self.order) <= MAX_FLIPPED else []
        phases: list[tuple[str, set[Pair], int | None]] = [
            ("after", required, None),
            *(("flipped", required ^ {pair}, None) for pair in flipped),
            *(("flipped", required, number) for number in turned),
        ]
        if [solver.phase for _, _, solver in self.theories] != [phase for phase, _, _ in phases]:
            yield Failure(
                0, "it does not decide the statements once, and once with each role and tie of arrival turned"
            )
            return
        for (settlement, number, solver), (_, roles, latest) in zip(self.theories, phases, strict=True):
            shown = solver if isinstance(solver, OutcomeStep) else settlement
            if shown is not None and shown.latest != latest:
                yield Failure(number, "it takes another statement to have arrived last than is to be turned")
            yield from self._decided(settlement, number, solver, roles)
        yield from self._assumed(weighed, flipped, ties, turned)
        yield from self._ending(flipped, turned)

    def _ties(self) -> list[int]:
        """Return the premises that are not believed and would be tried earlier had they arrived last."""
        settlement, _, decisive = next(iter(self.theories), (None, 0, None))
        if settlement is not None:
            return [drop.step for drop in settlement.dropped if drop.tied]
        if not isinstance(decisive, OutcomeStep) or decisive.operator != "dalal":
            return []
        ranks = {n: rank for n, _ in self.premise.values() if (rank := self._rank(n)) is not None}
        return [
            n
            for n in decisive.dropped
            if n in ranks
            and any(equally_firm(rank, ranks[n]) and rank.seq > ranks[n].seq for rank in ranks.values())
        ]

    def _assumed(
        self, weighed: list[Pair], flipped: list[Pair], ties: list[int], turned: list[int]
    ) -> Iterator[Failure]:
        """Check that the trace names what was not decided again, and assumes nothing else."""
        wanted = [NOT_FLIPPED] if len(flipped) < len(weighed) else []
        wanted += [NOT_TURNED] if len(turned) < len(ties) else []
        assumed = list(self.assumed.values())
        if assumed[-1:] == [UNANALYSED] and self.trace.verdict is Verdict.UNKNOWN:
            assumed.pop()  # only the whole base can show this one
        if assumed != wanted:
            yield Failure(0, f"it takes for granted {assumed}, where that is {wanted}")

    def _opening(self) -> Iterator[Failure]:
        bases = [(n, s) for n, s in enumerate(self.trace.steps, 1) if isinstance(s, BaseStep)]
        if [number for number, _ in bases] != [1]:
            yield Failure(0, "it does not begin by saying which base it is about")
        elif bases[0][1].linked != len(self.order):
            yield Failure(
                1, f"says that {bases[0][1].linked} statements are linked, it has {len(self.order)}"
            )
        elif bases[0][1].statements < len(self.order):
            yield Failure(1, "the base has fewer statements than are linked to the goal")
        self.operator = bases[0][1].operator if bases else ""
        if self.operator not in (*FIRMEST_FIRST, "maxsat", "dalal"):
            yield Failure(1, f"there is no way to verify operator `{self.operator}`")
        names = {number: _names(step.claim) for number, step in self.premise.values()}
        speaking: dict[str, list[int]] = {}
        for number, mentioned in names.items():
            for name in mentioned:
                speaking.setdefault(name, []).append(number)
        goal = self.last.goal
        todo = [] if goal is None else list(_names(goal))
        while todo:
            for number in speaking.pop(todo.pop(), ()):
                todo.extend(names.pop(number, ()))
        for number in names:
            yield Failure(number, "no chain of shared atoms links it to the goal")

    def _pair_up(self) -> Iterator[Failure]:
        """Pair each solver step with the settlement before it."""
        pending: tuple[int, SettlementStep] | None = None
        ranks: list[ToleranceStep] = []
        for number, step in enumerate(self.trace.steps, 1):
            if isinstance(step, SettlementStep):
                if pending is not None:
                    yield Failure(pending[0], "nothing is decided from it")
                pending = (number, step)
            elif isinstance(step, ToleranceStep):
                ranks.append(step)
                if pending is None or pending[1].phase != step.phase:
                    yield Failure(number, "it ranks defaults beside no settlement of its phase")
                names = {name for placed in step.defaults for name in placed.witness}
                yield from self._undeclared(number, names)
            elif isinstance(step, OutcomeStep):
                self.theories.append((None, number, step))
                if step.operator != self.operator or step.operator in FIRMEST_FIRST:
                    yield Failure(number, f"the operator of the base is {self.operator}")
                yield from self._places(number, step, step.dropped)
                yield from self._undeclared(number, {name for model in step.models for name in model})
            elif isinstance(step, SolverStep | ClosureStep):
                if isinstance(step, ClosureStep):
                    self.tolerances[number], ranks = ranks, []
                    worlds = (*step.models, *step.others)
                    yield from self._undeclared(number, {name for model in worlds for name in model})
                if pending is not None and pending[1].phase != step.phase:
                    yield Failure(number, "it decides from a settlement of another phase")
                self.theories.append((pending[1] if pending else None, number, step))
                if pending is not None:
                    yield from self._settlement(*pending, step)
                pending = None
        if pending is not None or ranks:
            yield Failure(pending[0] if pending else 0, "nothing is decided from it")

    def _undeclared(self, number: int, names: set[str]) -> Iterator[Failure]:
        for name in names - self.declared:
            yield Failure(number, f"its world has atom `{name}`, which is not declared")

    def _settlement(
        self, number: int, step: SettlementStep, decides: SolverStep | ClosureStep
    ) -> Iterator[Failure]:
        """Check what does not depend on roles: which statements are listed where, and in what order."""
        if step.dropped and self.operator not in FIRMEST_FIRST:
            yield Failure(number, f"operator `{self.operator}` does not drop one statement after the other")
        others: tuple[int, ...] = ()
        if isinstance(decides, ClosureStep):
            others = (*decides.kept, *(item.step for item in decides.overridden))
        yield from self._places(number, step, tuple(drop.step for drop in step.dropped), others)
        for name in step.model:
            if name not in self.declared:
                yield Failure(number, "its model has an atom that is not declared")

    def _places(
        self,
        number: int,
        step: SettlementStep | OutcomeStep,
        dropped: tuple[int, ...],
        others: tuple[int, ...] = (),
    ) -> Iterator[Failure]:
        believed, specific = step.believed, self.operator in FIRMEST_FIRST
        for what, listed in (("believed", believed), ("dropped", dropped)):
            ranks = [self._rank(n, step.latest) for n in listed]
            known = [(specific and rank.default, firmness(rank)) for rank in ranks if rank is not None]
            if len(known) < len(ranks) or known != sorted(known):
                yield Failure(number, f"what is {what} does not stand from the firmest down")
        stated = sorted(n for n, _ in self.premise.values())
        if specific and any(rank.default for n in dropped if (rank := self._rank(n)) is not None):
            yield Failure(number, "a default yields only to what is more specific, which a closure shows")
        if sorted((*believed, *dropped, *others)) != stated:
            yield Failure(number, "each statement must be believed or not, and none both")

    def _decided(
        self,
        settlement: SettlementStep | None,
        number: int,
        solver: SolverStep | OutcomeStep | ClosureStep,
        required: set[Pair],
    ) -> Iterator[Failure]:
        grouped = groups_of(required)
        in_force: dict[int, int] = {}
        """The step that states the claim of each premise."""
        for statement, (premise, _) in self.premise.items():
            rule = self.rules.get(grouped.get(statement, frozenset()))
            if statement in grouped and rule is None:
                yield Failure(number, f"`{statement}` is weakened, but no rule says to what")
                return
            in_force[premise] = rule[0] if rule is not None else premise
        claims = {step: self.claims[step] for step in in_force.values()}
        if isinstance(solver, OutcomeStep):
            yield from self._outcome(number, solver, {n: claims[step] for n, step in in_force.items()})
            return
        if isinstance(solver, ClosureStep):
            yield from self._closed(settlement, number, solver, in_force, claims)
            return
        if settlement is None:
            if solver.verdict not in (Verdict.INCONSISTENT, Verdict.TIMEOUT):
                yield Failure(
                    number, f"nothing shows that what it decides from is believed: {solver.verdict}"
                )
            believed = [n for n in in_force if (rank := self._rank(n)) is not None and rank.weight is None]
        else:
            believed = list(settlement.believed)
            yield from self._believed(number, settlement, in_force, claims)
            if solver.verdict is Verdict.INCONSISTENT:
                yield Failure(number, "what is believed has a model, so it is not inconsistent")
        if set(solver.theory) != {in_force[n] for n in believed if n in in_force}:
            yield Failure(number, "it decides from something else than what is believed")
        elif solver.goal != self.last.goal:
            yield Failure(number, "it decides another goal than the conclusion")
        elif problem := check_certificate(solver, {n: claims[n] for n in solver.theory}):
            yield Failure(number, problem)

    def _closed(
        self,
        settlement: SettlementStep | None,
        number: int,
        step: ClosureStep,
        in_force: dict[int, int],
        claims: dict[int, FormulaNode],
    ) -> Iterator[Failure]:
        """Check the closure of the defaults given the other believed statements."""
        if settlement is None or settlement.believed != step.strict or settlement.latest != step.latest:
            yield Failure(number, "nothing shows that the strict statements are those that are believed")
            return
        yield from self._believed(number, settlement, in_force, claims)
        if self.operator not in FIRMEST_FIRST:
            yield Failure(number, f"operator `{self.operator}` has no closure of defaults")
        if step.goal != self.last.goal:
            yield Failure(number, "it decides another goal than the conclusion")
        ranks = {n: rank for n in in_force if (rank := self._rank(n)) is not None}
        of = {n: claims[said] for n, said in in_force.items() if n in ranks}
        check = DefaultsCheck(self.operator, ranks, of, self.tolerances[number], step)
        for problem in check.problems():
            yield Failure(number, problem)

    def _outcome(self, number: int, step: OutcomeStep, claims: dict[int, FormulaNode]) -> Iterator[Failure]:
        """Compute the best worlds again, and compare the claims of the step with them."""
        ranked = [
            (rank, claim) for n, claim in claims.items() if (rank := self._rank(n, step.latest)) is not None
        ]
        try:
            best = BestWorlds(step.operator, ranked, step.goal)
        except OverflowError as error:
            yield Failure(number, f"it is too large to verify: {error}")
            return
        true, false = best.sides(step.goal)
        wanted = {
            (True, False): Verdict.ENTAILED,
            (False, True): Verdict.REFUTED,
            (True, True): Verdict.UNKNOWN,
            (False, False): Verdict.INCONSISTENT,
        }[true, false]
        if step.verdict != wanted:
            yield Failure(number, f"says {step.verdict}, over all best worlds it is {wanted}")
        if step.goal != self.last.goal:
            yield Failure(number, "it decides another goal than the conclusion")
        models = [frozenset(model) for model in step.models]
        sides = [true_in(step.goal, model) for model in models]
        shown = [True, False] if wanted is Verdict.UNKNOWN else [wanted is Verdict.ENTAILED]
        if sides != shown or not all(map(best.has, models)):
            yield Failure(number, "its worlds are not best ones that show its verdict")
        for n, claim in claims.items():
            if best.sides(claim)[1] is (n in step.believed):
                yield Failure(number, f"{n} {'fails' if n in step.believed else 'holds'} in a best world")

    def _believed(
        self, number: int, step: SettlementStep, in_force: dict[int, int], claims: dict[int, FormulaNode]
    ) -> Iterator[Failure]:
        model, believed = frozenset(step.model), set(step.believed)
        for n in step.believed:
            if n in in_force and not true_in(claims[in_force[n]], model):
                yield Failure(number, f"its world makes {n} false, which it says is believed")
        for drop in step.dropped:
            if drop.step not in in_force or not set(drop.conflict) <= believed & in_force.keys():
                yield Failure(number, f"the conflict of {drop.step} is not among what is believed")
                continue
            if problem := self._drop(drop, step.latest):
                yield Failure(number, problem)
            against = [claims[in_force[n]] for n in drop.conflict]
            try:
                problem = minimally_unsatisfiable(against, claims[in_force[drop.step]])
            except OverflowError as error:
                problem = str(error)
            if problem:
                yield Failure(number, f"{list(drop.conflict)} is no conflict of {drop.step}: {problem}")

    def _drop(self, drop: Drop, latest: int | None) -> str:
        mine = self._rank(drop.step, latest)
        ranks = {n: rank for n in drop.conflict if (rank := self._rank(n, latest)) is not None}
        if mine is None or mine.weight is None:
            return f"{drop.step} is certain, and is given up"
        if any(firmness(rank) >= firmness(mine) for rank in ranks.values()):
            return f"{drop.step} is given up for something that it outranks"
        tied = tuple(n for n, rank in ranks.items() if equally_firm(rank, mine))
        return "" if drop.tied == tied else f"{list(tied)} outrank {drop.step} by their arrival alone"

    def _rank(self, number: int, latest: int | None = None) -> Rank | None:
        """Return the rank of a premise, with one premise taken to have arrived last."""
        step = self.trace.steps[number - 1]
        rank = step.rank if isinstance(step, PremiseStep) else None
        if rank is None or number != latest:
            return rank
        return replace(rank, seq=1 + max(s.rank.seq for _, s in self.premise.values() if s.rank is not None))

    def _ending(self, flipped: list[Pair], turned: list[int]) -> Iterator[Failure]:
        last, end = self.last, len(self.trace.steps)
        _, decisive, solver = self.theories[0]
        if last.goal is None or last.comparison is not None:
            yield Failure(end, "it has no formula as its goal")
        if last.uses != (decisive,):
            yield Failure(end, "it does not rest on the step that decides the goal")
        if last.verdict != solver.verdict:
            yield Failure(end, f"says {last.verdict}, the step it rests on says {solver.verdict}")
        if last.before is not None or last.change is not None:
            yield Failure(end, "nothing shows what was the case before")
        if last.reason and last.verdict is not Verdict.TIMEOUT:
            yield Failure(end, "a reason is given just where the time ran out")
        expected = []
        changed = [
            *(tuple(n for n, e in self.evidence[pair] if e.status != "overruled") for pair in flipped),
            *((number,) for number in turned),
        ]
        for hinge, (_, number, step) in zip(changed, self.theories[1:], strict=True):
            if step.verdict != last.verdict:
                expected.append((hinge, step.verdict, number))
        if [(flip.evidence, flip.verdict, flip.step) for flip in last.flips] != expected:
            yield Failure(end, "it does not name just what it hinges on")


def _names(formula: FormulaNode) -> dict[str, None]:
    into: dict[str, None] = {}
    collect_atoms(formula, into)
    return into


def check_base(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of a belief base trace."""
    return BaseCheck(trace).failures()
