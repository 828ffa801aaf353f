"""The subjects on which postulates are tested: revision by an operator, update, closures of defaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Protocol

from defeasible.reasoner.change.claims import OF_CLOSURES, OF_UPDATE
from defeasible.reasoner.change.contraction import Contracted, contract
from defeasible.reasoner.change.operators import DALAL, LINEAR, MAXSAT
from defeasible.reasoner.change.theory import Answer, Ranked
from defeasible.reasoner.change.verbs import revise, update
from defeasible.reasoner.defaults import Closure, as_default, conclude, rank
from defeasible.reasoner.logic import conjoin
from defeasible.reasoner.postulates.cases import firm
from defeasible.reasoner.postulates.postulate import Family
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.change.theory import Operator
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.postulates.space import Asks

Base = tuple[Ranked, ...]


class Subject(Protocol):
    """A way of belief change, as postulates see it."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def claims(self) -> frozenset[str]:
        """Ids of the postulates that it claims to satisfy."""
        ...

    @property
    def families(self) -> frozenset[Family]:
        """The families of postulates that can be stated for it."""
        ...

    def change(self, base: Base, *formulas: FormulaNode) -> Asks:
        """Return the result of successive changes to a base."""
        ...

    def contract(self, base: Base, formula: FormulaNode) -> Contracted:
        """Return the contraction of a base by a formula. Only some families need it."""
        ...


@dataclass(frozen=True, slots=True)
class Revisions:
    """Revision by an operator, and the corresponding contraction."""

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
    """Winslett's update. The base is taken as it is, and nothing is given up."""

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
        """Contract by the operator; no postulate needs it."""
        return contract(self.operator, firm(base), formula)


@dataclass(frozen=True, slots=True)
class Closures:
    """What normally holds given a formula; the base is taken as defaults, its hard part as rules."""

    closure: Closure
    claims: frozenset[str] = OF_CLOSURES
    families: ClassVar[frozenset[Family]] = frozenset((Family.CONSEQUENCE,))

    @property
    def name(self) -> str:
        """`z` for rational closure, `lex` for lexicographic."""
        return "z" if self.closure == "rational" else "lex"

    def change(self, base: Base, *formulas: FormulaNode) -> Asks:
        """Take all formulas as facts."""
        return _Normally(self.closure, base, conjoin(*formulas))

    def contract(self, base: Base, formula: FormulaNode) -> Contracted:
        """Contract linearly; no postulate needs it."""
        return contract(LINEAR, base, formula)


@dataclass(frozen=True, slots=True)
class _Normally:
    """What normally holds given some facts."""

    closure: Closure
    base: Base
    fact: FormulaNode

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        """Decide a goal; there is no core."""
        ranking = rank(
            [s.formula for s in self.base if s.hard],
            [as_default(s.id, s.formula) for s in self.base if not s.hard],
        )
        if ranking is None:
            return Answer(Verdict.TIMEOUT)
        found = conclude(ranking, [self.fact], goal, self.closure)
        return Answer(found.verdict, (), found.models)


WINSLETT = Updates()
SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        Revisions(LINEAR),
        Revisions(MAXSAT),
        Revisions(DALAL),
        WINSLETT,
        Closures("rational"),
        Closures("lexicographic"),
    )
}
"""The shipped subjects, by name."""
