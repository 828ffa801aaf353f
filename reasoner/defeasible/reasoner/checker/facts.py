"""Decide whether facts of a dialogue can all hold: by saturation, directly from the data files.

The deciders look up conflicts in hash tables and search for shortest paths. Here every fact that follows is
derived, and each rule is checked against all facts.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, TypeAlias

from defeasible.reasoner.checker.times import apart, later, minutes_in, time_of
from defeasible.reasoner.checker.wording import denies, found, negated
from defeasible.reasoner.checker.words import plain, referent
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Constraint, Contraries, Exclusion, Pattern
from defeasible.reasoner.forms.times import DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from defeasible.reasoner.forms import DialogueFact, Phrase

Rule: TypeAlias = Constraint | Contraries | Exclusion
_Key: TypeAlias = "tuple[str, str]"
_Triple: TypeAlias = "tuple[str, _Key, _Key]"


@cache
def ontology_rules() -> Mapping[str, Constraint]:
    """Return the constraints of the ontology's data file, by id."""
    return {
        name: Constraint(
            name, table["kind"], tuple(table["slots"]), table.get("note_en", ""), table.get("note_zh", "")
        )
        for name, table in _document("ontology.toml")["constraint"].items()
    }


@cache
def slot_table() -> Mapping[str, Mapping[str, str]]:
    """Return the slots of the ontology's data file with their fields, by id."""
    slots: Mapping[str, Mapping[str, str]] = _document("ontology.toml")["slot"]
    return slots


@cache
def commonsense_rules() -> Mapping[str, Rule]:
    """Return the rules of the commonsense data file, by id."""
    document = _document("knowledge.toml")
    rules: list[Rule] = []
    for words in document["negators"].values():
        for word in words.split():
            denied, _, left = word.replace("_", " ").partition(">")
            rules.append(Contraries(f"not: {denied}", ((denied,), (left,))))
    for lines in document["contraries"].values():
        for line in lines.split("\n"):
            if line.strip():
                sides = tuple(tuple(w.replace("_", " ") for w in s.split()) for s in line.split("/"))
                rules.append(Contraries(" ".join(line.split()), sides))
    for name, table in document["exclusion"].items():
        patterns = tuple(
            Pattern(p["slot"], tuple(p.get("subject", [])), tuple(p.get("value", [])))
            for p in table["patterns"]
        )
        rules.append(Exclusion(name, patterns, table["note_en"], table["note_zh"]))
    return {rule.id: rule for rule in rules}


