"""Inference from facts and ranked defaults, by rational and by lexicographic closure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.sat import Answer, Deadline, Optima, OutOfTimeError, Session, ask
from defeasible.reasoner.sat.lexicographic import layered_optima
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.defaults.ranking import Ranking
    from defeasible.reasoner.logic import FormulaNode

Closure: TypeAlias = Literal["rational", "lexicographic"]


def follows(
    ranking: Ranking,
    facts: Sequence[FormulaNode],
    goal: FormulaNode,
    closure: Closure = "lexicographic",
    timeout: float = 10.0,
) -> Verdict:
    """Decide whether a goal normally holds, given facts: the verdict of `conclude`."""
    return conclude(ranking, facts, goal, closure, timeout).verdict


def conclude(
    ranking: Ranking,
    facts: Sequence[FormulaNode],
    goal: FormulaNode,
    closure: Closure = "lexicographic",
    timeout: float = 10.0,
) -> Answer:
    """Decide whether a goal normally holds, given facts, and show best worlds.

    Rational closure keeps whole ranks: if the facts violate a default of some rank, it gives up all defaults
    of that rank and below. Lexicographic closure gives up as few defaults of each rank as possible, highest
    rank first, so that an exception to one default leaves the others in force (*penguins have wings*).

    Args:
        ranking: The defaults, ranked over the hard statements.
        facts: The facts of the case.
        goal: The formula asked about.
        closure: The kind of closure.
        timeout: Seconds for the whole call.

    Returns:
        ENTAILED or REFUTED if the goal, or its negation, is in the closure, with a best world; UNKNOWN if
            neither is, with two best worlds, first with the goal true, then false; INCONSISTENT if the facts
            contradict the hard statements; TIMEOUT.

    Raises:
        FormError: If a formula is nested too deeply.

    References:
        D. Lehmann and M. Magidor (1992), What does a conditional knowledge base entail?, section 5;
        D. Lehmann (1995), Another perspective on default reasoning, definitions 2 to 5.
    """
    deadline = Deadline(timeout)
    certain = [*ranking.hard, *(default.material for default in ranking.unranked), *facts]
    if closure == "rational":
        return _rational(ranking, certain, goal, deadline)
    layers = [[(default.material, 1.0) for default in level] for level in reversed(ranking.levels)]
    found = layered_optima(certain, layers, timeout, deadline)
    if not isinstance(found, Optima):
        return Answer(found)
    with found:
        return found.ask(goal, deadline)


@dataclass(frozen=True, slots=True)
class Whole:
    """The highest levels of defaults that are consistent with the hard formulas: rational closure."""

    kept: int
    """The number of levels that hold, from the highest down."""
    on: tuple[int, ...]
    """The handles of all formulas that hold."""
    model: frozenset[str]
    """A model of these formulas."""
    clash: tuple[int, ...] = ()
    """A minimal conflict that arises if the next level is added; empty if all levels hold."""


def whole_levels(
    session: Session, hard: Sequence[int], levels: Sequence[Sequence[int]], deadline: Deadline
) -> Whole | None:
    """Add whole levels of defaults to the hard formulas, highest first, as long as they are consistent.

    Args:
        session: The session that the handles belong to.
        hard: Handles of the hard formulas.
        levels: Handles of the defaults, highest level first.
        deadline: When to stop.

    Returns:
        The levels that hold; None if the hard formulas are inconsistent.

    Raises:
        OutOfTimeError: At the deadline.
    """
    on: tuple[int, ...] = ()
    model: frozenset[str] = frozenset()
    for kept, level in enumerate((hard, *levels), -1):
        more = (*on, *level)
        found = session.check(more, deadline=deadline)
        if found.satisfiable is None:
            raise OutOfTimeError
        if not found.satisfiable:
            return Whole(kept, on, model, found.core) if kept >= 0 else None
        on, model = more, found.model
    return Whole(len(levels), on, model)


def _rational(
    ranking: Ranking, certain: Sequence[FormulaNode], goal: FormulaNode, deadline: Deadline
) -> Answer:
    with Session() as session:
        hard = [session.add(formula) for formula in certain]
        levels = [[session.add(d.material) for d in level] for level in reversed(ranking.levels)]
        try:
            found = whole_levels(session, hard, levels, deadline)
        except OutOfTimeError:
            return Answer(Verdict.TIMEOUT)
        if found is None:
            return Answer(Verdict.INCONSISTENT)
        return ask(session, found.on, goal, deadline)
