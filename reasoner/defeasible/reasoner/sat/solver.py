"""A PySAT solver with a deadline. PySAT is imported when it is first needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.sat.deadline import Deadline

SOLVER = "minisat22"
"""Of the solvers in PySAT that can be interrupted, the fastest on theories of thousands of rules."""
CONFLICTS = 1_000
"""Conflicts before the clock is first checked."""
PROPAGATIONS = 200_000
"""Least propagations before the clock is checked; twenty times the number of variables if that is more."""
SLICE = 0.02
"""Seconds of search to aim for between two checks of the clock."""


class Solver:
    """Clauses over numbered variables, and a search for their models under assumptions."""

    def __init__(self) -> None:
        from pysat.solvers import Solver as Compiled  # noqa: PLC0415 - many programs never need it

        self._compiled: Any = Compiled(name=SOLVER)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses permanently."""
        self._compiled.append_formula(clauses)

    def solve(self, assumptions: list[int], deadline: Deadline) -> bool | None:
        """Tell whether there is a model in which the assumptions are true; None if time ran out.

        Args:
            assumptions: Literals.
            deadline: When to stop.
        """
        return search(self._compiled, assumptions, deadline)

    def core(self) -> list[int]:
        """Return an unsat core of the assumptions, after a search that found no model."""
        return self._compiled.get_core() or []

    def model(self) -> list[int]:
        """Return the true literals of the model found; variables beyond the last are false."""
        model: list[int] = self._compiled.get_model()
        return model

    def close(self) -> None:
        """Free the memory."""
        self._compiled.delete()


def search(compiled: Any, assumptions: list[int], deadline: Deadline) -> bool | None:
    """Run a PySAT solver until a deadline; return None if it passed.

    The search runs in slices, between which the clock and Ctrl-C are handled.
    """
    conflicts = CONFLICTS
    propagations = max(PROPAGATIONS, 20 * compiled.nof_vars(), 20 * len(assumptions))
    left = deadline.left
    while left > 0:
        compiled.conf_budget(conflicts)
        compiled.prop_budget(propagations)
        # `expect_interrupt` frees the interpreter lock and leaves Ctrl-C to Python; without it PySAT
        # jumps out of the solver in the middle of its work.
        found: bool | None = compiled.solve_limited(assumptions=assumptions, expect_interrupt=True)
        if found is not None:
            return found
        before, left = left, deadline.left
        if before - left < min(SLICE, left):
            conflicts *= 2
            propagations *= 2
    return None


@cache
def engine_name(solver: str = SOLVER) -> str:
    """Return the name and version of an engine, as a trace records it: `pysat 1.9.dev17 minisat22`."""
    import pysat  # noqa: PLC0415 - as above

    return f"pysat {pysat.__version__} {solver}"
