"""Smallest minimal conflicts (MUSes) of a theory, and cheapest correction sets (MCSes).

A theory of 300 statements can have thousands of conflicts, and one of 1,000 more than can be enumerated, so
only the first few are found. A conflict is a cheapest hitting set of the correction sets found so far that is
inconsistent (Ignatiev, Previti, Liffiton, Marques-Silva 2015), and vice versa.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import require_at_least
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.sat.hitting import HittingSets

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from defeasible.reasoner.sat.session import Session
    from defeasible.reasoner.sat.solver import Solver

Handles = tuple[int, ...]
SINGLES = 64
"""Most conflicts whose common members are searched for corrections of one statement, before optimising."""


@dataclass(frozen=True, slots=True)
class Sets:
    """Result of a search for sets of statements."""

    found: tuple[Handles, ...]
    """The sets by size or cost, then by position; each in the order of the soft statements."""
    complete: bool = True
    """Whether the search finished. If not, the sets found are correct, but others may exist."""


def shortest_conflicts(
    session: Session,
    soft: Sequence[int],
    hard: Sequence[int] = (),
    k: int = 5,
    deadline: Deadline | None = None,
) -> Sets:
    """Return the smallest minimal sets of soft statements that are inconsistent with the hard ones.

    Args:
        session: The session that the handles belong to.
        soft: Handles of the soft statements, in order.
        hard: Handles of the hard statements.
        k: Most sets to return.
        deadline: When to stop; by default after the session's timeout.

    Returns:
        The sets by size, then by position. If more than `k` qualify, the choice among the longest is
        arbitrary but deterministic. Only the empty set if the hard statements are inconsistent; no set if
        there is no conflict. `complete` is false if time ran out.

    Raises:
        UsageError: If `k` is not positive, or no formula has one of the handles.
    """
    return _Duality(session, soft, hard, k, deadline=deadline).conflicts()


def correction_sets(  # noqa: PLR0913 - one parameter per part of the question
    session: Session,
    soft: Sequence[int],
    hard: Sequence[int] = (),
    k: int = 5,
    *,
    weights: Mapping[int, int] | None = None,
    deadline: Deadline | None = None,
) -> Sets:
    """Return the cheapest minimal sets of soft statements whose removal makes the rest consistent.

    With the negation of a goal among the hard statements, they are the sets to give up so that the goal no
    longer follows.

    Args:
        session: The session that the handles belong to.
        soft: Handles of the soft statements, in order.
        hard: Handles of the hard statements.
        k: Most sets to return.
        weights: Cost of each statement, a positive integer; by default 1.
        deadline: When to stop; by default after the session's timeout.

    Returns:
        The sets by cost, then by position. If more than `k` qualify, the choice among the most expensive is
        arbitrary but deterministic. Only the empty set if all statements are consistent; no set if the hard
        ones are not. `complete` is false if time ran out.

    Raises:
        UsageError: If `k` is not positive, or no formula has one of the handles.
    """
    return _Duality(session, soft, hard, k, deadline=deadline, weights=weights).corrections()


class _Duality:
    """One search, with a solver of its own, so that the result depends on the question alone."""

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
        require_at_least(1, k=k)
        self.hard = list(dict.fromkeys(hard))
        settled = set(hard)
        self.soft = list(dict.fromkeys(handle for handle in soft if handle not in settled))
        self.k = k
        self.weights = {handle: 1 if weights is None else weights[handle] for handle in self.soft}
        self.place = {handle: i for i, handle in enumerate(self.soft)}
        self.deadline = deadline or Deadline(session.timeout)
        self.solver: Solver = session.isolate([*self.hard, *self.soft])

    def conflicts(self) -> Sets:
        """Hit the correction sets found so far until a hitting set is inconsistent."""
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
        """Hit the conflicts found so far until the remaining statements are consistent."""
        found: list[Handles] = []
        try:
            self._corrections(found)
            return Sets(self._sorted(found))
        except OutOfTimeError:
            return Sets(self._sorted(found), complete=False)
        finally:
            self.solver.close()

    def _corrections(self, found: list[Handles]) -> None:
        """Append the cheapest correction sets to those found."""
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
                # Disjoint conflicts raise the bound faster than one conflict at a time.
                while left is not None:
                    if not left:
                        return
                    choice.hit(left)
                    gone.update(left)
                    left = self._conflict(gone)
        finally:
            choice.close()

    def _singles(self, found: list[Handles], conflicts: list[list[int]]) -> None:
        """Find statements that are in all conflicts; these need no optimisation.

        Args:
            found: Receives the correction sets.
            conflicts: One conflict; receives the others that are found.
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
        """Return a conflict among the statements that are not in `gone`; None if they are consistent."""
        if self._satisfiable([handle for handle in self.soft if handle not in gone]):
            return None
        core = set(self.solver.core())
        return [handle for handle in self.soft if handle in core]

    def _grow(self, kept: Sequence[int]) -> list[int]:
        """Extend a consistent set as far as possible; return the statements that do not fit."""
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
