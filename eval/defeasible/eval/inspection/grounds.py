"""What a logged answer rests on: the first thing to know about a wrong one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from enum import StrEnum

from pydantic import JsonValue

from defeasible.eval.runlog import DecisionEvent
from defeasible.reasoner.errors import FormError, TraceError
from defeasible.reasoner.evidence import FormulaClaim, RoleClaim, SizeClaim
from defeasible.reasoner.trace import ConclusionStep, EvidenceStep, Trace
from defeasible.reasoner.verdict import Branch, Verdict


class Ground(StrEnum):
    """What decided an answer, or prevented a decision."""

    ROLE = "role"
    """Evidence for the role of one conditional beside another: with another role the verdict differs."""
    SIZE = "usual size"
    """Evidence on the usual sizes of things."""
    OPINION = "opinion"
    """Evidence from an opinion, of a model or a person, about a sentence."""
    TIE = "tie"
    """Evidence of equal weight on both sides, so that nothing is chosen."""
    MODEL = "model"
    """A model answered alone."""
    RANKING = "ranking"
    """Weights that rank words of the text, with or without a model; nothing is proved."""
    LOGIC = "logic"
    """The text as read, without evidence: the verdict hinges on nothing else."""
    READING = "reading"
    """The text could not be read into a form."""
    TIMEOUT = "timeout"
    FAILURE = "failure"
    """The pipeline raised, or the model could not be asked."""
    UNREADABLE = "unreadable proof"
    """The logged proof is malformed."""
    MISSING = "missing"
    """The item has no answer yet."""


_OF_CLAIM = {RoleClaim: Ground.ROLE, SizeClaim: Ground.SIZE, FormulaClaim: Ground.OPINION}


def logged_trace(document: Mapping[str, JsonValue]) -> Trace:
    """Read a logged proof.

    Raises:
        TraceError: If it is malformed, or has no conclusion.
        FormError: If a part of it is invalid.
    """
    trace = Trace.from_json(json.dumps(document, ensure_ascii=False))
    if not trace.steps or not isinstance(trace.steps[-1], ConclusionStep):
        raise TraceError("the logged proof has no conclusion")
    return trace


def ground(
    event: DecisionEvent | None,
    read: Callable[[Mapping[str, JsonValue]], Trace | None] = logged_trace,
) -> Ground:
    """Return what a logged decision rests on.

    Args:
        event: The decision.
        read: Reads its proof; raises as `logged_trace` does.

    Evidence counts if the trace says that the verdict hinges on it. If it hinges on several kinds of
    evidence, the kind of the first flip is returned.
    """
    if event is None:
        return Ground.MISSING
    if event.error is not None or event.trace is None:
        return Ground.FAILURE
    if event.branch in (Branch.NEURAL, Branch.FALLBACK):
        return Ground.MODEL
    if event.verdict is Verdict.UNPROVED:
        return Ground.RANKING
    if event.verdict is Verdict.UNPARSED:
        return Ground.READING
    if event.verdict is Verdict.TIMEOUT:
        return Ground.TIMEOUT
    try:
        trace = read(event.trace)
    except (TraceError, FormError):
        return Ground.UNREADABLE
    assert trace is not None
    for flip in trace.conclusion.flips:
        for number in flip.evidence:
            step = trace[number]
            if isinstance(step, EvidenceStep):
                return _OF_CLAIM[type(step.claim)]
    tied = any(isinstance(step, EvidenceStep) and step.status == "tied" for step in trace.steps)
    return Ground.TIE if tied else Ground.LOGIC
