"""One-off questions: which reasoner call a set of texts means, and its decision as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from defeasible.eval.cases import Json
from defeasible.eval.pipelines import Answerer
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError

_END = re.compile(r"""[.!?]["'”’)]*\s+(?=["'“‘(]?[A-Z0-9])|\n+""")
# A full stop after one of these, or after a single letter, ends no sentence.
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|e\.g|i\.e)|\b[A-Z])\.$")


@runtime_checkable
class Asked(Answerer, Protocol):
    """All that `ask` needs; `defeasible.reasoner.Reasoner` has it."""

    def entails(self, premises: Sequence[str], query: str) -> Decision:
        """Say whether a query follows from premises."""
        ...

    def revise(self, premises: Sequence[str], new: str, query: str | None = None) -> Decision:
        """Say what becomes of a belief when a premise arrives."""
        ...

    def infer_state(self, lines: Sequence[str], state: str) -> Decision:
        """Say whether a story implies a state."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """What stands on the command line; `text` or `bigger`, not both."""

    text: tuple[str, ...] = ()
    """Premises; one text may hold several sentences."""
    query: str | None = None
    new: str | None = None
    options: tuple[str, ...] = ()
    context: str = ""
    bigger: tuple[str, str] | None = None
    """Two objects to compare."""
    story: bool = False
    """Whether the text is a story, and the query a state of it."""

    def __post_init__(self) -> None:
        if self.bigger is not None:
            if self.text or self.query or self.new or self.options or self.story:
                raise UsageError(
                    "`--bigger` compares two objects and takes no premises, query, options or new premise",
                    hint='ask --context "A house is inside a bulb." --bigger house bulb',
                )
            return
        if self.context:
            raise UsageError("`--context` needs the two objects to compare", hint="add `--bigger A B`")
        if not self.text:
            raise UsageError(
                "nothing was asked",
                hint='ask "If p then q. p." --query "q", or ask --context "..." --bigger A B',
            )
        if self.query and self.options:
            raise UsageError("`--query` and `--option` ask two questions", hint="give one of them")
        if self.story and (not self.query or self.new or self.options):
            raise UsageError(
                "a story is asked about a state alone", hint="give `--story`, the text and `--query`"
            )
        if not (self.query or self.options or self.new):
            raise UsageError(
                "premises without a question", hint="add `--query`, `--option` (several) or `--new`"
            )


def ask(reasoner: Answerer, question: Question) -> Decision:
    """Answer a question.

    Args:
        reasoner: A reasoner, or what only chooses among options.
        question: What is asked.

    Raises:
        UsageError: If the reasoner cannot be asked this, whatever the words.
    """
    if question.bigger is not None:
        return reasoner.compare_size(question.context, *question.bigger)
    premises = [sentence for text in question.text for sentence in sentences(text)]
    if question.options:
        return reasoner.answer(premises, question.options, new=question.new)
    if not isinstance(reasoner, Asked):
        raise UsageError(
            "a model's own answer is one of several options",
            hint="give them: `--option A --option B`, or `--bigger A B`; or ask with `--pipeline symbolic`",
        )
    if question.story:
        assert question.query is not None  # see Question
        return reasoner.infer_state(premises, question.query)
    if question.new is not None:
        return reasoner.revise(premises, question.new, question.query)
    assert question.query is not None  # one of the three is there: see Question
    return reasoner.entails(premises, question.query)


def sentences(text: str) -> list[str]:
    """Split a text into sentences at full stops, question and exclamation marks, and line ends.

    >>> sentences("If Dr. Lee calls then I go. She calls.")
    ['If Dr. Lee calls then I go.', 'She calls.']
    """
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        piece = text[start : end.end()].strip()
        if _ABBREVIATION.search(piece) and "\n" not in end.group():
            continue
        found.append(piece)
        start = end.end()
    found.append(text[start:].strip())
    return [piece for piece in found if piece]


def decision_json(decision: Decision) -> dict[str, Json]:
    """Return a decision with its trace as JSON values."""
    return {
        "verdict": decision.verdict,
        "answer": decision.answer,
        "confidence": decision.confidence,
        "before": decision.before,
        "change": decision.change,
        "branch": decision.branch,
        "reason": decision.reason,
        "trace": json.loads(decision.trace.to_json()),
    }
