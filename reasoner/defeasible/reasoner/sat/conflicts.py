"""The smallest conflicts of a theory, and the cheapest corrections that remove all of them.

A theory of 300 statements can have thousands of conflicts, one of 1,000 more than can be enumerated, so only
the first few are found: each is a cheapest hitting set of the corrections met so far that
turns out to be contradictory (Ignatiev, Previti, Liffiton, Marques-Silva 2015), and the other way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.sat.hitting import HittingSets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from defeasible.reasoner.sat.session import Session
    from defeasible.reasoner.sat.solver import Solver

Handles = tuple[int, ...]
SINGLES = 64
"""Conflicts, at most, among whose common members single statements are looked for; then it optimises."""


@dataclass(frozen=True, slots=True)
class Sets:
    """What a search for sets of statements found."""

    found: tuple[Handles, ...]
    """Each in the order of the statements in doubt; the sets by size or cost, then by place."""
    complete: bool = True
    """Whether the search ended. If not, what was found qualifies, and other sets may, too."""


def shortest_conflicts(
    session: Session,
    soft: Sequence[int],
    hard: Sequence[int] = (),
    k: int = 5,
    deadline: Deadline | None = None,
) -> Sets:
    """Return the smallest minimal sets of statements that have no model beside those that are not in doubt.

    Args:
        session: The session that gave the handles.
        soft: Handles of the statements in doubt, in order.
        hard: Handles of the others.
        k: How many to return at most.
        deadline: When to stop; by default after the session's time.

    Returns:
        The sets by size, then by place. Where more than `k` qualify, which of the longest are among them is
        arbitrary, but always the same. An empty set alone if the statements not in doubt contradict each
        other; no set if there is no conflict. `complete` is false where the time ran out.

    Raises:
        UsageError: If `k` is not positive, or no formula has one of the handles.
    """
    return _Duality(session, soft, hard, k, deadline=deadline).conflicts()


def correction_sets(  # noqa: PLR0913 - the question has so many parts
    session: Session,
    soft: Sequence[int],
    hard: Sequence[int] = (),
    k: int = 5,
    *,
    weights: Mapping[int, int] | None = None,
    deadline: Deadline | None = None,
) -> Sets:
    """Return the cheapest minimal sets of statements whose removal leaves the others with a model.

    With the negation of a goal among the hard ones, they are what would have to go
    for the goal not to follow.

    Args:
        session: The session that gave the handles.
        soft: Handles of the statements in doubt, in order.
        hard: Handles of the others.
        k: How many to return at most.
        weights: What each statement costs, in whole units above zero; by default 1.
        deadline: When to stop; by default after the session's time.

    Returns:
        The sets by cost, then by place. Where more than `k` qualify, which of the dearest are among them is
        arbitrary, but always the same. An empty set alone if all statements have a model; no set if not even
        the hard ones have. `complete` is false where the time ran out.

    Raises:
        UsageError: If `k` is not positive, or no formula has one of the handles.
    """
    return _Duality(session, soft, hard, k, deadline=deadline, weights=weights).corrections()


class _Duality:
    """One search: a solver of its own, so that what is found depends on the question alone."""

    def __init__(  # noqa: PLR0913 - as above
        self,
        session: Session,
        soft: Sequence[int],
        hard: Sequence[int],
        k: int,
        *,
        deadline: Deadline | None,
        weights: Mapping[int, int] | None = None,
    ) -> None:
        if k < 1:
            raise UsageError(f"cannot return {k} sets", hint="ask for at least 1")
        self.hard = list(dict.fromkeys(hard))
        settled = set(hard)
        self.soft = list(dict.fromkeys(handle for handle in soft if handle not in settled))
        self.k = k
        self.weights = {handle: 1 if weights is None else weights[handle] for handle in self.soft}
        self.place = {handle: i for i, handle in enumerate(self.soft)}
        self.deadline = deadline or Deadline(session.timeout)
        self.solver: Solver = session.isolate([*self.hard, *self.soft])

    def conflicts(self) -> Sets:
        """Meet corrections with candidates until a candidate is contradictory by itself."""
        choice = HittingSets(self.weights)
        found: list[Handles] = []
        try:
            while len(found) < self.k and (candidate := choice.cheapest(self.deadline)) is not None:
                kept = self._ordered(candidate)
                if not self._satisfiable(kept):
                    if not kept:
                        return Sets(((),))
                    found.append(kept)
                    choice.block(kept)
                    continue
                correction = self._grow(kept)
                if not correction:
                    break
                choice.hit(correction)
            return Sets(self._sorted(found))
        except OutOfTimeError:
            return Sets(self._sorted(found), complete=False)
        finally:
            choice.close()
            self.solver.close()

    def corrections(self) -> Sets:
        """Meet conflicts with candidates until the rest has a model."""
        found: list[Handles] = []
        try:
            self._corrections(found)
            return Sets(self._sorted(found))
        except OutOfTimeError:
            return Sets(self._sorted(found), complete=False)
        finally:
            self.solver.close()

    def _corrections(self, found: list[Handles]) -> None:
        """Add the cheapest corrections to those found."""
        conflict = self._conflict(set())
        if conflict is None:
            found.append(())
            return
        conflicts = [conflict]
        if len(set(self.weights.values())) <= 1:
            self._singles(found, conflicts)
        if len(found) == self.k or not all(conflicts):
            return
        choice = HittingSets(self.weights)
        try:
            for conflict in conflicts:
                choice.hit(conflict)
            for single in found:
                choice.block(single)
            while len(found) < self.k and (candidate := choice.cheapest(self.deadline)) is not None:
                gone = set(candidate)
                left = self._conflict(gone)
                if left is None:
                    found.append(self._ordered(candidate))
                    choice.block(candidate)
                # Conflicts that share nothing bring the bound up sooner than one at a time.
                while left is not None:
                    if not left:
                        return
                    choice.hit(left)
                    gone.update(left)
                    left = self._conflict(gone)
        finally:
            choice.close()

    def _singles(self, found: list[Handles], conflicts: list[list[int]]) -> None:
        """Find the statements each of which is in all conflicts; no optimisation is needed for these.

        Args:
            found: Takes the corrections.
            conflicts: One conflict; takes the others that come up.
        """
        suspects = conflicts[0]
        while suspects and len(found) < self.k and len(conflicts) < SINGLES:
            handle = suspects[0]
            conflict = self._conflict({handle})
            if conflict is None:
                found.append((handle,))
                suspects = suspects[1:]
            else:
                conflicts.append(conflict)
                shared = set(conflict)
                suspects = [other for other in suspects if other in shared]

    def _satisfiable(self, kept: Sequence[int]) -> bool:
        found = self.solver.solve([*self.hard, *kept], self.deadline)
        if found is None:
            raise OutOfTimeError
        return found

    def _conflict(self, gone: set[int]) -> list[int] | None:
        """Return a contradiction among the statements that are not gone; None if they have a model."""
        if self._satisfiable([handle for handle in self.soft if handle not in gone]):
            return None
        core = set(self.solver.core())
        return [handle for handle in self.soft if handle in core]

    def _grow(self, kept: Sequence[int]) -> list[int]:
        """Add statements to consistent ones as long as they fit; return those that do not."""
        kept = list(kept)
        chosen, true = set(kept), set(self.solver.model())
        left = []
        for handle in self.soft:
            if handle in chosen:
                continue
            if handle in true:
                kept.append(handle)
            elif self._satisfiable([*kept, handle]):
                kept.append(handle)
                true = set(self.solver.model())
            else:
                left.append(handle)
        return left

    def _ordered(self, handles: Iterable[int]) -> Handles:
        return tuple(sorted(handles, key=self.place.__getitem__))

    def _sorted(self, found: list[Handles]) -> tuple[Handles, ...]:
        def rank(handles: Handles) -> tuple[int, list[int]]:
            return sum(self.weights[h] for h in handles), [self.place[h] for h in handles]

        return tuple(sorted(found, key=rank))
