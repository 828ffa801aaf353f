"""`Islands`: statements grouped by shared atoms; each group is settled by itself when it changes."""

from __future__ import annotations

import time
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from defeasible.reasoner.base.island import Island
from defeasible.reasoner.base.settling import Settling
from defeasible.reasoner.change import Answer, Linear, Operator, Status
from defeasible.reasoner.change.theory import for_cores
from defeasible.reasoner.forms import LAYERS, Fact
from defeasible.reasoner.logic import atoms, check_depth, evaluate
from defeasible.reasoner.sat import Deadline, OutOfTimeError, Session, ask
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from defeasible.reasoner.forms import Held
    from defeasible.reasoner.logic import FormulaNode


class Islands(Settling):
    """All statements in force, grouped into islands.

    Two statements affect each other only through a chain of shared atoms, so each island is settled by
    itself, and a new statement affects one island or joins a few. As long as an island is consistent, a new
    statement costs one check; a contradiction costs a settlement of its island.

    Args:
        operator: Resolves contradictions.
        timeout: Seconds for everything within one `timed` block.
        clock: Returns the time in seconds.

    Raises:
        UsageError: If the timeout is not positive.
    """

    def __init__(
        self, operator: Operator, timeout: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(operator, timeout, clock)
        self.top = max(LAYERS.values())
        """The highest layer of any statement so far."""
        self._timed = False
        self._joint: tuple[tuple[Island, ...], Island] | None = None
        """The islands of the last goal that involved several, and their union."""
        self._home: dict[str, Island] = {}
        """The island of each atom."""
        self._todo: dict[Island, None] = {}
        """Islands that changed since their last settlement."""
        self._asleep: dict[str, None] = {}
        """Statements of a stored base whose islands have not been needed yet."""
        self._speaking: dict[str, list[str]] = {}
        """The sleeping statements that mention each atom."""
        self.wake: Callable[[Iterable[str] | None], object] = self.linked
        """Builds the islands of some atoms, or all, before they are used; the caller of `rest` sets it."""

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Bound the block by one deadline; a nested block shares the deadline of the outer one."""
        outer = self._timed
        if not outer:
            self.deadline, self._timed = Deadline(self.timeout, self.clock), True
        try:
            yield
        finally:
            self._timed = outer

    @contextmanager
    def half(self) -> Iterator[None]:
        """Bound the block by half of the remaining time, and leave the other half for later work."""
        whole = self.deadline
        self.deadline = Deadline(max(whole.left / 2, 1e-9), self.clock)
        try:
            yield
        finally:
            self.deadline = whole

    @contextmanager
    def others(self) -> Iterator[None]:
        """Exclude the block from the deadline: parsers and sources of roles have their own time."""
        start = self.clock()
        try:
            yield
        finally:
            self.deadline.extend(self.clock() - start)

    def rest(self, held: Iterable[Held]) -> None:
        """Add statements of a stored base; their islands are built on demand."""
        stored = {one.statement.id: one for one in held}
        self.held.update(stored)
        self.top = max({self.top, *(one.rank.layer for one in stored.values())})
        self._asleep = dict.fromkeys(stored)
        speaking: defaultdict[str, list[str]] = defaultdict(list)
        for id_, one in stored.items():
            said = one.statement
            parts = (said.formula,) if isinstance(said, Fact) else (said.if_, said.then)
            for part in parts:
                for name in atoms(part):
                    speaking[name].append(id_)
        self._speaking = dict(speaking)

    def linked(self, names: Iterable[str] | None) -> list[Held]:
        """Wake and return the sleeping statements that chains of shared atoms link to some atoms.

        The caller puts them.

        Args:
            names: The atoms; None for all.
        """
        if not self._asleep:
            return []
        left = list(self._speaking if names is None else names)
        found = []
        while left:
            for one in self._speaking.pop(left.pop(), ()):
                if one in self._asleep:
                    del self._asleep[one]
                    found.append(self.held[one])
                    left.extend(atoms(self.held[one].statement.formula))
        return sorted(found, key=lambda held: held.rank.seq)

    def woken(self, held: Iterable[Held]) -> None:
        """Settle the islands of woken statements, without reporting anything as lost or regained."""
        noted = dict(self.lost), dict(self.regained)
        for island in dict.fromkeys(
            self._home[name] for one in held for name in atoms(one.statement.formula)
        ):
            self._todo.pop(island, None)
            self._ready(island)
        self.lost, self.regained = noted

    def put(self, held: Held, claim: FormulaNode) -> None:
        """Add a statement with its claim.

        Args:
            held: The statement.
            claim: Its formula, or its weakening.
        """
        check_depth(claim, "a statement")
        self._changed()
        self.held[held.id] = held
        self._claims[held.id] = claim
        self.top = max(self.top, held.rank.layer)
        names = atoms(held.statement.formula)
        new = [name for name in names if name not in self._home]
        island = self._join(names)
        island.members[held.id] = held.rank.place()
        island.claim(held.id, claim)
        island.stale |= island.status is not Status.SETTLED or island.overridden
        if self._carries_on(island) and island.grows(claim, new):
            island.kept[held.id] = None
            return
        island.fresh[held.id] = None
        self._todo[island] = None

    def remove(self, name: str) -> None:
        """Remove a statement."""
        self._changed()
        island = self.island(name)
        island.stale |= island.overridden
        del self.held[name], self._claims[name]
        island.leave(name)
        island.loose = True
        # A consistent island stays consistent; in an inconsistent one, dropped statements may now fit.
        stood = island.kept.pop(name, 0) is None
        island.stale |= bool(island.dropped) and (stood or not isinstance(self.operator, Linear))
        island.stale |= island.status is not Status.SETTLED
        island.dropped.pop(name, None)
        island.fresh.pop(name, None)
        island.settled = None
        self._todo[island] = None

    def reclaim(self, name: str, claim: FormulaNode) -> None:
        """Change the claim of a statement: to its weakening, or back to its formula."""
        if self._claims[name] != claim:
            island = self._join((*atoms(self.held[name].statement.formula), *atoms(claim)))
            self._claims[name] = claim
            island.claim(name, claim)
            # Conflicts with its old claim may not exist with the new one.
            island.dropped = {n: d for n, d in island.dropped.items() if name not in (n, *d.conflict)}
            island.stale = True
            self._changed()
            self._todo[island] = None

    def claim(self, name: str) -> FormulaNode:
        """Return the claim of a statement."""
        return self._claims[name]

    def island(self, name: str) -> Island:
        """Return the island of a statement."""
        return self._home[atoms(self.held[name].statement.formula)[0]]

    def speaks_of(self, name: str) -> bool:
        """Whether statements mention an atom, or have mentioned it."""
        return name in self._home or name in self._speaking

    def about(self, names: Iterable[str]) -> Island | None:
        """Return the settled island of some atoms; None if no statement mentions any.

        If they belong to several islands, the result is their union; the islands stay separate.
        """
        names = tuple(names)
        self.wake(names)
        known = [name for name in names if name in self._home]
        for island in dict.fromkeys(self._home[name] for name in known):
            self._ready(island, again=True)
        found = tuple(dict.fromkeys(self._home[name] for name in known if name in self._home))
        if len(found) < 2:
            return found[0] if found else None
        if self._joint is None or self._joint[0] != found:
            self._changed()
            self._joint = (found, self._together(found))
        return self._joint[1]

    @property
    def unsettled(self) -> bool:
        """Whether islands changed since their last settlement."""
        return bool(self._todo)

    def settle(self) -> None:
        """Settle the islands that changed.

        Islands for which time ran out earlier wait until they are queried or changed.
        """
        while self._todo:
            island, _ = self._todo.popitem()
            if island.fresh or island.status is not Status.TIMEOUT:
                self._ready(island)

    def all(self, *, again: bool = False) -> list[Island]:
        """Return all islands, settled, in arbitrary order.

        Args:
            again: Whether to retry islands for which time ran out.
        """
        self.wake(None)
        self.settle()
        if again:
            for island in dict.fromkeys(self._home.values()):
                self._ready(island, again=True)
        return [island for island in dict.fromkeys(self._home.values()) if island.members]

    def _ready(self, island: Island, *, again: bool = False) -> None:
        """Settle an island if it changed, and split it if only a part of it may be inconsistent."""
        island.stale |= again and island.status is Status.TIMEOUT
        if island.stale or island.fresh:
            self._settle(island)
        if island.loose and island.status is not Status.SETTLED:
            noted = dict(self.lost), dict(self.regained)
            for part in self._split(island):
                self._todo.pop(part, None)
                self._settle(part)
            self.lost, self.regained = noted

    def _together(self, islands: tuple[Island, ...]) -> Island:
        """Return the union of several islands, with the union of their settlements."""
        joint = Island(self.timeout)
        for island in islands:
            joint.members.update(island.members)
            joint.atoms.update(island.atoms)
            joint.kept.update(island.kept)
            joint.dropped.update(island.dropped)
            joint.model |= island.model & island.atoms.keys()
            for name in island.members:
                joint.claim(name, self._claims[name])
        broken = [island for island in islands if island.status is not Status.SETTLED]
        broken.sort(key=lambda island: island.status is Status.TIMEOUT)
        if broken:
            joint.status, joint.core = broken[0].status, broken[0].core
        elif joint.overridden or (joint.dropped and not isinstance(self.operator, Linear)):
            try:
                self._from_scratch(joint)
            except OutOfTimeError:
                joint.status = Status.TIMEOUT
        return joint

    def _changed(self) -> None:
        """Forget the union of several islands."""
        if self._joint is not None:
            self._joint[1].close()
            self._joint = None

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        """Answer a goal from the statements kept in every optimum.

        Args:
            goal: The formula asked about.
            core: Whether to return the statements that decide it, too.
        """
        island = self.about(atoms(goal))
        if island is None:
            with Session(self.timeout) as session:
                found = ask(session, [], goal, self.deadline)
            return Answer(found.verdict, (), found.models)
        if island.status is Status.INCONSISTENT:
            return Answer(Verdict.INCONSISTENT, island.core)
        if island.status is Status.TIMEOUT:
            return Answer(Verdict.TIMEOUT)
        if island.dropped and island.settled is not None:
            return island.settled.ask(goal, core=core, deadline=self.deadline)
        if core:
            theory = for_cores(self.ranked(island.kept))
            handles = island.handles
            named = {handles[s.id]: s.id for s in reversed(theory)}
            found = ask(island.session, [handles[s.id] for s in theory], goal, self.deadline)
            return Answer(found.verdict, tuple(named[handle] for handle in found.core), found.models)
        return Answer(self._side(island, goal))

    def _side(self, island: Island, goal: FormulaNode) -> Verdict:
        """Return the verdict on a goal: the known model shows one side, the solver decides the other."""
        holds = evaluate(goal, {name: name in island.model for name in atoms(goal)})
        handle = island.session.add(goal)
        opposite = island.session.negation(handle) if holds else handle
        handles = island.handles
        kept = [handles[name] for name in island.kept]
        found = island.session.check(kept, given=[opposite], core=False, model=False, deadline=self.deadline)
        if found.satisfiable is None:
            return Verdict.TIMEOUT
        if found.satisfiable:
            return Verdict.UNKNOWN
        return Verdict.ENTAILED if holds else Verdict.REFUTED

    def _join(self, names: Iterable[str]) -> Island:
        names = tuple(names)
        found = dict.fromkeys(self._home[name] for name in names if name in self._home)
        if found:
            island = max(found, key=lambda i: len(i.members))
            for other in found:
                if other is not island:
                    self._absorb(island, other)
        else:
            island = Island(self.timeout)
        for name in names:
            self._home[name] = island
            island.atoms[name] = None
        return island

    def _absorb(self, island: Island, other: Island) -> None:
        """Merge two islands. Their settlement is the union of both settlements."""
        self._changed()
        island.stale |= island.overridden or other.overridden
        # The model of one may contain atoms of the other that goals have mentioned.
        island.model.difference_update(other.atoms)
        island.model.update(name for name in other.atoms if name in other.model)
        for name in other.members:
            island.members[name] = other.members[name]
            island.claim(name, self._claims[name])
        for name in other.atoms:
            self._home[name] = island
            island.atoms[name] = None
        island.kept.update(other.kept)
        island.dropped.update(other.dropped)
        island.fresh.update(other.fresh)
        island.stale |= (
            other.stale or other.status is not Status.SETTLED or island.status is not Status.SETTLED
        )
        island.loose |= other.loose
        island.settled = None
        if island.stale or island.fresh:
            self._todo[island] = None
        self._todo.pop(other, None)
        other.close()

    def _split(self, island: Island) -> list[Island]:
        """Rebuild islands from the statements of one, and return them."""
        self._todo.pop(island, None)
        for name in island.atoms:
            del self._home[name]
        island.close()
        for name in sorted(island.members, key=lambda n: self.held[n].rank.seq):
            self.put(self.held[name], self._claims[name])
        return list(dict.fromkeys(self._home[name] for name in island.atoms if name in self._home))
