"""`Case`: one question with its gold answer, in the form every task, metric and run log shares."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from defeasible.reasoner.record import Record

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value that JSON can hold."""

Setting: TypeAlias = bool | int | float | str
"""The value of a setting that can change an answer."""

ID_DIGITS = 16


@dataclass(frozen=True, slots=True)
class BeliefQuestion(Record):
    """Which option follows from the premises (and the new one, where there is one)?"""

    premises: tuple[str, ...]
    options: tuple[str, ...]
    new: str | None = None
    """The premise that arrives last."""
    kind: Literal["belief"] = "belief"


@dataclass(frozen=True, slots=True)
class SizeQuestion(Record):
    """Which of two objects is bigger in this context?"""

    context: str
    """Empty for a question about typical sizes."""
    options: tuple[str, str]
    """The two objects, as the question spells them."""
    kind: Literal["size"] = "size"


Question: TypeAlias = BeliefQuestion | SizeQuestion


@dataclass(frozen=True, slots=True)
class Case(Record):
    """One item of a task."""

    id: str
    """Hexadecimal hash of the content, so that a run can be resumed whatever the order of the file."""
    name: str
    """The dataset's own name for the item."""
    question: Question
    labels: tuple[str, ...]
    """The answer letters or numbers, one for each option of the question."""
    gold: str
    """One of `labels`."""
    cluster: str
    """Items of one cluster share their material (a story seed, a template), so they are not independent."""
    facets: Mapping[str, str] = field(default_factory=dict)
    """What the metrics are broken down by: `{"modus": "ponens", "category": "update"}`."""

    def label(self, answer: str) -> str | None:
        """Return the label of an answer in the words of an option; None if it is none of the options."""
        for option, label in zip(self.question.options, self.labels, strict=True):
            if option == answer:
                return label
        return None


def content_id(name: str, question: Question, gold: str) -> str:
    """Return the hash that identifies an item: its dataset name, its question and its gold answer."""
    content = json.dumps([name, asdict(question), gold], ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:ID_DIGITS]


class Status(StrEnum):
    """What became of one item. All but `correct` count as wrong."""

    CORRECT = "correct"
    WRONG = "wrong"
    """An answer, but not the gold one."""
    UNDECIDED = "undecided"
    """A verdict that is none of the options: contradictory premises, two objects that tie."""
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
class Outcome:
    """A case and the label that a pipeline, or a constant policy, gave it."""

    case: Case
    label: str | None
    status: Status

    @property
    def correct(self) -> bool:
        """Whether the label is the gold one."""
        return self.status is Status.CORRECT

    @property
    def score(self) -> float:
        """1 for the gold label, 0 for any other and for none."""
        return float(self.correct)

    @property
    def answered(self) -> bool:
        """Whether there is a label at all."""
        return self.label is not None

    @staticmethod
    def of(case: Case, label: str) -> Outcome:
        """Return the outcome of giving a label."""
        return Outcome(case, label, Status.CORRECT if label == case.gold else Status.WRONG)
