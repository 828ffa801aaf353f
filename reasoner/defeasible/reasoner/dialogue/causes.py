"""The causal graph of a dialogue: which event leads to which, with the facts that prove it."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.dialogue.language import Wording
from defeasible.reasoner.dialogue.ontology import ontology, validate
from defeasible.reasoner.dialogue.proof import Proof
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms.dialogue import plain_words
from defeasible.reasoner.trace import ChainStep, Deferred, ReachStep, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    import networkx as nx

    from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase

EdgeType: TypeAlias = Literal["cause", "prerequisite", "consequence", "emotion", "time", "space"]

_BACKWARD: dict[str, EdgeType] = {
    "event_cause": "cause",
    "emotional_cause": "emotion",
    "temporal_cause": "time",
    "spatial_cause": "space",
    "prerequisite": "prerequisite",
}
"""Slots whose value comes before their subject."""
_FORWARD: dict[str, EdgeType] = {
    "subsequent_event": "consequence",
    "subsequent_emotional_reaction": "emotion",
    "subsequent_time_change": "time",
    "subsequent_location_change": "space",
}
"""Slots whose value comes after their subject."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link from one event to another, proved by a chain of facts."""

    cause: str
    """The cause, in words."""
    effect: str
    facts: tuple[DialogueFact, ...]
    """A shortest chain from the cause to the effect; a single fact if the link is direct."""

    @property
    def direct(self) -> bool:
        """Whether a single fact states it."""
        return len(self.facts) == 1

    def __str__(self) -> str:
        return f"{self.cause} -> {self.effect}  ({', '.join(fact.id for fact in self.facts)})"


