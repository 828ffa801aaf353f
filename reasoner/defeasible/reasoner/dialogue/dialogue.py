"""`Dialogue`: one dialogue, and the questions about it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from defeasible.reasoner.decision import Decision, unparsed
from defeasible.reasoner.dialogue.causes import CausalGraph
from defeasible.reasoner.dialogue.conflicts import conflicts, consistency
from defeasible.reasoner.dialogue.identify import identify
from defeasible.reasoner.dialogue.language import Wording
from defeasible.reasoner.dialogue.ontology import validate
from defeasible.reasoner.dialogue.phrases import conflict_phrase
from defeasible.reasoner.dialogue.resolution import resolve
from defeasible.reasoner.forms import DialogueFacts, Unparsed

if TYPE_CHECKING:
    from collections.abc import Iterable

    import networkx as nx

    from defeasible.reasoner.dialogue.causes import Link
    from defeasible.reasoner.dialogue.conflicts import Conflict
    from defeasible.reasoner.dialogue.knowledge import Knowledge
    from defeasible.reasoner.dialogue.resolution import Policy, Resolution
    from defeasible.reasoner.grammar.chinese import Extracted, Options


class Dialogue:
    """The facts of one dialogue, in its language.

    Args:
        form: The facts of its turns, or why nothing could be read; then there are no facts, and decisions
            on facts are UNPARSED.
        knowledge: Commonsense knowledge; by default that of the package.

    Raises:
        FormError: If a slot is not in the ontology or a phrase is of the wrong kind for it.
    """

    def __init__(self, form: DialogueFacts | Unparsed, knowledge: Knowledge | None = None) -> None:
        self.unparsed = form if isinstance(form, Unparsed) else None
        if isinstance(form, Unparsed):
            unread = tuple(range(1, len(form.sources) + 1))
            form = DialogueFacts(form.sources, (), (), unread, (form.reason,))
        validate(form)
        self.facts = form
        self.knowledge = knowledge

    def __str__(self) -> str:
        wording = Wording(self.facts)
        return "\n".join(wording.fact(fact) for fact in self.facts.facts)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return the conflicts between the facts; see `dialogue.conflicts`."""
        return conflicts(self.facts, self.knowledge)

    def consistency(self) -> Decision:
        """Decide whether the facts can all hold; the trace shows the conflicts."""
        if self.unparsed is not None:
            return unparsed(self.unparsed, "dialogue")
        return consistency(self.facts, self.knowledge)

    def resolve(self, policy: Policy = "report") -> Resolution:
        """Resolve the conflicts by a policy: `report`, `latest-wins` or `ask`."""
        return resolve(self.facts, policy, self.knowledge)

    def conflict_phrase(self, candidates: Iterable[str]) -> Decision:
        """Decide which of some phrases does not fit; see `dialogue.conflict_phrase`."""
        if self.unparsed is not None:
            return unparsed(self.unparsed, "dialogue")
        return conflict_phrase(self.facts, candidates, self.knowledge)

    def causes(self, event: str) -> tuple[Link, ...]:
        """Return the events that lead to an event, nearest first, each with its chain of facts."""
        return self.causal.causes(event)

    def consequences(self, event: str) -> tuple[Link, ...]:
        """Return the events that an event leads to, nearest first, each with its chain of facts."""
        return self.causal.consequences(event)

    def likely_causes(self, event: str, k: int = 3, options: Options | None = None) -> tuple[Extracted, ...]:
        """Return the clauses of a Chinese dialogue that most likely say why an event happened.

        These are weighed guesses with reasons, also if no fact states a cause; see `grammar.chinese.causes`.
        """
        from defeasible.reasoner.grammar.chinese import extract  # noqa: PLC0415 - 0.1 s of lexicon

        return extract.causes(self._turns(), event, k, options or extract.PLAIN_OPTIONS)

    def likely_consequences(
        self, event: str, k: int = 3, options: Options | None = None, *, clipped: bool = False
    ) -> tuple[Extracted, ...]:
        """Return the clauses of a Chinese dialogue that most likely say what followed from an event.

        These are weighed guesses with reasons, also if no fact states a consequence; see
        `grammar.chinese.consequences`.
        """
        from defeasible.reasoner.grammar.chinese import extract  # noqa: PLC0415 - 0.1 s of lexicon

        given = options or extract.PLAIN_OPTIONS
        return extract.consequences(self._turns(), event, k, given, clipped=clipped)

    def leads_to(self, cause: str, effect: str) -> Decision:
        """Decide whether one event leads to another."""
        if self.unparsed is not None:
            return unparsed(self.unparsed, "dialogue")
        return self.causal.leads_to(cause, effect)

    def identify(self, phrase1: str, phrase2: str, options: Iterable[str]) -> Decision:
        """Choose the slot or domain that relates two phrases; see `dialogue.identify`."""
        return identify(self.facts, phrase1, phrase2, options)

    def graph(self) -> nx.MultiDiGraph[Any]:
        """Return the causal graph as a NetworkX graph."""
        return self.causal.graph()

    @cached_property
    def causal(self) -> CausalGraph:
        """The causal graph."""
        return CausalGraph(self.facts)

    def _turns(self) -> list[str]:
        return [source.text for source in self.facts.sources]
