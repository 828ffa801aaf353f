"""`Asking`: what the pipelines must know of one kind of question beside the question itself."""

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
    """Commonsense that may lead to the gold answer, to be put in the place of what a run had."""

    what: str
    """As it stands after *right*: `if s3 is an alternative beside s1`."""
    roles: RoleSource | None = None
    """None for those of the run."""
    sizes: SizeSource | None = None


@dataclass(frozen=True, slots=True)
class Asking(ABC, Generic[Q]):
    """How questions of one kind are asked: of a reasoner, of a model, of both.

    A question reads itself with a parser; `Reasoner.decide` answers it. What is left is the words in which a
    model is asked (`fields`, for the prompts), the answers that it may give (`options`), and how much its
    belief counts where logic is not enough (`weigh`).
    """

    prompts: str
    """Whose prompts ask a model: a task of `defeasible prompts ls`."""
    style: str
    """The usual style of its prompts."""
    question: ClassVar[type[Question]]
    """The type of its questions."""
    verdicts: ClassVar[Mapping[Verdict, str]] = {}
    """The options that proved verdicts stand for, where a decision names none."""
    choosing: ClassVar[str] = ""
    """Whose prompts ask a model in `hybrid` for a part of the answer: which of some texts it is, or how some
    lines should read; empty where it is not asked so."""

    def set(self, _settings: Settings) -> Asking[Q]:
        """Return itself as the settings of a pipeline have it; by default none of them counts."""
        return self

    def origin(self) -> dict[str, Setting]:
        """Return what a run's log says of fitted weights that count here; by default there are none."""
        return {}

    @abstractmethod
    def fields(self, question: Q) -> Mapping[str, object]:
        """Return the question by the names that the fields of its prompts have; without the options."""

    @abstractmethod
    def options(self, question: Q) -> tuple[str, ...]:
        """Return the answers that a model may give, word for word; empty where it writes a text."""

    def decide(self, reasoner: Reasoner, question: Q) -> Decision:
        """Return what logic alone says; `Decision.answer` is an option, a text, or None."""
        return reasoner.decide(question)

    def weigh(self, asked: Weighing[Q], plain: Decision) -> Decision:
        """Return what logic and the model come to together.

        By default the model answers alone where logic leaves the question open, and where it is surer of
        another answer than logic is of its own. It is believed against logic only if it has earned that on
        questions whose answers are known.

        Args:
            asked: The question, and who can be asked it.
            plain: What logic alone says of a text that it understands.
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
        """Return the texts that `choosing` would ask a model about, and the place of the right one.

        On questions whose answers are known a model's choice earns its weight by these. By default nothing
        is chosen so, or no text is known to be right.

        Args:
            _asked: A question whose answer is known.
            _gold: The answer, word for word.
        """
        return None

    def chosen(self, question: Q, decision: Decision) -> int | None:
        """Return the place of the option that a decision comes to; None where it comes to none."""
        answer = self.verdicts.get(decision.verdict, decision.answer)
        options = self.options(question)
        return options.index(answer) if answer in options else None

    def gold_evidence(self, question: Q, gold: str) -> Iterator[GoldEvidence]:
        """Yield the commonsense that could make logic give the gold answer; by default none is known.

        Args:
            question: The question.
            gold: The gold answer, word for word.
        """
        del question, gold
        yield from ()
