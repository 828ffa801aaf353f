"""`State`: the statements of a base in force, with their roles and islands."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.base.islands import Islands
from defeasible.reasoner.base.pairs import Pairs, required
from defeasible.reasoner.base.report import Loss, Quote, Quotes, Weakening
from defeasible.reasoner.forms import Conditional, Snapshot
from defeasible.reasoner.logic import atoms as names_of
from defeasible.reasoner.logic import evaluate, render
from defeasible.reasoner.text import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from defeasible.reasoner.change import Dropped, Operator
    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import AtomDecl, Held
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.text import Source

MOST_ATOMS = 6
"""Most atoms of two formulas that are compared in all worlds."""


class State:
    """Statements in force, the roles of their conditionals, and their islands.

    Args:
        operator: Resolves contradictions.
        roles: Weighs the role of a later conditional.
        timeout: Seconds for each call.
        clock: Returns the time in seconds.
    """

    def __init__(
        self,
        operator: Operator,
        roles: RoleSource,
        timeout: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.atoms: dict[str, AtomDecl] = {}
        """The declarations of atoms. Only grows."""
        self.opaque: set[str] = set()
        """The atoms with words that were not analysed. Only grows."""
        self.partly: dict[str, tuple[str, ...]] = {}
        """The partly read statements in force, each with the words that were not analysed."""
        self.instances: dict[str, dict[str, None]] = {}
        """The instances of general statements in force: of `t1`, `t1/Tweety`."""
        self._about: dict[frozenset[str], dict[str, None]] = {}
        """The statements with exactly a given set of atoms."""
        self.sources: dict[str, Source] = {}
        """The told texts. Only grows."""
        self.islands = Islands(operator, timeout, clock)
        self.islands.wake = self.wake
        self.pairs = Pairs(roles, self.atoms)
        self.reclaimed: dict[str, FormulaNode] = {}
        """Statements whose claim changed since this was last cleared, with their earlier claim."""
        self._snapshot: Snapshot | None = None
        self._lines: dict[str, tuple[Held, bytes]] = {}

    @property
    def held(self) -> dict[str, Held]:
        """The statements in force, by id."""
        return self.islands.held

    def rest(self, held: Iterable[Held]) -> None:
        """Add the statements of a stored base; their islands are built on demand.

        Their atoms must have been declared.
        """
        self.islands.rest(held)
        for one in self.held.values():
            self._note(one)

    def wake(self, names: Iterable[str] | None = None) -> None:
        """Build the islands of some atoms in a stored base; None for all."""
        linked = self.islands.linked(names)
        if linked:
            noted = dict(self.reclaimed)
            for held in linked:
                self._put(held)
            self.islands.woken(linked)
            self.reclaimed = noted

    def put(self, held: Held) -> None:
        """Add a statement."""
        self.wake(names_of(held.statement.formula))
        self._put(held)
        self._note(held)

    def _note(self, held: Held) -> None:
        """Record what needs no islands: whose instance a statement is, and its words not analysed."""
        if "/" in held.id:
            self.instances.setdefault(held.id.partition("/")[0], {})[held.id] = None
        if words := self._unanalysed(held):
            self.partly[held.id] = words

    def _put(self, held: Held) -> None:
        said, touched = held.statement, set[str]()
        claim = said.formula
        if isinstance(said, Conditional):
            with self.islands.others():
                touched = self.pairs.add(said, held.rank)
            claim = self.pairs.claim(said)
        self.islands.put(held, claim)
        self._about.setdefault(frozenset(names_of(said.formula)), {})[held.id] = None
        if claim != said.formula:
            self.reclaimed.setdefault(held.id, said.formula)
        self._reclaim(touched)
        self._snapshot = None

    def take(self, name: str) -> Held:
        """Remove and return a statement."""
        held = self.held[name]
        self.wake(names_of(held.statement.formula))
        self.islands.remove(name)
        self.partly.pop(name, None)
        del self._about[frozenset(names_of(held.statement.formula))][name]
        if "/" in name:
            del self.instances[name.partition("/")[0]][name]
        if isinstance(held.statement, Conditional):
            self._reclaim(self.pairs.remove(held.statement))
        self._snapshot = None
        return held

    def saying(self, formula: FormulaNode) -> list[str]:
        """Return the statements in force that are logically equivalent to a formula.

        Formulas with more than 6 atoms count as equivalent only if they are equal.
        """
        names = names_of(formula)
        self.wake(names)
        return [
            name
            for name in self._about.get(frozenset(names), ())
            if _same(formula, self.held[name].statement.formula, names)
        ]

    def _unanalysed(self, held: Held) -> tuple[str, ...]:
        """Return the words of a statement that were not analysed."""
        span = held.statement.span
        if span is None or not self.opaque:
            return ()
        opaque = (place for _, decl in self._glossed(held.statement.formula) for place in decl.opaque)
        source = self.sources[span.source]
        return tuple(quote((source,), place) for place in opaque if place.source == source.id)

    def snapshot(self) -> Snapshot:
        """Return the present statements."""
        if self._snapshot is None:
            name = self.islands.operator.name
            self._snapshot = Snapshot(
                self.held.values(),
                self.sources,
                self.atoms,
                name,
                lines=self._lines,
                evidence=self.pairs.evidence(),
            )
        return self._snapshot

    def begin(self) -> None:
        """Start recording changes."""
        self.islands.lost.clear()
        self.islands.regained.clear()
        self.reclaimed.clear()

    def _reclaim(self, names: Iterable[str]) -> None:
        for name in names:
            said = self.held[name].statement
            assert isinstance(said, Conditional)
            before, claim = self.islands.claim(name), self.pairs.claim(said)
            if before != claim:
                self.reclaimed.setdefault(name, before)
                self.islands.reclaim(name, claim)

    def declare(self, decl: AtomDecl) -> None:
        """Declare an atom if it is new, and record its words that were not analysed."""
        known = self.atoms.setdefault(decl.id, decl)
        if known is not decl and decl.opaque:
            opaque = dict.fromkeys((*known.opaque, *decl.opaque))
            self.atoms[decl.id] = replace(known, opaque=tuple(opaque))
        if decl.opaque:
            self.opaque.add(decl.id)

    def declare_all(self, decls: Iterable[AtomDecl]) -> None:
        """Declare the atoms of a stored base, each once."""
        known = {decl.id: decl for decl in decls}
        self.atoms.update(known)
        self.opaque.update(name for name, decl in known.items() if decl.opaque)

    # --- for readers ----------------------------------------------------------------------------------------

    def quote(self, name: str) -> Quote:
        """Return the words of a statement; if it has none, its formula in the words of its atoms."""
        return self._quoted(self.held[name])

    def _quoted(self, held: Held) -> Quote:
        name, said = held.id, held.statement
        if said.span is not None:
            return Quote(name, quote((self.sources[said.span.source],), said.span))
        return Quote(name, self.in_words(said.formula))

    def in_words(self, formula: FormulaNode) -> str:
        """Return a formula with its atoms replaced by their glosses."""
        return render(formula, {name: decl.gloss for name, decl in self._glossed(formula)})

    def _glossed(self, formula: FormulaNode) -> list[tuple[str, AtomDecl]]:
        return [(name, self.atoms[name]) for name in names_of(formula) if name in self.atoms]

    def losses(self) -> tuple[Loss, ...]:
        """Return the statements lost since `begin`, with reasons from the present islands."""
        found = []
        for name in self.islands.lost:
            if name in self.held:
                drop = self.islands.island(name).dropped.get(name)
                if drop is not None:
                    found.append(self.loss(drop))
        return tuple(found)

    def loss(self, drop: Dropped) -> Loss:
        """Return a dropped statement in the form of a report."""
        members = [self.held[other] for other in drop.conflict if other in self.held]
        because = Quotes(len(members), partial(self._all_quoted, members))
        seq = self.held[drop.id].rank.seq
        tied = tuple(n for n in drop.tied if n in self.held and self.held[n].rank.seq > seq)
        return Loss(self.quote(drop.id), because, drop.always, tied)

    def _all_quoted(self, members: Iterable[Held]) -> list[Quote]:
        return [self._quoted(held) for held in members]

    def regained(self) -> tuple[Quote, ...]:
        """Return the statements that became believed since `begin`."""
        return tuple(self.quote(name) for name in self.islands.regained if name in self.held)

    def weakenings(self) -> tuple[Weakening, ...]:
        """Return the conditionals whose claim changed since `begin`."""
        found = []
        for name, before in self.reclaimed.items():
            if name in self.held and (now := self.islands.claim(name)) != before:
                pairs = (pair.pair for pair in self.pairs.of({name}) if required(pair))
                others = {n for pair in pairs for n in pair} - {name}
                weaker = now != self.held[name].statement.formula
                beside = tuple(sorted(others, key=lambda n: self.held[n].rank.seq)) if weaker else ()
                found.append(Weakening(self.quote(name), beside, self.in_words(now)))
        return tuple(found)


def _same(one: FormulaNode, other: FormulaNode, names: Sequence[str]) -> bool:
    if one == other or len(names) > MOST_ATOMS:
        return one == other
    worlds = (dict(zip(names, values, strict=True)) for values in product((True, False), repeat=len(names)))
    return all(evaluate(one, world) == evaluate(other, world) for world in worlds)
