"""The consequences of constraints for a fact: other slots in which it also holds, and its chains."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.dialogue.ontology import ontology
from defeasible.reasoner.errors import FormError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.dialogue.ontology import Ontology
    from defeasible.reasoner.forms import Constraint

Rules: TypeAlias = "tuple[Constraint, ...]"


@dataclass(frozen=True, slots=True)
class Reads:
    """A fact of one slot that is also a fact of another."""

    slot: str
    """The other slot; of two inverse slots, the second in the ontology."""
    flipped: bool
    """Whether subject and value are exchanged."""
    rules: Rules
    """The constraints from which this follows."""


@dataclass(frozen=True, slots=True)
class Chains:
    """A fact as a link of chains that must not return to their start."""

    acyclic: Constraint
    flipped: bool
    """Whether the link runs from value to subject."""
    rules: Rules


class RuleBook:
    """The constraints of an ontology, prepared for use.

    Raises:
        FormError: If a slot is in two acyclic constraints, a transitive slot implies one that is not, or two
            transitive slots exclude each other, since conflicts would then need more than a path search.
    """

    def __init__(self, known: Ontology) -> None:
        self.known = known
        self._of = {
            kind: [c for c in known.constraints if c.kind == kind]
            for kind in ("inverse", "symmetric", "transitive", "implies", "acyclic", "exclusive")
        }
        self.symmetric = {self.canonical(c.slots[0])[0]: c for c in self._of["symmetric"]}
        self.transitive = {self.canonical(c.slots[0])[0]: c for c in self._of["transitive"]}
        self.reads = {slot.id: tuple(self._reads(slot.id)) for slot in known.slots}
        self.chains = {slot.id: tuple(self._chains(slot.id)) for slot in known.slots}
        for constraint in self._of["implies"]:
            weak, strong = (self.canonical(name)[0] for name in constraint.slots[::-1])
            if strong in self.transitive and weak not in self.transitive:
                raise FormError(f"constraint `{constraint.id}`: a transitive slot implies one that is not")
        for constraint in self._of["exclusive"]:
            if all(self.canonical(name)[0] in self.transitive for name in constraint.slots):
                raise FormError(f"constraint `{constraint.id}`: two transitive slots exclude each other")
        for name, links in self.chains.items():
            if len({link.acyclic.id for link in links}) > 1:
                raise FormError(f"slot `{name}` is in two acyclic constraints")
        self.exclusive = [
            (c, self.canonical(c.slots[0]), self.canonical(c.slots[1])) for c in self._of["exclusive"]
        ]

    def canonical(self, slot: str) -> tuple[str, bool]:
        """Return the slot that represents a slot and its inverse, and whether it is the inverse."""
        for constraint in self._of["inverse"]:
            if slot == constraint.slots[0]:
                return constraint.slots[1], True
        return slot, False

    def inverse(self, slot: str) -> Rules:
        """Return the constraint by which a slot is represented by its inverse, if any."""
        return tuple(c for c in self._of["inverse"] if slot == c.slots[0])

    def _reads(self, slot: str) -> Iterator[Reads]:
        """Yield all canonical slots in which a fact of a slot also holds, its own first."""
        seen: set[tuple[str, bool]] = set()
        waiting: list[Reads] = [Reads(slot, False, ())]
        while waiting:
            now = waiting.pop(0)
            name, flip = self.canonical(now.slot)
            read = Reads(name, now.flipped != flip, (*now.rules, *self.inverse(now.slot)))
            if (read.slot, read.flipped) in seen:
                continue
            seen.add((read.slot, read.flipped))
            yield read
            for constraint in self._of["implies"]:
                strong, weak = constraint.slots
                if strong == now.slot:
                    waiting.append(Reads(weak, now.flipped, (*now.rules, constraint)))
                elif self.canonical(strong)[0] == read.slot:
                    turned = read.flipped != self.canonical(strong)[1]
                    waiting.append(Reads(weak, turned, (*read.rules, *self.inverse(strong), constraint)))

    def _chains(self, slot: str) -> Iterator[Chains]:
        for constraint in self._of["acyclic"]:
            if slot in constraint.slots:
                yield Chains(constraint, False, ())
                continue
            for name in constraint.slots:
                target, flip = self.canonical(name)
                for read in self.reads[slot]:
                    if read.slot == target:
                        rules = dict.fromkeys((*read.rules, *self.inverse(name)))
                        yield Chains(constraint, read.flipped != flip, tuple(rules))
                        break
                else:
                    continue
                break


@cache
def rule_book() -> RuleBook:
    """Return the rule book of the ontology that ships with the package."""
    return RuleBook(ontology())
