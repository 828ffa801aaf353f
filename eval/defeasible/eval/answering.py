"""Counts of who answered the items of a run, logic or a model, and the cost of the model."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from defeasible.eval.cases import Json
from defeasible.eval.runlog import RunDir
from defeasible.reasoner.verdict import Branch


@dataclass(frozen=True, slots=True)
class Answering:
    """Counts over a run's log."""

    answered: dict[str, int]
    """Items with an answer, by the part of the system that gave it. All parts are included."""
    right: dict[str, int]
    """Correct answers, by the same parts."""
    asked: int = 0
    """Items for which a model was asked."""
    calls: int = 0
    prompt_tokens: int = 0
    tokens: int = 0
    seconds: float = 0.0
    """Time that the model took when its replies were generated."""
    cached: int = 0
    failures: dict[str, int] | None = None
    """Calls without a usable reply, by kind."""

    @staticmethod
    def of(run: RunDir) -> Answering:
        """Count the log of a run."""
        answered = dict.fromkeys(map(str, Branch), 0)
        right = dict.fromkeys(map(str, Branch), 0)
        for outcome in run.outcomes():
            decision = run.decisions.get(outcome.case.id)
            if decision is not None and outcome.answered:
                answered[decision.branch] += 1
                right[decision.branch] += outcome.correct
        uses = [event.model for event in run.decisions.values() if event.model is not None]
        return Answering(
            answered,
            right,
            len(uses),
            sum(use.calls for use in uses),
            sum(use.prompt_tokens for use in uses),
            sum(use.tokens for use in uses),
            round(sum(use.seconds for use in uses), 3),
            sum(use.cached for use in uses),
            dict(sorted(Counter(kind for use in uses for kind in use.failures).items())),
        )

    def to_json(self) -> dict[str, Json]:
        """Return `answered_by`, and `model` if one was asked, as JSON values."""
        parts: dict[str, Json] = {
            branch: {"answered": n, "right": self.right[branch]} for branch, n in self.answered.items()
        }
        if not self.asked:
            return {"answered_by": parts}
        model: dict[str, Json] = {
            "items": self.asked,
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "tokens": self.tokens,
            "seconds": self.seconds,
            "cached": self.cached,
            "failures": self.failures or {},
        }
        return {"answered_by": parts, "model": model}

    def line(self) -> str:
        """Return one line for the terminal; empty if only logic was asked."""
        if not self.asked:
            return ""
        parts = ", ".join(f"{n} {_WORDS[branch]}" for branch, n in self.answered.items() if n)
        failed = "".join(f", {n} {kind}" for kind, n in (self.failures or {}).items())
        return f"answered: {parts or 'none'}; {self.calls} model calls ({self.cached} cached{failed})"


_WORDS: dict[str, str] = {
    Branch.SYMBOLIC: "by logic",
    Branch.ARBITRATION: "by logic that hinges on the model",
    Branch.FALLBACK: "by the model for want of a reading",
    Branch.NEURAL: "by the model",
}
