"""`Settling`: decide which statements of an island are kept, with as few searches as possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.base.island import DEFAULT, Island, as_ranked
from defeasible.reasoner.change import Linear, Operator, Ranked, Status, by_rank
from defeasible.reasoner.change.linear import climb
from defeasible.reasoner.sat import Deadline, OutOfTimeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from defeasible.reasoner.forms import Held
    from defeasible.reasoner.logic import FormulaNode


class Settling:
    """Settles islands by an operator, each when it changed.

    Args:
        operator: Resolves contradictions.
        timeout: Seconds for one call.
        clock: Returns the time in seconds.

    Raises:
        UsageError: If the timeout is not positive.
    """

    def __init__(self, operator: Operator, timeout: float, clock: Callable[[], float]) -> None:
        self.operator = operator
        self.timeout = timeout
        self.clock = clock
        self.deadline = Deadline(timeout, clock)
        """The deadline of the current call."""
        self.held: dict[str, Held] = {}
        self._claims: dict[str, FormulaNode] = {}
        self.lost: dict[str, None] = {}
        """Statements that were kept or added, and are not kept now, since this was last cleared."""
        self.regained: dict[str, None] = {}
        """Statements that were not kept and are now, since this was last cleared."""

    def ranked(self, names: Iterable[str]) -> list[Ranked]:
        """Return statements in the form that operators take."""
        return [as_ranked(self.held[name], self._claims[name]) for name in names]

    def _settle(self, island: Island) -> None:
        before = (island.status, island.kept)
        linear = isinstance(self.operator, Linear)
        try:
            if self._carries_on(island) and self._fits(island, [*island.kept, *island.fresh]):
                # Under the linear operator, a statement that did not fit does not fit a larger set either.
                island.kept.update(island.fresh)
            elif linear:
                self._climb(island)
            elif island.stale and self._fits(island, island.members):
                island.kept = dict.fromkeys(island.members)
                island.dropped = {}
            else:
                self._from_scratch(island)
        except OutOfTimeError:
            island.status, island.core, island.settled = Status.TIMEOUT, (), None
            island.kept, island.dropped = {}, {}
        if island.kept is not before[1] and (before[0], island.status) == (Status.SETTLED, Status.SETTLED):
            stood = {**before[1], **island.fresh}
            self.lost.update((name, None) for name in stood if name not in island.kept)
            self.regained.update((name, None) for name in island.kept if name not in stood)
        island.fresh = {}
        island.stale = False

    def _carries_on(self, island: Island) -> bool:
        """Whether the settlement of an island stays valid when statements are added that fit."""
        return (isinstance(self.operator, Linear) or not island.dropped) and not island.stale

    def _fits(self, island: Island, names: Iterable[str]) -> bool:
        """Whether some statements are consistent; if so, their model is stored.

        Raises:
            OutOfTimeError: At the deadline.
        """
        handles = island.handles
        on = [handles[name] for name in names]
        found = island.session.check(on, core=False, deadline=self.deadline)
        if found.satisfiable is None:
            raise OutOfTimeError
        if found.satisfiable:
            island.status, island.core, island.settled = Status.SETTLED, (), None
            island.model = set(found.model)
        return found.satisfiable

    def _climb(self, island: Island) -> None:
        """Settle an island by linear revision.

        Raises:
            OutOfTimeError: At the deadline.
        """
        found = climb(island.session, *island.ladder(defaults=False), self.deadline, island.known())
        island.settled = None
        if found.core is not None:
            first = island.firmest()
            island.status, island.core = Status.INCONSISTENT, tuple(first[handle] for handle in found.core)
            island.kept, island.dropped = {}, {}
            return
        island.status, island.core, island.model = Status.SETTLED, (), set(found.model)
        usual = [name for name, place in island.members.items() if place[0] == DEFAULT]
        strict = island.members.keys() - set(usual) if usual else island.members
        handles = island.handles
        island.kept = {
            name: None for name in island.members if name in strict and handles[name] not in found.dropped
        }
        island.dropped = {drop.id: drop for drop in island.drops(found) if drop.id in strict}
        if usual and not self._fits(island, [*island.kept, *usual]):
            self._close(island, usual)
        else:
            island.kept.update(dict.fromkeys(usual))

    def _close(self, island: Island, usual: Sequence[str]) -> None:
        """Settle the defaults of an island, which do not all fit the other kept statements.

        Raises:
            OutOfTimeError: At the deadline.
        """
        assert isinstance(self.operator, Linear)
        strict, defaults = by_rank(self.ranked(island.kept)), by_rank(self.ranked(usual))
        settled = self.operator.closed(strict, defaults, tuple(island.dropped.values()), self.deadline)
        assert settled.closed is not None
        island.settled, island.model = settled, set(settled.closed.model)
        island.kept = dict.fromkeys(settled.kept)
        island.dropped = {drop.id: drop for drop in settled.dropped}

    def _from_scratch(self, island: Island) -> None:
        """Settle an island by an operator other than linear revision.

        Raises:
            OutOfTimeError: At the deadline.
        """
        settled = self.operator.settle(self.ranked(island.members), self.deadline)
        if settled.status is Status.TIMEOUT:
            raise OutOfTimeError
        island.status, island.core, island.settled = settled.status, settled.core, settled
        island.kept = dict.fromkeys(settled.kept)
        island.dropped = {drop.id: drop for drop in settled.dropped}
        if settled.status is Status.SETTLED:
            handles = island.handles
            on = [handles[name] for name in island.kept]
            found = island.session.check(on, core=False, deadline=self.deadline)
            if not found.satisfiable:
                raise OutOfTimeError
            island.model = set(found.model)
