"""`Case`: one question with its gold answer, as all tasks, metrics and run logs use it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar

from defeasible.reasoner.question import Question
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Verdict

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value."""

Setting: TypeAlias = bool | int | float | str
"""The value of a setting that can change an answer."""

ID_DIGITS = 16


Q_co = TypeVar("Q_co", bound=Question, covariant=True)


@dataclass(frozen=True, slots=True)
class Case(Record, Generic[Q_co]):
    """One item of a task."""

    id: str
    """Hexadecimal hash of the content, so that a run can be resumed even if the order of the file changes."""
    name: str
    """The name of the item in its dataset."""
    question: Q_co
    labels: tuple[str, ...]
    """Letters or numbers of the answers, one per option of the question; empty if the answer is a text."""
    gold: str
    """One of `labels`, or the wanted text."""
    cluster: str
    """Items with the same cluster share material (a story seed, a template), so they are not independent."""
    facets: Mapping[str, str] = field(default_factory=dict)
    """Properties for breaking down metrics: `{"modus": "ponens", "category": "update"}`."""

    @property
    def options(self) -> tuple[str, ...]:
        """The possible answers, word for word: the question's options or, if it has none, the labels."""
        options: tuple[str, ...] = getattr(self.question, "options", self.labels)
        return options

    @property
    def gold_answer(self) -> str:
        """The gold answer, word for word."""
        return self.options[self.labels.index(self.gold)] if self.labels else self.gold

    def label(self, answer: str) -> str | None:
        """Return the label of an answer that is the text of an option; None if it is not an option."""
        for option, label in zip(self.options, self.labels, strict=True):
            if option == answer:
                return label
        return None


def content_id(name: str, question: Question, gold: str) -> str:
    """Return the hash that identifies an item: its name, its question and its gold answer."""
    content = json.dumps([name, _values(question), gold], ensure_ascii=False, sort_keys=True, default=_values)
    return hashlib.sha256(content.encode()).hexdigest()[:ID_DIGITS]


def _values(record: Any) -> dict[str, object]:
    return {name: getattr(record, name) for name in _fields(type(record))}  # type: ignore[arg-type] # a class


@cache
def _fields(record: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record))


class Status(StrEnum):
    """The result for one item. Only `correct` counts as right."""

    CORRECT = "correct"
    SCORED = "scored"
    """A text that differs from the gold one; its score says how close it is."""
    WRONG = "wrong"
    """An answer, but not the gold one."""
    UNDECIDED = "undecided"
    """A verdict that is not an option: contradictory premises, a state that a story leaves open."""
    UNPARSED = "unparsed"
    """The text could not be read into a form."""
    INVALID = "invalid"
    """The model's reply was none of the options, or was cut off."""
    TIMEOUT = "timeout"
    """The solver, or the model, took too long."""
    ERROR = "error"
    """The pipeline raised, or the model could not be asked; the log says why."""
    MISSING = "missing"
    """Planned, but not in the log, because the run stopped early."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The task's judgement of an answer to a case."""

    status: Status
    label: str | None = None
    """The label of the chosen option; None if the answer is a text, or there is none."""
    text: str | None = None
    """The text, if the answer is one."""
    score: float = 0.0
    """From 0 to 1: 1 for the gold answer, 0 for no answer. For a text, the first of its task's measures."""
    values: Mapping[str, float] = field(default_factory=dict)
    """Further measures of this one item by name: `{"f1": 0.5, "em": 0.0}`."""

    @property
    def correct(self) -> bool:
        """Whether the answer is the gold one."""
        return self.status is Status.CORRECT

    @property
    def answered(self) -> bool:
        """Whether there is an answer at all."""
        return self.label is not None or self.text is not None


Judge: TypeAlias = Callable[["Case[Any]", Verdict | None, str | None], Judgement]
"""Judges a verdict and an answer to a case. The answer is a text, or an option word for word."""


def labelled(case: Case[Any], label: str) -> Judgement:
    """Return the judgement of a label."""
    right = label == case.gold
    return Judgement(Status.CORRECT if right else Status.WRONG, label, score=float(right))


def by_label(case: Case[Any], _: Verdict | None, answer: str | None) -> Judgement:
    """Judge an answer by its label. An answer that is not an option is an error of the pipeline."""
    if answer is None:
        return Judgement(Status.UNDECIDED)
    label = case.label(answer)
    return Judgement(Status.ERROR) if label is None else labelled(case, label)


def by_verdict(answers: Mapping[Verdict, str]) -> Judge:
    """Return a judge that takes a proved verdict as an answer, and judges a model's own answer by its label.

    Args:
        answers: The option that each verdict stands for, as `{Verdict.ENTAILED: "yes", Verdict.REFUTED:
            "no"}`. Other proved verdicts leave the case undecided.
    """

    def judge(case: Case[Any], verdict: Verdict | None, answer: str | None) -> Judgement:
        if verdict is not None and verdict is not Verdict.UNPROVED:
            answer = answers.get(verdict)
        return by_label(case, verdict, answer)

    return judge


def by_text(measure: Callable[[str, str], Mapping[str, float]]) -> Judge:
    """Return a judge that compares a text with the gold one.

    Args:
        measure: Takes the answer and the gold text and returns measures from 0 to 1 by name. The first is the
            score of the item; an answer with score 1 is correct.
    """

    def judge(case: Case[Any], _: Verdict | None, answer: str | None) -> Judgement:
        if answer is None:
            return Judgement(Status.UNDECIDED)
        values = measure(answer, case.gold)
        score = next(iter(values.values()))
        status = Status.CORRECT if score == 1 else Status.SCORED
        return Judgement(status, text=answer, score=score, values=values)

    return judge


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case with the judgement of an answer, from a pipeline or a constant policy."""

    case: Case[Any]
    judgement: Judgement

    @property
    def label(self) -> str | None:
        """The label of the chosen option, if any."""
        return self.judgement.label

    @property
    def text(self) -> str | None:
        """The text, if the answer is one."""
        return self.judgement.text

    @property
    def status(self) -> Status:
        """The result for the case."""
        return self.judgement.status

    @property
    def score(self) -> float:
        """From 0 to 1; see `Judgement`."""
        return self.judgement.score

    @property
    def values(self) -> Mapping[str, float]:
        """Further measures of this item by name."""
        return self.judgement.values

    @property
    def correct(self) -> bool:
        """Whether the answer is the gold one."""
        return self.judgement.status is Status.CORRECT

    @property
    def answered(self) -> bool:
        """Whether there is an answer at all."""
        return self.judgement.answered
