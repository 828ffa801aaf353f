"""Z3, imported when it is first needed, with one context per thread.

Sharing a Z3 context between threads silently corrupts answers, and creating one costs 10 ms.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from defeasible.reasoner.sat.deadline import Deadline

_LOCAL = threading.local()
_LONGEST = 2**32 - 2


def z3() -> Any:
    """Return the `z3` module (untyped)."""
    import z3  # noqa: PLC0415 - 0.1 s that `--help` and the checker never need

    return z3


def context() -> Any:
    """Return this thread's Z3 context."""
    own = getattr(_LOCAL, "context", None)
    if own is None:
        own = _LOCAL.context = z3().Context()
    return own


@cache
def engine_name() -> str:
    """Return the solver's name and version, as a trace records it: `z3 5.4.0`."""
    return f"z3 {z3().get_version_string()}"


def milliseconds(timeout: float) -> int:
    """Return a timeout in seconds as whole milliseconds for Z3: at least 1, at most 49 days."""
    return round(min(max(timeout * 1000, 1), _LONGEST))


def check(solver: Any, deadline: Deadline, *assumptions: Any) -> Any:
    """Run a solver until a deadline; return `sat`, `unsat`, or `unknown` if time runs out."""
    if deadline.passed:
        return z3().unknown
    solver.set("timeout", milliseconds(deadline.left))
    return solver.check(*assumptions)


def solver() -> Any:
    """Return a new solver in this thread's context.

    By default Z3 catches Ctrl-C during a check and reports it like a timeout. This solver leaves Ctrl-C to
    Python, which raises `KeyboardInterrupt` when the check has ended.
    """
    own = z3().SimpleSolver(ctx=context())
    own.set("ctrl_c", False)
    return own
