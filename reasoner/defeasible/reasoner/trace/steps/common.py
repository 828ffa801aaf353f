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
"""The theory of a step: without the new premise, with it, or with one piece of evidence flipped."""


@dataclass(frozen=True, slots=True)
class PremiseStep(Record):
    """A statement of the text, with the words that express it."""

    statement: str
    """Id of the statement in the form."""
    claim: Formula
    span: Span | None = None
    cue: str = ""
    """The cue that the parser found in the words: `negation: does not`."""
    new: bool = False
    """Whether it is the premise that arrived last."""
    role: RoleClaim | None = None
    """The role that the text or the user states for it, if any; then no evidence is weighed."""
    rank: Rank | None = None
    """For `base`: its rank."""
    kind: Literal["premise"] = "premise"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return ()


@dataclass(frozen=True, slots=True)
class AssumptionStep(Record):
    """An assumption without words in the text. It asserts no formula, so nothing follows from it."""

    reason: str
    kind: Literal["assumption"] = "assumption"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
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
    """For an overruled or tied claim: the steps that overrule or equal it."""
    kind: Literal["evidence"] = "evidence"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.by


@dataclass(frozen=True, slots=True)
class RuleStep(Record):
    """A formula derived from earlier steps by a named rule; they entail it, so it can be checked by itself.

    `weakening-by-requirement` uses, in this order, a conditional `p -> q`, others `r -> q` whose conditions
    are required as well, and the steps that state these requirements, and derives `(p & r) -> q`.
    """

    rule: Literal["weakening-by-requirement"]
    uses: tuple[int, ...]
    claim: Formula
    kind: Literal["rule"] = "rule"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return self.uses


@dataclass(frozen=True, slots=True)
class RetractionStep(Record):
    """A belief that is given up, its replacement, and the steps that cause this."""

    target: int
    because: tuple[int, ...]
    replaced_by: int | None = None
    kind: Literal["retraction"] = "retraction"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (self.target, *self.because, *([self.replaced_by] if self.replaced_by else []))


@dataclass(frozen=True, slots=True)
class SolverStep(Record):
    """One two-sided solver call: does `theory` entail `goal` or its negation, and does it have a model?

    The certificate depends on the verdict. ENTAILED: `core` is a minimal subset of `theory` that entails
    `goal`, and one model shows that `theory` is consistent. REFUTED: the same for the negated goal. UNKNOWN:
    two models of `theory`, the first with `goal` true, the second with it false. INCONSISTENT: `core` is a
    minimal subset of `theory` without a model. TIMEOUT: none.
    """

    engine: str
    """Name and version of the engine: `z3 5.4.0`."""
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
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.theory, *self.core)


@dataclass(frozen=True, slots=True)
class ConclusionStep(Record):
    """The verdict, what it rests on, what changed, and what would flip it. Always the last step."""

    verdict: Verdict
    uses: tuple[int, ...]
    goal: Formula | None = None
    """For `belief`: the formula asked about."""
    comparison: Comparison | None = None
    """For `size`: the comparison asked about."""
    before: Verdict | None = None
    change: Change | None = None
    flips: tuple[Flip, ...] = ()
    reason: str = ""
    """For UNPARSED and TIMEOUT: why there is no answer."""
    kind: Literal["conclusion"] = "conclusion"

    def rests_on(self) -> tuple[int, ...]:
        """Return the numbers of the earlier steps that it refers to, perhaps with duplicates."""
        return (*self.uses, *(n for flip in self.flips for n in (*flip.evidence, flip.step)))


@dataclass(frozen=True, slots=True)
class Flip(Record):
    """Evidence that the verdict hinges on, and the verdict otherwise.

    Otherwise means: with the role flipped (`belief`, `base`); with the formula taken as false, or as true if
    it was not accepted (`evidence`); without the evidence (all other tasks).
    """

    evidence: tuple[int, ...]
    """The steps that make the claim together."""
    verdict: Verdict
    step: int
    """The step that shows it."""


CommonStep: TypeAlias = (
    PremiseStep | AssumptionStep | EvidenceStep | RuleStep | RetractionStep | SolverStep | ConclusionStep
)
