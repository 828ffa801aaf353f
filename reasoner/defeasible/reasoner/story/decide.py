"""The story decider: whether a state is implied by a story, with its proof."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.laws import library
from defeasible.reasoner.logic import negate
from defeasible.reasoner.question.stories import When, asked_of
from defeasible.reasoner.story.chain import chain
from defeasible.reasoner.story.reading import Reading
from defeasible.reasoner.trace import AssumptionStep, ConclusionStep, Deferred, Flip, Trace
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.sat.deadline import Deadline
    from defeasible.reasoner.trace import Step
    from defeasible.reasoner.trace.steps import EditStep, WeighingStep


def infer_state(  # noqa: PLR0913 - the choices of a question
    story: Story,
    query: int | Sequence[int] = 0,
    support: Sequence[int] = (),
    *,
    context: bool = True,
    when: When = "end",
    timeout: float | Deadline = 10.0,
) -> Decision:
    """Decide whether a story implies a state.

    What the text says, and laws without exceptions, hold; what is usual, and that states persist, holds as
    far as it can, the least weight given up. The state is implied if it holds in all the best worlds.

    Args:
        story: The story, with what is asked.
        query: The place of the state among the story's queries, from 0; of several, all should hold.
        support: Lines that should show the state; it is then asked of the moment after the last of them.
        context: Whether lines beside `support` count. Without them, only what the supporting lines say does.
        when: Whether the state should hold at the last of the moments asked about, or at any.
        timeout: Seconds for the whole call, or the deadline of the call that it is part of.

    Returns:
        ENTAILED or REFUTED if it holds in all, or in none, of the best worlds. The confidence is the logistic
        function of what the other side costs more, 1.0 if that is impossible; half of it where a line that
        counts was not understood.

    Raises:
        UsageError: If there is no such query or line.
    """
    ask = AskStep(asked_of(story, query), tuple(support), context, when)
    reading = Reading(story, ask, library(), timeout)
    return decided(reading, reading.weighing())


def decided(reading: Reading, weighing: WeighingStep, edit: EditStep | None = None) -> Decision:
    """Return the decision that a weighing makes; its proof is written when it is read."""
    decision = Decision(
        weighing.verdict,
        Deferred(lambda: _write(reading, weighing, edit)),
        confidence=_confidence(weighing),
        reason=_reason(weighing),
    )
    ask = reading.ask
    alone = ask.support if not ask.context else ()
    return parts_unread(decision, "line", [n for n in reading.story.unread if not alone or n in alone])


def _confidence(weighing: WeighingStep) -> float:
    """Return how surely a weighing decides: the logistic function of the difference in cost."""
    if weighing.pro is None or weighing.contra is None:
        return 0.0
    pro, contra = weighing.pro.cost, weighing.contra.cost
    if pro is None or contra is None:
        return 1.0
    if weighing.verdict is Verdict.UNKNOWN:
        return 0.5  # no law decides it; what else may have happened, the laws do not know
    return 1 / (1 + exp(-abs(pro - contra)))


def _reason(weighing: WeighingStep) -> str:
    """Return why there is no answer: the time ran out, or what is usual speaks for both sides alike."""
    if weighing.pro is None or weighing.contra is None:
        return "the solver ran out of time"
    if weighing.verdict is Verdict.UNKNOWN and (weighing.pro.broken or weighing.contra.broken):
        sides = (weighing.pro.broken, weighing.contra.broken)
        against, for_ = (", ".join(map(str, numbers)) for numbers in sides)
        return f"what is usual is tied: {against} against {for_}"
    return ""


def _proof(reading: Reading, weighing: WeighingStep) -> tuple[list[Step], tuple[int, ...]]:
    """Return the steps up to the chain to the conclusion, and the numbers that a conclusion rests on."""
    steps = reading.steps()
    steps += [AssumptionStep(f"line {line} was not understood") for line in reading.story.unread]
    steps.append(weighing)
    number = len(steps)
    steps += _links(reading, weighing, number + 1)
    return steps, (number, *([len(steps)] if len(steps) > number else []))


def _links(reading: Reading, weighing: WeighingStep, first: int) -> list[Step]:
    losing = {Verdict.ENTAILED: weighing.contra, Verdict.REFUTED: weighing.pro}.get(weighing.verdict)
    if losing is None:
        return []
    goal = weighing.goal if weighing.verdict is Verdict.ENTAILED else negate(weighing.goal)
    winning = weighing.pro if weighing.verdict is Verdict.ENTAILED else weighing.contra
    assert winning is not None
    # The chain rests on what the winning side keeps.
    kept = [core for core in losing.cores if set(core).isdisjoint(winning.broken)]
    for core in kept:
        if steps := chain(core, reading.claims, goal, first):
            return [*steps]
    return []


def _write(reading: Reading, weighing: WeighingStep, edit: EditStep | None) -> Trace:
    """Return the proof of a weighing, with what would have to change in the story where that was asked."""
    reading.renew()
    steps, uses = _proof(reading, weighing)
    if edit is not None:
        steps.append(edit)
        uses = (*uses, len(steps))
    flips: list[Flip] = []
    if weighing.verdict in (Verdict.ENTAILED, Verdict.REFUTED):
        for number in hinges(weighing, reading.weights):
            flipped = reading.weighing(without=number)
            steps.append(flipped)
            if flipped.verdict is not weighing.verdict:
                flips.append(Flip((number,), flipped.verdict, len(steps)))
    steps.append(
        ConclusionStep(weighing.verdict, uses, reading.goal, flips=tuple(flips), reason=_reason(weighing))
    )
    return Trace("story", reading.story.sources, tuple(steps), reading.atoms())


def hinges(weighing: WeighingStep, weights: dict[int, float]) -> list[int]:
    """Return the usual statements that a decided verdict may hinge on: those in its other side's cores."""
    losing = weighing.contra if weighing.verdict is Verdict.ENTAILED else weighing.pro
    assert losing is not None
    return sorted({n for core in losing.cores for n in core if n in weights})
