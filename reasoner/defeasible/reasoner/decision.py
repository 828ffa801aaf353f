"""`Decision`: a verdict with everything needed to trust, use or dispute it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.trace import ConclusionStep, Deferred, Task, Trace
from defeasible.reasoner.verdict import Branch, Change, Verdict


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer to one question."""

    verdict: Verdict
    proof: Trace | Deferred
    """The trace, or what writes it; read it as `trace`."""
    answer: str | None = None
    """The answer in the terms of the question (an option's text, an object's name), if there is one."""
    confidence: float = 0.0
    """Probability in [0, 1] that the evidence the verdict hinges on is right; 1.0 where it hinges on none."""
    before: Verdict | None = None
    """For `revise`: the verdict without the new premise."""
    change: Change | None = None
    branch: Branch = Branch.SYMBOLIC
    reason: str = ""
    """For UNPARSED and TIMEOUT: why there is no answer."""

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a decision is no truth value: compare its verdict, as in "
            f"`decision.verdict is Verdict.{self.verdict.name}`"
        )

    @property
    def trace(self) -> Trace:
        """The proof; `check(trace)` re-verifies it. A large one is written when it is first read."""
        return self.proof.read() if isinstance(self.proof, Deferred) else self.proof

    def __str__(self) -> str:
        parts = [self.verdict.upper() + (f": {self.answer}" if self.answer else "")]
        parts += [f"confidence {self.confidence:.2f}"] if 0 < self.confidence < 1 else []
        parts += [] if self.before is None else [f"before {self.before.upper()}"]
        parts += [self.reason] if self.reason else []
        return "; ".join(parts)


def unparsed(what: Unparsed, task: Task) -> Decision:
    """Return the decision where no form could be made of a text: UNPARSED, with the reason in its trace."""
    last = ConclusionStep(Verdict.UNPARSED, (), reason=what.reason)
    return Decision(Verdict.UNPARSED, Trace(task, what.sources, (last,)), reason=what.reason)
