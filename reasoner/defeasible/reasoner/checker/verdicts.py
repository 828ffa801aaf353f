"""Agreement and change of verdicts, by the checker's own code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.verdict import Change, Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.trace import SolverStep

_ANSWERS = (Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT)


def changed(before: Verdict | None, after: Verdict) -> Change | None:
    """Return how a belief changed; None unless both verdicts are answers."""
    if before not in _ANSWERS or after not in _ANSWERS:
        return None
    if after is before:
        return Change.MAINTAINED
    if after is Verdict.UNKNOWN:
        return Change.RETRACTED
    gained = before is Verdict.UNKNOWN and after in (Verdict.ENTAILED, Verdict.REFUTED)
    return Change.NEW if gained else Change.REVISED


def agreed(solved: list[tuple[int, SolverStep]]) -> Verdict:
    """Return the verdict on which all readings agree."""
    if len(solved) == 1:
        return solved[0][1].verdict
    verdicts = {step.verdict for _, step in solved}
    if len(verdicts) == 1:
        return verdicts.pop()
    return Verdict.TIMEOUT if Verdict.TIMEOUT in verdicts else Verdict.UNKNOWN
