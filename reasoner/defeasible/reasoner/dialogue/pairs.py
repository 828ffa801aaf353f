"""`PairIndex`: facts indexed by what they clash with, so that conflicts of a new fact are found by look-up.

It finds conflicts of one or two facts, and of rules about more facts on one subject. `chains` finds conflicts
through chains of facts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from defeasible.reasoner.dialogue.rules import rule_book
from defeasible.reasoner.dialogue.values import fits, same_value
from defeasible.reasoner.forms import Constraint, Contraries, Exclusion
from defeasible.reasoner.forms.dialogue import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.reasoner.dialogue.knowledge import Knowledge, Reading
    from defeasible.reasoner.forms import DialogueFact, DialogueFacts

Rule: TypeAlias = Constraint | Contraries | Exclusion
Rules: TypeAlias = tuple[Rule, ...]


class Clash(NamedTuple):
    """Facts that cannot all hold, and the rules that forbid them; no rules if a fact is simply denied."""

    facts: tuple[str, ...]
    rules: Rules


class PairIndex:
    """An index of facts that finds what a further fact clashes with.

    Args:
        form: The facts, whose slots exist and fit.
        knowledge: Commonsense knowledge.
    """

    def __init__(self, form: DialogueFacts, knowledge: Knowledge) -> None:
        self._book = rule_book()
        self._knowledge = knowledge
        self._entities = {phrase.id for phrase in form.phrases if phrase.kind == "entity"}
        self._node = nodes(form)
        self._text = {phrase.id: plain_words(phrase.text) for phrase in form.phrases}
        self._readings: dict[str, tuple[Reading, ...]] = {}
        self._held: dict[tuple[str, int, int], list[tuple[str, Rules]]] = defaultdict(list)
        self._denied: dict[tuple[str, int, int], list[tuple[str, Rules]]] = defaultdict(list)
        self._links: dict[tuple[str, int, int], list[tuple[str, Rules]]] = defaultdict(list)
        """The links of chains, by acyclic constraint, start and end."""
        self._values: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
        """Facts with their phrases, by slot and subject, for slots with a constraint on values."""
        self._gists: dict[tuple[str, int, tuple[str, str]], list[tuple[int, str, Contraries | None]]]
        self._gists = defaultdict(list)
        self._matched: dict[tuple[str, int, int], list[str]] = defaultdict(list)
        """The matching facts, by exclusion, pattern and subject."""
        self._limits: dict[str, list[Constraint]] = defaultdict(list)
        """The constraints that restrict the facts of each slot."""
        for constraint in self._book.known.constraints:
            if constraint.kind in ("irreflexive", "functional", "contrary", "order", "lasting"):
                for slot in constraint.slots:
                    self._limits[slot].append(constraint)
        self._exclusive: dict[str, list[tuple[Constraint, str, bool]]] = defaultdict(list)
        for constraint, (a, turned_a), (b, turned_b) in self._book.exclusive:
            self._exclusive[a].append((constraint, b, turned_a != turned_b))
            self._exclusive[b].append((constraint, a, turned_a != turned_b))
        self._exclusions: dict[str, list[tuple[Exclusion, int]]] = defaultdict(list)
        words: dict[str, set[str]] = defaultdict(set)
        for exclusion in knowledge.exclusions:
            for k, pattern in enumerate(exclusion.patterns):
                self._exclusions[pattern.slot].append((exclusion, k))
                # One regular expression rules out all patterns for most facts.
                words[pattern.slot].update(pattern.value or pattern.subject or ("",))
        self._worth = {slot: re.compile("|".join(map(re.escape, some))) for slot, some in words.items()}
        self._matching: dict[str, list[tuple[Exclusion, int]]] = {}

    def clashes(self, fact: DialogueFact) -> Iterator[Clash]:
        """Yield the clashes of a fact; only the one with itself if it cannot hold at all."""
        subject, value = self._node[fact.subject], self._node[fact.value]
        if not fact.polarity:
            slot, x, y, rules = self._canonical(fact, subject, value)
            for other, reasons in self._held.get((slot, x, y), ()):
                yield Clash((other, fact.id), self._with_symmetry(slot, (*reasons, *rules)))
            return
        matches = self._matches(fact)
        alone = next(self._alone(fact, subject, value, matches), None)
        if alone is not None:
            yield alone
            return
        for slot, x, y, rules in self._reads(fact, subject, value):
            for other, reasons in self._denied.get((slot, x, y), ()):
                yield Clash((other, fact.id), self._with_symmetry(slot, (*rules, *reasons)))
            for constraint, against, turned in self._exclusive.get(slot, ()):
                pair = (y, x) if turned else (x, y)
                for other, reasons in self._held.get(self._key(against, *pair), ()):
                    turns = (rule for name in constraint.slots for rule in self._book.inverse(name))
                    why = self._with_symmetry(against, self._with_symmetry(slot, (*rules, *reasons, *turns)))
                    yield Clash((other, fact.id), (*why, constraint))
        for link in self._book.chains[fact.slot]:
            ends = (subject, value) if link.flipped else (value, subject)
            for other, reasons in self._links.get((link.acyclic.id, *ends), ()):
                links = dict.fromkeys((*reasons, *link.rules, link.acyclic))
                yield Clash((other, fact.id), tuple(links))
        for constraint in self._limits.get(fact.slot, ()):
            yield from self._limited(constraint, fact, subject)
        for exclusion, k in matches:
            others = [
                [fact.id] if i == k else self._matched.get((exclusion.id, i, subject), [])
                for i in range(len(exclusion.patterns))
            ]
            for choice in product(*others):
                yield Clash(tuple(dict.fromkeys(choice)), (exclusion,))

    def add(self, fact: DialogueFact) -> None:
        """Add a fact."""
        subject, value = self._node[fact.subject], self._node[fact.value]
        if not fact.polarity:
            slot, x, y, rules = self._canonical(fact, subject, value)
            self._denied[(slot, x, y)].append((fact.id, rules))
            return
        for slot, x, y, rules in self._reads(fact, subject, value):
            self._held[(slot, x, y)].append((fact.id, rules))
        for link in self._book.chains[fact.slot]:
            ends = (value, subject) if link.flipped else (subject, value)
            self._links[(link.acyclic.id, *ends)].append((fact.id, link.rules))
        kinds = {constraint.kind for constraint in self._limits.get(fact.slot, ())}
        if kinds & {"functional", "order", "lasting"}:
            self._values[(fact.slot, subject)].append((fact.id, fact.value))
        if "contrary" in kinds:
            for reading in self._read(fact.value):
                key = (fact.slot, subject, reading.gist)
                self._gists[key].append((reading.side, fact.id, reading.rule))
        for exclusion, k in self._matches(fact):
            self._matched[(exclusion.id, k, subject)].append(fact.id)

    def _reads(self, fact: DialogueFact, subject: int, value: int) -> Iterator[tuple[str, int, int, Rules]]:
        for read in self._book.reads[fact.slot]:
            pair = (value, subject) if read.flipped else (subject, value)
            yield (*self._key(read.slot, *pair), read.rules)

    def _canonical(self, fact: DialogueFact, subject: int, value: int) -> tuple[str, int, int, Rules]:
        slot, flipped = self._book.canonical(fact.slot)
        pair = (value, subject) if flipped else (subject, value)
        return (*self._key(slot, *pair), self._book.inverse(fact.slot))

    def _key(self, slot: str, x: int, y: int) -> tuple[str, int, int]:
        return (slot, y, x) if y < x and slot in self._book.symmetric else (slot, x, y)

    def _with_symmetry(self, slot: str, rules: Rules) -> Rules:
        symmetric = self._book.symmetric.get(slot)
        return tuple(dict.fromkeys(rules if symmetric is None else (*rules, symmetric)))

    def _alone(
        self, fact: DialogueFact, subject: int, value: int, matches: list[tuple[Exclusion, int]]
    ) -> Iterator[Clash]:
        if subject == value:
            for link in self._book.chains[fact.slot]:
                yield Clash((fact.id,), (*link.rules, link.acyclic))
            for constraint in self._limits.get(fact.slot, ()):
                if constraint.kind == "irreflexive":
                    yield Clash((fact.id,), (constraint,))
        for exclusion, _ in matches:
            if len(exclusion.patterns) == 1:
                yield Clash((fact.id,), (exclusion,))

    def _limited(self, constraint: Constraint, fact: DialogueFact, subject: int) -> Iterator[Clash]:
        match constraint.kind:
            case "functional":
                kind = self._book.known.by_id[fact.slot].value
                for other, phrase in self._values.get((fact.slot, subject), ()):
                    if not same_value(kind, self._text[fact.value], self._text[phrase]):
                        yield Clash((other, fact.id), (constraint,))
            case "contrary":
                for reading in self._read(fact.value):
                    for side, other, rule in self._gists.get((fact.slot, subject, reading.gist), ()):
                        if side != reading.side:
                            # The unchanged text has no rule; the negated text that it meets has one.
                            why = next(r for r in (reading.rule, rule) if r is not None)
                            yield Clash((other, fact.id), (constraint, why))
            case "order" | "lasting":
                others = [
                    [(fact.id, fact.value)] if slot == fact.slot else self._values.get((slot, subject), [])
                    for slot in constraint.slots
                ]
                for choice in product(*others):
                    if not fits(constraint, tuple(self._text[phrase] for _, phrase in choice)):
                        yield Clash(tuple(name for name, _ in choice), (constraint,))
            case _:
                pass

    def _read(self, phrase: str) -> tuple[Reading, ...]:
        if phrase not in self._readings:
            self._readings[phrase] = self._knowledge.readings(self._text[phrase])
        return self._readings[phrase]

    def _matches(self, fact: DialogueFact) -> list[tuple[Exclusion, int]]:
        """Return the patterns of exclusions that a fact matches."""
        worth = self._worth.get(fact.slot)
        subject, value = self._text[fact.subject], self._text[fact.value]
        if worth is None or not (worth.search(value) or worth.search(subject)):
            return []
        if fact.id not in self._matching:
            says, whole = self._knowledge.says, fact.subject in self._entities
            self._matching[fact.id] = [
                (exclusion, k)
                for exclusion, k in self._exclusions[fact.slot]
                if says(value, exclusion.patterns[k].value)
                and says(subject, exclusion.patterns[k].subject, whole=whole)
            ]
        return self._matching[fact.id]


def nodes(form: DialogueFacts) -> Mapping[str, int]:
    """Return a number for the referent of each phrase, by the phrase's id."""
    numbers: dict[tuple[str, str], int] = {}
    return {phrase.id: numbers.setdefault(phrase.key, len(numbers)) for phrase in form.phrases}
