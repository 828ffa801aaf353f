"""Genuine ties: conflicting defaults, none more specific than the others, that leave a question open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.logic import negate
from defeasible.reasoner.record import Record
from defeasible.reasoner.sat import Session
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.base.report import Quote
    from defeasible.reasoner.base.state import State
    from defeasible.reasoner.defaults import Closed
    from defeasible.reasoner.logic import FormulaNode


@dataclass(frozen=True, slots=True)
class Tie(Record):
    """Two sides of a question, each with the defaults that support it."""

    pro: tuple[Quote, ...]
    contra: tuple[Quote, ...]

    @property
    def reason(self) -> str:
        """The tie, as a sentence."""
        pro, contra = (" and ".join(map(str, side)) for side in (self.pro, self.contra))
        return f"{pro} against {contra}: neither is more specific"


def tie(state: State, closed: Closed, kept: Iterable[str], goal: FormulaNode) -> Tie | None:
    """Return the tie that leaves a goal open; None if it is open for another reason.

    Args:
        state: The base.
        closed: The closure of the linked defaults.
        kept: The linked statements that hold in all best worlds.
        goal: The open goal.
    """
    answer = closed.ask(goal, state.islands.deadline)
    if answer.verdict is not Verdict.UNKNOWN:
        return None
    tied = [item.id for item in closed.overridden if not item.always]
    sides: list[tuple[Quote, ...]] = []
    with Session(state.islands.timeout) as session:
        given = [session.add(state.islands.claim(name)) for name in kept]
        for model, wanted in zip(answer.models, (goal, negate(goal)), strict=True):
            own = {
                session.add(state.islands.claim(n)): n for n in tied if true_in(state.islands.claim(n), model)
            }
            denied = session.add(negate(wanted))
            found = session.check(list(own), given=[*given, denied], deadline=state.islands.deadline)
            if found.satisfiable is not False:
                return None
            sides.append(tuple(state.quote(own[handle]) for handle in found.core))
    return Tie(sides[0], sides[1])
