"""PySAT, imported when it is first needed."""

from __future__ import annotations

from functools import cache
from typing import Any


def solver(name: str) -> Any:
    """Return a new solver without clauses (untyped), by PySAT's name for it: `minisat22`."""
    from pysat.solvers import Solver  # noqa: PLC0415 - compiled; many programs never need it

    return Solver(name=name)


@cache
def engine_name(solver: str) -> str:
    """Return the name and version of an engine, as a trace records it: `pysat 1.9.dev17 minisat22`."""
    import pysat  # noqa: PLC0415 - as above

    return f"pysat {pysat.__version__} {solver}"
