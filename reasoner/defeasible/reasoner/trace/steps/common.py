"""Steps that traces of several tasks share: statements, evidence, rules, solver calls, the conclusion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.evidence import Claim, RoleClaim
from defeasible.reasoner.forms import Comparison, Rank
from defeasible.reasoner.logic import Formula
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span
from defeasible.reasoner.verdict import Change, Verdict

Phase: TypeAlias = Literal["before", "after", "flipped"]
"""Which theory a step speaks of: without the new premise, with it, or with one piece of evidence flipped."""


@dataclass(frozen=True, slots=True)
class PremiseStep(Record):
    """A statement of the text, with the words that say it."""

    statement: str
    """Id of the statement in the form."""
    claim: Formula
    span: Span | None = None
    cue: str = ""
    """What the parser read in the words: `negation: does not`."""
    new: bool = False
    """Whether it is the premise that arrived last."""
    role: RoleClaim | None = None
    """The role that the text or the user states for it, where one is stated: then no evidence is weighed."""
    rank: Rank | None = None
    """For `base`: how firmly it is held."""
    kind: Literal["premise"] = "premise"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class AssumptionStep(Record):
    """Something taken for granted that no words say. It asserts no formula, so nothing follows from it."""

    reason: str
    kind: Literal["assumption"] = "assumption"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return ()


@dataclass(frozen=True, slots=True)
class EvidenceStep(Record):
    """A weighted claim, and whether the decision rests on it."""

    claim: Claim
    weight: float
    """Log-odds in nats."""
    source: str
    reason: str
    status: Literal["accepted", "overruled", "tied"]
    by: tuple[int, ...] = ()
    """For an overruled or tied claim: the steps that beat or equal it."""
    kind: Literal["evidence"] = "evidence"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.by


@dataclass(frozen=True, slots=True)
class RuleStep(Record):
    """A formula derived from earlier steps by a named rule; entailed by them, so checkable by itself.

    `weakening-by-requirement` uses a conditional `p -> q`, others `r -> q` that are required beside it, and
    the steps that say so, in this order, and derives `(p & r) -> q`.
    """

    rule: Literal["weakening-by-requirement"]
    uses: tuple[int, ...]
    claim: Formula
    kind: Literal["rule"] = "rule"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return self.uses


@dataclass(frozen=True, slots=True)
class RetractionStep(Record):
    """A belief given up, what stands in its place, and because of which steps."""

    target: int
    because: tuple[int, ...]
    replaced_by: int | None = None
    kind: Literal["retraction"] = "retraction"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (self.target, *self.because, *([self.replaced_by] if self.replaced_by else []))


@dataclass(frozen=True, slots=True)
class SolverStep(Record):
    """One two-sided solver call: does `goal` follow from `theory`, does its negation, is there a model?

    The certificate depends on the verdict. ENTAILED: `core` is a minimal subset of `theory` that entails
    `goal`, and one model shows `theory` consistent. REFUTED: the same for the negated goal. UNKNOWN: two
    models of `theory`, the first making `goal` true, the second false. INCONSISTENT: `core` is a minimal
    subset of `theory` without a model. TIMEOUT: none.
    """

    engine: str
    """Name and version of what decided: `z3 5.4.0`."""
    theory: tuple[int, ...]
    """The steps whose claims were asserted."""
    goal: Formula
    verdict: Verdict
    core: tuple[int, ...] = ()
    models: tuple[tuple[str, ...], ...] = ()
    """Each model as the names of its true atoms; the others are false."""
    phase: Phase = "after"
    kind: Literal["solver"] = "solver"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.theory, *self.core)


@dataclass(frozen=True, slots=True)
class ConclusionStep(Record):
    """The verdict, what it rests on, what changed, and what would flip it. Always the last step."""

    verdict: Verdict
    uses: tuple[int, ...]
    goal: Formula | None = None
    """For `belief`: the formula that was asked about."""
    comparison: Comparison | None = None
    """For `size`: the comparison that was asked about."""
    before: Verdict | None = None
    change: Change | None = None
    flips: tuple[Flip, ...] = ()
    reason: str = ""
    """For UNPARSED and TIMEOUT: why there is no answer."""
    kind: Literal["conclusion"] = "conclusion"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it names, perhaps with repeats."""
        return (*self.uses, *(n for flip in self.flips for n in (*flip.evidence, flip.step)))


@dataclass(frozen=True, slots=True)
class Flip(Record):
    """Evidence the verdict hinges on, and the verdict otherwise.

    Otherwise means: with the role turned (`belief`, `base`), with the formula taken to be false, or true
    where it was not accepted (`evidence`), without the evidence (all other tasks).
    """

    evidence: tuple[int, ...]
    """The steps that together make the claim."""
    verdict: Verdict
    step: int
    """The step that shows it."""


CommonStep: TypeAlias = (
    PremiseStep | AssumptionStep | EvidenceStep | RuleStep | RetractionStep | SolverStep | ConclusionStep
)
