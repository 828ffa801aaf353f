"""One weighing: the answer over all optima, with everything that proves it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.sat import Optima, Session, optima
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.sat.proof import prove
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline, Kept
    from defeasible.reasoner.sat.proof import Core

Model = frozenset[str]


@dataclass(frozen=True, slots=True)
class Weighing:
    """What all optima agree on about a goal. Positions count hard statements first, then soft ones."""

    verdict: Verdict
    units: int = 0
    """The weight that each optimum violates, in units."""
    kept: tuple[Kept, ...] = ()
    """For each soft statement, whether all, some or no optima keep it, if that was asked."""
    beaten: tuple[Core, ...] = ()
    """For each soft statement that no optimum keeps, what contradicts it; empty for the others."""
    cores: tuple[Core, ...] = ()
    against: tuple[Core, ...] = ()
    models: tuple[Model, ...] = ()
    others: tuple[Model, ...] = ()
    """Further optima, so that each statement that only some keep is true in one and false in another."""

    @property
    def answered(self) -> bool:
        """Whether there are optima."""
        return bool(self.models)


def weigh(
    hard: Sequence[FormulaNode],
    soft: Sequence[tuple[FormulaNode, float]],
    goal: FormulaNode,
    deadline: Deadline,
    *,
    kept: bool = True,
) -> Weighing:
    """Decide a goal over all optima, with the conflicts and models that prove the answer.

    Args:
        hard: Statements that must hold.
        soft: Statements with their weights in nats.
        goal: The formula asked about.
        deadline: When to stop all of the work.
        kept: Whether to tell, and prove, what becomes of each soft statement.

    Returns:
        The weighing; its verdict is INCONSISTENT, with one core, if the hard statements are inconsistent,
        and TIMEOUT if time ran out.
    """
    found = optima(hard, soft, deadline=deadline)
    if found is Verdict.TIMEOUT:
        return Weighing(Verdict.TIMEOUT)
    with Session() as session:
        if not isinstance(found, Optima):
            handles = [session.add(formula) for formula in hard]
            outcome = session.check(handles, deadline=deadline)
            if outcome.satisfiable is None:
                return Weighing(Verdict.TIMEOUT)
            return Weighing(found, cores=(_positions(outcome.core, handles),))
        with found:
            return _shown(session, found, goal, deadline, kept=kept) or Weighing(Verdict.TIMEOUT)


def _shown(
    session: Session, found: Optima, goal: FormulaNode, deadline: Deadline, *, kept: bool
) -> Weighing | None:
    answer = found.ask(goal, deadline)
    words = found.kept(deadline) if kept else ()
    if answer.verdict is Verdict.TIMEOUT or words is None:
        return None
    proof = prove(found, goal, answer, kept=kept, deadline=deadline)
    if proof is None:
        return None
    world = answer.models[0]
    formulas = (*found.hard, *found.soft)
    handles = [session.add(formula) for formula in formulas]
    believed = [h for h, formula in zip(handles, formulas, strict=True) if true_in(formula, world)]
    others: list[Model] = []
    beaten: list[Core] = []
    cores = dict.fromkeys(proof.cores)
    for place, word in enumerate(words, len(found.hard)):
        beaten.append(())
        if word == "sometimes":
            known = {true_in(formulas[place], model): model for model in (*answer.models, *others)}
            if len(known) < 2:
                both = found.ask(formulas[place], deadline)
                if both.verdict is Verdict.TIMEOUT:
                    return None
                others.append(both.models[1 if True in known else 0])
        elif word == "never":
            # The statements that an optimum keeps contradict each statement that it gives up.
            outcome = session.check(believed, given=[handles[place]], deadline=deadline)
            if outcome.satisfiable is None:
                return None
            beaten[-1] = _positions(outcome.core, handles)
            cores[tuple(sorted((*beaten[-1], place)))] = None
    return Weighing(
        answer.verdict,
        found.units,
        words,
        tuple(beaten),
        tuple(cores),
        proof.against,
        answer.models,
        tuple(others),
    )


def _positions(core: Sequence[int], handles: Sequence[int]) -> Core:
    return tuple(sorted(handles.index(handle) for handle in core))
