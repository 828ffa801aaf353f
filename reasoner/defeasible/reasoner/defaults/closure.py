"""What follows from facts and ranked defaults, by rational and by lexicographic closure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.change.lexicographic import layered_optima
from defeasible.reasoner.sat import Deadline, Optima, Session, ask
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
    """Decide whether a goal normally holds, given facts.

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
        ENTAILED or REFUTED if the goal, or its negation, is in the closure; UNKNOWN if neither is;
            INCONSISTENT if the facts contradict the hard statements; TIMEOUT.

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
        return found
    with found:
        return found.ask(goal, deadline).verdict


def _rational(
    ranking: Ranking, certain: Sequence[FormulaNode], goal: FormulaNode, deadline: Deadline
) -> Verdict:
    with Session() as session:
        kept = [session.add(formula) for formula in certain]
        first = session.check(kept, core=False, deadline=deadline).satisfiable
        if first is not True:
            return Verdict.TIMEOUT if first is None else Verdict.INCONSISTENT
        for level in reversed(ranking.levels):
            more = [*kept, *(session.add(default.material) for default in level)]
            fits = session.check(more, core=False, deadline=deadline).satisfiable
            if fits is None:
                return Verdict.TIMEOUT
            if not fits:
                break
            kept = more
        return ask(session, kept, goal, deadline).verdict
