"""`Attributes`: the part of a base that lets a relation have one value at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base.functional import Policy, Relation, normal, relation
from defeasible.reasoner.base.turns import Turns
from defeasible.reasoner.forms import Fact, Held
from defeasible.reasoner.logic import And, Atom, Not, atoms
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.base.report import Quote
    from defeasible.reasoner.forms import Statement

LAW = "one/"
"""How the ids of statements begin that let two propositions exclude each other."""


@dataclass(frozen=True, slots=True)
class Value(Record):
    """A value that was told of a relation that has one at a time."""

    statement: Quote
    turn: int
    current: bool
    """Whether it is believed now."""
    by: str = ""


class Attributes(Turns):
    """The part of a base that lets a relation have one value at a time."""

    def functional(self, says: str, *, policy: Policy = "replace", values: Iterable[str] = ()) -> Relation:
        """Take up a relation that has one value at a time, or another policy for a known one.

        What was told before is held to it from the next change on that speaks of it.

        Args:
            says: `{} lives in {}`; `lives in` is short for it.
            policy: What a new value does: it replaces the old one (the newer of two equally firm statements
                is believed), is not taken before somebody was asked, or both are kept and nothing follows
                from either.
            values: The values that exclude each other (opposites, steps of a scale); none for any two.

        Raises:
            UsageError: If it has not two places, or there is no such policy.
        """
        with self._call():
            item = relation(says, policy, values)
            self._functional.add(item, {d.id: d.gloss for d in self._state.atoms.values()})
            return item

    def values(self, says: str, of: str) -> tuple[Value, ...]:
        """Return all values that were told of a relation and are in force, the last one first.

        Args:
            says: The relation, as for `functional`.
            of: Of whom.

        Raises:
            UsageError: If the relation has not two places.
        """
        with self._call():
            wanted = normal(relation(says).says), normal(of)
            believed = {held.id for held in self.beliefs()}
            found = []
            for held in reversed(self.statements):
                said = held.statement
                if not isinstance(said, Fact) or not isinstance(said.formula, Atom):
                    continue
                key = self._key(said.formula.name)
                if key is not None and (normal(key[0].says), key[1]) == wanted:
                    found.append(Value(self._state.quote(held.id), held.turn, held.id in believed, held.by))
            return tuple(found)

    def _key(self, atom: str) -> tuple[Relation, str] | None:
        decl = self._state.atoms.get(atom)
        return None if decl is None else self._functional.key(atom, decl.gloss)

    def _clashes(self, said: Statement) -> Iterator[tuple[Relation, Held, bool]]:
        """Yield facts that give another value than a statement, the relation, whether each is believed."""
        if not isinstance(said, Fact) or not isinstance(said.formula, Atom):
            return
        key = self._key(said.formula.name)
        if key is None:
            return
        for name in self._functional.rivals(said.formula.name):
            island = self._state.islands.about([name])
            if island is None:
                continue
            for other in tuple(island.members):
                held, lost = self._state.held[other], island.dropped.get(other)
                if held.statement.formula == Atom(name):
                    yield key[0], held, lost is None or said.id in lost.conflict

    def _one_value(self) -> None:
        """Let what this turn said exclude the other values of the same relations."""
        said = [self._state.held[name] for name in self._added]
        clashes = [(held, tuple(self._clashes(held.statement))) for held in said]
        for held in said:
            for atom in atoms(held.statement.formula):
                if self._key(atom) is not None:
                    self._exclude(atom)
        for held, rivals in clashes:
            sides = [
                other
                for item, other, believed in rivals
                if believed and (item.policy == "keep" or held.by != other.by)
            ]
            for one in (held, *(other for _, other, _ in rivals)) if sides else ():
                self._open(one.id)

    def _exclude(self, atom: str) -> None:
        for other in self._functional.rivals(atom):
            first, second = sorted((atom, other))
            name = f"{LAW}{first}/{second}"
            if name not in self._state.held and self._state.islands.speaks_of(other):
                law = Fact(name, Not(And((Atom(first), Atom(second)))), cue="one value at a time")
                self._put(Held(law, self._rank(0, None), self._turn))

    def _open(self, name: str) -> None:
        """Let a fact be one of two sides between which nothing decides."""
        held = self._state.held[name]
        if not held.rank.default and not held.rank.certain:
            taken = self._state.take(name)
            if name in self._added:
                self._added.remove(name)
            else:
                self._replaced.append(taken)
            self._put(replace(held, rank=replace(held.rank, default=True, layer=0, weight=1.0)))
