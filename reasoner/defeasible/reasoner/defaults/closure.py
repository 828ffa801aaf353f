"""What follows from facts and ranked defaults, by rational and by lexicographic closure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.sat import Answer, Deadline, Optima, Session, ask
from defeasible.reasoner.sat.lexicographic import layered_optima
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.defaults.closed import Closure
    from defeasible.reasoner.defaults.ranking import Ranking
    from defeasible.reasoner.logic import FormulaNode


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

    Rational closure keeps whole ranks: where the facts violate a default of some rank, it gives up all
    defaults of that rank and below. Lexicographic closure gives up as few defaults of each rank as it must,
    the highest rank first, so that an exception to one default leaves the others in force (*penguins have
    wings*).

    Args:
        ranking: The defaults, ranked over the hard statements.
        facts: What holds here.
        goal: The formula asked about.
        closure: Which of the two.
        timeout: Seconds for the whole call.

    Returns:
        ENTAILED or REFUTED if the goal, or its negation, is in the closure, with a best world; UNKNOWN if
            neither is, with two, the goal true, then false; INCONSISTENT if the facts contradict the hard
            statements; TIMEOUT.

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


def _rational(
    ranking: Ranking, certain: Sequence[FormulaNode], goal: FormulaNode, deadline: Deadline
) -> Answer:
    with Session() as session:
        kept = [session.add(formula) for formula in certain]
        first = session.check(kept, core=False, deadline=deadline).satisfiable
        if first is not True:
            return Answer(Verdict.TIMEOUT if first is None else Verdict.INCONSISTENT)
        for level in reversed(ranking.levels):
            more = [*kept, *(session.add(default.material) for default in level)]
            fits = session.check(more, core=False, deadline=deadline).satisfiable
            if fits is None:
                return Answer(Verdict.TIMEOUT)
            if not fits:
                break
            kept = more
        return ask(session, kept, goal, deadline)
