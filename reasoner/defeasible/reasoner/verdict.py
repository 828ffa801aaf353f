"""The enumerations of an answer: `Verdict`, `Change`, `Branch`."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn


class Verdict(StrEnum):
    """What the premises say about a query. Both the query and its negation are asked. Never a bool."""

    ENTAILED = "entailed"
    """The premises are consistent and the query holds in all their models."""
    REFUTED = "refuted"
    """The premises are consistent and the query fails in all their models."""
    UNKNOWN = "unknown"
    """One model makes the query true and another makes it false."""
    INCONSISTENT = "inconsistent"
    """The premises have no model, so nothing can be concluded from them."""
    TIMEOUT = "timeout"
    """The solver ran out of time; this says nothing about the query."""
    UNPARSED = "unparsed"
    """The text could not be read into a form."""
    UNPROVED = "unproved"
    """Nothing is proved: the answer is a model's own or the one ranked first by weights, or there is none."""

    def __bool__(self) -> NoReturn:
        raise TypeError(f"a verdict is not a bool: compare it, as in `verdict is Verdict.{self.name}`")

    @property
    def decided(self) -> bool:
        """Whether a solver reached an answer (`unknown` and `inconsistent` are answers)."""
        return self not in _UNDECIDED

    @property
    def opposite(self) -> Verdict:
        """The verdict on the negation of the query."""
        return {Verdict.ENTAILED: Verdict.REFUTED, Verdict.REFUTED: Verdict.ENTAILED}.get(self, self)


_UNDECIDED = (Verdict.TIMEOUT, Verdict.UNPARSED, Verdict.UNPROVED)


class Change(StrEnum):
    """The effect of a new premise on a belief."""

    MAINTAINED = "maintained"
    """The verdict is the same as before."""
    RETRACTED = "retracted"
    """It was entailed or refuted and is now open."""
    REVISED = "revised"
    """It became its opposite, or the premises became inconsistent."""
    NEW = "new"
    """It was open and is now entailed or refuted."""

    @staticmethod
    def between(before: Verdict, after: Verdict) -> Change:
        """Return the change from one verdict to the next."""
        if before == after:
            return Change.MAINTAINED
        if after is Verdict.UNKNOWN:
            return Change.RETRACTED
        if before is Verdict.UNKNOWN and after is not Verdict.INCONSISTENT:
            return Change.NEW
        return Change.REVISED


class Branch(StrEnum):
    """Which part of the system answered."""

    SYMBOLIC = "symbolic"
    NEURAL = "neural"
    ARBITRATION = "arbitration"
    FALLBACK = "fallback"
