"""Checks the logic of a belief trace: roles, weakenings, retractions, certificates, conclusion."""

from __future__ import annotations

from itertools import chain, combinations
from math import fsum
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.certificates import check_certificate
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.truth import collect_atoms
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import And, Implies
from defeasible.reasoner.trace import EvidenceStep, PremiseStep, RetractionStep, RuleStep, SolverStep
from defeasible.reasoner.verdict import Change, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Trace

TIE = 1e-9
"""Weights closer than this (in nats) are equal."""


class BeliefCheck:
    """Re-derives what a belief trace should say and compares."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.premise: dict[str, tuple[int, PremiseStep]] = {}
        self.order: list[str] = []
        self.evidence: dict[tuple[str, str], list[tuple[int, EvidenceStep]]] = {}
        self.given: dict[tuple[str, str], tuple[int, Role]] = {}
        self.rules: dict[frozenset[str], tuple[int, RuleStep]] = {}
        self.solved: list[tuple[int, SolverStep]] = []

    def failures(self) -> Iterator[Failure]:
        """Yield every step that does not hold up, in order of what they rest on."""
        yield from self._collect()
        required, tied = set(), []
        for pair, claims in self.evidence.items():
            problem, winner = self._weigh(claims)
            yield from problem
            if winner == "tied":
                tied.append(pair)
            elif winner is Role.REQUIREMENT:
                required.add(pair)
        required |= {pair for pair, (_, role) in self.given.items() if role is Role.REQUIREMENT}
        for group, (number, rule) in self.rules.items():
            yield from self._rule(number, rule, group)
        yield from self._retractions(required)
        yield from self._certificates()
        yield from self._conclusion(required, tied)

    def _collect(self) -> Iterator[Failure]:
        declared = {atom.id for atom in self.trace.atoms}
        for number, step in enumerate(self.trace.steps, 1):
            if isinstance(step, PremiseStep):
                self.premise[step.statement] = (number, step)
                self.order.append(step.statement)
                if step.role is not None:
                    self.given[step.role.of, step.role.conditional] = (number, step.role.role)
                    if step.role.conditional != step.statement:
                        yield Failure(number, "it states the role of another statement")
            elif isinstance(step, EvidenceStep):
                if not isinstance(step.claim, RoleClaim):
                    yield Failure(number, "a size claim is no evidence about a conditional")
                    continue
                pair = (step.claim.of, step.claim.conditional)
                if not self._same_consequent(pair):
                    yield Failure(number, f"{pair[0]} and {pair[1]} are not conditionals with one consequent")
                self.evidence.setdefault(pair, []).append((number, step))
            elif isinstance(step, RuleStep):
                self.rules[self._group(step)] = (number, step)
            elif isinstance(step, SolverStep):
                self.solved.append((number, step))
        for number, step in enumerate(self.trace.steps, 1):
            formula = step.claim if isinstance(step, PremiseStep) else None
            if formula is not None and not _atoms(formula) <= declared:
                yield Failure(number, "it uses an atom that is not declared")

    def _same_consequent(self, pair: tuple[str, str]) -> bool:
        if pair[0] not in self.premise or pair[1] not in self.premise:
            return False
        (first, earlier), (second, later) = self.premise[pair[0]], self.premise[pair[1]]
        return (
            first < second
            and isinstance(earlier.claim, Implies)
            and isinstance(later.claim, Implies)
            and earlier.claim.then == later.claim.then
        )

    def _group(self, rule: RuleStep) -> frozenset[str]:
        used = (self.trace.steps[n - 1] for n in rule.uses)
        return frozenset(step.statement for step in used if isinstance(step, PremiseStep))

    def _weigh(self, claims: list[tuple[int, EvidenceStep]]) -> tuple[list[Failure], Role | str]:
        """Add up a pair's evidence again; return the wrong statuses and the role that wins."""
        totals: dict[Role, list[float]] = {}
        for _, step in claims:
            assert isinstance(step.claim, RoleClaim)
            totals.setdefault(step.claim.role, []).append(step.weight)
        sums = {role: fsum(weights) for role, weights in totals.items()}
        requirement = sums.pop(Role.REQUIREMENT, 0.0)
        rival, against = max(sums.items(), key=lambda item: item[1], default=(Role.ALTERNATIVE, 0.0))
        winner: Role | str = Role.REQUIREMENT if requirement > against else rival
        top = max(requirement, against)
        if abs(requirement - against) <= TIE:
            winner = "tied"
        sums[Role.REQUIREMENT] = requirement
        best = [
            n
            for n, step in claims
            if _role(step) == winner or (winner == "tied" and sums[_role(step)] >= top - TIE)
        ]
        failures = []
        for number, step in claims:
            status = ("tied" if winner == "tied" else "accepted") if number in best else "overruled"
            if step.status != status:
                failures.append(Failure(number, f"is marked {step.status}, by its weight it is {status}"))
            if set(step.by) != (set(best) if status == "overruled" else set()):
                failures.append(Failure(number, f"says it yields to {list(step.by)}, the heavier are {best}"))
            if not step.weight > 0:
                failures.append(Failure(number, f"its weight {step.weight} is not positive"))
        return failures, winner

    def _rule(self, number: int, rule: RuleStep, group: frozenset[str]) -> Iterator[Failure]:
        members = [self.premise[s][1].claim for s in self.order if s in group]
        pairs = [pair for pair in chain(self.evidence, self.given) if group.issuperset(pair)]
        reasons = {n for pair in pairs for n, _ in self.evidence.get(pair, ())} | {
            self.given[pair][0] for pair in pairs if pair in self.given
        }
        used = {n for n in rule.uses if isinstance(self.trace.steps[n - 1], EvidenceStep)}
        if not used <= reasons or not pairs or group.difference(*pairs):
            yield Failure(number, "nothing says that these conditionals are required beside each other")
        conditionals = [claim for claim in members if isinstance(claim, Implies)]
        if len(conditionals) < max(2, len(members)) or len({claim.then for claim in conditionals}) != 1:
            yield Failure(number, "it must use at least two conditionals with the same consequent")
        elif rule.claim != self._weakening(group):
            yield Failure(
                number, "its claim is not the conjunction of their conditions implying the consequent"
            )

    def _weakening(self, group: frozenset[str]) -> FormulaNode:
        claims = [self.premise[s][1].claim for s in self.order if s in group]
        conditions: dict[FormulaNode, None] = {}
        for claim in claims:
            assert isinstance(claim, Implies)
            for part in claim.if_.args if isinstance(claim.if_, And) else (claim.if_,):
                conditions[part] = None
        last = claims[-1]
        assert isinstance(last, Implies)
        parts = tuple(conditions)
        return Implies(parts[0] if len(parts) == 1 else And(parts), last.then)

    def _theory(self, statements: Iterable[str], required: set[tuple[str, str]]) -> set[int]:
        """Return the steps that state a theory in which the given pairs are requirements."""
        numbers = set()
        for statement in statements:
            group = frozenset(chain.from_iterable(pair for pair in required if statement in pair))
            if group:
                numbers.add(self.rules[group][0] if group in self.rules else 0)
            else:
                numbers.add(self.premise[statement][0])
        return numbers

    def _retractions(self, required: set[tuple[str, str]]) -> Iterator[Failure]:
        retracted = set()
        for number, step in enumerate(self.trace.steps, 1):
            if isinstance(step, RetractionStep):
                target = self.trace.steps[step.target - 1]
                statement = target.statement if isinstance(target, PremiseStep) else ""
                group = frozenset(chain.from_iterable(pair for pair in required if statement in pair))
                retracted.add(statement)
                if not group:
                    yield Failure(number, f"retracts step {step.target}, which nothing weakens")
                elif group not in self.rules or step.replaced_by != self.rules[group][0]:
                    yield Failure(number, f"step {step.target} is not replaced by its weakening")
                elif not set(step.because) <= set(self.rules[group][1].uses) or not step.because:
                    yield Failure(number, "its reasons are not those of the weakening")
        weakened = set(chain.from_iterable(required))
        if missing := sorted(weakened - retracted):
            yield Failure(0, f"`{missing[0]}` is weakened but not retracted")

    def _certificates(self) -> Iterator[Failure]:
        goal = self.trace.conclusion.goal
        for number, step in self.solved:
            if step.goal != goal:
                yield Failure(number, "it decides another goal than the conclusion")
            claims: dict[int, FormulaNode] = {}
            for n in step.theory:
                source = self.trace.steps[n - 1]
                if isinstance(source, PremiseStep | RuleStep):
                    claims[n] = source.claim
                else:
                    yield Failure(
                        number, f"its theory has step {n}, a {source.kind}, which asserts no formula"
                    )
            if problem := check_certificate(step, claims):
                yield Failure(number, problem)

    def _conclusion(self, required: set[tuple[str, str]], tied: list[tuple[str, str]]) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        phases: dict[str, list[tuple[int, SolverStep]]] = {"before": [], "after": [], "flipped": []}
        for number, step in self.solved:
            phases[step.phase].append((number, step))
        if last.goal is None or last.comparison is not None:
            yield Failure(end, "it has no formula as its goal")
        yield from self._before(required, phases["before"])
        wanted = [
            self._theory(self.order, required | set(extra))
            for size in range(len(tied) + 1)
            for extra in combinations(tied, size)
        ]
        found = [set(step.theory) for _, step in phases["after"]]
        if found != wanted:
            yield Failure(end, "the decided theories are not those that the premises and the evidence leave")
        if list(last.uses) != [number for number, _ in phases["after"]]:
            yield Failure(end, "it does not rest on the solver steps that decide the premises")
        verdicts = {step.verdict for _, step in phases["after"]}
        agreed = next(iter(verdicts)) if len(verdicts) == 1 else Verdict.UNKNOWN
        agreed = Verdict.TIMEOUT if Verdict.TIMEOUT in verdicts else agreed
        if last.verdict != agreed:
            yield Failure(end, f"says {last.verdict}, the steps it rests on say {agreed}")
        before = phases["before"][0][1].verdict if phases["before"] else None
        if last.before != before:
            yield Failure(end, f"says the verdict was {last.before}, step by step it was {before}")
        change = None
        if before is not None and before.decided and last.verdict.decided:
            change = Change.between(before, last.verdict)
        if last.change != change:
            yield Failure(end, f"says {last.change}, from {before} to {last.verdict} it is {change}")
        yield from self._flips(required, tied, phases["flipped"])

    def _before(
        self, required: set[tuple[str, str]], solved: list[tuple[int, SolverStep]]
    ) -> Iterator[Failure]:
        old = [s for s in self.order if not self.premise[s][1].new]
        if (len(solved) == 1) != (len(old) < len(self.order)):
            yield Failure(0, "there must be one decision before the new premise, and only where there is one")
        known = set(old)
        for number, step in solved:
            if set(step.theory) != self._theory(old, {pair for pair in required if known.issuperset(pair)}):
                yield Failure(number, "its theory is not the premises before the new one")

    def _flips(
        self,
        required: set[tuple[str, str]],
        tied: list[tuple[str, str]],
        solved: list[tuple[int, SolverStep]],
    ) -> Iterator[Failure]:
        """Every weighed pair must have been flipped, and every flip that matters must be named."""
        last, end = self.trace.conclusion, len(self.trace.steps)
        pairs = [] if tied else list(self.evidence)
        if len(solved) != len(pairs):
            yield Failure(end, f"{len(pairs)} roles were weighed but {len(solved)} were flipped")
            return
        expected = []
        for pair, (number, step) in zip(pairs, solved, strict=True):
            if set(step.theory) != self._theory(self.order, required ^ {pair}):
                yield Failure(number, "its theory is not the premises with one role flipped")
            if step.verdict != last.verdict:
                accepted = tuple(n for n, e in self.evidence[pair] if e.status == "accepted")
                expected.append((accepted, step.verdict, number))
        named = [(flip.evidence, flip.verdict, flip.step) for flip in last.flips]
        if named != expected:
            yield Failure(end, "it does not name just the evidence that it hinges on")


def _role(step: EvidenceStep) -> Role:
    assert isinstance(step.claim, RoleClaim)
    return step.claim.role


def _atoms(formula: FormulaNode) -> set[str]:
    into: dict[str, None] = {}
    collect_atoms(formula, into)
    return set(into)


def check_belief(trace: Trace) -> Iterator[Failure]:
    """Yield the steps of a belief trace that do not hold up."""
    return BeliefCheck(trace).failures()
