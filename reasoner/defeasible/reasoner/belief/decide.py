"""The belief decider: what follows from premises, and how a new premise changes it, with a proof."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.belief.engine import Coded, Problem
from defeasible.reasoner.belief.plan import (
    Case,
    Plan,
    Planned,
    Shape,
    Solved,
    Weakened,
    Weighed,
    weakening,
    write,
)
from defeasible.reasoner.belief.roles import Pair, Standing, groups, standings
from defeasible.reasoner.decision import Decision, read_in_part
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import atoms, check_depth
from defeasible.reasoner.number import in_short
from defeasible.reasoner.trace import AssumptionStep, Deferred, Flip, RetractionStep
from defeasible.reasoner.verdict import Change, Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Premises
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.trace.steps import Phase

MAX_TIES = 4
"""Most tied pairs of which every reading is decided; with more, the caller must state roles."""
PLANS_LIMIT, PLANNED_LENGTH = 20_000, 200
"""Most plans kept (the memo is emptied when full), and most statements of a theory whose plan is kept."""
_PLANS: dict[Shape, Plan] = {}


def decide(
    premises: Premises,
    goal: FormulaNode,
    *,
    new: frozenset[str] = frozenset(),
    roles: RoleSource | None = None,
    timeout: float | Deadline = 10.0,
) -> Decision:
    """Decide whether a goal follows from premises, and how that changed when some of them arrived.

    The premises are checked for consistency, then both the goal and its negation are tested. A conditional
    with a further requirement is weakened to the conjunction of both conditions (contraction by weakening).
    Which conditionals are weakened is decided by evidence, and the decision says which verdict would follow
    if each role were otherwise.

    Args:
        premises: The theory, in order of arrival.
        goal: The formula asked about.
        new: Ids of the statements that arrived last; empty for a plain entailment question.
        roles: Source of evidence on the role of each later conditional whose role the form does not state.
        timeout: Seconds for the whole call, or the deadline of the call that it is part of.

    Returns:
        A decision with a trace that `defeasible.reasoner.checker.check` accepts.

    Raises:
        UsageError: If more than `MAX_TIES` pairs of conditionals are tied, there are too many pairs to weigh,
            or `new` names no statement.
        FormError: If the goal is nested too deeply or uses an atom that is not declared.
    """
    check_depth(goal, "the goal")
    pairs = standings(premises, roles)
    problem = Problem(timeout)
    coded = [problem.code(s.formula) for s in premises.statements]
    coded_goal = problem.code(goal)
    names = list(problem.numbers)
    if undeclared := problem.numbers.keys() - {atom.id for atom in premises.atoms}:
        raise FormError(f"the goal uses atom `{min(undeclared)}`, which is not declared")
    if new and not new <= {s.id for s in premises.statements}:
        raise UsageError(f"the new premises {sorted(new)} are not all among the premises")
    ties = _ties(pairs, new)
    case = Case(premises, coded, coded_goal, names, new, pairs)
    shape = case.shape()
    plan = _PLANS.get(shape)
    if plan is None:
        plan = _Planner(case, problem, ties).plan()
        if len(coded) <= PLANNED_LENGTH and not _ran_out(plan):
            if len(_PLANS) >= PLANS_LIMIT:
                _PLANS.clear()
            _PLANS[shape] = plan
    verdict = plan.verdict
    reason = _reason(plan, ties) if ties or verdict is Verdict.TIMEOUT else ""
    confidence = 1.0
    said = [reason] if reason else []
    for hinge in plan.hinges:
        pair = pairs[hinge]
        confidence *= pair.confidence
        said.append(
            f"the role of {pair.later.id} beside {pair.earlier.id} is weighed: {in_short(pair.confidence)}"
        )
    if len(set(plan.readings)) > 1:
        confidence *= 0.5
    decision = Decision(
        verdict=verdict,
        proof=Deferred(lambda: write(plan, case, reason)),
        confidence=confidence if verdict.decided else 0.0,
        before=plan.before,
        change=plan.change,
        reason="; ".join(said) if verdict.decided else reason,
    )
    if [atom for atom in premises.atoms if atom.opaque]:
        return read_in_part(decision, premises.opaque_words(_shown(plan, case)), premises.said())
    return decision


def clear_plans() -> None:
    """Forget all plans, so that the next decisions are computed again."""
    _PLANS.clear()


class _Weakening(NamedTuple):
    """The formula that replaces conditionals that require each other's conditions."""

    step: int
    coded: Coded
    reasons: tuple[int, ...]