class CausalGraph:
    """The events of a dialogue that lead to each other.

    Causes and consequences give links. A prerequisite makes an event possible but does not lead to it, so it
    is an edge of `graph` only. Denied facts give no links.

    Args:
        form: The facts.

    Raises:
        FormError: If a slot is not in the ontology or a phrase is of the wrong kind for it.
    """

    def __init__(self, form: DialogueFacts) -> None:
        validate(form)
        self.form = form
        first: dict[tuple[str, str], str] = {}
        self._node = {phrase.id: first.setdefault(phrase.key, phrase.id) for phrase in form.phrases}
        self._phrase = {phrase.id: phrase for phrase in form.phrases}
        self._after: dict[str, list[tuple[str, DialogueFact]]] = defaultdict(list)
        self._before: dict[str, list[tuple[str, DialogueFact]]] = defaultdict(list)
        for fact in form.facts:
            if leads(fact):
                cause, effect = self._ends(fact)
                self._after[cause].append((effect, fact))
                self._before[effect].append((cause, fact))

    def causes(self, event: str) -> tuple[Link, ...]:
        """Return all events that lead to an event, nearest first.

        Args:
            event: The event in words, or the id of its phrase.

        Raises:
            UsageError: If the dialogue mentions no such event, or several; the message names the nearest.
        """
        return self._walk(self.find(event), self._before, backward=True)

    def consequences(self, event: str) -> tuple[Link, ...]:
        """Return all events that an event leads to, nearest first.

        Raises:
            UsageError: As `causes`.
        """
        return self._walk(self.find(event), self._after, backward=False)

    def cycles(self) -> tuple[tuple[DialogueFact, ...], ...]:
        """Return a shortest cycle of facts through each event that leads to itself, each cycle once."""
        circles: dict[frozenset[str], tuple[DialogueFact, ...]] = {}
        for node in self._after:
            chain = self._chain(node, node)
            if chain:
                circles.setdefault(frozenset(fact.id for fact in chain), chain)
        return tuple(circles.values())

    def leads_to(self, cause: str, effect: str) -> Decision:
        """Decide whether one event leads to another.

        Returns:
            ENTAILED by a chain of facts from one to the other. REFUTED by a chain the other way, since a
            later event does not lead to an earlier one. INCONSISTENT if there are both, which form a cycle.
            UNKNOWN if there is none.

        Raises:
            UsageError: If the dialogue mentions no such events, or they are the same.
        """
        start, end = self.find(cause), self.find(effect)
        if start == end:
            raise UsageError(f"`{cause}` and `{effect}` are the same event", hint="name two events")
        forth, back = self._chain(start, end), self._chain(end, start)
        verdict = {
            (True, True): Verdict.INCONSISTENT,
            (True, False): Verdict.ENTAILED,
            (False, True): Verdict.REFUTED,
            (False, False): Verdict.UNKNOWN,
        }[(bool(forth), bool(back))]
        proof = Deferred(lambda: self._proof(verdict, (start, end, forth), (end, start, back)))
        return parts_unread(Decision(verdict, proof, confidence=1.0), "turn", self.form.unread)

    def graph(self) -> nx.MultiDiGraph[Any]:
        """Return the graph as a NetworkX graph.

        Returns:
            Nodes are phrase ids with `text` and `kind`. An edge runs from the earlier event to the later one,
            with `type` (`cause`, `prerequisite`, `consequence`, `emotion`, `time`, `space`), `fact` (its id)
            and `label` (the fact as text).
        """
        import networkx as nx  # noqa: PLC0415 - 0.15 s

        graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        wording = Wording(self.form)
        for fact in self.form.facts:
            kind = _BACKWARD.get(fact.slot) or _FORWARD.get(fact.slot)
            if kind is None or not fact.polarity:
                continue
            ends = self._ends(fact)
            for node in ends:
                graph.add_node(node, text=self._phrase[node].text, kind=self._phrase[node].kind)
            graph.add_edge(*ends, type=kind, fact=fact.id, label=wording.fact(fact))
        return graph

    def find(self, event: str) -> str:
        """Return the id of a phrase, given its id, its words, or words that no other phrase has.

        Raises:
            UsageError: If there is none, or several match; the message names the nearest.
        """
        if event in self._node:
            return self._node[event]
        wanted = plain_words(event)
        named = {
            self._node[phrase.id]: phrase
            for phrase in self.form.phrases
            if wanted in (plain_words(phrase.text), plain_words(f"{phrase.speaker}{phrase.text}"))
        } or {
            self._node[phrase.id]: phrase
            for phrase in self.form.phrases
            if wanted and wanted in plain_words(phrase.text)
        }
        if len(named) == 1:
            return next(iter(named))
        texts = [phrase.text for phrase in self.form.phrases]
        if named:
            who = ", ".join(_named(phrase) for phrase in named.values())
            raise UsageError(f"`{event}` is ambiguous: {who}", hint="pass the id of a phrase")
        near = get_close_matches(event, texts, n=3, cutoff=0.3) or texts[:5]
        raise UsageError(
            f"the dialogue mentions no event `{event}`", hint=f"it mentions: {', '.join(near) or 'nothing'}"
        )

    def _ends(self, fact: DialogueFact) -> tuple[str, str]:
        subject, value = self._node[fact.subject], self._node[fact.value]
        return (value, subject) if fact.slot in _BACKWARD else (subject, value)

    def _walk(
        self, start: str, links: dict[str, list[tuple[str, DialogueFact]]], *, backward: bool
    ) -> tuple[Link, ...]:
        chains: dict[str, tuple[DialogueFact, ...]] = {start: ()}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for other, fact in links.get(node, ()):
                if other not in chains:
                    chains[other] = (fact, *chains[node]) if backward else (*chains[node], fact)
                    waiting.append(other)
        here = self._phrase[start].text
        others = ((self._phrase[node].text, chain) for node, chain in chains.items() if node != start)
        return tuple(
            Link(text, here, chain) if backward else Link(here, text, chain) for text, chain in others
        )

    def _chain(self, start: str, end: str) -> tuple[DialogueFact, ...]:
        """Return a shortest chain of at least one fact; empty if there is none."""
        came: dict[str, tuple[str, DialogueFact]] = {}
        waiting = deque([start])
        while waiting:
            node = waiting.popleft()
            for other, fact in self._after.get(node, ()):
                if other == end:
                    chain = [fact]
                    while node != start:
                        node, earlier = came[node]
                        chain.append(earlier)
                    return tuple(reversed(chain))
                if other not in came and other != start:
                    came[other] = (node, fact)
                    waiting.append(other)
        return ()

    def _reached(self, start: str) -> tuple[str, ...]:
        seen = {start: None}
        waiting = deque([start])
        while waiting:
            for other, _ in self._after.get(waiting.popleft(), ()):
                if other not in seen:
                    seen[other] = None
                    waiting.append(other)
        return tuple(seen)

    def _proof(self, verdict: Verdict, *ways: tuple[str, str, tuple[DialogueFact, ...]]) -> Trace:
        proof = Proof(self.form)
        uses = []
        for start, end, chain in ways:
            if chain:
                uses.append(proof.put(ChainStep(start, end, proof.facts(chain))))
            else:
                facts = proof.facts(fact for fact in self.form.facts if leads(fact))
                uses.append(proof.put(ReachStep(start, end, self._reached(start), facts)))
        return proof.conclude(verdict, tuple(uses))


def leads(fact: DialogueFact) -> bool:
    """Whether a fact says that one event leads to another."""
    return fact.polarity and ontology().by_id[fact.slot].domain in ("cause", "consequence")


def _named(phrase: Phrase) -> str:
    return f"`{phrase.id}` ({phrase.speaker}{': ' if phrase.speaker else ''}{phrase.text})"
