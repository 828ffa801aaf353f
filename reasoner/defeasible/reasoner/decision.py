"""`Decision`: a verdict with everything needed to trust, use or dispute it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

from defeasible.reasoner import notebook
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.number import in_short
from defeasible.reasoner.trace import ConclusionStep, Deferred, Task, Trace
from defeasible.reasoner.verdict import Branch, Change, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.text import Source

READ_IN_PART = 0.5
"""Factor of the confidence in a verdict whose proof uses a proposition with words that were not analysed: of
such a reading nothing is known, so it counts as an even chance, once, however many words there are. So do
lines, turns or sentences of which nothing was understood."""
UNFINISHED = "the time ran out before"
"""How a reason begins where a confidence is lower than what the proof shows, for want of time."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to one question."""

    verdict: Verdict
    proof: Trace | Deferred
    """The trace, or what writes it; read it as `trace`."""
    answer: str | None = None
    """The answer in the terms of the question (an option's text, an object's name), if there is one."""
    confidence: float = 0.0
    """Probability in [0, 1] that what the verdict rests on beside its proof is right: 1.0 where it rests on
    nothing but text that was read in full. docs/evidence.md has the rule."""
    before: Verdict | None = None
    """For `revise`: the verdict without the new premise."""
    change: Change | None = None
    branch: Branch = Branch.SYMBOLIC
    reason: str = ""
    """Why there is no answer, or why the confidence is below 1."""

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a decision is no truth value: compare its verdict, as in "
            f"`decision.verdict is Verdict.{self.verdict.name}`"
        )

    @property
    def trace(self) -> Trace:
        """The proof, which `check_decision` holds against the question. Written when it is first read."""
        return self.proof.read() if isinstance(self.proof, Deferred) else self.proof

    def __str__(self) -> str:
        parts = [self.verdict.upper() + (f": {self.answer}" if self.answer else "")]
        parts += [f"confidence {in_short(self.confidence)}"] if 0 < self.confidence < 1 else []
        parts += [] if self.before is None else [f"before {self.before.upper()}"]
        parts += [self.reason] if self.reason else []
        return "; ".join(parts)

    def _repr_html_(self) -> str:
        return notebook.of_decision(self)


def read_in_part(decision: Decision, words: Sequence[str]) -> Decision:
    """Return a decision whose proof rests on opaque propositions: less certain, and the reason says why.

    Args:
        decision: A decision as if all had been read in full.
        words: What was not analysed; where it is empty, or nothing was decided, the decision stays as it is.
    """
    return _lowered(decision, ", ".join(f'"{word}"' for word in dict.fromkeys(words)), "not analysed: {}")


def parts_unread(decision: Decision, what: str, parts: Sequence[object]) -> Decision:
    """Return a decision on a text with parts that were not understood: less certain, once, with the reason.

    Args:
        decision: A decision as if there were no such parts.
        what: What one of them is called: `line`, `turn`, `sentence`.
        parts: Their numbers or words; where there are none, or nothing was decided, the decision stays as
            it is.
    """
    how = f"{what} {{}} was not understood" if len(parts) == 1 else f"{what}s {{}} were not understood"
    return _lowered(decision, ", ".join(map(str, parts)), how)


def _lowered(decision: Decision, what: str, how: str) -> Decision:
    if not what or not decision.verdict.decided:
        return decision
    said = how.replace("{}", what)
    reason = f"{decision.reason}; {said}" if decision.reason else said
    return replace(decision, confidence=decision.confidence * READ_IN_PART, reason=reason)


def silent(reason: str, task: Task, sources: tuple[Source, ...]) -> Decision:
    """Return the decision that has no answer and proves nothing: UNPROVED, with the reason in its trace."""
    last = ConclusionStep(Verdict.UNPROVED, (), reason=reason)
    return Decision(Verdict.UNPROVED, Trace(task, sources, (last,)), reason=reason)


def unparsed(what: Unparsed, task: Task) -> Decision:
    """Return the decision where no form could be made of a text: UNPARSED, with the reason in its trace."""
    last = ConclusionStep(Verdict.UNPARSED, (), reason=what.reason)
    return Decision(Verdict.UNPARSED, Trace(task, what.sources, (last,)), reason=what.reason)