class _Planner:
    """Builds the steps of one decision. Steps are numbered from 1, premises first."""

    def __init__(self, case: Case, problem: Problem, ties: list[Pair]) -> None:
        self.case = case
        self.ids = [s.id for s in case.premises.statements]
        self.coded = dict(zip(self.ids, case.coded, strict=True))
        self.new = case.new
        self.pairs = case.pairs
        self.problem = problem
        self.ties = ties
        self.steps: list[Planned] = []
        self.number = {name: n for n, name in enumerate(self.ids, 1)}
        """The premise step of each statement."""
        self.reasons: dict[Pair, tuple[int, ...]] = {}
        """The steps that support a requirement between two conditionals; if none does, those against it."""
        self.deciding: dict[int, tuple[int, ...]] = {}
        """The accepted evidence on each pair that is decided by evidence, by the pair's position."""
        self.weakened: dict[frozenset[str], _Weakening] = {}
        """The common weakening of each group of conditionals that was needed."""

    def plan(self) -> Plan:
        """Build all steps and the conclusion."""
        before = None
        if self.new:
            old = [name for name in self.ids if name not in self.new]
            self._weigh(with_new=False)
            old_ties = [pair for pair in self.ties if self.new.isdisjoint(pair)]
            verdicts, _ = self._read(old, self._accepted(old), old_ties, "before")
            before = _agreed(verdicts)
        self._weigh(with_new=True)
        accepted = self._accepted(self.ids)
        self._retract(accepted)
        readings, uses = self._read(self.ids, accepted, self.ties, "after")
        verdict = _agreed(readings)
        flips, hinges = self._flips(accepted, verdict)
        change = None
        if before is not None and before.decided and verdict.decided:
            change = Change.between(before, verdict)
        return Plan(verdict, tuple(self.steps), uses, flips, hinges, tuple(readings), before, change)

    def _add(self, step: Planned) -> int:
        self.steps.append(step)
        return len(self.ids) + len(self.steps)

    def _weigh(self, *, with_new: bool) -> None:
        """State the evidence on pairs with a new premise (all pairs if none is new), or on the others."""
        for position, pair in enumerate(self.pairs):
            if (not self.new or not self.new.isdisjoint(pair.pair)) is not with_new:
                continue
            if pair.given is not None:
                self.reasons[pair.pair] = (self.number[pair.later.id],)
            elif not pair.evidence:
                later, earlier = self.number[pair.later.id], self.number[pair.earlier.id]
                self._add(AssumptionStep(f"nothing tells how {later} bears on {earlier}: both as stated"))
            else:
                self._state_evidence(position, pair)

    def _state_evidence(self, position: int, pair: Standing) -> None:
        """State accepted evidence first, so that overruled evidence can cite it."""
        winners: list[int] = []
        requirement: list[int] = []
        statuses = [pair.status(item) for item in pair.evidence]
        for beaten in (False, True):
            by = tuple(winners) if beaten else ()
            for place, (item, status) in enumerate(zip(pair.evidence, statuses, strict=True)):
                if (status == "overruled") is beaten:
                    step = self._add(Weighed(position, place, status, by))
                    if not beaten:
                        winners.append(step)
                    if isinstance(item.claim, RoleClaim) and item.claim.role is Role.REQUIREMENT:
                        requirement.append(step)
        self.reasons[pair.pair] = tuple(requirement or winners)
        self.deciding[position] = tuple(winners)

    def _accepted(self, statements: list[str]) -> frozenset[Pair]:
        won = [p.pair for p in self.pairs if p.winner is Role.REQUIREMENT]
        if not won:
            return frozenset()
        ids = set(statements)
        return frozenset(pair for pair in won if ids.issuperset(pair))

    def _retract(self, accepted: frozenset[Pair]) -> None:
        grouped = groups(accepted)
        for name in self.ids:
            if name in grouped:
                weaker = self._weaken(grouped[name])
                self._add(RetractionStep(self.number[name], weaker.reasons, weaker.step))

    def _weaken(self, group: frozenset[str]) -> _Weakening:
        """Derive `(p & r) -> q` from the conditionals of a group, once."""
        known = self.weakened.get(group)
        if known is not None:
            return known
        members = tuple(i for i, name in enumerate(self.ids) if name in group)
        found = [n for pair, steps in self.reasons.items() if group.issuperset(pair) for n in steps]
        reasons = tuple(dict.fromkeys(found))
        uses = tuple(dict.fromkeys([*[i + 1 for i in members], *reasons]))
        step = self._add(Weakened(members, uses))
        coded = self.problem.code(weakening(self.case.premises, members))
        self.weakened[group] = _Weakening(step, coded, reasons)
        return self.weakened[group]

    def _read(
        self, statements: list[str], required: frozenset[Pair], ties: list[Pair], phase: Phase
    ) -> tuple[list[Verdict], tuple[int, ...]]:
        """Decide every reading of the tied pairs; return the verdicts and the steps that show them."""
        verdicts, steps = [], []
        for extra in _subsets(ties):
            verdict, step = self._solve(statements, required.union(extra), phase)
            verdicts.append(verdict)
            steps.append(step)
        return verdicts, tuple(steps)

    def _solve(self, statements: list[str], required: frozenset[Pair], phase: Phase) -> tuple[Verdict, int]:
        """Test the goal and its negation against the statements, with requirements applied; add the step."""
        theory: dict[int, Coded] = {}
        grouped = groups(required)
        for name in statements:
            if name in grouped:
                weaker = self._weaken(grouped[name])
                theory[weaker.step] = weaker.coded
            else:
                theory[self.number[name]] = self.coded[name]
        answer = self.problem.solve(tuple(theory.values()), self.case.goal)
        numbers = tuple(theory)
        core = tuple(numbers[i] for i in answer.core)
        return answer.verdict, self._add(Solved(numbers, answer.verdict, core, answer.models, phase))

    def _flips(self, accepted: frozenset[Pair], verdict: Verdict) -> tuple[tuple[Flip, ...], tuple[int, ...]]:
        """Decide again with each pair's role flipped; return the evidence that the verdict hinges on.

        If evidence is tied, there is no single reading in which to flip a role, and the confidence is as if
        the verdict hinged on all accepted evidence.
        """
        if self.ties:
            return (), tuple(p for p in self.deciding if self.pairs[p].pair not in self.ties)
        flips, hinges = [], []
        for position, evidence in self.deciding.items():
            otherwise, step = self._solve(self.ids, accepted ^ {self.pairs[position].pair}, "flipped")
            if otherwise != verdict:
                flips.append(Flip(evidence, otherwise, step))
                hinges.append(position)
        return tuple(flips), tuple(hinges)


