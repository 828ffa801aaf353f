"""The story decider: whether a story entails a state, with a proof."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, parts_unread, read_apart
from defeasible.reasoner.forms.story import PERHAPS, REPORTED, Mood
from defeasible.reasoner.laws import library
from defeasible.reasoner.laws.library import FADES, UNFORESEEN
from defeasible.reasoner.logic import atoms, negate
from defeasible.reasoner.question.stories import When, asked_of, is_unread
from defeasible.reasoner.story.chain import chain
from defeasible.reasoner.story.reading import FIRST_HAPPENING, Reading
from defeasible.reasoner.trace import AssumptionStep, ConclusionStep, Deferred, Flip, Trace
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

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
    """Decide whether a story entails a state.

    Assertions of the text and laws without exceptions are hard. Usual consequences and persistence are soft:
    the least weight of these is given up. The state is entailed if it holds in all the best worlds.

    Args:
        story: The story, with its queries.
        query: The index of the state among the story's queries, from 0; of several, all should hold.
        support: Lines that should show the state; the query is then about the moment after the last of them.
        context: Whether lines other than `support` count; if not, only the supporting lines do.
        when: Whether the state should hold at the last of the moments asked about, or at any of them.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.

    Returns:
        ENTAILED or REFUTED if it holds in all, or in none, of the best worlds. The confidence is the logistic
        function of the extra cost of the other side, 1.0 if that is impossible; it is halved if a line that
        counts was not understood, and if each conflict found with the other side needs a line whose pronoun
        may mean somebody else, or that only reports.

    Raises:
        UsageError: If there is no such query or line.
    """
    ask = AskStep(asked_of(story, query), tuple(support), context, when)
    reading = Reading(story, ask, library(), timeout)
    return decided(reading, reading.weighing())


def decided(reading: Reading, weighing: WeighingStep, edit: EditStep | None = None) -> Decision:
    """Return the decision of a weighing; its proof is written on first access."""
    decision = Decision(
        weighing.verdict,
        Deferred(lambda: _write(reading, weighing, edit)),
        confidence=confidence(weighing, reading.persisting),
        reason=_reason(weighing) or (_left_open(reading) if weighing.verdict is Verdict.UNKNOWN else ""),
    )
    decision = read_apart(decision, _unsure(reading, weighing))
    ask = reading.ask
    alone = ask.support if not ask.context else ()
    return parts_unread(decision, "line", [n for n in reading.story.unread if not alone or n in alone])


def confidence(weighing: WeighingStep, persisting: Container[int]) -> float:
    """Return the confidence of a weighing: the logistic function of the difference in cost.

    If each way of refuting the other side needs persistence, the difference counts for at most `UNFORESEEN`,
    since the laws do not foresee everything that may end a state.

    Args:
        weighing: The weighing.
        persisting: The steps of the theory that state persistence.
    """
    if weighing.pro is None or weighing.contra is None:
        return 0.0
    pro, contra = weighing.pro.cost, weighing.contra.cost
    if pro is None or contra is None:
        return 1.0
    if weighing.verdict is Verdict.UNKNOWN:
        return 0.5  # no law decides it; the laws do not foresee everything
    lead = abs(pro - contra)
    losing = weighing.contra if weighing.verdict is Verdict.ENTAILED else weighing.pro
    if all(any(n in persisting for n in core) for core in losing.cores):
        lead = min(lead, UNFORESEEN)
    return 1 / (1 + exp(-lead))


def _unsure(reading: Reading, weighing: WeighingStep) -> str:
    """Return which lines may be of somebody else, or only report it, if each conflict needs one.

    `Adam met Tom. He left.`, `Ann was told that Tom had left.`
    """
    losing = {Verdict.ENTAILED: weighing.contra, Verdict.REFUTED: weighing.pro}.get(weighing.verdict)
    unsure: dict[int, str] = {}
    told = 0
    for number, happening in enumerate(reading.happenings, FIRST_HAPPENING):
        line = f"line {happening.line}"
        if PERHAPS in happening.cue:
            unsure[told] = f"a pronoun in {line} may mean another"
        elif happening.mood is not Mood.POSSIBLE:
            told = number
        if REPORTED in happening.cue:
            unsure[number] = f"{line} only says that somebody said so"
    cores = losing.cores if losing is not None else ()
    if not cores or any(unsure.keys().isdisjoint(core) for core in cores):
        return ""
    return ", ".join(dict.fromkeys(unsure[n] for core in cores for n in core if n in unsure))


def _reason(weighing: WeighingStep) -> str:
    """Return why there is no answer: the time ran out, or the usual statements favour both sides alike."""
    if weighing.pro is None or weighing.contra is None:
        return "the solver ran out of time"
    if weighing.verdict is Verdict.UNKNOWN and (weighing.pro.broken or weighing.contra.broken):
        sides = (weighing.pro.broken, weighing.contra.broken)
        against, for_ = (", ".join(map(str, numbers)) for numbers in sides)
        return f"what is usual is tied: {against} against {for_}"
    return ""


def _left_open(reading: Reading) -> str:
    """Return why neither side of a question follows: what may have ended the state, if anything."""
    if any(map(is_unread, reading.ask.queries)):
        return "the query asks for more than is read"
    asked = {reading.theory.fluents[a][0] for a in atoms(reading.goal) if a in reading.theory.fluents}
    lapse = next((x for x in reversed(reading.theory.lapses) if x.fluent in asked), None)
    if lapse is None:
        return "no line settles it, nor anything that follows"
    told = reading.happenings[lapse.since - 1].line if lapse.since else 0
    state = f"what line {told} says of it" if told else "what held at the start"
    if lapse.by is None:
        return f"{state} need not hold {FADES} lines later"
    span = lapse.by.span
    text = "" if span is None else next(s.text for s in reading.story.sources if s.id == span.source)
    quoted = "" if span is None else f' ("{text[span.start : span.end]}")'
    return f"line {lapse.by.line}{quoted} may have ended {state}"


def _proof(reading: Reading, weighing: WeighingStep) -> tuple[list[Step], tuple[int, ...]]:
    """Return the steps up to the chain, and the numbers of the premises of the conclusion."""
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
    # The chain rests on the statements that the winning side keeps.
    kept = [core for core in losing.cores if set(core).isdisjoint(winning.broken)]
    for core in kept:
        if steps := chain(core, reading.claims, goal, first):
            return [*steps]
    return []


def _write(reading: Reading, weighing: WeighingStep, edit: EditStep | None) -> Trace:
    """Return the proof of a weighing, with the edits of the story if they were requested."""
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
    """Return the usual statements that may reverse a verdict: those in the cores of its other side."""
    losing = weighing.contra if weighing.verdict is Verdict.ENTAILED else weighing.pro
    assert losing is not None
    return sorted({n for core in losing.cores for n in core if n in weights})
