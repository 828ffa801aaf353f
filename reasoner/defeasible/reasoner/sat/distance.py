"""Dalal's distance: the number of atoms in which the nearest models of two theories differ (Dalal 1988).

The first theory is stated over a copy of each atom, and a soft statement of weight 1 says that an atom equals
its copy. The cost of the optima is the distance, and their models are the models of the second theory that
are nearest to the first, as in Dalal's revision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.logic import Atom, Iff, atoms, rename
from defeasible.reasoner.sat.optima import optima
from defeasible.reasoner.sat.session import Answer
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat.optima import Optima

COPY = "\N{PRIME}"
"""Appended to the name of an atom to name its copy; no atom of a theory may end in it."""


@dataclass(frozen=True, slots=True)
class Distance:
    """The models of a new theory that are nearest to those of an old one."""

    atoms: int
    """The number of atoms in which the nearest models of the two differ."""
    optima: Optima
    """The optima; close them after use."""

    def __str__(self) -> str:
        return f"the nearest models differ in {self.atoms} atom{'' if self.atoms == 1 else 's'}"

    def ask(self, goal: FormulaNode) -> Answer:
        """Decide whether a goal holds in all, none or some of the nearest models.

        Returns:
            The same as `Optima.ask`, with models of the new theory alone.
        """
        answer = self.optima.ask(goal)
        models = tuple(
            frozenset(name for name in model if not name.endswith(COPY)) for model in answer.models
        )
        return Answer(answer.verdict, (), models)


def distance(
    old: Sequence[FormulaNode], new: Sequence[FormulaNode], timeout: float = 10.0
) -> Distance | Literal[Verdict.INCONSISTENT, Verdict.TIMEOUT]:
    """Find the models of a new theory that differ in the fewest atoms from models of an old one.

    Args:
        old: The old theory.
        new: The new theory.
        timeout: Seconds for the search, and for each question.

    Returns:
        The nearest models; INCONSISTENT if one of the theories has no model; TIMEOUT if time ran out.

    Raises:
        FormError: If a formula is nested too deeply.
        UsageError: If the timeout is not positive.
    """
    # An atom that only one of the two mentions can always take the same value in the other.
    shared = dict.fromkeys(name for formula in new for name in atoms(formula))
    mentioned = dict.fromkeys(name for formula in old for name in atoms(formula))
    copies = {name: f"{name}{COPY}" for name in shared.keys() | mentioned.keys()}
    hard = [*new, *(rename(formula, copies) for formula in old)]
    # Atoms of the old theory alone keep their values in the nearest models, since a goal may ask about them.
    soft = [(Iff(Atom(name), Atom(copies[name])), 1.0) for name in {**shared, **mentioned}]
    found = optima(hard, soft, timeout)
    if isinstance(found, Verdict):
        return found
    return Distance(round(found.cost), found)
