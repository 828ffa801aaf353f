"""The belief decider: what follows from premises, and what a new premise does to it, with its proof."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.belief.engine import Coded, Problem
from defeasible.reasoner.belief.roles import Pair, Standing, groups, standings
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Conditional, Role
from defeasible.reasoner.logic import Implies, check_depth, conjoin
from defeasible.reasoner.smt import engine_name
from defeasible.reasoner.trace import (
    AssumptionStep,
    ConclusionStep,
    EvidenceStep,
    Flip,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
    Step,
    Trace,
)
from defeasible.reasoner.verdict import Change, Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Premises, Statement
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps import Phase

MAX_TIES = 4
"""Tied pairs whose every reading is decided; beyond it the caller must say more."""


def decide(
    premises: Premises,
    goal: FormulaNode,
    *,
    new: frozenset[str] = frozenset(),
    roles: RoleSource | None = None,
    timeout: float = 10.0,
) -> Decision:
    """Decide whether a goal follows from premises, and how that changed when some of them arrived.

    Both sides are asked, after the premises were found consistent. A conditional beside which another is
    required is weakened to the conjunction of both conditions (contraction by weakening); which conditionals
    those are is evidence, and the decision says what it would be if each were otherwise.

    Args:
        premises: The theory, in order of arrival.
        goal: The formula asked about.
        new: Ids of the statements that arrived last; empty for a plain entailment question.
        roles: Weighs the role of each later conditional where the form does not state it.
        timeout: Seconds for each solver check.

    Returns:
        A decision with a trace that `defeasible.reasoner.checker.check` accepts.

    Raises:
        UsageError: If more than `MAX_TIES` pairs of conditionals are tied, there are too many pairs to weigh,
            or `new` names no statement.
        FormError: If the goal is nested too deeply or uses an atom that is not declared.
    """
    check_depth(goal, "the goal")
    return _Proof(premises, goal, new, standings(premises, roles), timeout).decide()


class _Weakening(NamedTuple):
    """What stands in the place of conditionals that are required beside each other."""

    step: int
    coded: Coded
    reasons: tuple[int, ...]


class _Proof:
    """The steps of one decision as they grow. A step's number is its position in `steps`, from 1."""

    def __init__(
        self,
        premises: Premises,
        goal: FormulaNode,
        new: frozenset[str],
        pairs: tuple[Standing, ...],
        timeout: float,
    ) -> None:
        self.premises = premises
        self.goal = goal
        self.new = new
        self.pairs = pairs
        self.problem = Problem(timeout)
        self.coded = {s.id: self.problem.code(s.formula) for s in premises.statements}
        self.coded_goal = self.problem.code(goal)
        self.names = list(self.problem.numbers)
        if undeclared := self.problem.numbers.keys() - {atom.id for atom in premises.atoms}:
            raise FormError(f"the goal uses atom `{min(undeclared)}`, which is not declared")
        self.steps: list[Step] = []
        self.number: dict[str, int] = {}
        """The premise step of each statement."""
        self.reasons: dict[Pair, tuple[int, ...]] = {}
        """The steps that speak for a requirement between two conditionals; where none does, those against."""
        self.deciding: dict[Pair, tuple[int, ...]] = {}
        """The accepted evidence on each pair that evidence decides."""
        self.weakened: dict[frozenset[str], _Weakening] = {}
        """The common weakening of each group of conditionals that was needed."""

    def decide(self) -> Decision:
        """Build all steps and conclude."""
        everything = self.premises.statements
        ties = self._ties()
        self._state_premises()
        before = None
        if self.new:
            old = tuple(s for s in everything if s.id not in self.new)
            if len(old) + len(self.new) != len(everything):
                raise UsageError(f"not all of {sorted(self.new)}, the new ones, are among the premises")
            self._weigh([pair for pair in self.pairs if self.new.isdisjoint(pair.pair)])
            old_ties = [pair for pair in ties if self.new.isdisjoint(pair)]
            verdicts, _ = self._read(old, self._accepted(old), old_ties, "before")
            before = _agreed(verdicts)
        self._weigh([pair for pair in self.pairs if not self.new or not self.new.isdisjoint(pair.pair)])
        accepted = self._accepted(everything)
        self._retract(accepted)
        verdicts, uses = self._read(everything, accepted, ties, "after")
        verdict = _agreed(verdicts)
        reason = _reason(verdict, verdicts, ties)
        flips, confidence = self._flips(accepted, verdict, ties)
        if len(set(verdicts)) > 1:
            confidence *= 0.5
        change = None
        if before is not None and before.decided and verdict.decided:
            change = Change.between(before, verdict)
        self.steps.append(ConclusionStep(verdict, uses, self.goal, None, before, change, flips, reason))
        return Decision(
            verdict=verdict,
            proof=Trace("belief", self.premises.sources, tuple(self.steps), self.premises.atoms),
            confidence=confidence if verdict.decided else 0.0,
            before=before,
            change=change,
            reason=reason,
        )

    def _add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps)

    def _state_premises(self) -> None:
        for s in self.premises.statements:
            role = None
            if isinstance(s, Conditional) and s.role is not None and s.of is not None:
                role = RoleClaim(s.id, s.of, s.role)
            claim = self.coded[s.id].formula
            self.steps.append(PremiseStep(s.id, claim, s.span, s.cue, s.id in self.new, role))
            self.number[s.id] = len(self.steps)

    def _weigh(self, pairs: list[Standing]) -> None:
        """State the evidence on pairs, winners first, so that the beaten can name what beat them."""
        for pair in pairs:
            if pair.given is not None:
                self.reasons[pair.pair] = (self.number[pair.later.id],)
            elif not pair.evidence:
                later, earlier = self.number[pair.later.id], self.number[pair.earlier.id]
                self._add(
                    AssumptionStep(None, f"nothing tells how {later} bears on {earlier}: both as stated")
                )
            else:
                self._state_evidence(pair)

    def _state_evidence(self, pair: Standing) -> None:
        winners: list[int] = []
        requirement: list[int] = []
        statuses = [pair.status(item) for item in pair.evidence]
        for beaten in (False, True):
            by = tuple(winners) if beaten else ()
            for item, status in zip(pair.evidence, statuses, strict=True):
                if (status == "overruled") is beaten:
                    claim = item.claim
                    assert isinstance(claim, RoleClaim)
                    self.steps.append(EvidenceStep(claim, item.weight, item.source, item.reason, status, by))
                    if not beaten:
                        winners.append(len(self.steps))
                    if claim.role is Role.REQUIREMENT:
                        requirement.append(len(self.steps))
        self.reasons[pair.pair] = tuple(requirement or winners)
        self.deciding[pair.pair] = tuple(winners)

    def _accepted(self, statements: tuple[Statement, ...]) -> frozenset[Pair]:
        won = [p.pair for p in self.pairs if p.winner is Role.REQUIREMENT]
        if not won:
            return frozenset()
        ids = {s.id for s in statements}
        return frozenset(pair for pair in won if ids.issuperset(pair))

    def _ties(self) -> list[Pair]:
        ties = [pair.pair for pair in self.pairs if pair.winner == "tied"]
        if len(ties) > MAX_TIES:
            raise UsageError(
                f"{len(ties)} pairs of conditionals have tied evidence, at most {MAX_TIES} can be decided",
                hint="state the role of some of them, or give evidence that separates them",
            )
        # In the order in which their evidence is stated: pairs of old premises first.
        return sorted(ties, key=lambda pair: not self.new.isdisjoint(pair))

    def _retract(self, accepted: frozenset[Pair]) -> None:
        grouped = groups(accepted)
        for statement in self.premises.statements:
            if statement.id in grouped:
                weaker = self._weaken(grouped[statement.id])
                self._add(RetractionStep(self.number[statement.id], weaker.reasons, weaker.step))

    def _weaken(self, group: frozenset[str]) -> _Weakening:
        """Derive `(p & r) -> q` from the conditionals of a group, unless that was done before."""
        known = self.weakened.get(group)
        if known is not None:
            return known
        members = [s for s in self.premises.statements if isinstance(s, Conditional) and s.id in group]
        found = [n for pair, steps in self.reasons.items() if group.issuperset(pair) for n in steps]
        reasons = tuple(dict.fromkeys(found))
        uses = tuple(dict.fromkeys([*[self.number[s.id] for s in members], *reasons]))
        claim = Implies(conjoin(*[s.if_ for s in members]), members[0].then)
        step = self._add(RuleStep("weakening-by-requirement", uses, claim))
        weakening = self.weakened[group] = _Weakening(step, self.problem.code(claim), reasons)
        return weakening

    def _read(
        self, statements: tuple[Statement, ...], required: frozenset[Pair], ties: list[Pair], phase: Phase
    ) -> tuple[list[Verdict], tuple[int, ...]]:
        """Decide every reading of the tied pairs; return the verdicts and the steps that show them."""
        verdicts, steps = [], []
        for extra in _subsets(ties):
            verdicts.append(self._solve(statements, required.union(extra), phase))
            steps.append(len(self.steps))
        return verdicts, tuple(steps)

    def _solve(self, statements: tuple[Statement, ...], required: frozenset[Pair], phase: Phase) -> Verdict:
        """Ask both sides of the goal about the statements, with requirements applied, and add the step."""
        theory: dict[int, Coded] = {}
        grouped = groups(required)
        for statement in statements:
            name = statement.id
            if name in grouped:
                weaker = self._weaken(grouped[name])
                theory[weaker.step] = weaker.coded
            else:
                theory[self.number[name]] = self.coded[name]
        numbers = tuple(theory)
        answer = self.problem.solve(tuple(theory.values()), self.coded_goal)
        names = self.names
        self.steps.append(
            SolverStep(
                engine=engine_name(),
                theory=numbers,
                goal=self.goal,
                verdict=answer.verdict,
                core=tuple([numbers[i] for i in answer.core]),
                models=tuple([tuple([names[i] for i in model]) for model in answer.models]),
                phase=phase,
            )
        )
        return answer.verdict

    def _flips(
        self, accepted: frozenset[Pair], verdict: Verdict, ties: list[Pair]
    ) -> tuple[tuple[Flip, ...], float]:
        """Decide again with each pair's role flipped; return what the verdict hinges on, and how surely.

        Where evidence is tied there is no single reading to flip a role in, and the confidence is as if the
        verdict hinged on all evidence that won.
        """
        confidences = {pair.pair: pair.confidence for pair in self.pairs}
        flips, confidence = [], 1.0
        for pair, evidence in self.deciding.items():
            if ties:
                confidence *= confidences[pair] if pair not in ties else 1.0
                continue
            otherwise = self._solve(self.premises.statements, accepted ^ {pair}, "flipped")
            if otherwise != verdict:
                flips.append(Flip(evidence, otherwise, len(self.steps)))
                confidence *= confidences[pair]
        return tuple(flips), confidence


def _subsets(ties: list[Pair]) -> list[tuple[Pair, ...]]:
    return [chosen for size in range(len(ties) + 1) for chosen in combinations(ties, size)] if ties else [()]


def _agreed(verdicts: list[Verdict]) -> Verdict:
    """What holds when there are several equally good readings: what all of them agree on."""
    if len(set(verdicts)) == 1:
        return verdicts[0]
    return Verdict.TIMEOUT if Verdict.TIMEOUT in verdicts else Verdict.UNKNOWN


def _reason(verdict: Verdict, verdicts: list[Verdict], ties: list[Pair]) -> str:
    if verdict is Verdict.TIMEOUT:
        return "the solver ran out of time"
    if len(set(verdicts)) > 1:
        pairs = ", ".join(f"{later} beside {earlier}" for earlier, later in ties)
        return f"evidence is tied on the role of {pairs}, and the readings differ: {', '.join(verdicts)}"
    return ""
