"""`FAMILIES`: for each task, its form, the steps that its traces may contain, and what prints them."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Snapshot, Story
from defeasible.reasoner.forms.ledger import SizeLedger
from defeasible.reasoner.trace.render import answers, base, common, dialogues, optima, sizes, stories
from defeasible.reasoner.trace.steps import (
    AnswerStep,
    ArrangementStep,
    AssumptionStep,
    BaseSteps,
    CommonStep,
    ConclusionStep,
    CycleStep,
    DialogueSteps,
    EvidenceStep,
    OptimumStep,
    PathStep,
    PremiseStep,
    RankingStep,
    RetractionStep,
    SizeStep,
    SolverStep,
    StoryStep,
)
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.trace.render.names import Names

Task: TypeAlias = Literal[
    "belief", "size", "comparisons", "base", "story", "dialogue", "equivalence", "evidence", "answer"
]
"""The decider of a trace, which determines the steps that may occur and what the checker requires. `answer`
has no decider: a language model answered, or weights ranked words."""


class Family(NamedTuple):
    """The common properties of the traces of one task."""

    form: type[Any]
    """The subject of the decision: a form, a ledger, a snapshot, a pair of forms, or nothing."""
    own: tuple[type, ...] = ()
    """Steps that this family defines; other families may use them too."""
    lines: Callable[[Any, Names], list[str]] = common.lines
    """Prints one of its own steps, without its number: first its content, then its reasons."""
    shared: tuple[type, ...] = ()
    """Steps of other families that its traces may contain."""

    @property
    def steps(self) -> tuple[type, ...]:
        """All steps that its traces may contain."""
        return self.own + self.shared


FAMILIES: dict[Task, Family] = {
    "belief": Family(Premises, get_args(CommonStep), common.lines),
    "evidence": Family(
        Premises, (OptimumStep,), optima.lines, shared=(PremiseStep, EvidenceStep, ConclusionStep)
    ),
    "base": Family(Snapshot, get_args(BaseSteps), base.lines, shared=get_args(CommonStep)),
    "size": Family(
        SizeContext,
        (SizeStep, PathStep, CycleStep, ArrangementStep),
        sizes.lines,
        shared=(AssumptionStep, EvidenceStep, ConclusionStep),
    ),
    "comparisons": Family(
        SizeLedger,
        (LedgerStep, NoPathStep),
        sizes.lines,
        shared=(SizeStep, EvidenceStep, PathStep, CycleStep, ConclusionStep),
    ),
    "story": Family(Story, get_args(StoryStep), stories.lines, shared=(AssumptionStep, ConclusionStep)),
    "dialogue": Family(
        DialogueFacts,
        get_args(DialogueSteps),
        dialogues.lines,
        shared=(RetractionStep, AssumptionStep, ConclusionStep),
    ),
    "equivalence": Family(
        tuple,
        shared=(
            PremiseStep,
            SizeStep,
            SolverStep,
            PathStep,
            CycleStep,
            ArrangementStep,
            AssumptionStep,
            ConclusionStep,
        ),
    ),
    "answer": Family(NoneType, (AnswerStep, RankingStep), answers.lines, shared=(ConclusionStep,)),
}
