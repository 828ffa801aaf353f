"""The lines of `events.jsonl`: a decision, saved before it is scored, and its score."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, FiniteFloat, JsonValue, SkipValidation, TypeAdapter

from defeasible.eval.cases import Status
from defeasible.eval.trial import Tried
from defeasible.eval.use import ModelUse
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Branch, Change, Verdict

Schema: TypeAlias = Literal["defeasible.run/1", "defeasible.run/2"]
"""Schema versions of a run's files that can be read."""
SCHEMA: Literal["defeasible.run/2"] = "defeasible.run/2"
"""The version that is written."""


@dataclass(frozen=True, slots=True)
class Failure(Record):
    """An exception that a pipeline raised on an item."""

    kind: str
    """Name of the exception class."""
    message: str
    traceback: str


@dataclass(frozen=True, slots=True)
class DecisionEvent(Record):
    """A pipeline's answer, or its failure."""

    key: str
    """Hash of item and configuration."""
    item: str
    """Id of the case in `items.jsonl`."""
    at: FiniteFloat
    """Seconds since the epoch."""
    seconds: FiniteFloat
    """Wall time of the answer."""
    verdict: Verdict | None = None
    """None if the pipeline raised."""
    answer: str | None = None
    """The text of an option, or the text that the model wrote."""
    confidence: FiniteFloat = 0.0
    before: Verdict | None = None
    change: Change | None = None
    branch: Branch = Branch.SYMBOLIC
    reason: str = ""
    error: Failure | None = None
    model: ModelUse | None = None
    """The cost of a language model; None if none was asked."""
    trace: SkipValidation[dict[str, JsonValue]] | None = None
    """The trace document; None if the pipeline raised. `Trace.from_json` validates it, not this reader."""
    tried: tuple[Tried, ...] = ()
    """Verdicts of a solver on a generated text, for the questions of its task."""
    worth: Mapping[str, FiniteFloat] = field(default_factory=dict)
    """The task's measures from these verdicts."""
    event: Literal["decision"] = "decision"


@dataclass(frozen=True, slots=True)
class ScoreEvent(Record):
    """The comparison of an answer with the gold one."""

    key: str
    item: str
    gold: str
    status: Status
    label: str | None = None
    """The label of the chosen option; None if the answer is a text, or there is none."""
    text: str | None = None
    """The text, if the answer is one."""
    score: FiniteFloat = 0.0
    """From 0 to 1: 1 for the gold answer, 0 for no answer."""
    values: Mapping[str, FiniteFloat] = field(default_factory=dict)
    """Further measures of this item by name."""
    event: Literal["score"] = "score"


Event: TypeAlias = DecisionEvent | ScoreEvent


@cache
def adapter() -> TypeAdapter[Event]:
    """Return the reader of a line."""
    return TypeAdapter(Annotated[Event, Field(discriminator="event")])


def decision_line(  # noqa: PLR0913 - one parameter a field
    key: str,
    item: str,
    decision: Decision | Failure,
    *,
    at: float,
    seconds: float,
    model: ModelUse | None = None,
    tried: Sequence[Decision] = (),
    worth: Mapping[str, float] | None = None,
) -> tuple[bytes, DecisionEvent]:
    """Return the line of a decision event with full traces, and the event without them, for scoring.

    The trace document is inserted verbatim: parsing and writing it again would double the cost.
    """
    if isinstance(decision, Failure):
        event = DecisionEvent(key, item, at, seconds, error=decision, model=model)
        trace = None
        fields: dict[str, object] = {
            "error": {
                "kind": decision.kind,
                "message": decision.message,
                "traceback": decision.traceback,
            }
        }
    else:
        event = DecisionEvent(
            key,
            item,
            at,
            seconds,
            verdict=decision.verdict,
            answer=decision.answer,
            confidence=decision.confidence,
            before=decision.before,
            change=decision.change,
            branch=decision.branch,
            reason=decision.reason,
            model=model,
            worth=dict(worth or {}),
        )
        trace = decision.trace.to_json()
        fields = {
            "verdict": decision.verdict,
            "answer": decision.answer,
            "confidence": decision.confidence,
            "before": decision.before,
            "change": decision.change,
            "branch": decision.branch,
            "reason": decision.reason,
        }
        if worth:
            fields["tried"] = [asdict(Tried.of(one)) for one in tried]
            fields["worth"] = dict(worth)
    head = {"event": "decision", "key": key, "item": item, "at": round(at, 3), "seconds": round(seconds, 6)}
    if model is not None:
        fields["model"] = asdict(model)
    text = json.dumps(head | fields, ensure_ascii=False, separators=(",", ":"))
    if trace is not None:
        text = f'{text[:-1]},"trace":{trace}}}'
    return text.encode() + b"\n", event


def score_line(event: ScoreEvent) -> bytes:
    """Return the line of a score event. Default values are left out, except for the label."""
    fields: dict[str, object] = {
        "event": "score",
        "key": event.key,
        "item": event.item,
        "label": event.label,
        "gold": event.gold,
        "status": event.status,
        "score": event.score,
    }
    if event.text is not None:
        fields["text"] = event.text
    if event.values:
        fields["values"] = dict(event.values)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
