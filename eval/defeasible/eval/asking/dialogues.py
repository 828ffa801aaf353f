"""Choices about dialogues: what fills a gap, which slot or domain relates two phrases, what does not fit.

Cues choose a slot or a domain, and a proof finds the phrase that does not fit; if they leave it open, a model
answers alone in `hybrid`. For a gap, logic excludes the options that contradict the facts of the dialogue. If
more than one is left, `symbolic` abstains, and in `hybrid` the model chooses among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from defeasible.eval.asking.asking import LEFT_OPEN, Asking
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.dialogue import Dialogue
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.given import texts
from defeasible.reasoner.question import ConflictPhraseQuestion, SlotQuestion
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import ConclusionStep, Trace
from defeasible.reasoner.trace.steps import AnswerStep, Ranked, RankingStep, spoken
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task

MASK = "[MASK]"
FACTS = "facts"
"""Name of the ranking that excludes options which contradict the facts of a dialogue."""


@dataclass(frozen=True, slots=True)
class FillQuestion(Record):
    """Which phrase belongs in the gap of a dialogue?

    Raises:
        UsageError: On construction, if a value is not a text, no turn has a gap, or there are no options.
    """

    dialogue: tuple[str, ...]
    """The turns, each preceded by its speaker; a gap is `[MASK]`."""
    options: tuple[str, ...]
    asked: str
    """The wording of the question for a model."""
    kind: Literal["fill"] = "fill"
    task: ClassVar[Task] = "dialogue"

    def __post_init__(self) -> None:
        object.__setattr__(self, "dialogue", texts(self.dialogue, self.asked, name="turns"))
        object.__setattr__(self, "options", texts(self.options, name="options"))
        if not self.options or not any(MASK in turn for turn in self.dialogue):
            raise UsageError("no gap, or no options to fill it", hint=f"a turn must contain {MASK}")

    @property
    def in_words(self) -> bool:
        """Whether it is about texts that must be read."""
        return True

    @property
    def sources(self) -> tuple[Source, ...]:
        """The turns `t1`, `t2`, ... and the options `q1`, `q2`, ..."""
        told = tuple(Source(f"t{number}", text) for number, text in enumerate(self.dialogue, 1))
        return told + tuple(Source(f"q{number}", text) for number, text in enumerate(self.options, 1))

    @property
    def gaps(self) -> tuple[Span, ...]:
        """The spans of the gaps."""
        found = ((source, source.text.find(MASK)) for source in self.sources if source.id.startswith("t"))
        return tuple(Span(source.id, at, at + len(MASK)) for source, at in found if at >= 0)

    def filled(self, option: str) -> tuple[str, ...]:
        """Return the turns with an option in the gap."""
        return tuple(turn.replace(MASK, option) for turn in self.dialogue)

    def read(self, _parser: Parser, /) -> Unparsed:
        """Return no form: the dialogue is read once per option."""
        return Unparsed("a dialogue with a gap is read with an option in it", self.sources)


@dataclass(frozen=True, slots=True)
class AskedSlot(SlotQuestion):
    """A question for a slot or a domain, with its wording for a model."""

    asked: str = ""


@dataclass(frozen=True, slots=True)
class AskedPhrase(ConflictPhraseQuestion):
    """A question for the phrase that does not fit, with its wording for a model."""

    asked: str = ""


@dataclass(frozen=True, slots=True)
class Fills(Asking[FillQuestion]):
    """What fills the gap of a dialogue?"""

    prompts: str = "corecode/filling"
    style: str = "direct"
    question = FillQuestion

    def fields(self, question: FillQuestion) -> Mapping[str, object]:
        """Return `dialogue` and `question`."""
        return {"dialogue": list(question.dialogue), "question": question.asked}

    def options(self, question: FillQuestion) -> tuple[str, ...]:
        """Return the options of the question."""
        return question.options

    def decide(self, reasoner: Reasoner, question: FillQuestion) -> Decision:
        """Exclude options that contradict the facts of the dialogue; answer if only one is left."""
        left, reasons = [], []
        for option in question.options:
            form = reasoner.parser.dialogue(question.filled(option))
            found = () if isinstance(form, Unparsed) else Dialogue(form).conflicts()
            if found:
                clash = " / ".join(found[0].turns)
                reasons.append(f"not {option}, for these cannot all hold: {clash}")
            else:
                left.append(option)
        if not left:
            left, reasons = list(question.options), ["each option leaves a conflict"]
        share = round(1 / len(left), 6)
        ranked = tuple(Ranked(option, question.gaps, share, tuple(reasons)) for option in left)
        why = f"the facts of the dialogue leave {len(left)} of {len(question.options)} options"
        return _decision(question, (RankingStep(FACTS, ranked),), "" if len(left) == 1 else why)

    def weigh(self, asked: Weighing[FillQuestion], plain: Decision) -> Decision:
        """Let the model choose among the options that logic leaves."""
        (ranking, *_) = plain.trace.steps
        assert isinstance(ranking, RankingStep)  # see `decide`
        if plain.answer is not None:
            return plain
        if len(ranking.ranked) == len(asked.question.options):
            return asked.alone(LEFT_OPEN)
        opinion = asked.oracle.answer(self, asked.question, [one.text for one in ranking.ranked])
        if opinion.place is None:
            return plain
        option = opinion.options[opinion.place]
        said = AnswerStep(
            asked.model, asked.way, opinion.shares, option, opinion.words, options=opinion.options
        )
        return _decision(asked.question, (ranking, said))


@dataclass(frozen=True, slots=True)
class Slots(Asking[AskedSlot]):
    """Which slot, or which domain, relates two phrases of a dialogue?"""

    prompts: str
    style: str = "direct"
    question = AskedSlot

    def fields(self, question: AskedSlot) -> Mapping[str, object]:
        """Return `dialogue` and `question`."""
        return {"dialogue": _turns(question), "question": question.asked}

    def options(self, question: AskedSlot) -> tuple[str, ...]:
        """Return the options of the question."""
        return question.options

    def decide(self, reasoner: Reasoner, question: AskedSlot) -> Decision:
        """Weigh the cues for each option."""
        asked = SlotQuestion(question.dialogue, question.phrase1, question.phrase2, question.options)
        return reasoner.decide(asked)


@dataclass(frozen=True, slots=True)
class Phrases(Asking[AskedPhrase]):
    """Which phrase does not fit into a dialogue? The answer is a text."""

    prompts: str = "corecode/conflict"
    style: str = "direct"
    question = AskedPhrase

    def fields(self, question: AskedPhrase) -> Mapping[str, object]:
        """Return `dialogue` and `question`."""
        return {"dialogue": _turns(question), "question": question.asked}

    def options(self, _question: AskedPhrase) -> tuple[str, ...]:
        """Return no options: the answer is a text."""
        return ()

    def decide(self, reasoner: Reasoner, question: AskedPhrase) -> Decision:
        """Return the phrase without whose facts all conflicts disappear."""
        return reasoner.decide(ConflictPhraseQuestion(question.dialogue, question.candidates))


def _turns(question: AskedSlot | AskedPhrase) -> list[str]:
    return [source.text for source in question.sources]


def _decision(
    question: FillQuestion, said: tuple[RankingStep | AnswerStep, ...], reason: str = ""
) -> Decision:
    last = ConclusionStep(Verdict.UNPROVED, tuple(range(1, len(said) + 1)), reason=reason)
    trace = Trace("answer", question.sources, (*said, last))
    return Decision(
        Verdict.UNPROVED,
        trace,
        answer=spoken(trace.steps, trace.sources),
        branch=Branch.SYMBOLIC if len(said) == 1 else Branch.ARBITRATION,
        reason=reason,
    )
