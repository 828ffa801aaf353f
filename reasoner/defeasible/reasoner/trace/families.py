"""`FAMILIES`: of each task, what is decided on, which steps its traces may have, and what prints them."""

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
"""The decider that a trace is of; it settles which steps may occur and what the checker demands. `answer` is
of none: a language model spoke, or weights ranked words."""


class Family(NamedTuple):
    """What the traces of one task have in common."""

    form: type[Any]
    """What is decided on: a form, a ledger, a snapshot, a pair of forms, nothing."""
    own: tuple[type, ...] = ()
    """Steps that this family brings along; other families may have them too."""
    lines: Callable[[Any, Names], list[str]] = common.lines
    """Prints a step of its own, without its number: the first line says what it is, the others why."""
    shared: tuple[type, ...] = ()
    """Steps of other families that its traces may have."""

    @property
    def steps(self) -> tuple[type, ...]:
        """All steps that its traces may have."""
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
