"""`Islands`: statements grouped by shared atoms, each group settled by itself when it changed."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.change import Answer, Dropped, Linear, Operator, Ranked, Settled, Status
from defeasible.reasoner.change.theory import for_cores
from defeasible.reasoner.logic import atoms, evaluate
from defeasible.reasoner.sat import Session, ask
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import Held
    from defeasible.reasoner.logic import FormulaNode


@dataclass(slots=True, eq=False)
class Island:
    """Statements that chains of shared atoms link, and what they come to."""

    session: Session
    members: dict[str, None] = field(default_factory=dict)
    atoms: dict[str, None] = field(default_factory=dict)
    handles: dict[str, int] = field(default_factory=dict)
    """The handle of what each member claims, in the session."""
    status: Status = Status.SETTLED
    kept: dict[str, None] = field(default_factory=dict)
    """What stands; of several optima, in all of them."""
    dropped: dict[str, Dropped] = field(default_factory=dict)
    core: tuple[str, ...] = ()
    """When INCONSISTENT: certain statements that contradict each other."""
    model: frozenset[str] = frozenset()
    """A world in which all that stands holds."""
    settled: Settled | None = None
    """How the operator answers, where not everything stands."""
    fresh: dict[str, None] = field(default_factory=dict)
    """Members that came since it was settled."""
    stale: bool = False
    """Whether it must be settled from scratch."""
    loose: bool = False
    """Whether it may be several islands: something was taken out, or a goal spoke of several."""


class Islands:
    """All statements in force, by the islands that they make.

    Two statements bear on each other only through a chain of shared atoms, so each island is settled by
    itself, and a new statement touches one island or joins a few. While everything in an island fits, a new
    statement costs one check; a contradiction costs a settlement of its island.

    Args:
        operator: Settles contradictions.
        timeout: Seconds for each check.
    """

    def __init__(self, operator: Operator, timeout: float) -> None:
        self.operator = operator
        self.timeout = timeout
        self.held: dict[str, Held] = {}
        self._claims: dict[str, FormulaNode] = {}
        self._home: dict[str, Island] = {}
        """The island of each atom."""
        self._todo: dict[Island, None] = {}
        """Islands that changed since they were settled."""
        self.lost: dict[str, None] = {}
        """What stood, or came, and does not stand, since somebody emptied this."""
        self.regained: dict[str, None] = {}
        """What did not stand and does now, since somebody emptied this."""

    def put(self, held: Held, claim: FormulaNode) -> None:
        """Add a statement that claims something.

        Args:
            held: The statement.
            claim: What it claims: its formula, or its weakening.
        """
        self.held[held.id] = held
        self._claims[held.id] = claim
        island = self._join(atoms(held.statement.formula))
        island.members[held.id] = None
        island.handles[held.id] = island.session.add(claim)
        island.fresh[held.id] = None
        island.stale |= island.status is not Status.SETTLED
        self._todo[island] = None

    def remove(self, name: str) -> None:
        """Take a statement out."""
        island = self.island(name)
        del self.held[name], self._claims[name], island.members[name], island.handles[name]
        island.loose = True
        # Where everything fits, it goes on fitting; where something did not, it may do so now.
        stood = island.kept.pop(name, 0) is None
        island.stale |= bool(island.dropped) and (stood or not isinstance(self.operator, Linear))
        island.stale |= island.status is not Status.SETTLED
        island.dropped.pop(name, None)
        island.fresh.pop(name, None)
        island.settled = None
        self._todo[island] = None

    def reclaim(self, name: str, claim: FormulaNode) -> None:
        """Let a statement claim something else than before: its weakening, or again what it says."""
        if self._claims[name] != claim:
            island = self._join((*atoms(self.held[name].statement.formula), *atoms(claim)))
            self._claims[name] = claim
            island.handles[name] = island.session.add(claim)
            island.stale = True
            self._todo[island] = None

    def claim(self, name: str) -> FormulaNode:
        """Return what a statement claims."""
        return self._claims[name]

    def island(self, name: str) -> Island:
        """Return the island of a statement."""
        return self._home[atoms(self.held[name].statement.formula)[0]]

    def speaks_of(self, name: str) -> bool:
        """Whether statements speak of an atom, or spoke of it."""
        return name in self._home

    def about(self, names: Iterable[str]) -> Island | None:
        """Return the settled island of some atoms, joining several; None where nothing speaks of any."""
        known = [name for name in names if name in self._home]
        if not known:
            return None
        island = self._bring_together(known)
        island.stale |= island.status is Status.TIMEOUT
        if island.stale or island.fresh:
            self._settle(island)
        if island.loose and island.status is not Status.SETTLED:
            # What is wrong may be in a part that says nothing about these atoms.
            noted = dict(self.lost), dict(self.regained)
            self._split(island)
            known = [name for name in known if name in self._home]
            if not known:
                return None
            island = self._bring_together(known)
            self.settle()
            self.lost, self.regained = noted
        return island

    def _bring_together(self, names: Iterable[str]) -> Island:
        """Join the islands of some atoms though no statement does."""
        several = len({self._home[name] for name in names}) > 1
        island = self._join(names)
        island.loose |= several
        return island

    def settle(self) -> None:
        """Settle the islands that changed."""
        while self._todo:
            island, _ = self._todo.popitem()
            if island.stale or island.fresh:
                self._settle(island)

    def all(self) -> list[Island]:
        """Return all islands, settled, in no order that means anything."""
        self.settle()
        return [island for island in dict.fromkeys(self._home.values()) if island.members]

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        """Answer a goal from what stands, in every optimum.

        Args:
            goal: The formula asked about.
            core: Whether statements that decide it are wanted, too.
        """
        island = self.about(atoms(goal))
        if island is None:
            with Session(self.timeout) as session:
                found = ask(session, [], goal)
            return Answer(found.verdict, (), found.models)
        if island.status is Status.INCONSISTENT:
            return Answer(Verdict.INCONSISTENT, island.core)
        if island.status is Status.TIMEOUT:
            return Answer(Verdict.TIMEOUT)
        if island.dropped and island.settled is not None and not isinstance(self.operator, Linear):
            return island.settled.ask(goal)
        if core:
            theory = for_cores(self.ranked(island.kept))
            handles = {island.handles[s.id]: s.id for s in reversed(theory)}
            found = ask(island.session, [island.handles[s.id] for s in theory], goal)
            return Answer(found.verdict, tuple(handles[handle] for handle in found.core), found.models)
        return Answer(self._side(island, goal))

    def _side(self, island: Island, goal: FormulaNode) -> Verdict:
        """Return the verdict on a goal: the known world shows one side, the solver is asked for the other."""
        holds = evaluate(goal, {name: name in island.model for name in atoms(goal)})
        handle = island.session.add(goal)
        opposite = island.session.negation(handle) if holds else handle
        found = island.session.check([island.handles[n] for n in island.kept], given=[opposite], core=False)
        if found.satisfiable is None:
            return Verdict.TIMEOUT
        if found.satisfiable:
            return Verdict.UNKNOWN
        return Verdict.ENTAILED if holds else Verdict.REFUTED

    def ranked(self, names: Iterable[str]) -> list[Ranked]:
        """Return statements as operators take them."""
        return [as_ranked(self.held[name], self._claims[name]) for name in names]

    def _join(self, names: Iterable[str]) -> Island:
        names = tuple(names)
        found = dict.fromkeys(self._home[name] for name in names if name in self._home)
        if found:
            island = max(found, key=lambda i: len(i.members))
            for other in found:
                if other is not island:
                    self._absorb(island, other)
        else:
            island = Island(Session(self.timeout))
        for name in names:
            self._home[name] = island
            island.atoms[name] = None
        return island

    def _absorb(self, island: Island, other: Island) -> None:
        """Make two islands one. What each comes to by itself is what they come to together."""
        # A world of one may say something about atoms of the other, of which goals have spoken.
        island.model = (island.model - other.atoms.keys()) | (other.model & other.atoms.keys())
        for name in other.members:
            island.members[name] = None
            island.handles[name] = island.session.add(self._claims[name])
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
        other.session.close()

    def _split(self, island: Island) -> None:
        """Make islands anew of the statements of one."""
        self._todo.pop(island, None)
        for name in island.atoms:
            del self._home[name]
        island.session.close()
        for name in sorted(island.members, key=lambda n: self.held[n].rank.seq):
            self.put(self.held[name], self._claims[name])

    def _settle(self, island: Island) -> None:
        before = (island.status, island.kept)
        alone = isinstance(self.operator, Linear) or not island.dropped
        if alone and not island.stale and self._fits(island, [*island.kept, *island.fresh]):
            # Under the linear operator, what did not fit before does not fit beside more, either.
            island.kept.update(island.fresh)
        elif island.stale and self._fits(island, island.members):
            island.kept = dict(island.members)
            island.dropped = {}
        else:
            self._from_scratch(island)
        if island.kept is not before[1] and (before[0], island.status) == (Status.SETTLED, Status.SETTLED):
            stood = {**before[1], **island.fresh}
            self.lost.update((name, None) for name in stood if name not in island.kept)
            self.regained.update((name, None) for name in island.kept if name not in stood)
        island.fresh = {}
        island.stale = False

    def _fits(self, island: Island, names: Iterable[str]) -> bool:
        """Whether some statements have a common model, which is then remembered."""
        found = island.session.check([island.handles[name] for name in names], core=False)
        if found.satisfiable:
            island.status, island.core, island.settled = Status.SETTLED, (), None
            island.model = found.model
        return bool(found.satisfiable)

    def _from_scratch(self, island: Island) -> None:
        operator = self.operator
        if isinstance(operator, Linear):
            operator = replace(operator, timeout=self.timeout, session=island.session)
        settled = operator.settle(self.ranked(island.members))
        island.status, island.core, island.settled = settled.status, settled.core, settled
        island.kept = dict.fromkeys(settled.kept)
        island.dropped = {drop.id: drop for drop in settled.dropped}
        if settled.status is Status.SETTLED:
            found = island.session.check([island.handles[name] for name in island.kept], core=False)
            island.model = found.model
            if not found.satisfiable:
                island.status = Status.TIMEOUT


def as_ranked(held: Held, claim: FormulaNode) -> Ranked:
    """Return a statement as operators take it."""
    rank = held.rank
    weight = math.inf if rank.weight is None else rank.weight
    return Ranked(held.id, claim, weight, rank.layer, rank.seq)
