"""`Draft`: one reading of a text in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from defeasible.llm.backend import Failure, Reply
from defeasible.llm.parse.judge import Worth, worth
from defeasible.llm.parse.sheet import Attempt
from defeasible.reasoner.forms import Form


@dataclass(slots=True)
class Draft:
    """One reading of a text. It is finished once it has a form, or a reason why there is none."""

    seed: int
    attempt: Attempt | None = None
    """An earlier reading that this one should correct."""
    thought: str = ""
    declared: str = ""
    """The first reply."""
    bound: str = ""
    """The second reply."""
    vocabulary: tuple[Any, ...] = ()
    form: Form | None = None
    reason: str = ""
    """Why there is no form."""
    problem: str = ""
    """A problem that the model may be able to fix: an error of a form, an invalid reply, a contradiction."""
    final: bool = False
    """Whether the model saw the problem and repeated the same replies."""
    replies: list[Reply] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    @property
    def worth(self) -> Worth:
        """The sort key for comparison with other readings of the same text."""
        return worth(self.form, consistent=not self.problem)

    @property
    def says(self) -> tuple[str, str]:
        """Both replies."""
        return self.declared, self.bound

    def fail(self, reason: str, *, mend: bool) -> None:
        """Finish without a form."""
        self.reason = reason
        self.problem = reason if mend else ""

    def take(self, outcome: Reply | Failure, what: str) -> str | None:
        """Return the text of a reply, or finish if there is none."""
        if isinstance(outcome, Reply):
            self.replies.append(outcome)
            return outcome.text
        self.failures.append(outcome)
        if outcome.reply is not None:
            self.replies.append(outcome.reply)
        # Another answer of the same model may be valid; a server that is down stays down.
        self.fail(f"{what}: {outcome.kind}: {outcome.message}", mend=outcome.kind == "invalid")
        if outcome.kind == "invalid" and outcome.reply is not None:
            self.declared, self.bound = (
                (self.declared, outcome.reply.text) if self.declared else (outcome.reply.text, "")
            )
        return None

    def earlier(self, problem: str) -> Attempt:
        """Return this reading as an attempt to correct."""
        return Attempt(self.declared, self.bound, problem)
