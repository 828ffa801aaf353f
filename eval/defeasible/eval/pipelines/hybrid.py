"""`Hybrid`: the text is hard, what a model believes is evidence, and logic weighs the one against the other.

The model is asked only where logic leaves something to it. The `Asking` of the question says what that is,
and how much its belief counts. A text that is not understood is left to the model, and the decision says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Generic, TypeVar

from defeasible.eval.asking import Asking
from defeasible.eval.pipelines.caching import caching
from defeasible.eval.pipelines.opinion import Adviser, Opinion, Oracle, Way, alone
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import Question
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.evidence import RoleSource, SizeSource
    from defeasible.reasoner.parsing import Parser

Q = TypeVar("Q", bound=Question)

NOT_UNDERSTOOD = "the model answers alone, for the text is not understood"


class Hybrid(Generic[Q]):
    """Decides with a model's beliefs as evidence.

    Args:
        asking: How its questions are asked, and what the model's belief counts.
        oracle: Asks the model.
        reasoner: Reads and decides; its commonsense counts beside the model.
        chooser: Asks the model which of some texts answers a question, for an asking that does so.
    """

    def __init__(
        self, asking: Asking[Q], oracle: Adviser, reasoner: Reasoner, chooser: Oracle | None = None
    ) -> None:
        self.asking, self.oracle, self.reasoner, self.chooser = asking, oracle, reasoner, chooser

    def weighing(self, question: Q) -> Weighing[Q]:
        """Return a question on its way, not decided yet."""
        parser = caching(self.reasoner.parser)
        return Weighing(question, self.asking, self.oracle, self.reasoner, parser, self.chooser)

    def decide(self, question: Q) -> Decision:
        """Return what follows from the text and, where that leaves it open, from what the model believes."""
        asked = self.weighing(question)
        plain = asked.decide()
        if plain.verdict is Verdict.UNPARSED:
            if not (self.asking.options(question) or self.oracle.writes):
                return plain  # a text is asked for, and the model only scores
            return asked.alone(f"{NOT_UNDERSTOOD}: {plain.reason}")
        return self.asking.weigh(asked, plain)


@dataclass(frozen=True, slots=True)
class Weighing(Generic[Q]):
    """One question on its way through the hybrid: it is read once, and decided as often as need be."""

    question: Q
    asking: Asking[Q]
    oracle: Adviser
    reasoner: Reasoner
    parser: Parser
    """Reads the question once."""
    chooser: Oracle | None = None
    """Asks which of some texts answers the question."""

    @property
    def model(self) -> str:
        """Name of the model that can be asked."""
        return self.oracle.name

    @property
    def way(self) -> Way:
        """How it is asked."""
        return self.oracle.way

    @property
    def weightless(self) -> bool:
        """Whether nothing that the model says would count beside logic, so that it need not be asked."""
        return self.oracle.reliability.slope == 0

    @property
    def choice_weightless(self) -> bool:
        """Whether its choice among texts would not count, so that it need not be asked for one."""
        return self.chooser is not None and self.chooser.reliability.slope == 0

    @property
    def earned(self) -> bool:
        """Whether its opinion has a weight that it earned on questions whose answers are known."""
        return self.oracle.reliability.n > 0 and self.oracle.reliability.slope > 0

    @property
    def roles(self) -> RoleSource:
        """What weighs roles beside the model."""
        return self.reasoner.roles

    @property
    def sizes(self) -> SizeSource:
        """What says how big things usually are beside the model."""
        return self.reasoner.sizes

    @property
    def timeout(self) -> float:
        """Seconds for each solver check."""
        return self.reasoner.timeout

    def read(self) -> object:
        """Return the form of the question."""
        return self.question.read(self.parser)

    def decide(self, *, roles: RoleSource | None = None, sizes: SizeSource | None = None) -> Decision:
        """Return what logic says, with other evidence where some is given."""
        reasoner = Reasoner(
            parser=self.parser,
            roles=self.roles if roles is None else roles,
            sizes=self.sizes if sizes is None else sizes,
            timeout=self.timeout,
        )
        return self.asking.decide(reasoner, self.question)

    def ask(self) -> Opinion:
        """Return what the model answers to the question itself."""
        return self.oracle.answer(self.asking, self.question)

    def choose(self, among: Sequence[str]) -> Opinion:
        """Return which of some texts the model finds to answer the question.

        Raises:
            UsageError: If the asking has no prompts for that.
        """
        if self.chooser is None:
            raise UsageError(f"{self.asking.prompts} has no prompts to choose a text by")
        return self.chooser.ask(self.asking.fields(self.question), among)

    def alone(self, why: str) -> Decision:
        """Return the model's own answer, with the reason why it answers alone."""
        return self.own(self.ask(), why)

    def own(self, opinion: Opinion, why: str) -> Decision:
        """Return an opinion of the model as its own answer, with the reason why it answers alone."""
        return alone(self.oracle, opinion, self.question.sources, why)

    def wrote(self, words: str, why: str) -> Decision:
        """Return a text, of which the model wrote a part at least, as its own answer; see `own`."""
        return self.own(Opinion((), words=words), why)

    def hinging(self, decision: Decision, turned: Decision) -> Decision:
        """Say that a decision hinges on the model, where it is another one if the model says the opposite."""
        if (decision.verdict, decision.answer) == (turned.verdict, turned.answer):
            return decision
        return replace(decision, branch=Branch.ARBITRATION)
