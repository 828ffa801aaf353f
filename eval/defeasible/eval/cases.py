"""`Case`: one question with its gold answer, in the form every task, metric and run log shares."""

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
"""A value that JSON can hold."""

Setting: TypeAlias = bool | int | float | str
"""The value of a setting that can change an answer."""

ID_DIGITS = 16


Q_co = TypeVar("Q_co", bound=Question, covariant=True)


@dataclass(frozen=True, slots=True)
class Case(Record, Generic[Q_co]):
    """One item of a task."""

    id: str
    """Hexadecimal hash of the content, so that a run can be resumed whatever the order of the file."""
    name: str
    """The dataset's own name for the item."""
    question: Q_co
    labels: tuple[str, ...]
    """The answer letters or numbers, one for each option of the question; empty where a text is asked for."""
    gold: str
    """One of `labels`; or the text that was wanted."""
    cluster: str
    """Items of one cluster share their material (a story seed, a template), so they are not independent."""
    facets: Mapping[str, str] = field(default_factory=dict)
    """What the metrics are broken down by: `{"modus": "ponens", "category": "update"}`."""

    @property
    def options(self) -> tuple[str, ...]:
        """What may be answered, word for word: the question's options; of one without, the labels."""
        options: tuple[str, ...] = getattr(self.question, "options", self.labels)
        return options

    @property
    def gold_answer(self) -> str:
        """The gold answer word for word."""
        return self.options[self.labels.index(self.gold)] if self.labels else self.gold

    def label(self, answer: str) -> str | None:
        """Return the label of an answer in the words of an option; None if it is none of the options."""
        for option, label in zip(self.options, self.labels, strict=True):
            if option == answer:
                return label
        return None


def content_id(name: str, question: Question, gold: str) -> str:
    """Return the hash that identifies an item: its dataset name, its question and its gold answer."""
    content = json.dumps([name, _values(question), gold], ensure_ascii=False, sort_keys=True, default=_values)
    return hashlib.sha256(content.encode()).hexdigest()[:ID_DIGITS]


def _values(record: Any) -> dict[str, object]:
    return {name: getattr(record, name) for name in _fields(type(record))}  # type: ignore[arg-type] # a class


@cache
def _fields(record: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record))


class Status(StrEnum):
    """What became of one item. Only `correct` counts as right."""

    CORRECT = "correct"
    SCORED = "scored"
    """A text that is not the gold one; its score says how near it comes."""
    WRONG = "wrong"
    """An answer, but not the gold one."""
    UNDECIDED = "undecided"
    """A verdict that is none of the options: contradictory premises, a state that a story leaves open."""
    UNPARSED = "unparsed"
    """No form could be made of the text."""
    INVALID = "invalid"
    """The model replied, but with none of the options, or was cut off: it did not follow its instructions."""
    TIMEOUT = "timeout"
    """The solver, or the model, took too long."""
    ERROR = "error"
    """The pipeline raised, or the model could not be asked; the log says why."""
    MISSING = "missing"
    """Planned, but not in the log: the run was cut short."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an answer to a case is worth, as its task judges it."""

    status: Status
    label: str | None = None
    """What was chosen; None where a text is asked for, or there is no answer."""
    text: str | None = None
    """What was written, where a text is asked for."""
    score: float = 0.0
    """From 0 to 1: 1 for the gold answer, 0 for none. Of a text, the first of its task's measures."""
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
"""Says what a verdict and an answer to a case are worth; the answer is an option word for word, or a text."""


def labelled(case: Case[Any], label: str) -> Judgement:
    """Return what a label is worth."""
    right = label == case.gold
    return Judgement(Status.CORRECT if right else Status.WRONG, label, score=float(right))


def by_label(case: Case[Any], _: Verdict | None, answer: str | None) -> Judgement:
    """Judge an answer by its label; one that is none of the options is an error of whoever gave it."""
    if answer is None:
        return Judgement(Status.UNDECIDED)
    label = case.label(answer)
    return Judgement(Status.ERROR) if label is None else labelled(case, label)


def by_verdict(answers: Mapping[Verdict, str]) -> Judge:
    """Return what judges a proved verdict as an answer, and a model's own answer by its label.

    Args:
        answers: The option that a verdict stands for, as `{Verdict.ENTAILED: "yes", Verdict.REFUTED: "no"}`.
            Other proved verdicts leave the case undecided.
    """

    def judge(case: Case[Any], verdict: Verdict | None, answer: str | None) -> Judgement:
        if verdict is not None and verdict is not Verdict.UNPROVED:
            answer = answers.get(verdict)
        return by_label(case, verdict, answer)

    return judge


def by_text(measure: Callable[[str, str], Mapping[str, float]]) -> Judge:
    """Return what judges a text by measures of it and the gold one.

    Args:
        measure: Takes the answer and the gold text and returns measures from 0 to 1 by name. The first is the
            score of the item; an answer whose score is 1 is correct.
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
    """A case, and what the answer of a pipeline or of a constant policy is worth."""

    case: Case[Any]
    judgement: Judgement

    @property
    def label(self) -> str | None:
        """What was chosen, if anything."""
        return self.judgement.label

    @property
    def text(self) -> str | None:
        """What was written, where a text is asked for."""
        return self.judgement.text

    @property
    def status(self) -> Status:
        """What became of the case."""
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
