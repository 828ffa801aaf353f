"""`Hybrid`: the text is hard, the model's opinion is soft evidence, and logic weighs them.

The model is asked only if logic leaves something open. The `Asking` of the question defines what that is, and
how much the model's opinion counts. If a text is not understood, the model answers, and the decision says so.
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
    """Decides with a model's opinions as evidence.

    Args:
        asking: How its questions are asked, and how much the model's opinion counts.
        oracle: Asks the model.
        reasoner: Reads and decides; its own commonsense is used as well.
        chooser: Asks the model which of some texts answers a question, if the asking uses that.
    """

    def __init__(
        self, asking: Asking[Q], oracle: Adviser, reasoner: Reasoner, chooser: Oracle | None = None
    ) -> None:
        self.asking, self.oracle, self.reasoner, self.chooser = asking, oracle, reasoner, chooser

    def weighing(self, question: Q) -> Weighing[Q]:
        """Return an undecided question, ready to be weighed."""
        parser = caching(self.reasoner.parser)
        return Weighing(question, self.asking, self.oracle, self.reasoner, parser, self.chooser)

    def decide(self, question: Q) -> Decision:
        """Return what follows from the text and, if that leaves it open, from the model's opinion."""
        asked = self.weighing(question)
        plain = asked.decide()
        if plain.verdict is Verdict.UNPARSED:
            if not (self.asking.options(question) or self.oracle.writes):
                return plain  # the answer is a text, and the model only scores
            return asked.alone(f"{NOT_UNDERSTOOD}: {plain.reason}")
        return self.asking.weigh(asked, plain)


@dataclass(frozen=True, slots=True)
class Weighing(Generic[Q]):
    """One question in the hybrid pipeline: it is read once, and decided as often as needed."""

    question: Q
    asking: Asking[Q]
    oracle: Adviser
    reasoner: Reasoner
    parser: Parser
    """Reads the question, once."""
    chooser: Oracle | None = None
    """Asks which of some texts answers the question."""

    @property
    def model(self) -> str:
        """Name of the model."""
        return self.oracle.name

    @property
    def way(self) -> Way:
        """How the model is asked."""
        return self.oracle.way

    @property
    def weightless(self) -> bool:
        """Whether the model's opinion has no weight, so that it need not be asked."""
        return self.oracle.reliability.slope == 0

    @property
    def choice_weightless(self) -> bool:
        """Whether its choice among texts has no weight, so that it need not be asked for one."""
        return self.chooser is not None and self.chooser.reliability.slope == 0

    @property
    def earned(self) -> bool:
        """Whether its opinion has a weight that it earned on questions with known answers."""
        return self.oracle.reliability.n > 0 and self.oracle.reliability.slope > 0

    @property
    def roles(self) -> RoleSource:
        """The source of roles that is used in addition to the model."""
        return self.reasoner.roles

    @property
    def sizes(self) -> SizeSource:
        """The source of usual sizes that is used in addition to the model."""
        return self.reasoner.sizes

    @property
    def timeout(self) -> float:
        """Seconds for each solver check."""
        return self.reasoner.timeout

    def read(self) -> object:
        """Return the form of the question."""
        return self.question.read(self.parser)

    def decide(self, *, roles: RoleSource | None = None, sizes: SizeSource | None = None) -> Decision:
        """Return the decision of logic, with other evidence if given."""
        reasoner = Reasoner(
            parser=self.parser,
            roles=self.roles if roles is None else roles,
            sizes=self.sizes if sizes is None else sizes,
            timeout=self.timeout,
        )
        return self.asking.decide(reasoner, self.question)

    def ask(self) -> Opinion:
        """Return the model's answer to the question itself."""
        return self.oracle.answer(self.asking, self.question)

    def choose(self, among: Sequence[str]) -> Opinion:
        """Return the model's choice of the text that answers the question.

        Raises:
            UsageError: If the asking has no prompts for that.
        """
        if self.chooser is None:
            raise UsageError(f"{self.asking.prompts} has no prompts for choosing a text")
        return self.chooser.ask(self.asking.fields(self.question), among)

    def alone(self, why: str) -> Decision:
        """Return the model's own answer, with the reason why it answers alone."""
        return self.own(self.ask(), why)

    def own(self, opinion: Opinion, why: str) -> Decision:
        """Return an opinion of the model as its own answer, with the reason why it answers alone."""
        return alone(self.oracle, opinion, self.question.sources, why)

    def wrote(self, words: str, why: str) -> Decision:
        """Return a text that the model wrote, at least in part, as its own answer; see `own`."""
        return self.own(Opinion((), words=words), why)

    def hinging(self, decision: Decision, turned: Decision) -> Decision:
        """Mark a decision as hinging on the model if the opposite opinion would change it."""
        if (decision.verdict, decision.answer) == (turned.verdict, turned.answer):
            return decision
        return replace(decision, branch=Branch.ARBITRATION)
