"""Dalal's operator: revision moves a set of worlds to the nearest worlds in which the new formula holds.

Distance is the number of atoms that differ (Dalal 1988). Statements are taken from the lowest rank up, each
as a revision of those below it, so only worlds count and not syntax. A revision is a MaxSAT problem over two
copies of the atoms, before (`p@@1`) and after. A chain of revisions is one over a chain of copies, in which
earlier distances are minimised first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from defeasible.reasoner.change.claims import OF_WORLDS
from defeasible.reasoner.change.reasons import Reasons, in_time, settled_in_time
from defeasible.reasoner.change.theory import TIMEOUT, Answer, Dropped, Ranked, Settled, Status, by_rank
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, atoms, rename
from defeasible.reasoner.sat import Deadline, Optima, OutOfTimeError
from defeasible.reasoner.sat.lexicographic import layered_optima
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

COPY = "@@"
"""Marks the copies of atoms; no atom name of a statement may contain it."""


@dataclass(frozen=True, slots=True)
class Dalal:
    """Moves to the nearest worlds; satisfies every postulate of revision and independence of syntax."""

    timeout: float = TIMEOUT
    """Seconds for each settlement, and for each answer."""
    name: ClassVar[str] = "dalal"
    claims: ClassVar[frozenset[str]] = OF_WORLDS

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        """Decide which statements are kept; see `Operator.settle`.

        A statement that does not follow in the end is dropped, even if it is in no conflict.

        Raises:
            UsageError: If two statements have the same id, or an atom has a reserved name.
            FormError: If a formula is nested too deeply.
        """
        ordered = by_rank(statements)
        _refuse_copies(ordered)
        reasons = Reasons(ordered, self.timeout, deadline or Deadline(self.timeout))
        return settled_in_time(self.name, reasons, self._settle)

    def _settle(self, reasons: Reasons) -> Settled:
        deadline = reasons.deadline
        chain = _Chain([s.formula for s in reasons.hard], self.timeout, deadline)
        chain.revise(
            [
                s.formula
                for s in reversed(reasons.statements[len(reasons.hard) :])
                if reasons.clash(reasons.hard, reasons.handles[s.id]) is None
            ]
        )
        optima = chain.optima()
        verdicts = {s.id: in_time(optima.ask(s.formula, deadline)).verdict for s in reasons.statements}
        kept = [s for s in reasons.statements if verdicts[s.id] is Verdict.ENTAILED]
        dropped = []
        for statement in reasons.statements:
            if verdicts[statement.id] is Verdict.ENTAILED:
                continue
            conflict = reasons.against(statement, kept)
            weight = reasons.weights[statement.id]
            tied = tuple(i for i in conflict if reasons.weights[i] == weight)
            always = verdicts[statement.id] is Verdict.REFUTED
            dropped.append(Dropped(statement.id, conflict, always, tied))
        return Settled(
            self.name,
            Status.SETTLED,
            kept=tuple(s.id for s in kept),
            dropped=tuple(dropped),
            decide=_Decide(optima, reasons, kept),
        )


class _Chain:
    """Successive revisions: the present beliefs, and how they came from earlier ones."""

    def __init__(self, certain: Sequence[FormulaNode], timeout: float, deadline: Deadline) -> None:
        self.certain = tuple(certain)
        self.timeout = timeout
        self.deadline = deadline
        self.before: list[FormulaNode] = []
        """The earlier beliefs, over copies of the atoms."""
        self.now = list(certain)
        self.links: list[list[FormulaNode]] = []
        """For each move, oldest first, and for each atom: that it keeps its value."""
        self.found: Optima | None = None

    def revise(self, formulas: Sequence[FormulaNode]) -> None:
        """Revise by formulas, one after the other, each consistent with the certain statements."""
        rest = list(formulas)
        while rest:
            fits = self._fitting(rest)
            self.now += rest[:fits]
            if rest[fits:]:
                self._move()
                self.now.append(rest[fits])
            self.found = None
            rest = rest[fits + 1 :]

    def optima(self) -> Optima:
        """Return the worlds that are possible at present.

        Raises:
            OutOfTimeError: If time ran out.
        """
        if self.found is None:
            layers = [[(link, 1.0) for link in move] for move in self.links]
            found = layered_optima([*self.before, *self.now], layers, self.timeout, self.deadline)
            if not isinstance(found, Optima):
                raise OutOfTimeError
            self.found = found
        return self.found

    def _fitting(self, formulas: Sequence[FormulaNode]) -> int:
        """Return how many formulas, from the first on, hold together in some possible world."""
        optima = self.optima()
        fits, tried, beyond = 0, len(formulas), len(formulas) + 1
        while beyond - fits > 1:
            together = And(tuple(formulas[:tried]))
            if in_time(optima.ask(together, self.deadline)).verdict is Verdict.REFUTED:
                beyond = tried
            else:
                fits = tried
            tried = (fits + beyond) // 2
        return fits

    def _move(self) -> None:
        stamp = len(self.links) + 1
        present = dict.fromkeys(
            name
            for formula in (*self.before, *self.now, *(link for move in self.links[-1:] for link in move))
            for name in atoms(formula)
            if COPY not in name
        )
        past = {name: f"{name}{COPY}{stamp}" for name in present}
        self.before = [rename(formula, past) for formula in (*self.before, *self.now)]
        self.links = [[rename(link, past) for link in move] for move in self.links]
        self.links.append([Iff(Atom(old), Atom(name)) for name, old in past.items()])
        self.now = list(self.certain)


class _Decide:
    """Answers goals from the worlds that are possible in the end."""

    def __init__(self, optima: Optima, reasons: Reasons, kept: Sequence[Ranked]) -> None:
        self.optima = optima
        self.reasons = reasons
        self.kept = kept

    def __call__(self, goal: FormulaNode, core: bool, deadline: Deadline | None) -> Answer:
        deadline = deadline or Deadline(self.optima.timeout)
        found = self.optima.ask(goal, deadline)
        models = tuple(frozenset(n for n in model if COPY not in n) for model in found.models)
        if not core or found.verdict not in (Verdict.ENTAILED, Verdict.REFUTED):
            return Answer(found.verdict, (), models)
        try:
            # The nearest worlds may agree on something that no statement entails; then there is no core.
            ids = self.reasons.for_goal(goal, found.verdict, self.kept, deadline) or ()
        except OutOfTimeError:
            return Answer(Verdict.TIMEOUT)
        return Answer(found.verdict, ids, models)


def _refuse_copies(statements: Sequence[Ranked]) -> None:
    for statement in statements:
        name = next((name for name in atoms(statement.formula) if COPY in name), None)
        if name is not None:
            raise UsageError(
                f"statement `{statement.id}` has an atom `{name}`",
                hint=f"`{COPY}` marks the copies that distances are measured between",
            )
