"""One reading of a text as it grows: thought, vocabulary, form, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from defeasible.llm.backend import Failure, Reply
from defeasible.llm.parse.judge import Worth, worth
from defeasible.llm.parse.sheet import Attempt
from defeasible.reasoner.forms import Form


@dataclass(slots=True)
class Draft:
    """A reading. It is at its end when it has a form, or a reason why it has none."""

    seed: int
    attempt: Attempt | None = None
    """The earlier reading that this one should correct."""
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
    """What a model could mend: the error of a form, a reply that does not fit, a contradiction."""
    final: bool = False
    """Whether the model was shown the problem and said the same again."""
    replies: list[Reply] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)

    @property
    def worth(self) -> Worth:
        """What it is compared by with another reading of the same text."""
        return worth(self.form, consistent=not self.problem)

    @property
    def says(self) -> tuple[str, str]:
        """Both replies."""
        return self.declared, self.bound

    def fail(self, reason: str, *, mend: bool) -> None:
        """End without a form."""
        self.reason = reason
        self.problem = reason if mend else ""

    def take(self, outcome: Reply | Failure, what: str) -> str | None:
        """Return the text of a reply, or end here if there is none."""
        if isinstance(outcome, Reply):
            self.replies.append(outcome)
            return outcome.text
        self.failures.append(outcome)
        if outcome.reply is not None:
            self.replies.append(outcome.reply)
        # Another answer of the same model may fit; a server that is away stays away.
        self.fail(f"{what}: {outcome.kind}: {outcome.message}", mend=outcome.kind == "invalid")
        if outcome.kind == "invalid" and outcome.reply is not None:
            self.declared, self.bound = (
                (self.declared, outcome.reply.text) if self.declared else (outcome.reply.text, "")
            )
        return None

    def earlier(self, problem: str) -> Attempt:
        """Return it as a reading to be corrected."""
        return Attempt(self.declared, self.bound, problem)
