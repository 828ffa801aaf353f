"""The weight of soft statements that must be given up for a goal: MaxSAT by implicit hitting sets.

A core is a set of statements that contradict the goal. Whatever is given up must hit each core, so the
cheapest hitting set of the cores found so far is a lower bound of the cost; if the rest is consistent, it is
the cost itself (Davies and Bacchus 2011). The cores certify that it cannot be cheaper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.sat.deadline import OutOfTimeError
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from defeasible.reasoner.sat import Session
    from defeasible.reasoner.sat.deadline import Deadline

TIE = 1e-9
"""Costs closer than this are equal."""


class Cost(NamedTuple):
    """The cheapest way to make a goal hold."""

    cost: float | None
    """Sum of the weights given up; None if the goal is impossible."""
    cores: tuple[tuple[int, ...], ...]
    """Sets of handles of statements that together contradict the goal."""
    choices: tuple[tuple[frozenset[int], frozenset[str]], ...]
    """The handles given up, each with the true atoms of a world: one choice, or all of least cost."""


def weigh(  # noqa: PLR0913 - what is weighed, and until when
    session: Session,
    theory: Sequence[int],
    weights: Mapping[int, float],
    given: Sequence[int],
    deadline: Deadline,
    *,
    every: bool = False,
) -> Cost | None:
    """Return the cost of a goal.

    Args:
        session: The session of the handles.
        theory: All statements, in order of preference for a core.
        weights: The weights of the soft statements.
        given: Handles of the goal.
        deadline: When to stop.
        every: Whether to find all choices of least cost, not just the first.

    Returns:
        The cost; None if the time ran out.
    """
    cores: list[tuple[int, ...]] = []
    while not deadline.passed:
        soft = [frozenset(h for h in core if h in weights) for core in cores]
        try:
            cost, sets = cheapest(soft, weights, deadline)
        except OutOfTimeError:
            return None
        choices: list[tuple[frozenset[int], frozenset[str]]] = []
        for given_up in sets if every else sets[:1]:
            outcome = session.check([h for h in theory if h not in given_up], given=given, deadline=deadline)
            if outcome.satisfiable is None:
                return None
            if outcome.satisfiable:
                choices.append((given_up, outcome.model))
                continue
            cores.append(outcome.core)
            if not any(h in weights for h in outcome.core):
                return Cost(None, (outcome.core,), ())
            break
        else:
            return Cost(cost, tuple(cores), tuple(choices))
    return None


def verdict_of(pro: float | None, contra: float | None) -> Verdict:
    """Return the verdict for the costs of a goal and of its negation."""
    if pro is None or contra is None:
        if pro is None and contra is None:
            return Verdict.INCONSISTENT
        return Verdict.REFUTED if pro is None else Verdict.ENTAILED
    if abs(pro - contra) <= TIE:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if pro < contra else Verdict.REFUTED


def cheapest(
    sets: Sequence[frozenset[int]], costs: Mapping[int, float], deadline: Deadline
) -> tuple[float, list[frozenset[int]]]:
    """Return the least cost of a hitting set, and all sets of that cost, in lexicographic order.

    Branches on the members of a smallest set not yet hit, and prunes branches that cost more than the best
    even if each of some disjoint sets is hit by its cheapest member.

    Args:
        sets: The sets to hit; none is empty.
        costs: The cost of each member, positive.
        deadline: When to stop.

    Raises:
        OutOfTimeError: At the deadline.
    """
    best: list[frozenset[int]] = []
    floor = {members: min(costs[m] for m in members) for members in sets}
    bound = sum(floor[members] for members in sets)

    def search(
        chosen: frozenset[int], cost: float, barred: frozenset[int], todo: list[frozenset[int]]
    ) -> None:
        nonlocal bound
        deadline.heed()
        if not todo:
            if cost < bound - TIE:
                best.clear()
            bound = min(bound, cost)
            best.append(chosen)
            return
        room, apart = bound + TIE - cost, set[int]()
        for members in todo:
            if apart.isdisjoint(members):
                apart |= members
                room -= floor[members]
        if room < -TIE:  # far more than rounding can add up to
            return
        left = [members - barred for members in todo]
        least = min(map(len, left))
        narrowest = min((members for members in left if len(members) == least), key=sorted)
        for member in sorted(narrowest):
            if cost + costs[member] <= bound + TIE:
                rest = [members for members in todo if member not in members]
                search(chosen | {member}, cost + costs[member], barred, rest)
            # Every set with this member has been tried: the later branches exclude it.
            barred |= {member}

    search(frozenset(), 0.0, frozenset(), list(floor))
    return bound, sorted(best, key=sorted)
