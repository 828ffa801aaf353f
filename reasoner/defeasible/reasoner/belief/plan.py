"""Plans: the result of a decision for all theories of one shape.

Everyday arguments share a few hundred shapes. A shape consists of the formulas up to the names of their
atoms, of which statements are new, and of how the evidence on each pair of conditionals stands. A shape is
decided once. Its plan holds the verdict and every step of the proof by position; a decision's trace is
filled in from the plan when it is first read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Conditional
from defeasible.reasoner.logic import Implies, conjoin
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.belief.engine import Coded
    from defeasible.reasoner.belief.roles import Standing
    from defeasible.reasoner.evidence import Evidence
    from defeasible.reasoner.forms import Premises, Role
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps import Phase
    from defeasible.reasoner.verdict import Change, Verdict

Shape: TypeAlias = tuple[object, ...]
"""Everything that a plan depends on; equal shapes have equal plans."""


class Weighed(NamedTuple):
    """A piece of evidence, by the position of its pair and its position among that pair's evidence."""

    pair: int
    item: int
    status: Literal["accepted", "overruled", "tied"]
    by: tuple[int, ...]
    """The steps that overrule it."""


class Weakened(NamedTuple):
    """A weakening by requirement: the positions of its conditionals, and the steps that it uses."""

    members: tuple[int, ...]
    uses: tuple[int, ...]


class Solved(NamedTuple):
    """A solver call: the steps of its theory and its core, and its models over numbered atoms."""

    theory: tuple[int, ...]
    verdict: Verdict
    core: tuple[int, ...]
    models: tuple[tuple[int, ...], ...]
    phase: Phase


Planned: TypeAlias = AssumptionStep | RetractionStep | Weighed | Weakened | Solved
"""A step after the premises: the step itself if it refers only to steps, else a template to fill in."""


class Plan(NamedTuple):
    """The decision on one shape."""

    verdict: Verdict
    steps: tuple[Planned, ...]
    """All steps between the premises and the conclusion."""
    uses: tuple[int, ...]
    """The steps that the conclusion rests on."""
    flips: tuple[Flip, ...]
    hinges: tuple[int, ...]
    """The pairs of conditionals, by position, whose evidence the verdict depends on."""
    readings: tuple[Verdict, ...]
    """The verdict of each reading of the tied pairs; a single one if nothing is tied."""
    before: Verdict | None
    change: Change | None


class Case(NamedTuple):
    """One question about premises, encoded, with the weighed evidence."""

    premises: Premises
    coded: list[Coded]
    """The statements' formulas."""
    goal: Coded
    names: list[str]
    """The atoms of the statements and the goal, by number."""
    new: frozenset[str]
    pairs: tuple[Standing, ...]

    def shape(self) -> Shape:
        """Return the shape of the case."""
        standing = None
        arrived: tuple[int, ...] = ()
        if self.pairs or self.new:
            position = {s.id: i for i, s in enumerate(self.premises.statements)}
            arrived = tuple(sorted([position[name] for name in self.new]))
            standing = tuple(
                [
                    (
                        position[pair.earlier.id],
                        position[pair.later.id],
                        pair.given,
                        pair.winner,
                        tuple([(_claimed(item), pair.status(item)) for item in pair.evidence]),
                    )
                    for pair in self.pairs
                ]
            )
        return (self.goal.code, arrived, standing, *[c.code for c in self.coded])


def _claimed(evidence: Evidence) -> Role | None:
    return evidence.claim.role if isinstance(evidence.claim, RoleClaim) else None


def write(plan: Plan, case: Case, reason: str) -> Trace:
    """Return the trace of a decision: its plan filled in with the formulas and evidence of the case."""
    premises, goal, names = case.premises, case.goal.formula, case.names
    steps: list[Step] = []
    for s, coded in zip(premises.statements, case.coded, strict=True):
        role = None
        if isinstance(s, Conditional) and s.role is not None and s.of is not None:
            role = RoleClaim(s.id, s.of, s.role)
        steps.append(PremiseStep(s.id, coded.formula, s.span, s.cue, s.id in case.new, role))
    engine = engine_name()
    for step in plan.steps:
        if isinstance(step, Solved):
            theory, verdict, core, numbered, phase = step
            models = tuple([tuple([names[i] for i in model]) for model in numbered])
            steps.append(SolverStep(engine, theory, goal, verdict, core, models, phase))
        elif isinstance(step, Weighed):
            item = case.pairs[step.pair].evidence[step.item]
            steps.append(
                EvidenceStep(item.claim, item.weight, item.source, item.reason, step.status, step.by)
            )
        elif isinstance(step, Weakened):
            steps.append(RuleStep("weakening-by-requirement", step.uses, weakening(premises, step.members)))
        else:
            steps.append(step)
    last = ConclusionStep(plan.verdict, plan.uses, goal, None, plan.before, plan.change, plan.flips, reason)
    steps.append(last)
    return Trace("belief", premises.sources, tuple(steps), premises.atoms)


def weakening(premises: Premises, members: Sequence[int]) -> FormulaNode:
    """Return the weakening `(p & r) -> q` of conditionals `p -> q`, `r -> q`, given by position."""
    conditionals = [premises.statements[i] for i in members]
    conditions = [s.if_ for s in conditionals if isinstance(s, Conditional)]
    first = conditionals[0]
    assert isinstance(first, Conditional)
    return Implies(conjoin(*conditions), first.then)
