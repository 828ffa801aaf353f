"""One PySAT solver that keeps to its time: PySAT is imported when it is first needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.sat.deadline import Deadline

SOLVER = "minisat22"
"""Of the solvers in PySAT that can be stopped, the one that costs least on theories of thousands of rules."""
CONFLICTS = 1_000
"""Conflicts before the clock is looked at for the first time."""
PROPAGATIONS = 200_000
"""Propagations before the clock is looked at, at least; twenty times the variables where that is more."""
SLICE = 0.02
"""Seconds of search that should pass between two looks at the clock."""


class Solver:
    """Clauses over numbered variables, and the search for their models under assumptions."""

    def __init__(self) -> None:
        from pysat.solvers import Solver as Compiled  # noqa: PLC0415 - many programs never need it

        self._compiled: Any = Compiled(name=SOLVER)

    def add(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses for good."""
        self._compiled.append_formula(clauses)

    def solve(self, assumptions: list[int], deadline: Deadline) -> bool | None:
        """Tell whether there is a model in which the assumptions are true; None if the time ran out.

        Args:
            assumptions: Literals.
            deadline: When to stop.
        """
        return search(self._compiled, assumptions, deadline)

    def core(self) -> list[int]:
        """Return assumptions that contradict each other, after a search that found no model."""
        return self._compiled.get_core() or []

    def model(self) -> list[int]:
        """Return the literals that are true in the model found; variables beyond the last are false."""
        model: list[int] = self._compiled.get_model()
        return model

    def close(self) -> None:
        """Free the memory."""
        self._compiled.delete()


def search(compiled: Any, assumptions: list[int], deadline: Deadline) -> bool | None:
    """Let one of PySAT's solvers search until a deadline; None if it passed.

    The search runs in slices, so that the clock and Ctrl-C are seen between them.
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
