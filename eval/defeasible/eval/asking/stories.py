"""Stories rewritten, and states that explain a change: a model writes a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from defeasible.eval.asking.asking import Asking
from defeasible.reasoner.question import StateChangeQuestion, StoryRevisionQuestion


@dataclass(frozen=True, slots=True)
class Revisions(Asking[StoryRevisionQuestion]):
    """How would a story go if another state held?"""

    prompts: str = "pasta/revision"
    style: str = "direct"
    question = StoryRevisionQuestion

    def fields(self, question: StoryRevisionQuestion) -> Mapping[str, object]:
        """Return `story` and `state`."""
        return {"story": list(question.lines), "state": question.counterfactual}

    def options(self, _question: StoryRevisionQuestion) -> tuple[str, ...]:
        """Return none: the answer is a story."""
        return ()


@dataclass(frozen=True, slots=True)
class Changes(Asking[StateChangeQuestion]):
    """Which state holds in one version of a story, and which in the other instead?"""

    prompts: str = "pasta/change"
    style: str = "direct"
    question = StateChangeQuestion

    def fields(self, question: StateChangeQuestion) -> Mapping[str, object]:
        """Return `story` and `revised`."""
        return {"story": list(question.lines), "revised": list(question.revised_lines)}

    def options(self, _question: StateChangeQuestion) -> tuple[str, ...]:
        """Return none: the answer is a pair of states."""
        return ()


REVISIONS = Revisions()
CHANGES = Changes()
