"""Check the logic of a belief trace: roles, weakenings, retractions, certificates, conclusion."""

from __future__ import annotations

import re
from itertools import chain, combinations
from math import fsum
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.checker.certificates import check_certificate
from defeasible.reasoner.checker.declared import undeclared
from defeasible.reasoner.checker.enabling import PREFIX, role_evidence
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.truth import collect_atoms
from defeasible.reasoner.checker.verdicts import agreed, changed
from defeasible.reasoner.evidence import MAX_WEIGHT, RoleClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import And, Implies
from defeasible.reasoner.trace import (
    AssumptionStep,
    EvidenceStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SolverStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Trace

_UNTOLD = re.compile("nothing tells how ([1-9][0-9]{0,8}) bears on ([1-9][0-9]{0,8}): both as stated")
TIE = 1e-9
"""Weights closer than this (in nats) are equal."""
Pair: TypeAlias = tuple[str, str]
"""Statement ids of an earlier and a later conditional with the same consequent."""


class BeliefCheck:
    """Re-derives the content of a belief trace and compares."""

    ranked = False
    """Whether premises have a rank."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.last = trace.conclusion
        self.declared = {atom.id for atom in trace.atoms}
        self.premise: dict[str, tuple[int, PremiseStep]] = {}
        self.order: list[str] = []
        self.evidence: dict[Pair, list[tuple[int, EvidenceStep]]] = {}
        self.given: dict[Pair, tuple[int, Role]] = {}
        self.rules: dict[frozenset[str], tuple[int, RuleStep]] = {}
        self.claims: dict[int, FormulaNode] = {}
        """The formula of each premise and each rule, by step number."""
        self.retractions: list[tuple[int, RetractionStep]] = []
        self.solved: list[tuple[int, SolverStep]] = []
        self.assumed: dict[int, str] = {}
        self._required: dict[frozenset[str], set[int]] = {}
        """The steps by which groups of conditionals require each other's conditions."""

    def failures(self) -> Iterator[Failure]:
        """Yield every invalid step, in order of dependence."""
        yield from self._collect()
        yield from self._assumptions()
        required, tied = set(), []
        for pair, claims in self.evidence.items():
            if unweighable := [n for n, step in claims if not 0 < step.weight <= MAX_WEIGHT]:
                yield Failure(unweighable[0], f"its weight is not in (0, {MAX_WEIGHT:g}]")
                return
            problem, winner = self._weigh(claims)
            yield from problem
            if winner == "tied":
                tied.append(pair)
            elif winner is Role.REQUIREMENT:
                required.add(pair)
            yield from self._lexicons(pair, claims)
        required |= {pair for pair, (_, role) in self.given.items() if role is Role.REQUIREMENT}
        for number, rule in self.rules.values():
            yield from self._rule(number, rule)
        yield from self._retractions(required)
        yield from self._certificates()
        yield from self._conclusion(required, tied)

    def _collect(self) -> Iterator[Failure]:
        used: dict[str, None] = {}
        for number, step in enumerate(self.trace.steps, 1):
            if type(step) is PremiseStep:
                self.claims[number] = step.claim
                collect_atoms(step.claim, used)
                yield from self._premise(number, step)
            elif type(step) is EvidenceStep:
                yield from self._role_evidence(number, step)
            elif type(step) is SolverStep:
                self.solved.append((number, step))
                for model in step.models:
                    used.update(dict.fromkeys(model))
            elif type(step) is RuleStep:
                group = self._group(step)
                if group in self.rules:
                    yield Failure(number, f"step {self.rules[group][0]} is of the same conditionals")
                self.rules[group] = (number, step)
                self.claims[number] = step.claim
            elif type(step) is RetractionStep:
                self.retractions.append((number, step))
            elif type(step) is AssumptionStep:
                self.assumed[number] = step.reason
        if self.last.goal is not None:
            collect_atoms(self.last.goal, used)
        if not used.keys() <= self.declared:
            yield from undeclared(self.trace, self.declared)

    def _assumptions(self) -> Iterator[Failure]:
        """Check that nothing is assumed except that two conditionals without evidence hold as stated."""
        for number, reason in self.assumed.items():
            found = _UNTOLD.fullmatch(reason)
            later, earlier = map(int, found.groups()) if found else (0, 0)
            pair = (self._stated(earlier), self._stated(later))
            if not self._same_consequent(pair) or pair in self.evidence or pair in self.given:
                yield Failure(number, "it assumes what nothing shows")

    def _stated(self, number: int) -> str:
        """Return the statement id of a premise step; empty if the step is not a premise."""
        step = self.trace.steps[number - 1] if 1 <= number <= len(self.trace.steps) else None
        return step.statement if isinstance(step, PremiseStep) else ""

    def _premise(self, number: int, step: PremiseStep) -> Iterator[Failure]:
        self.premise[step.statement] = (number, step)
        self.order.append(step.statement)
        if (step.rank is not None) != self.ranked:
            yield Failure(number, "how firmly it is held belongs in a base trace, and only there")
        if step.new and self.ranked:
            yield Failure(number, "in a base every premise has its time of arrival, and none is new")
        if step.role is not None:
            pair = (step.role.of, step.role.conditional)
            self.given[pair] = (number, step.role.role)
            if step.role.conditional != step.statement or not self._same_consequent(pair):
                yield Failure(number, "it states no role of its own beside an earlier conditional")

    def _role_evidence(self, number: int, step: EvidenceStep) -> Iterator[Failure]:
        if not isinstance(step.claim, RoleClaim):
            yield Failure(number, "a size claim is no evidence about a conditional")
            return
        pair = (step.claim.of, step.claim.conditional)
        if not self._same_consequent(pair):
            yield Failure(number, f"{pair[0]} and {pair[1]} are not conditionals with one consequent")
        elif pair in self.given:
            yield Failure(number, f"step {self.given[pair][0]} states the role that it weighs")
        self.evidence.setdefault(pair, []).append((number, step))

    def _same_consequent(self, pair: Pair) -> bool:
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
        used = [self.trace.steps[n - 1] for n in rule.uses]
        return frozenset([step.statement for step in used if isinstance(step, PremiseStep)])

    def _weigh(self, claims: list[tuple[int, EvidenceStep]]) -> tuple[list[Failure], Role | str]:
        """Sum a pair's evidence again; return the wrong statuses and the winning role."""
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
        return failures, winner

    def _lexicons(self, pair: Pair, claims: list[tuple[int, EvidenceStep]]) -> Iterator[Failure]:
        """Recompute the shipped lexicons' claims about a pair; the trace must have all of them or none."""
        stated = {step.source: (n, step) for n, step in claims if step.source[: len(PREFIX)] == PREFIX}
        if not stated or not self._same_consequent(pair):
            return
        earlier, later = (self.premise[name][1].claim for name in pair)
        assert isinstance(earlier, Implies)
        assert isinstance(later, Implies)
        glosses = {atom.id: atom.gloss for atom in self.trace.atoms}
        said, with_length = role_evidence(earlier.if_, later.if_, later.then, glosses)
        right = said if stated.keys() == said.keys() else with_length
        for source, (number, step) in stated.items():
            if right.get(source) != (_role(step), step.weight):
                yield Failure(number, f"`{source}` does not say so of these words")
        if missing := said.keys() - stated.keys():
            yield Failure(0, f"it leaves out what `{min(missing)}` says of these words")
        for number, step in claims:
            if step.source in stated and stated[step.source][0] != number:
                yield Failure(number, f"`{step.source}` says it once")

    def _rule(self, number: int, rule: RuleStep) -> Iterator[Failure]:
        group = self._group(rule)
        members = {self.premise[statement][0] for statement in group}
        pairs = [pair for pair in chain(self.evidence, self.given) if group.issuperset(pair)]
        conditionals = [c for s in group if isinstance(c := self.premise[s][1].claim, Implies)]
        if len(conditionals) < max(2, len(members)) or len({claim.then for claim in conditionals}) != 1:
            yield Failure(number, "it must use at least two conditionals with the same consequent")
        elif group.difference(*pairs):
            yield Failure(number, "nothing says that these conditionals are required beside each other")
        elif set(rule.uses) != members | self._reasons(group):
            yield Failure(number, "it must use its conditionals and what says that they are required")
        elif rule.claim != self._weakening(group):
            yield Failure(
                number, "its claim is not the conjunction of their conditions implying the consequent"
            )

    def _reasons(self, group: frozenset[str]) -> set[int]:
        """Return the steps that support a requirement; if none does, the evidence that prevailed."""
        if group in self._required:
            return self._required[group]
        reasons = {self.given[pair][0] for pair in filter(group.issuperset, self.given)}
        requirement = Role.REQUIREMENT
        for pair in filter(group.issuperset, self.evidence):
            claims = self.evidence[pair]
            reasons.update(
                [n for n, step in claims if _role(step) is requirement]
                or [n for n, step in claims if step.status != "overruled"]
            )
        self._required[group] = reasons
        return reasons

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

    def _theory(self, statements: Iterable[str], required: Iterable[Pair]) -> set[int]:
        """Return the steps that state a theory in which the given pairs are requirements."""
        groups = groups_of(required)
        if not groups:
            return {self.premise[s][0] for s in statements}
        return {self.rules.get(groups[s], (0,))[0] if s in groups else self.premise[s][0] for s in statements}

    def _retractions(self, required: set[Pair]) -> Iterator[Failure]:
        groups, retracted = groups_of(required), set()
        for number, step in self.retractions:
            target = self.trace.steps[step.target - 1]
            statement = target.statement if isinstance(target, PremiseStep) else ""
            group = groups.get(statement)
            retracted.add(statement)
            if group is None:
                yield Failure(number, f"retracts step {step.target}, which nothing weakens")
            elif group not in self.rules or step.replaced_by != self.rules[group][0]:
                yield Failure(number, f"step {step.target} is not replaced by its weakening")
            elif set(step.because) != self._reasons(group):
                yield Failure(number, "its reasons are not those of the weakening")
        if missing := sorted(groups.keys() - retracted):
            yield Failure(0, f"`{missing[0]}` is weakened but not retracted")

    def _certificates(self) -> Iterator[Failure]:
        stated, goal = self.claims, self.last.goal
        for number, step in self.solved:
            if step.goal is not goal and step.goal != goal:
                yield Failure(number, "it decides another goal than the conclusion")
            claims = {n: stated[n] for n in step.theory if n in stated}
            if len(claims) < len(step.theory):
                for n in set(step.theory) - claims.keys():
                    yield Failure(number, f"its theory has step {n}, which asserts no formula")
            if problem := check_certificate(step, claims):
                yield Failure(number, problem)

    def _conclusion(self, required: set[Pair], tied: list[Pair]) -> Iterator[Failure]:
        last, end = self.last, len(self.trace.steps)
        phases: dict[str, list[tuple[int, SolverStep]]] = {"before": [], "after": [], "flipped": []}
        for number, step in self.solved:
            phases[step.phase].append((number, step))
        if last.goal is None or last.comparison is not None:
            yield Failure(end, "it has no formula as its goal")
        before = None
        old = [s for s in self.order if not self.premise[s][1].new]
        if len(old) < len(self.order):
            known = set(old)
            kept = [pair for pair in required if known.issuperset(pair)]
            open_ = [pair for pair in tied if known.issuperset(pair)]
            if not self._readings(old, kept, open_, phases["before"]):
                yield Failure(end, "the theories decided before are not the premises before the new one")
            before = agreed(phases["before"])
        elif phases["before"]:
            yield Failure(phases["before"][0][0], "there is no new premise that it could be before")
        if not self._readings(self.order, required, tied, phases["after"]):
            yield Failure(end, "the decided theories are not those that the premises and the evidence leave")
        if list(last.uses) != [number for number, _ in phases["after"]]:
            yield Failure(end, "it does not rest on the solver steps that decide the premises")
        shown = agreed(phases["after"])
        if last.verdict != shown:
            yield Failure(end, f"says {last.verdict}, the steps it rests on say {shown}")
        if last.reason and shown is not Verdict.TIMEOUT and len({s.verdict for _, s in phases["after"]}) < 2:
            yield Failure(end, "a reason is given just where the time ran out or tied readings differ")
        if last.before != before:
            yield Failure(end, f"says the verdict was {last.before}, step by step it was {before}")
        change = changed(before, last.verdict)
        if last.change != change:
            yield Failure(end, f"says {last.change}, from {before} to {last.verdict} it is {change}")
        yield from self._flips(required, tied, phases["flipped"])

    def _readings(
        self,
        statements: list[str],
        required: Collection[Pair],
        tied: Sequence[Pair],
        solved: list[tuple[int, SolverStep]],
    ) -> bool:
        """Whether exactly the theories of each choice among the tied pairs were decided, in order."""
        if len(solved) != 2 ** len(tied):
            return False
        if not tied:
            return set(solved[0][1].theory) == self._theory(statements, required)
        readings = (extra for size in range(len(tied) + 1) for extra in combinations(tied, size))
        return all(
            set(step.theory) == self._theory(statements, (*required, *extra))
            for (_, step), extra in zip(solved, readings, strict=True)
        )

    def _flips(
        self,
        required: set[Pair],
        tied: list[Pair],
        solved: list[tuple[int, SolverStep]],
    ) -> Iterator[Failure]:
        """Check that every weighed pair was flipped, and that every relevant flip is named."""
        last, end = self.last, len(self.trace.steps)
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


_ALONE: frozenset[str] = frozenset()


def groups_of(required: Iterable[Pair]) -> dict[str, frozenset[str]]:
    """Return, for each conditional in a requirement, itself and all that are required beside it."""
    groups: dict[str, frozenset[str]] = {}
    for pair in required:
        for statement in pair:
            groups[statement] = groups.get(statement, _ALONE).union(pair)
    return groups


def _role(step: EvidenceStep) -> Role:
    assert isinstance(step.claim, RoleClaim)
    return step.claim.role


def check_belief(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of a belief trace."""
    return BeliefCheck(trace).failures()
