"""`Session`: an incremental SAT solver over formulas, each added once and activated by its handle."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import check_depth, negate
from defeasible.reasoner.sat.clauses import Clauses
from defeasible.reasoner.sat.cores import minimal_core, true_in
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.sat.solver import Solver
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from types import TracebackType

    from defeasible.reasoner.logic import FormulaNode

__all__ = ["Answer", "Outcome", "Session", "ask", "true_in"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one check."""

    satisfiable: bool | None
    """None if time ran out."""
    model: frozenset[str] = frozenset()
    """The true atoms of a model, if there is one; all others are false. They may include atoms that only
    inactive formulas mention."""
    core: tuple[int, ...] = ()
    """If there is no model: the handles of a subset-minimal core, in the order given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A two-sided answer with its certificate, over handles."""

    verdict: Verdict
    core: tuple[int, ...] = ()
    """A subset-minimal core of the theory (when decided or INCONSISTENT)."""
    models: tuple[frozenset[str], ...] = ()
    """True atoms of each model: one if decided; for UNKNOWN two, with the goal true, then with it false."""


class Session:
    """An incremental SAT solver over formulas.

    A formula is added once and asserts nothing until a check activates it by its handle, so that all theories
    share the clauses and whatever was learnt from them. Threads may share a session; checks then take turns.

    Args:
        timeout: Seconds for each check without a deadline, including the minimisation of its core.

    Raises:
        UsageError: If the timeout is not positive.
    """

    def __init__(self, timeout: float = 10.0) -> None:
        if not timeout > 0:
            raise UsageError(f"timeout must be a positive number, got {timeout!r}")
        self.timeout = timeout
        self._clauses = Clauses()
        self._solver: Solver | None = Solver()
        self._known: dict[int, FormulaNode] = {}
        self._lock = threading.RLock()

    def add(self, formula: FormulaNode) -> int:
        """Return the handle of a formula, without asserting it. Equal formulas share a handle.

        Raises:
            FormError: If the formula is nested too deeply.
            UsageError: If the session is closed.
        """
        with self._lock:
            check_depth(formula, "a formula")
            return self._handle(formula, holds=True)

    def negation(self, handle: int) -> int:
        """Return the handle of the negation of a formula.

        Raises:
            UsageError: If no formula has the handle, or the session is closed.
        """
        with self._lock:
            self._opened()
            self._must_know([handle])
            return -handle if -handle in self._known else self._handle(self._known[handle], holds=False)

    def formula(self, handle: int) -> FormulaNode:
        """Return the formula of a handle: the first of those that share it, such as `p` and `~~p`.

        Raises:
            UsageError: If no formula has the handle.
        """
        with self._lock:
            self._must_know([handle])
            return self._known[handle]

    def check(
        self,
        on: Sequence[int],
        *,
        given: Sequence[int] = (),
        core: bool = True,
        model: bool = True,
        deadline: Deadline | None = None,
    ) -> Outcome:
        """Check whether some formulas are consistent.

        The core depends on the question alone, not on earlier questions. Handles that come first in `on` are
        preferred: facts first, then rules from newest to oldest, gives short cores. The model may depend on
        earlier questions.

        Args:
            on: The handles, in order of preference for the core. Duplicates are allowed.
            given: Handles that always hold and are not part of a core.
            core: Whether to return a core if there is no model.
            model: Whether to return a model if there is one.
            deadline: When to stop; by default after the session's timeout.

        Returns:
            The outcome; its `satisfiable` is None if time ran out.

        Raises:
            UsageError: If no formula has one of the handles, or the session is closed.
        """
        with self._lock:
            deadline = deadline or Deadline(self.timeout)
            wanted = dict.fromkeys((*given, *on))
            self._must_know(wanted)
            given = list(dict.fromkeys(given))
            on = [*wanted][len(given) :]
            found = self._opened().solve([*given, *on], deadline)
            if found is None:
                return Outcome(None)
            if found:
                return Outcome(True, self._model() if model else frozenset())
            if not core:
                return Outcome(False)
            minimal = minimal_core(self._clauses, self._known, given, on, deadline)
            return Outcome(None) if minimal is None else Outcome(False, core=minimal)

    def isolate(self, handles: Sequence[int]) -> Solver:
        """Return a separate solver with all clauses that concern some handles, for a longer search.

        Handles are its literals. The caller closes it.

        Raises:
            UsageError: If no formula has one of the handles, or the session is closed.
        """
        with self._lock:
            self._opened()
            self._must_know(handles)
            solver = Solver()
            solver.add(self._clauses.relevant(handles))
            return solver

    def close(self) -> None:
        """Free the solver's memory. A closed session answers no questions; closing it again has no effect."""
        with self._lock:
            solver, self._solver = self._solver, None
            if solver is not None:
                solver.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _opened(self) -> Solver:
        if self._solver is None:
            raise UsageError("the session is closed")
        return self._solver

    def _must_know(self, handles: Collection[int]) -> None:
        if not all(map(self._known.__contains__, handles)):
            unknown = next(handle for handle in handles if handle not in self._known)
            raise UsageError(
                f"no formula has handle {unknown!r}", hint="handles come from `add` and `negation`"
            )

    def _handle(self, formula: FormulaNode, *, holds: bool) -> int:
        solver = self._opened()
        handle = self._clauses.literal(formula, holds=holds)
        solver.add(self._clauses.take())
        self._known.setdefault(handle, formula if holds else negate(formula))
        return handle

    def _model(self) -> frozenset[str]:
        values = self._opened().model()
        known = len(values)
        return frozenset(
            [name for name, v in self._clauses.atoms.items() if v <= known and values[v - 1] > 0]
        )


def ask(
    session: Session, theory: Sequence[int], goal: FormulaNode, deadline: Deadline | None = None
) -> Answer:
    """Decide whether a goal follows from a theory: consistency first, then both sides.

    Args:
        session: The session that the handles belong to.
        theory: Handles of the formulas that hold, in order of preference for a core.
        goal: The formula asked about.
        deadline: When to stop; by default after the session's timeout.

    Returns:
        A verdict with its certificate; TIMEOUT has none.

    Raises:
        FormError: If the goal is nested too deeply.
        UsageError: If no formula has one of the handles, or the session is closed.
    """
    wanted = session.add(goal)
    unwanted = session.negation(wanted)
    deadline = deadline or Deadline(session.timeout)
    first = session.check(theory, deadline=deadline)
    if first.satisfiable is None:
        return Answer(Verdict.TIMEOUT)
    if not first.satisfiable:
        return Answer(Verdict.INCONSISTENT, first.core)
    holds = true_in(goal, first.model)
    second = session.check(theory, given=[unwanted if holds else wanted], deadline=deadline)
    if second.satisfiable is None:
        return Answer(Verdict.TIMEOUT)
    if not second.satisfiable:
        return Answer(Verdict.ENTAILED if holds else Verdict.REFUTED, second.core, (first.model,))
    models = (first.model, second.model) if holds else (second.model, first.model)
    return Answer(Verdict.UNKNOWN, (), models)
