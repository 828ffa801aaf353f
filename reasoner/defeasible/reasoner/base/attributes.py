"""`Attributes`: the part of a base for relations with one value at a time."""

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
"""Prefix of the ids of statements that make two propositions exclude each other."""


@dataclass(frozen=True, slots=True)
class Value(Record):
    """A told value of a relation with one value at a time."""

    statement: Quote
    turn: int
    current: bool
    """Whether it is believed at present."""
    by: str = ""


class Attributes(Turns):
    """The part of a base for relations with one value at a time."""

    def functional(self, says: str, *, policy: Policy = "replace", values: Iterable[str] = ()) -> Relation:
        """Declare a relation with one value at a time, or change the policy of a known one.

        It applies to earlier statements from the next change on that involves them.

        Args:
            says: `{} lives in {}`; `lives in` is short for it.
            policy: The effect of a new value: `replace` (the newer of two equally firm statements is
                believed), `ask` (it is not accepted until the user has decided), or `keep` (both are kept,
                and nothing follows from either).
            values: The values that exclude each other (opposites, steps of a scale); by default any two.

        Raises:
            UsageError: If it does not have two places, or there is no such policy.
        """
        with self._call():
            item = relation(says, policy, values)
            self._functional.add(item, {d.id: d.gloss for d in self._state.atoms.values()})
            return item

    def values(self, says: str, of: str) -> tuple[Value, ...]:
        """Return all told values of a relation that are in force, latest first.

        Args:
            says: The relation, as for `functional`.
            of: The subject of the relation.

        Raises:
            UsageError: If the relation does not have two places.
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
        """Yield facts with another value than a statement, with relation and whether it is believed."""
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
        """Make the statements of this turn exclude the other values of the same relations."""
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
        """Make a fact one side of a tie."""
        held = self._state.held[name]
        if not held.rank.default and not held.rank.certain:
            taken = self._state.take(name)
            if name in self._added:
                self._added.remove(name)
            else:
                self._replaced.append(taken)
            self._put(replace(held, rank=replace(held.rank, default=True, layer=0, weight=1.0)))
