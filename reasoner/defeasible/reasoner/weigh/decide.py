"""The decider of weighted evidence: what holds in all models that violate the least of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.decision import UNFINISHED, Decision, read_in_part
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import FormulaClaim, RoleClaim
from defeasible.reasoner.forms import Conditional, Role
from defeasible.reasoner.logic import atoms, check_depth, negate
from defeasible.reasoner.sat import Kept, optima
from defeasible.reasoner.sat.solver import engine_name
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace import ConclusionStep, EvidenceStep, Flip, PremiseStep, Trace
from defeasible.reasoner.trace.steps.optima import MAX_TURNED, UNITS_PER_NAT, OptimumStep
from defeasible.reasoner.verdict import Verdict
from defeasible.reasoner.weigh.weighing import Weighing, weigh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.evidence import Evidence
    from defeasible.reasoner.forms import Premises
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.trace import Step

Status: TypeAlias = Literal["accepted", "overruled", "tied"]
_STATUS: dict[Kept, Status] = {"always": "accepted", "sometimes": "tied", "never": "overruled"}


def decide(
    premises: Premises, evidence: Sequence[Evidence], goal: FormulaNode, *, timeout: float | Deadline = 10.0
) -> Decision:
    """Decide whether a goal holds in every model of the premises that violates the least evidence.

    The premises are hard. Evidence of the least total weight is given up. If several choices have the same
    weight, they are tied, and only what holds in all of them is concluded. The trace says for each piece
    whether it is accepted (kept by all optima), overruled (kept by none, and because of what) or tied, and
    which verdict would follow if a piece were otherwise.

    Args:
        premises: The hard statements.
        evidence: Claims that formulas hold, over the atoms of the premises.
        goal: The formula asked about.
        timeout: Seconds for the whole call, or the deadline of the call that it is part of.

    Returns:
        A decision with a trace that `defeasible.reasoner.checker.check` accepts. Its confidence in ENTAILED
        or REFUTED follows from the log-odds of the two best models: how much more evidence the best model of
        the other side violates. For UNKNOWN it is 0.5 if evidence is tied, else 1.

    Raises:
        UsageError: If evidence claims anything but a formula, or a premise states a requirement.
        FormError: If a formula is nested too deeply or uses an atom that is not declared.
    """
    declared = {atom.id for atom in premises.atoms}
    for s in premises.statements:
        if isinstance(s, Conditional) and s.role is Role.REQUIREMENT:
            raise UsageError(
                f"`{s.id}` states a requirement, which weakens conditionals; premises hold as they stand",
                hint="state the weakened conditional, or decide with `belief.decide`",
            )
    claims: list[FormulaNode] = []
    for i, item in enumerate(evidence, 1):
        if not isinstance(item.claim, FormulaClaim):
            raise UsageError(
                f"evidence {i} of `{item.source}` is a {type(item.claim).__name__}",
                hint="formulas are weighed here; roles and sizes are weighed where theories are decided",
            )
        claims.append(item.claim.formula)
    for owner, formula in [("the goal", goal), *((f"evidence {i}", c) for i, c in enumerate(claims, 1))]:
        check_depth(formula, owner)
        if undeclared := [name for name in atoms(formula) if name not in declared]:
            raise FormError(f"{owner} uses atom `{undeclared[0]}`, which is not declared")
    return _Proof(premises, tuple(evidence), claims, goal, timeout).decide()


class _Proof:
    """Builds the steps of one decision. A step's number is its position in `steps`, from 1."""

    def __init__(
        self,
        premises: Premises,
        evidence: tuple[Evidence, ...],
        claims: list[FormulaNode],
        goal: FormulaNode,
        timeout: float | Deadline,
    ) -> None:
        self.premises = premises
        self.evidence = evidence
        self.claims = claims
        self.goal = goal
        self.deadline = until(timeout)
        self.unfinished = ""
        """What was left undone, apart from the verdict, because time ran out."""
        self.hard = [statement.formula for statement in premises.statements]
        self.steps: list[Step] = []
        self.number: list[int] = []
        """The step of each hard statement, then of each piece of evidence, by position."""

    def decide(self) -> Decision:
        """Build all steps and the conclusion."""
        for s in self.premises.statements:
            role = None
            if isinstance(s, Conditional) and s.role is not None and s.of is not None:
                role = RoleClaim(s.id, s.of, s.role)
            self.steps.append(PremiseStep(s.id, s.formula, s.span, s.cue, False, role))
        self.number = list(range(1, len(self.steps) + 1))
        found = self._weigh(self.hard, list(range(len(self.evidence))))
        statuses = [_STATUS[word] for word in found.kept]
        if found.answered:
            self._state_evidence(found, statuses)
        self._add_optimum(found, list(range(len(self.evidence))) if found.answered else [])
        step = len(self.steps)
        tied = "tied" in statuses
        reason = _reason(found.verdict, tied=tied, pieces=len(statuses))
        flips = self._flips(found.verdict, statuses)
        self.steps.append(ConclusionStep(found.verdict, (step,), self.goal, flips=flips, reason=reason))
        confidence = self._confidence(found, tied=tied)
        decision = Decision(
            verdict=found.verdict,
            proof=Trace("evidence", self.premises.sources, tuple(self.steps), self.premises.atoms),
            confidence=confidence,
            reason="; ".join(filter(None, [reason, self.unfinished])),
        )
        if any(atom.opaque for atom in self.premises.atoms):
            words = self.premises.opaque_words(self._shown(found.verdict, step))
            return read_in_part(decision, words, self.premises.said())
        return decision

    def _shown(self, verdict: Verdict, number: int) -> frozenset[str]:
        """Return the atoms in the proof of a verdict; for UNKNOWN, those of everything that was weighed."""
        optimum = self.steps[number - 1]
        assert isinstance(optimum, OptimumStep)
        cores = (*optimum.cores, *optimum.against)
        used = {n for core in cores for n in core} if verdict is not Verdict.UNKNOWN else self.number
        stated = [self.steps[n - 1] for n in used]
        formulas = [s.claim for s in stated if isinstance(s, PremiseStep)]
        weighed = [s.claim for s in stated if isinstance(s, EvidenceStep)]
        formulas += [claim.formula for claim in weighed if isinstance(claim, FormulaClaim)]
        if verdict is not Verdict.INCONSISTENT:
            formulas.append(self.goal)
        return frozenset(name for formula in formulas for name in atoms(formula))

    def _weigh(self, hard: list[FormulaNode], pieces: list[int], *, kept: bool = True) -> Weighing:
        soft = [(self.claims[i], self.evidence[i].weight) for i in pieces]
        if self.deadline.passed:
            return Weighing(Verdict.TIMEOUT)
        return weigh(hard, soft, self.goal, self.deadline, kept=kept)

    def _state_evidence(self, found: Weighing, statuses: list[Status]) -> None:
        """State accepted, then tied, then overruled evidence, so that the overruled can cite the others."""
        self.number += [0] * len(self.evidence)
        for wanted in ("accepted", "tied", "overruled"):
            for i, (item, status) in enumerate(zip(self.evidence, statuses, strict=True)):
                if status == wanted:
                    by = tuple(self.number[at] for at in found.beaten[i]) if status == "overruled" else ()
                    step = EvidenceStep(item.claim, item.weight, item.source, item.reason, status, by)
                    self.steps.append(step)
                    self.number[len(self.hard) + i] = len(self.steps)

    def _add_optimum(self, found: Weighing, pieces: list[int], turned: int | None = None) -> None:
        hard = range(len(self.hard))
        place = [*hard, *([] if turned is None else [len(self.hard) + turned])]
        place += [len(self.hard) + i for i in pieces]
        self.steps.append(
            OptimumStep(
                engine=engine_name("rc2"),
                hard=tuple(self.number[i] for i in hard),
                soft=tuple(sorted(self.number[len(self.hard) + i] for i in pieces)),
                goal=self.goal,
                verdict=found.verdict,
                cost=found.units / UNITS_PER_NAT,
                cores=tuple(tuple(sorted(self.number[place[i]] for i in core)) for core in found.cores),
                against=tuple(tuple(sorted(self.number[place[i]] for i in core)) for core in found.against),
                models=tuple(tuple(sorted(model)) for model in found.models),
                others=tuple(tuple(sorted(model)) for model in found.others),
                phase="after" if turned is None else "flipped",
                turned=None if turned is None else self.number[len(self.hard) + turned],
            )
        )

    def _flips(self, verdict: Verdict, statuses: list[Status]) -> tuple[Flip, ...]:
        """Decide again with each piece of evidence flipped; return those that change the verdict."""
        flips: list[Flip] = []
        if len(statuses) > MAX_TURNED:
            return ()
        order = sorted(range(len(statuses)), key=lambda i: self.number[len(self.hard) + i])
        for i in order:
            if statuses[i] == "tied":
                continue
            claim = self.claims[i]
            turned = negate(claim) if statuses[i] == "accepted" else claim
            others = [j for j in range(len(self.evidence)) if j != i]
            found = self._weigh([*self.hard, turned], others, kept=False)
            self._add_optimum(found, others if found.answered else [], i)
            if found.verdict not in (verdict, Verdict.INCONSISTENT):
                evidence = (self.number[len(self.hard) + i],)
                flips.append(Flip(evidence, found.verdict, len(self.steps)))
        return tuple(flips)

    def _confidence(self, found: Weighing, *, tied: bool) -> float:
        """Return the probability of the verdict in the log-linear model of the two best models."""
        if found.verdict is Verdict.UNKNOWN:
            return 0.5 if tied else 1.0
        if found.verdict not in (Verdict.ENTAILED, Verdict.REFUTED):
            return 1.0 if found.verdict is Verdict.INCONSISTENT else 0.0
        side = negate(self.goal) if found.verdict is Verdict.ENTAILED else self.goal
        soft = [(c, e.weight) for c, e in zip(self.claims, self.evidence, strict=True)]
        other = optima([*self.hard, side], soft, deadline=self.deadline)
        if isinstance(other, Verdict):
            if other is Verdict.INCONSISTENT:
                return 1.0
            self.unfinished = f"{UNFINISHED} the other side was weighed"
            return 0.5
        with other:
            return 1 / (1 + math.exp(-min(other.cost - found.units / UNITS_PER_NAT, 700.0)))


def _reason(verdict: Verdict, *, tied: bool, pieces: int) -> str:
    """Return what a reader must know in addition to the verdict."""
    if verdict is Verdict.TIMEOUT:
        return "the solver ran out of time"
    said = []
    if tied:
        said.append("evidence is tied, and only what every choice leaves is concluded")
    if pieces > MAX_TURNED:
        said.append(
            f"with more than {MAX_TURNED} pieces of evidence, what the verdict hinges on is not sought"
        )
    return "; ".join(said)