class Facts:
    """Checks facts against rules.

    Args:
        phrases: The phrases, by id. Facts must refer only to these and to slots of the ontology.
    """

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._phrase = {phrase.id: phrase for phrase in phrases}
        self._words = {phrase.id: plain(phrase.text) for phrase in phrases}

    def broken(self, facts: Collection[DialogueFact], rules: Iterable[Rule]) -> bool:
        """Whether facts violate some rules, or both state and deny something."""
        rules = list(rules)
        constraints = [rule for rule in rules if isinstance(rule, Constraint)]
        held = self._saturated(facts, constraints)
        if any((f.slot, self._key(f.subject), self._key(f.value)) in held for f in facts if not f.polarity):
            return True
        said: dict[tuple[str, _Key], list[DialogueFact]] = defaultdict(list)
        for fact in facts:
            if fact.polarity:
                said[(fact.slot, self._key(fact.subject))].append(fact)
        contraries = [rule for rule in rules if isinstance(rule, Contraries)]
        return (
            any(self._forbidden(rule, held) for rule in constraints)
            or any(self._misfit(rule, said, contraries) for rule in constraints)
            or any(self._excluded(rule, said) for rule in rules if isinstance(rule, Exclusion))
        )

    def _key(self, phrase: str) -> _Key:
        return referent(self._phrase[phrase])

    def _saturated(self, facts: Iterable[DialogueFact], rules: list[Constraint]) -> set[_Triple]:
        """Return everything that follows from the facts by the deriving rules."""
        turns: dict[str, list[tuple[str, bool]]] = defaultdict(list)
        for rule in rules:
            if rule.kind == "inverse":
                turns[rule.slots[0]].append((rule.slots[1], True))
                turns[rule.slots[1]].append((rule.slots[0], True))
            elif rule.kind == "symmetric":
                turns[rule.slots[0]].append((rule.slots[0], True))
            elif rule.kind == "implies":
                turns[rule.slots[0]].append((rule.slots[1], False))
        through = {rule.slots[0] for rule in rules if rule.kind == "transitive"}
        held: set[_Triple] = set()
        after: dict[tuple[str, _Key], list[_Key]] = defaultdict(list)
        before: dict[tuple[str, _Key], list[_Key]] = defaultdict(list)
        waiting = [(f.slot, self._key(f.subject), self._key(f.value)) for f in facts if f.polarity]
        while waiting:
            triple = waiting.pop()
            if triple in held:
                continue
            held.add(triple)
            slot, x, y = triple
            waiting += [(other, y, x) if turned else (other, x, y) for other, turned in turns[slot]]
            if slot in through:
                after[(slot, x)].append(y)
                before[(slot, y)].append(x)
                waiting += [(slot, x, z) for z in after[(slot, y)]]
                waiting += [(slot, w, y) for w in before[(slot, x)]]
        return held

    @staticmethod
    def _forbidden(rule: Constraint, held: set[_Triple]) -> bool:
        """Whether the derived facts violate a rule about relations."""
        match rule.kind:
            case "irreflexive":
                return any(slot == rule.slots[0] and x == y for slot, x, y in held)
            case "exclusive":
                one, other = rule.slots
                return any(slot == one and (other, x, y) in held for slot, x, y in held)
            case "acyclic":
                links: dict[_Key, set[_Key]] = defaultdict(set)
                for slot, x, y in held:
                    if slot in rule.slots:
                        links[x].add(y)
                return _circular(links)
            case _:
                return False

    def _misfit(
        self,
        rule: Constraint,
        said: Mapping[tuple[str, _Key], list[DialogueFact]],
        contraries: list[Contraries],
    ) -> bool:
        """Whether values violate a rule about values."""
        if rule.kind in ("functional", "contrary"):
            for (slot, _), facts in said.items():
                if slot not in rule.slots or len(facts) < 2:
                    continue
                for a, b in combinations(facts, 2):
                    one, other = self._words[a.value], self._words[b.value]
                    if rule.kind == "functional" and _apart(slot, one, other):
                        return True
                    if rule.kind == "contrary" and any(denies(c, one, other) for c in contraries):
                        return True
        elif rule.kind in ("order", "lasting"):
            for key in {key for _, key in said}:
                groups = [said.get((slot, key), []) for slot in rule.slots]
                if any(_late([self._words[f.value] for f in choice]) for choice in product(*groups)):
                    return True
        return False

    def _excluded(self, rule: Exclusion, said: Mapping[tuple[str, _Key], list[DialogueFact]]) -> bool:
        keys = {key for slot, key in said if slot == rule.patterns[0].slot}
        return any(
            all(any(self._fits(f, p) for f in said.get((p.slot, key), ())) for p in rule.patterns)
            for key in keys
        )

    def _fits(self, fact: DialogueFact, pattern: Pattern) -> bool:
        subject, value = self._words[fact.subject], self._words[fact.value]
        ends = self._phrase[fact.subject].kind == "entity"
        return _says(subject, pattern.subject, ends) and _says(value, pattern.value, ends=False)


def _says(text: str, words: tuple[str, ...], ends: bool) -> bool:
    if not words:
        return True
    for word in words:
        for at in found(text, word):
            left, right = text[:at], text[at + len(word) :]
            if not (ends and right) and not negated(f"{left}\0{right}"):
                return True
    return False


def _apart(slot: str, one: str, other: str) -> bool:
    """Whether two values of a slot with one value are certainly different."""
    if one in other or other in one:
        return False
    kind = slot_table()[slot]["value"]
    if kind == "duration":
        return minutes_in(one) is None or minutes_in(one) != minutes_in(other)
    if kind == "time":
        a, b = time_of(one), time_of(other)
        return a is None or b is None or apart(a, b)
    return True


def _late(values: list[str]) -> bool:
    """Whether the first time is certainly after the second, or their distance contradicts the third value."""
    start, end = time_of(values[0]), time_of(values[1])
    if start is None or end is None:
        return False
    if len(values) == 2:
        return later(start, end)
    length = minutes_in(values[2])
    if length is None or start.minute is None or end.minute is None:
        return False
    passed = end.minute - start.minute
    if start.day is None or end.day is None:
        return (passed - length) % DAY != 0
    return passed + (end.day - start.day) * DAY != length


def _circular(links: Mapping[_Key, set[_Key]]) -> bool:
    """Whether a graph has a cycle: remove nodes without incoming edges until none is left."""
    entries: dict[_Key, int] = defaultdict(int)
    for ends in links.values():
        for end in ends:
            entries[end] += 1
    everything = set(links) | set(entries)
    free = [node for node in everything if not entries[node]]
    taken = 0
    while free:
        node = free.pop()
        taken += 1
        for end in links.get(node, ()):
            entries[end] -= 1
            if not entries[end]:
                free.append(end)
    return taken < len(everything)


def _document(name: str) -> dict[str, Any]:
    # Read the data file by its path, since the package around it belongs to the decider.
    return read_toml("defeasible.reasoner", f"dialogue/{name}")
