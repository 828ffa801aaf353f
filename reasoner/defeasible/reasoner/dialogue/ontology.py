"""The ontology of dialogue facts: 9 domains, 37 slots and the constraints between them, read from data."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Constraint, Domain, Slot
from defeasible.reasoner.forms.dialogue import plain_words
from defeasible.reasoner.forms.ontology import PHRASES

if TYPE_CHECKING:
    from collections.abc import Mapping

    import networkx as nx

    from defeasible.reasoner.forms import DialogueFacts

DOMAINS, SLOTS = 9, 37
_Named = TypeVar("_Named", Domain, Slot)
_Item = TypeVar("_Item", Domain, Slot, Constraint)
_ARITY = {"inverse": 2, "implies": 2, "exclusive": 2, "order": 2, "lasting": 3}
"""The number of slots of each kind of constraint; kinds that are not listed have one or more."""
_DIMENSIONS = ("entity", "event", "social")


@dataclass(frozen=True)
class Ontology:
    """Domains, slots and constraints, with look-up by name in either language.

    Raises:
        FormError: On construction, unless there are exactly 9 domains and 37 slots; or if an id or a name
            repeats within a dimension, a kind of value is unknown, or a constraint names unknown slots.
    """

    domains: tuple[Domain, ...]
    slots: tuple[Slot, ...]
    constraints: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        if (len(self.domains), len(self.slots)) != (DOMAINS, SLOTS):
            raise FormError(
                f"the ontology has {len(self.domains)} domains and {len(self.slots)} slots",
                hint=f"it must have exactly {DOMAINS} domains and {SLOTS} slots",
            )
        for what, names in (
            ("domain", [domain.id for domain in self.domains]),
            ("slot", [slot.id for slot in self.slots]),
            ("constraint", [constraint.id for constraint in self.constraints]),
        ):
            ids = Counter(names)
            if repeated := [name for name, count in ids.items() if count > 1]:
                raise FormError(f"{what} id `{repeated[0]}` is used twice")
        for domain in self.domains:
            if domain.dimension not in _DIMENSIONS:
                raise FormError(
                    f"domain `{domain.id}` is of dimension `{domain.dimension}`",
                    hint=f"dimensions: {', '.join(_DIMENSIONS)}",
                )
        domains = {domain.id for domain in self.domains}
        for slot in self.slots:
            if slot.domain not in domains:
                raise FormError(
                    f"slot `{slot.id}` is of the unknown domain `{slot.domain}`",
                    hint=f"domains: {', '.join(sorted(domains))}",
                )
            if slot.value not in PHRASES or slot.subject not in ("entity", "event"):
                raise FormError(
                    f"slot `{slot.id}` takes {slot.subject} to {slot.value}",
                    hint=f"values: {', '.join(PHRASES)}; subjects: entity, event",
                )
        for constraint in self.constraints:
            _check_constraint(constraint, {slot.id for slot in self.slots})

    @cached_property
    def by_id(self) -> Mapping[str, Slot]:
        """Slots by id."""
        return {slot.id: slot for slot in self.slots}

    def domain_of(self, slot: str) -> Domain:
        """Return the domain of a slot, given its id."""
        wanted = self.by_id[slot].domain
        return next(domain for domain in self.domains if domain.id == wanted)

    def slots_of(self, domain: str) -> tuple[Slot, ...]:
        """Return the slots of a domain, given its id."""
        return tuple(slot for slot in self.slots if slot.domain == domain)

    def slot(self, name: str) -> Slot:
        """Return a slot, given its id or its name in either language.

        Raises:
            UsageError: If no slot has the name; the message suggests the nearest names.
        """
        return self._one("slot", self.slots, name)

    def domain(self, name: str) -> Domain:
        """Return a domain, given its id or its name in either language; domains of entities come first.

        Raises:
            UsageError: If no domain has the name; the message suggests the nearest names.
        """
        return self._one("domain", self.domains, name)

    def named(self, name: str) -> tuple[Domain | Slot, ...]:
        """Return all domains and slots that a name may mean; exact names take precedence over aliases."""
        plain = _plain(name)
        everything: tuple[Domain | Slot, ...] = (*self.domains, *self.slots)
        outright = [one for one in everything if plain in map(_plain, _own_names(one))]
        others = [one for one in everything if one not in outright and plain in map(_plain, _names(one))]
        return (*outright, *others)

    def graph(self) -> nx.MultiDiGraph[Any]:
        """Return the ontology as a typed graph.

        Returns:
            Nodes are ids with attributes `type` (`dimension`, `domain`, `slot`), `en` and `zh`; the id of a
            domain has the prefix `domain:`. Edges have the attribute `type`: `contains` from a dimension to
            its domains and from these to their slots, and the kind of each constraint (with its id as
            `constraint`) from its first slot to the others, or to itself.
        """
        import networkx as nx  # noqa: PLC0415 - 0.15 s

        graph: nx.MultiDiGraph[Any] = nx.MultiDiGraph()
        for domain in self.domains:
            graph.add_node(domain.dimension, type="dimension", en=domain.dimension)
            graph.add_node(f"domain:{domain.id}", type="domain", en=domain.en, zh=domain.zh)
            graph.add_edge(domain.dimension, f"domain:{domain.id}", type="contains")
        for slot in self.slots:
            graph.add_node(
                slot.id, type="slot", en=slot.en, zh=slot.zh, subject=slot.subject, value=slot.value
            )
            graph.add_edge(f"domain:{slot.domain}", slot.id, type="contains")
        for constraint in self.constraints:
            first, *others = constraint.slots
            for other in others or [first]:
                graph.add_edge(first, other, type=constraint.kind, constraint=constraint.id)
        return graph

    def _one(self, what: str, items: tuple[_Named, ...], name: str) -> _Named:
        plain = _plain(name)
        for names in (_own_names, _names):
            for item in items:
                if plain in map(_plain, names(item)):
                    return item
        spelt = {_plain(one): one for item in items for one in _names(item)}
        near = [spelt[one] for one in get_close_matches(plain, spelt, n=3, cutoff=0.5)]
        raise UsageError(
            f"the ontology has no {what} `{name}`",
            hint=f"nearest: {', '.join(near)}" if near else f"{what}s: {', '.join(map(_id, items))}",
        )


def _id(item: Domain | Slot) -> str:
    return item.id


def _own_names(item: Domain | Slot) -> tuple[str, ...]:
    return (item.id, item.en, item.zh)


def _names(item: Domain | Slot) -> tuple[str, ...]:
    return (*_own_names(item), *item.aliases)


@cache
def ontology() -> Ontology:
    """Return the ontology that ships with the package."""
    return read_ontology(read_toml("defeasible.reasoner.dialogue", "ontology.toml"))


def slot(name: str) -> Slot:
    """Return a slot of the shipped ontology; see `Ontology.slot`."""
    return ontology().slot(name)


def domain(name: str) -> Domain:
    """Return a domain of the shipped ontology; see `Ontology.domain`."""
    return ontology().domain(name)


def read_ontology(document: Mapping[str, Any]) -> Ontology:
    """Build an ontology from a document with the tables `domain`, `slot` and `constraint` of `ontology.toml`.

    Raises:
        FormError: If a table or field is missing or unknown, or the ontology is invalid.
    """
    return Ontology(
        tuple(_item(Domain, name, table) for name, table in document.get("domain", {}).items()),
        tuple(_item(Slot, name, table) for name, table in document.get("slot", {}).items()),
        tuple(_item(Constraint, name, table) for name, table in document.get("constraint", {}).items()),
    )


def validate(form: DialogueFacts) -> None:
    """Check that the slots of a form exist and that their phrases have the right kinds.

    Raises:
        FormError: If a slot is not in the ontology, or its subject or value has the wrong kind; the message
            names the fact and the right kind.
    """
    known = ontology()
    phrases = {phrase.id: phrase for phrase in form.phrases}
    for fact in form.facts:
        slot = known.by_id.get(fact.slot)
        if slot is None:
            near = get_close_matches(fact.slot, known.by_id, n=3, cutoff=0.5)
            raise FormError(
                f"fact `{fact.id}` has slot `{fact.slot}`, which is not in the ontology",
                hint=f"nearest: {', '.join(near)}" if near else f"slots: {', '.join(known.by_id)}",
            )
        for side, name, fitting in (
            ("subject", fact.subject, (slot.subject,)),
            ("value", fact.value, PHRASES[slot.value]),
        ):
            if phrases[name].kind not in fitting:
                raise FormError(
                    f"fact `{fact.id}`: the {side} of `{slot.id}` is `{phrases[name].text}`, "
                    f"of kind {phrases[name].kind}",
                    hint=f"the {side} of `{slot.id}` must be of kind {' or '.join(fitting)}",
                )


def _check_constraint(constraint: Constraint, slots: set[str]) -> None:
    for name in constraint.slots:
        if name not in slots:
            raise FormError(
                f"constraint `{constraint.id}` names an unknown slot `{name}`",
                hint=f"nearest: {', '.join(get_close_matches(name, slots)) or 'none'}",
            )
    arity = _ARITY.get(constraint.kind)
    if (arity is None and not constraint.slots) or arity not in (None, len(constraint.slots)):
        raise FormError(
            f"constraint `{constraint.id}` of kind {constraint.kind} names {len(constraint.slots)} slots",
            hint=f"it must name {arity or 'one or more'}",
        )


def _item(cls: type[_Item], name: str, table: Mapping[str, Any]) -> _Item:
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in table.items()}
    known = {field.name for field in fields(cls)}
    if unknown := values.keys() - known:
        raise FormError(
            f"{cls.__name__.lower()} `{name}` has a field `{min(unknown)}`",
            hint=f"fields: {', '.join(sorted(known - {'id'}))}",
        )
    try:
        return cls(id=name, **values)
    except TypeError as error:
        raise FormError(f"{cls.__name__.lower()} `{name}` is incomplete: {error}") from error


@cache
def _plain(name: str) -> str:
    """Normalise the spelling of a name: case, spaces, underscores, dots."""
    return re.sub(r"[\s_.…·\-/]+", "", plain_words(name))
