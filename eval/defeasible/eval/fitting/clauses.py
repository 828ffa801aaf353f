"""Features of a head that chooses the clause of a Chinese dialogue that is a cause or a consequence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from defeasible.eval.asking import EventQuestion
from defeasible.eval.cases import Case
from defeasible.eval.fitting.kinds import Kind
from defeasible.eval.fitting.learn import Example
from defeasible.reasoner.grammar.chinese import seen_of
from defeasible.reasoner.grammar.chinese.weights import opening

TASKS = ("corecode/cause", "corecode/subsequent", "corecode/clipped")
FEATURES = "clauses"
STRENGTH, RARE = 1.0, 0.1
"""Chosen on consequences: strengths 0.1 and 4 and rarity 0.02 have no higher F1 out of fold."""


def examples(cases: Sequence[Case[Any]], _: str) -> list[Example]:
    """Return the items that have clauses, with each clause's worth, which is its F1."""
    found = []
    for case in cases:
        question: EventQuestion = case.question
        seen = seen_of(question.dialogue, question.event, question.subjects)
        if seen:
            worths = tuple(_f1(text, case.gold) for text, _ in seen)
            texts = tuple(text for text, _ in seen)
            found.append(
                Example(
                    case,
                    tuple(features for _, features in seen),
                    texts,
                    worths,
                    (opening(question.dialogue),),
                    case.facets["level"],
                )
            )
    return found


def _f1(text: str, gold: str) -> float:
    from defeasible.eval.metrics.answers import f1  # noqa: PLC0415 - imports its tokenizers

    return f1(text, gold)


KIND = Kind((FEATURES,), examples, "--weights", (STRENGTH,), RARE)