def _ties(pairs: tuple[Standing, ...], new: frozenset[str]) -> list[Pair]:
    ties = [pair.pair for pair in pairs if pair.winner == "tied"]
    if len(ties) > MAX_TIES:
        raise UsageError(
            f"{len(ties)} pairs of conditionals have tied evidence, at most {MAX_TIES} can be decided",
            hint="state the role of some of them, or give evidence that separates them",
        )
    # The order in which their evidence is stated: pairs of old premises first.
    return sorted(ties, key=lambda pair: not new.isdisjoint(pair))


def _shown(plan: Plan, case: Case) -> frozenset[str]:
    """Return the atoms in the proof of a verdict; for UNKNOWN, the atoms of everything that was decided."""
    premises = case.premises
    formulas: set[FormulaNode] = set()
    if plan.verdict is not Verdict.INCONSISTENT:
        formulas.add(case.goal.formula)
    for use in plan.uses:
        solved = plan.steps[use - len(premises.statements) - 1]
        assert isinstance(solved, Solved)
        for number in solved.theory if plan.verdict is Verdict.UNKNOWN else solved.core:
            if number <= len(premises.statements):
                formulas.add(premises.statements[number - 1].formula)
            else:
                weaker = plan.steps[number - len(premises.statements) - 1]
                assert isinstance(weaker, Weakened)
                formulas.add(weakening(premises, weaker.members))
    return frozenset(name for formula in formulas for name in atoms(formula))


def _ran_out(plan: Plan) -> bool:
    return any(isinstance(step, Solved) and not step.verdict.decided for step in plan.steps)


def _subsets(ties: list[Pair]) -> list[tuple[Pair, ...]]:
    return [chosen for size in range(len(ties) + 1) for chosen in combinations(ties, size)] if ties else [()]


def _agreed(verdicts: list[Verdict]) -> Verdict:
    """Return the verdict on which all of several equally good readings agree."""
    if len(set(verdicts)) == 1:
        return verdicts[0]
    return Verdict.TIMEOUT if Verdict.TIMEOUT in verdicts else Verdict.UNKNOWN


def _reason(plan: Plan, ties: list[Pair]) -> str:
    if plan.verdict is Verdict.TIMEOUT:
        return "the solver ran out of time"
    if len(set(plan.readings)) > 1:
        pairs = ", ".join(f"{later} beside {earlier}" for earlier, later in ties)
        return f"evidence is tied on the role of {pairs}, and the readings differ: {', '.join(plan.readings)}"
    return ""
