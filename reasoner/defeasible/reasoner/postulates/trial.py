"""One case for one subject; answers are cached, so that all postulates share the work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Status
from defeasible.reasoner.errors import DefeasibleError
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.change.contraction import Contracted
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.postulates.cases import Case
    from defeasible.reasoner.postulates.space import Asks
    from defeasible.reasoner.postulates.subjects import Base, Subject


class OutOfTimeError(DefeasibleError):
    """Raised if the operator times out, so that the case says nothing about the postulate."""


class Trial:
    """A case, and a subject's answers to it as sets of worlds."""

    def __init__(self, subject: Subject, case: Case) -> None:
        self.subject = subject
        self.case = case
        self.space = case.space
        self.base = case.base
        self.phi, self.psi, self.chi = case.phi, case.psi, case.chi
        self._changed: dict[tuple[Base, tuple[FormulaNode, ...]], Asks] = {}
        self._contracted: dict[FormulaNode, Contracted] = {}
        self._told: dict[int, int] = {}

    def models(self, *formulas: FormulaNode) -> int:
        """Return the worlds in which all of some formulas are true."""
        return self.space.models(*formulas)

    def theory(self, base: Base | None = None) -> int:
        """Return the models of Cn(base), of *all* statements together; by default of the case's base."""
        return self.models(*(s.formula for s in (self.base if base is None else base)))

    def changed(self, *formulas: FormulaNode, base: Base | None = None) -> int:
        """Return the models of a base (by default that of the case) after successive changes.

        Raises:
            OutOfTimeError: If there was no answer in time.
        """
        return self._worlds(self._source(base or self.base, formulas))

    def left(self, formula: FormulaNode) -> int:
        """Return the models of the belief set of the case's base after contraction by a formula.

        Raises:
            OutOfTimeError: If there was no answer in time.
        """
        return self._worlds(self.contracted(formula))

    def contracted(self, formula: FormulaNode) -> Contracted:
        """Return the contraction of the case's base by a formula.

        Raises:
            OutOfTimeError: If it did not end in time.
        """
        found = self._contracted.get(formula)
        if found is None:
            found = self._contracted[formula] = self.subject.contract(self.base, formula)
        if found.status is Status.TIMEOUT:
            raise OutOfTimeError("a contraction ran out of time")
        return found

    def says(self, *formulas: FormulaNode, goal: FormulaNode) -> bool:
        """Tell whether the base entails a goal after changes, by asking the subject.

        Raises:
            OutOfTimeError: If there was no answer in time.
        """
        verdict = self._source(self.base, formulas).ask(goal, core=False).verdict
        if verdict is Verdict.TIMEOUT:
            raise OutOfTimeError("an answer ran out of time")
        return verdict in (Verdict.ENTAILED, Verdict.INCONSISTENT)

    def _source(self, base: Base, formulas: tuple[FormulaNode, ...]) -> Asks:
        key = (base, formulas)
        found = self._changed.get(key)
        if found is None:
            found = self._changed[key] = self.subject.change(base, *formulas)
        return found

    def _worlds(self, source: Asks) -> int:
        key = id(source)  # the trial keeps every source alive, so ids are unique
        found = self._told.get(key)
        if found is None:
            worlds = self.space.told(source)
            if worlds is None:
                raise OutOfTimeError("an answer ran out of time")
            found = self._told[key] = worlds
        return found
