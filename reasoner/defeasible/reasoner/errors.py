"""The exceptions: one root, with a subclass for each phase in which something can go wrong.

An expected failure of *one item* (a sentence that cannot be parsed, a solver timeout) is not an exception but
a value: `Unparsed`, `Verdict.TIMEOUT`. Exceptions are for calls that cannot continue.
"""

from __future__ import annotations

from collections.abc import Iterable


class DefeasibleError(Exception):
    """Root of every error that the package raises on purpose.

    Args:
        message: What is wrong, which value, and where.
        hint: What would be right; appended to the message on its own line.
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")


class UsageError(DefeasibleError):
    """Raised if an argument cannot work, whatever the data."""


class MissingExtraError(UsageError):
    """Raised if an optional dependency is not installed; the message has the pip command."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs packages that are not installed",
            hint=f"pip install 'defeasible[{extra}]'",
        )


class FormError(DefeasibleError):
    """Raised if a form is malformed: an undeclared atom, a self-comparison, a span outside its text."""


class TraceError(DefeasibleError):
    """Raised if a trace document cannot be read: wrong schema version, unknown step kind, missing field."""


class SolverError(DefeasibleError):
    """Raised if a solver breaks its own contract (not for a timeout, which is a verdict)."""


class DatasetError(DefeasibleError):
    """Raised if a data file is missing or malformed; the message names file, line and column."""


class RunError(DefeasibleError):
    """Raised if a run directory cannot be written, read or resumed."""


def unknown(kind: str, name: str, known: Iterable[str], *, of: str = "") -> UsageError:
    """Return the error for a name that is none of the known ones; `of` is what they belong to."""
    listed = ", ".join(known)
    message = f"unknown {kind} {name!r} of {of}" if of else f"unknown {kind} {name!r}"
    return UsageError(message, hint=f"choose from {listed}" if listed else "there is none")


def require_at_least(least: float, **values: float) -> None:
    """Check arguments, each given by its name.

    Raises:
        UsageError: If one is less than `least`.
    """
    for name, value in values.items():
        if value < least:
            raise UsageError(f"{name} must be at least {least}, got {value}")
