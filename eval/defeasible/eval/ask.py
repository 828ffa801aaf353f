"""One-off questions: build a question from the command line, and show its decision as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from defeasible.eval.asking import CHOICES, SIZES, STATES, Asking
from defeasible.eval.cases import Json
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import (
    ChoiceQuestion,
    EntailmentQuestion,
    Question,
    RevisionQuestion,
    SizeQuestion,
    StateQuestion,
)

if TYPE_CHECKING:
    from defeasible.eval.pipelines import Settings

_END = re.compile(r"""[.!?]["'”’)]*\s+(?=["'“‘(]?[A-Z0-9])|\n+""")
# A full stop after one of these, or after a single letter, does not end a sentence.
_ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|approx|e\.g|i\.e)|\b[A-Z])\.$")


def question_of(  # noqa: PLR0913 - one parameter an option
    text: Sequence[str] = (),
    *,
    query: str | None = None,
    new: str | None = None,
    options: Sequence[str] = (),
    context: str = "",
    bigger: tuple[str, str] | None = None,
    story: bool = False,
) -> Question:
    """Return the question that the command line asks.

    Args:
        text: Premises, or the story; one text may contain several sentences.
        query: The query about them; by default the last sentence of the text, if it is a question.
        new: A premise that arrives last.
        options: Possible answers.
        context: A text that implies sizes.
        bigger: Two objects in it to compare.
        story: Whether the text is a story, and the query a state of it.

    Raises:
        UsageError: If this is not a question, or more than one.
    """
    if bigger is not None:
        if text or query or new or options or story:
            raise UsageError(
                "`--bigger` compares two objects and takes no premises, query, options or new premise",
                hint='ask --context "A house is inside a bulb." --bigger house bulb',
            )
        return SizeQuestion(context, *bigger)
    if context:
        raise UsageError("`--context` needs the two objects to compare", hint="add `--bigger A B`")
    if not text:
        raise UsageError(
            "no question given",
            hint='ask "If p then q. p." --query "q", or ask --context "..." --bigger A B',
        )
    if query and options:
        raise UsageError("`--query` and `--option` cannot be combined", hint="use one of them")
    told = tuple(sentence for part in text for sentence in sentences(part))
    if not (query or new or options) and len(told) > 1 and told[-1].endswith("?"):
        told, query = told[:-1], told[-1]
    if story and (not query or new or options):
        raise UsageError(
            "`--story` needs a text and `--query` alone",
            hint='ask --story "Mia left." --query "Mia left."',
        )
    if story and query:
        return StateQuestion(told, query)
    if options:
        return ChoiceQuestion(told, tuple(options), new)
    if new is not None:
        return RevisionQuestion(told, new, query)
    if query:
        return EntailmentQuestion(told, query)
    raise UsageError(
        "premises without a question",
        hint="end with one, or add `--query`, `--option` (several) or `--new`",
    )


def asking_of(question: Question) -> Asking[Any] | None:
    """Return how a model is asked such a question; None if it cannot be asked."""
    return next(
        (asking for asking in (CHOICES, SIZES, STATES) if isinstance(question, asking.question)), None
    )


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


def answered_json(
    question: Question, decision: Decision, pipeline: str, settings: Settings
) -> dict[str, Json]:
    """Return what `ask --json` prints: the question, who answered it, and the decision.

    `defeasible check` can then check the decision against the question.
    """
    from defeasible.reasoner.question import codec  # noqa: PLC0415 - imports pydantic, not for `--help`

    asked = codec.to_document(cast("codec.Written", question))
    return {
        "question": asked,
        "pipeline": pipeline,
        "settings": settings.logged(pipeline),
        **decision_json(decision),
    }


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
