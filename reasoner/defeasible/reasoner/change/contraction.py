"""Contraction, so that a base no longer entails a formula: of the base and of its belief set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Answer, Dropped, Ranked, Settled, Status
from defeasible.reasoner.change.verbs import given_up, revise
from defeasible.reasoner.logic import negate
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.change.theory import Operator
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline


@dataclass(frozen=True, slots=True)
class Contracted:
    """A base that no longer entails a formula, as a base and as a belief set.

    `statements` is the contraction of the *base*: whole statements are given up, and adding the formula again
    need not bring back what followed from it. `ask` is the contraction of the *belief set*: what follows both
    from the base and from the base revised by the formula's negation (Harper identity; Harper 1976). It keeps
    more, and recovers everything when the formula is added again.
    """

    statements: tuple[Ranked, ...]
    """The remaining statements: those that were kept before and need not be given up.

    Statements that were not kept before are removed too: without their rivals they would now be kept.
    """
    given_up: tuple[Dropped, ...]
    """The statements that were kept before and are given up, by rank. Their conflicts include `negation`."""
    negation: str
    """The id of the negation of the formula in `against` and in conflicts."""
    needed: tuple[str, ...] | None
    """If nothing can be given up: the hard statements that entail the formula, empty for a tautology.

    None if the contraction is possible.
    """
    before: Settled
    """The settlement of the base."""
    against: Settled
    """The settlement of the base revised by the negation of the formula."""

    @property
    def status(self) -> Status:
        """SETTLED, or why settling failed, before or during the contraction."""
        if self.before.status is not Status.SETTLED:
            return self.before.status
        return Status.TIMEOUT if self.against.status is Status.TIMEOUT else Status.SETTLED

    def ask(self, goal: FormulaNode, *, core: bool = True, deadline: Deadline | None = None) -> Answer:
        """Return what follows about a goal from the contracted belief set.

        Args:
            goal: The formula asked about.
            core: Whether to return a core, which costs more than the answer itself.
            deadline: When to stop; by default each of the two settlements has the operator's timeout.

        Raises:
            FormError: If the goal is nested too deeply.
        """
        if self.status is Status.TIMEOUT:
            return Answer(Verdict.TIMEOUT)
        first = self.before.ask(goal, core=core, deadline=deadline)
        if self.needed is not None or first.verdict in (Verdict.INCONSISTENT, Verdict.TIMEOUT):
            return first
        second = self.against.ask(goal, core=core, deadline=deadline)
        if second.verdict is Verdict.TIMEOUT:
            return second
        if first.verdict is second.verdict is not Verdict.UNKNOWN:
            ids = dict.fromkeys((*first.core, *second.core))
            ids.pop(self.negation, None)
            return Answer(first.verdict, tuple(ids), first.models)
        true = _witness(Verdict.ENTAILED, first, second)
        false = _witness(Verdict.REFUTED, first, second)
        return Answer(Verdict.UNKNOWN, (), (true, false))


def contract(
    operator: Operator,
    statements: Sequence[Ranked],
    formula: FormulaNode,
    *,
    deadline: Deadline | None = None,
) -> Contracted:
    """Contract a base by a formula (K ÷ phi): give up what its revision by the negation gives up.

    Args:
        operator: Decides which statements are kept.
        statements: The base.
        formula: The formula that should no longer follow.
        deadline: When to stop; by default each settlement has the operator's timeout.

    Raises:
        UsageError: If two statements have the same id.
        FormError: If a formula is nested too deeply.
    """
    negation = "~"
    while any(s.id == negation for s in statements):
        negation += "~"
    newest = 1 + max((s.seq for s in statements), default=0)
    before = operator.settle(statements, deadline)
    opposite = Ranked(negation, negate(formula), seq=newest)
    against = revise(operator, statements, opposite, deadline=deadline).settled
    needed: tuple[str, ...] | None = None
    standing = frozenset(before.kept)
    if against.status is Status.INCONSISTENT:
        needed = tuple(i for i in against.core if i != negation)
    elif against.status is Status.SETTLED:
        standing &= frozenset(against.kept)
    return Contracted(
        statements=tuple(s for s in statements if s.id in standing),
        given_up=given_up(before, against),
        negation=negation,
        needed=needed,
        before=before,
        against=against,
    )


def _witness(side: Verdict, *answers: Answer) -> frozenset[str]:
    """Return a model of either answer that makes the goal true (ENTAILED) or false (REFUTED)."""
    for answer in answers:
        if answer.verdict is side:
            return answer.models[0]
        if answer.verdict is Verdict.UNKNOWN:
            return answer.models[side is Verdict.REFUTED]
    raise AssertionError("two answers that differ, or are both open, have models of both kinds")
