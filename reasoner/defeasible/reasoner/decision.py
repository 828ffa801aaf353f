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
    from collections.abc import Container, Sequence

    from defeasible.reasoner.text import Source

READ_IN_PART = 0.5
"""Factor on the confidence of a verdict whose proof uses a proposition with words that were not analysed.
Nothing is known about such a reading, so it counts as an even chance, once, however many words there are. The
same factor applies to lines, turns or sentences that were not understood at all, and to a reading on which
two readers differ."""
UNFINISHED = "the time ran out before"
"""Start of a reason why the confidence is lower than the proof shows: time ran out."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to one question."""

    verdict: Verdict
    proof: Trace | Deferred
    """The trace, or a deferred trace; read it as `trace`."""
    answer: str | None = None
    """The answer in the terms of the question (an option's text, an object's name), if there is one."""
    confidence: float = 0.0
    """Probability in [0, 1] that everything that the verdict rests on outside its proof is right: 1.0 if it
    rests only on text that was read in full. docs/evidence.md has the rule."""
    before: Verdict | None = None
    """For `revise`: the verdict without the new premise."""
    change: Change | None = None
    branch: Branch = Branch.SYMBOLIC
    reason: str = ""
    """Why there is no answer, or why the confidence is below 1."""

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a decision is not a bool: compare its verdict, as in "
            f"`decision.verdict is Verdict.{self.verdict.name}`"
        )

    @property
    def trace(self) -> Trace:
        """The proof, which `check_decision` checks against the question; written when it is first read."""
        return self.proof.read() if isinstance(self.proof, Deferred) else self.proof

    def __str__(self) -> str:
        parts = [self.verdict.upper() + (f": {self.answer}" if self.answer else "")]
        parts += [f"confidence {in_short(self.confidence)}"] if 0 < self.confidence < 1 else []
        parts += [] if self.before is None else [f"before {self.before.upper()}"]
        parts += [self.reason] if self.reason else []
        return "; ".join(parts)

    def _repr_html_(self) -> str:
        return notebook.of_decision(self)


def read_in_part(decision: Decision, words: Sequence[str], said: Container[str] = ()) -> Decision:
    """Lower the confidence of a decision whose proof rests on opaque propositions, with a reason.

    Args:
        decision: The decision as if all text had been read in full.
        words: The words that were not analysed, and whole statements that are defaults. If there are none, or
            nothing was decided, the decision is returned unchanged.
        said: Statements of the text; words that equal one of them are defaults.
    """
    why = []
    for whole, how in ((False, "not analysed: {}"), (True, "rests on a default: {}")):
        own = [f'"{word}"' for word in dict.fromkeys(words) if (word in said) is whole]
        why += [how.replace("{}", ", ".join(own))] if own else []
    return _lowered(decision, "; ".join(why), "{}")


def parts_unread(decision: Decision, what: str, parts: Sequence[object]) -> Decision:
    """Lower the confidence of a decision on a text with parts that were not understood, once, with a reason.

    Args:
        decision: The decision as if there were no such parts.
        what: The name of such a part: `line`, `turn`, `sentence`.
        parts: Their numbers or words. If there are none, or nothing was decided, the decision is returned
            unchanged.
    """
    how = f"{what} {{}} was not understood" if len(parts) == 1 else f"{what}s {{}} were not understood"
    return _lowered(decision, ", ".join(map(str, parts)), how)


def read_apart(decision: Decision, how: str) -> Decision:
    """Lower the confidence of a decision on a text that may be read differently, with a reason.

    Args:
        decision: The decision as if there were one reader.
        how: How the readings differ. If empty, or nothing was decided, the decision is returned unchanged.
    """
    return _lowered(decision, how, "{}")


def _lowered(decision: Decision, what: str, how: str) -> Decision:
    if not what or not decision.verdict.decided:
        return decision
    said = how.replace("{}", what)
    reason = f"{decision.reason}; {said}" if decision.reason else said
    return replace(decision, confidence=decision.confidence * READ_IN_PART, reason=reason)


def silent(reason: str, task: Task, sources: tuple[Source, ...]) -> Decision:
    """Return a decision without an answer or a proof: UNPROVED, with the reason in its trace."""
    last = ConclusionStep(Verdict.UNPROVED, (), reason=reason)
    return Decision(Verdict.UNPROVED, Trace(task, sources, (last,)), reason=reason)


def unparsed(what: Unparsed, task: Task) -> Decision:
    """Return the decision on a text that could not be read: UNPARSED, with the reason in its trace."""
    last = ConclusionStep(Verdict.UNPARSED, (), reason=what.reason)
    return Decision(Verdict.UNPARSED, Trace(task, what.sources, (last,)), reason=what.reason)
