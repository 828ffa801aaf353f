"""What postulates are tried on: revision by an operator, or update."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from defeasible.reasoner.change.claims import OF_UPDATE
from defeasible.reasoner.change.contraction import Contracted, contract
from defeasible.reasoner.change.operators import LINEAR, OPERATORS
from defeasible.reasoner.change.theory import Ranked
from defeasible.reasoner.change.verbs import revise, update
from defeasible.reasoner.postulates.cases import firm
from defeasible.reasoner.postulates.postulate import Family

if TYPE_CHECKING:
    from defeasible.reasoner.change.theory import Operator
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.postulates.space import Asks

Base = tuple[Ranked, ...]


class Subject(Protocol):
    """A way of belief change, as postulates see it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def claims(self) -> frozenset[str]:
        """Ids of the postulates that it is meant to keep."""
        ...

    @property
    def families(self) -> frozenset[Family]:
        """The postulates that can be stated of it."""
        ...

    def change(self, base: Base, *formulas: FormulaNode) -> Asks:
        """Return what a base becomes by changes, one after the other."""
        ...

    def contract(self, base: Base, formula: FormulaNode) -> Contracted:
        """Return what is left of a base that ceases to entail a formula. Only some families ask for it."""
        ...


@dataclass(frozen=True, slots=True)
class Revisions:
    """Revision by an operator, and the contraction that belongs to it."""

    operator: Operator
    families: ClassVar[frozenset[Family]] = frozenset(Family)

    @property
    def name(self) -> str:
        """The name of the operator."""
        return self.operator.name

    @property
    def claims(self) -> frozenset[str]:
        """The claims of the operator."""
        return self.operator.claims

    def change(self, base: Base, *formulas: FormulaNode) -> Asks:
        """Revise by each formula in turn."""
        settled = None
        for n, formula in enumerate(formulas, 1):
            changed = revise(self.operator, base, Ranked(f"n{n}", formula, seq=len(base) + 1))
            base, settled = changed.statements, changed.settled
        return self.operator.settle(base) if settled is None else settled

    def contract(self, base: Base, formula: FormulaNode) -> Contracted:
        """Contract by a formula."""
        return contract(self.operator, base, formula)


@dataclass(frozen=True, slots=True)
class Updates:
    """Winslett's update. The base is taken as it stands: nothing of it is given up."""

    operator: Operator = LINEAR
    name: str = "winslett"
    claims: frozenset[str] = OF_UPDATE
    families: ClassVar[frozenset[Family]] = frozenset((Family.REVISION, Family.UPDATE, Family.CONSEQUENCE))

    def change(self, base: Base, *formulas: FormulaNode) -> Asks:
        """Update by each formula in turn."""
        base, settled = firm(base), None
        for n, formula in enumerate(formulas, 1):
            changed = update(self.operator, base, Ranked(f"n{n}", formula, seq=len(base) + 1))
            base, settled = firm(changed.statements), changed.settled
        return self.operator.settle(base) if settled is None else settled

    def contract(self, base: Base, formula: FormulaNode) -> Contracted:
        """Contract by the operator; no postulate asks for it."""
        return contract(self.operator, firm(base), formula)


WINSLETT = Updates()
SUBJECTS: dict[str, Subject] = {
    **{name: Revisions(operator) for name, operator in OPERATORS.items()},
    WINSLETT.name: WINSLETT,
}
"""The ways of change that ship, by name."""
