"""Events of dialogues: why one happened, what followed, when or where it was. The answer is a text.

Logic proves nothing here. Weighted features rank the clauses of the dialogue, and the best one is the answer
of `symbolic`. In `hybrid` a model is asked which of the first few answers the question; the answer is the
clause with the largest product of its share in the ranking and the model's probability, provided the model
earned a weight by its choices on fresh dialogues. If there is nothing to rank, `symbolic` abstains and in
`hybrid` the model writes its own answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from defeasible.eval.asking.asking import Asking
from defeasible.eval.metrics.answers import f1
from defeasible.reasoner.decision import Decision, unparsed
from defeasible.reasoner.dialogue import Dialogue, ontology
from defeasible.reasoner.forms import DialogueFacts, Unparsed
from defeasible.reasoner.given import texts
from defeasible.reasoner.grammar.chinese import Extracted, Options
from defeasible.reasoner.grammar.chinese.events import Rarity
from defeasible.reasoner.grammar.chinese.weights import Question, shipped
from defeasible.reasoner.heads import Folds
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import ConclusionStep, Trace
from defeasible.reasoner.trace.steps import AnswerStep, Ranked, RankingStep, spoken
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from defeasible.eval.cases import Setting
    from defeasible.eval.fitting.heads import Loaded
    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.eval.pipelines.settings import Settings
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task

CAUSE, CONSEQUENCE, CLIPPED = "cause", "consequence", "clipped"
STATED = "stated"
MOST = 6
"""Most clauses that a model is asked about."""
ALIKE = 0.5
"""Smallest similarity, from 0 to 1, of the event in question to the subject of a fact that answers it."""
NO_CLAUSE = "no clause of the dialogue can be told to answer it"

Subjects: TypeAlias = Literal["xy", "speakers"]


@dataclass(frozen=True, slots=True)
class EventQuestion(Record):
    """What does a dialogue say about an event?

    Raises:
        UsageError: On construction, if a value is not a text.
    """

    dialogue: tuple[str, ...]
    """The turns, each preceded by its speaker: `A: ...`."""
    asked: str
    """The wording of the question for a model."""
    event: str
    """The event in words."""
    about: str
    """`cause`, `consequence`, `clipped` (a consequence, in a dialogue that breaks off), or the id of a slot
    of the ontology; empty if the question is not understood."""
    subjects: Subjects
    """How answers refer to people: as x and y, or by the names of the speakers."""
    kind: Literal["event"] = "event"
    task: ClassVar[Task] = "dialogue"

    def __post_init__(self) -> None:
        object.__setattr__(self, "dialogue", texts(self.dialogue, self.asked, self.event, name="turns"))

    @property
    def in_words(self) -> bool:
        """Whether it is about texts that must be read."""
        return True

    @property
    def sources(self) -> tuple[Source, ...]:
        """The turns `t1`, `t2`, ... and the question `q1`."""
        told = tuple(Source(f"t{number}", text) for number, text in enumerate(self.dialogue, 1))
        return (*told, Source("q1", self.asked))

    def read(self, _parser: Parser, /) -> Unparsed:
        """Return no form: clauses are ranked, and nothing is inferred from what is read."""
        return Unparsed(NO_CLAUSE, self.sources)


@dataclass(frozen=True, slots=True)
class Events(Asking[EventQuestion]):
    """What does a dialogue say about an event?"""

    prompts: str
    style: str = "direct"
    weights: str = "hand"
    """The weights that rank clauses: `hand`, `fitted`, or a file of `defeasible fit`."""
    own: Folds | None = None
    """The weights in such a file."""
    question = EventQuestion
    choosing = "corecode/candidates"

    def set(self, settings: Settings) -> Events:
        """Return a version with the weights of the settings.

        Raises:
            UsageError: If they name a file that is not a head, or is for another task.
        """
        if settings.weights in ("hand", "fitted"):
            return replace(self, weights=settings.weights)
        return replace(self, weights=settings.weights, own=self._read(Path(settings.weights)).head)

    def origin(self) -> dict[str, Setting]:
        """Return which fitted weights rank clauses, and what they were fitted on."""
        if self.weights == "hand":
            return {}
        if self.own is not None:
            return self._read(Path(self.weights)).logged("weights")
        known: dict[str, tuple[Question, ...]] = {
            "corecode/cause": ("cause",),
            "corecode/subsequent": ("consequence",),
            "corecode/clipped": ("clipped",),
        }
        files = [self._read(shipped(one)) for one in known.get(self.prompts, ("cause", "consequence"))]
        return {
            "weights_sha256": " ".join(one.sha256 for one in files),
            "weights_seen": "; ".join(one.head.origin for one in files),
        }

    def _read(self, path: Path) -> Loaded:
        from defeasible.eval.fitting.heads import Loaded  # noqa: PLC0415 - few need it

        alone = () if self.prompts == "corecode/generation" else (self.prompts,)
        return Loaded.read(path, *(alone or ("corecode/cause", "corecode/subsequent")))

    def fields(self, question: EventQuestion) -> Mapping[str, object]:
        """Return `dialogue` and `question`."""
        return {"dialogue": list(question.dialogue), "question": question.asked}

    def options(self, _question: EventQuestion) -> tuple[str, ...]:
        """Return no options: the answer is a text."""
        return ()

    def decide(self, reasoner: Reasoner, question: EventQuestion) -> Decision:
        """Rank clauses; the verdict is UNPARSED if there are none."""
        found = tuple(self._ranked(reasoner, question))
        if not found:
            return unparsed(Unparsed(NO_CLAUSE, question.sources), question.task)
        return _decision(question, RankingStep(self._by(question), found))

    def weigh(self, asked: Weighing[EventQuestion], plain: Decision) -> Decision:
        """Ask the model which of the first clauses answers the question, and combine both rankings.

        A model is not asked if its choices on fresh dialogues earned no weight.
        """
        (ranking, *_) = plain.trace.steps
        assert isinstance(ranking, RankingStep)  # what is not ranked is not weighed
        first = ranking.ranked[:MOST]
        if len(first) < 2 or asked.choice_weightless:
            return plain
        opinion = asked.choose([one.text for one in first])
        if not opinion.shares:
            return plain
        option = None if opinion.place is None else opinion.options[opinion.place]
        said = AnswerStep(
            asked.model, asked.way, opinion.shares, option, opinion.words, options=opinion.options
        )
        return _decision(asked.question, RankingStep(ranking.by, first), said)

    def trial(self, asked: Weighing[EventQuestion], gold: str) -> tuple[tuple[str, ...], int] | None:
        """Return the first clauses, and the index of the one that shares most characters with the answer."""
        first = [one.text for one in self._ranked(asked.reasoner, asked.question)][:MOST]
        like = [f1(text, gold) for text in first]
        return (tuple(first), like.index(max(like))) if len(first) > 1 and max(like) > 0 else None

    def _by(self, question: EventQuestion) -> str:
        if not _direction(question.about):
            return STATED
        return "fitted" if self.own else self.weights

    def _ranked(self, reasoner: Reasoner, question: EventQuestion) -> Iterator[Ranked]:
        direction = _direction(question.about)
        if direction is None:
            yield from _stated(reasoner, question)
            return
        talk = Dialogue(DialogueFacts(question.sources[:-1], (), ()))
        options = Options(question.subjects, self.own or ("fitted" if self.weights == "fitted" else "hand"))
        extracted: tuple[Extracted, ...]
        if direction == CAUSE:
            extracted = talk.likely_causes(question.event, MOST, options)
        else:
            clipped = direction == CLIPPED
            extracted = talk.likely_consequences(question.event, MOST, options, clipped=clipped)
        seen: set[str] = set()
        for one in extracted:
            if one.text not in seen:
                seen.add(one.text)
                reasons = tuple(f"{reason.weight:+.2f} {reason.words}" for reason in one.reasons)
                yield Ranked(one.text, one.spans, one.share, reasons)


def _direction(about: str) -> str | None:
    """Return `cause`, `consequence` or `clipped` if that is asked for; None for another slot."""
    if about in (CAUSE, CONSEQUENCE, CLIPPED):
        return about
    if not about:
        return None
    domain = ontology().domain_of(about).id
    return domain if domain in (CAUSE, CONSEQUENCE) else None


def _stated(reasoner: Reasoner, question: EventQuestion) -> Iterator[Ranked]:
    """Yield the values that facts state of the event, most similar subject first."""
    form = reasoner.parser.dialogue(question.dialogue)
    if isinstance(form, Unparsed) or not question.about:
        return
    text = {phrase.id: phrase.text for phrase in form.phrases}
    likeness = Rarity({}, 1.0).likeness
    facts = [
        (likeness(question.event, text[fact.subject]), fact)
        for fact in form.facts
        if fact.slot == question.about and fact.polarity and fact.span is not None
    ]
    found: dict[str, Ranked] = {}
    near = [(like, fact) for like, fact in facts if like >= ALIKE]
    whole = sum(like for like, _ in near)
    for like, fact in sorted(near, key=lambda pair: -pair[0]):
        value = text[fact.value]
        if value not in found and fact.span is not None:
            found[value] = Ranked(value, (fact.span,), like / whole, (f"it is said of {text[fact.subject]}",))
    yield from found.values()


def _decision(question: EventQuestion, *said: RankingStep | AnswerStep) -> Decision:
    """Return the answer of a ranking, combined with a model's if given; nothing is proved."""
    steps = (*said, ConclusionStep(Verdict.UNPROVED, tuple(range(1, len(said) + 1))))
    alone = len(said) == 1
    branch = Branch.SYMBOLIC if alone else Branch.ARBITRATION
    trace = Trace("answer", question.sources, steps)
    return Decision(Verdict.UNPROVED, trace, answer=spoken(steps, question.sources), branch=branch)
