"""`Asking`: what the pipelines need to know about one kind of question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from defeasible.reasoner.question import Question
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.eval.cases import Setting
    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.eval.pipelines.settings import Settings
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.evidence import RoleSource, SizeSource

Q = TypeVar("Q", bound=Question)

LEFT_OPEN = "the model answers alone, for logic leaves the question open"
SURER = "the model answers alone, for logic has another answer with a confidence of only"


@dataclass(frozen=True, slots=True)
class GoldEvidence:
    """Commonsense that may lead to the gold answer, used in place of a run's own."""

    what: str
    """Completes a sentence after *right*: `if s3 is an alternative beside s1`."""
    roles: RoleSource | None = None
    """None to keep the run's own."""
    sizes: SizeSource | None = None


@dataclass(frozen=True, slots=True)
class Asking(ABC, Generic[Q]):
    """How questions of one kind are asked: of a reasoner, of a model, of both.

    A question reads itself with a parser, and `Reasoner.decide` answers it. An `Asking` adds the fields of
    the prompts (`fields`), the possible answers (`options`), and how much the model's opinion counts if logic
    is not enough (`weigh`).
    """

    prompts: str
    """The task, of `defeasible prompts ls`, whose prompts are used."""
    style: str
    """The default style of the prompts."""
    question: ClassVar[type[Question]]
    """The type of the questions."""
    verdicts: ClassVar[Mapping[Verdict, str]] = {}
    """The option for each proved verdict, for decisions without an answer."""
    choosing: ClassVar[str] = ""
    """The task whose prompts `hybrid` uses for a part of the answer: to choose among texts, or to rewrite
    lines. Empty if there is none."""

    def set(self, _settings: Settings) -> Asking[Q]:
        """Return a version with the settings of a pipeline applied; by default unchanged."""
        return self

    def origin(self) -> dict[str, Setting]:
        """Return the log entries about fitted weights; by default there are none."""
        return {}

    @abstractmethod
    def fields(self, question: Q) -> Mapping[str, object]:
        """Return the question as fields of its prompts, without the options."""

    @abstractmethod
    def options(self, question: Q) -> tuple[str, ...]:
        """Return the possible answers of a model, word for word; empty if it writes a text."""

    def decide(self, reasoner: Reasoner, question: Q) -> Decision:
        """Return the decision of logic alone; `Decision.answer` is an option, a text, or None."""
        return reasoner.decide(question)

    def weigh(self, asked: Weighing[Q], plain: Decision) -> Decision:
        """Return the joint decision of logic and the model.

        By default the model answers alone if logic leaves the question open, or if the model is more certain
        of another answer than logic is of its own. It overrules logic only if it has earned that on questions
        with known answers.

        Args:
            asked: The question, and who can be asked.
            plain: The decision of logic alone, on a text that was read.
        """
        if plain.verdict is Verdict.UNKNOWN:
            return asked.alone(LEFT_OPEN)
        place = self.chosen(asked.question, plain)
        if not asked.earned or place is None:
            return plain
        opinion = asked.ask()
        if opinion.failure or opinion.answer is None:
            return plain
        own = self.options(asked.question)[place]
        if opinion.odds(own, opinion.answer) + asked.oracle.reliability.of_logic(plain.confidence) >= 0:
            return plain
        return asked.own(opinion, f"{SURER} {plain.confidence:.2f}: {plain.reason}")

    def trial(self, _asked: Weighing[Q], _gold: str) -> tuple[tuple[str, ...], int] | None:
        """Return the texts that `choosing` would ask a model about, and the index of the right one.

        On questions with known answers, a model's choices among these texts earn it a weight. By default
        there are none, or none is known to be right.

        Args:
            _asked: A question with a known answer.
            _gold: The answer, word for word.
        """
        return None

    def chosen(self, question: Q, decision: Decision) -> int | None:
        """Return the index of the option that a decision gives; None if it gives none."""
        answer = self.verdicts.get(decision.verdict, decision.answer)
        options = self.options(question)
        return options.index(answer) if answer in options else None

    def gold_evidence(self, question: Q, gold: str) -> Iterator[GoldEvidence]:
        """Yield commonsense that could lead logic to the gold answer; by default none is known.

        Args:
            question: The question.
            gold: The gold answer, word for word.
        """
        del question, gold
        yield from ()
