"""The exception tree: one root, split below it by the phase in which something went wrong.

An expected failure of *one item* (a sentence nobody can parse, a solver timeout) is not an exception
but a value: `Unparsed`, `Verdict.TIMEOUT`. Exceptions are for calls that cannot go on.
"""

from __future__ import annotations


class DefeasibleError(Exception):
    """Root of every error the package raises on purpose.

    Args:
        message: What was wrong, which value, and where.
        hint: What would be right. Appended to the message on its own line.
    """

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message if hint is None else f"{message}\n  hint: {hint}")


class UsageError(DefeasibleError):
    """The caller passed something that cannot work, whatever the data."""


class MissingExtraError(UsageError):
    """An optional dependency is not installed; the message holds the very pip line."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs packages that are not installed",
            hint=f"pip install 'defeasible[{extra}]'",
        )


class FormError(DefeasibleError):
    """A form is not well formed: an undeclared atom, a self-comparison, a span outside its text."""


class TraceError(DefeasibleError):
    """A trace document cannot be read: wrong schema version, unknown step kind, missing field."""


class SolverError(DefeasibleError):
    """A solver broke its own contract (not a timeout, which is a verdict)."""


class DatasetError(DefeasibleError):
    """A data file is missing or malformed; the message names file, line and column."""


class RunError(DefeasibleError):
    """A run directory cannot be written, read or resumed."""
