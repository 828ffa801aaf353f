"""A proof as the page shows it: numbered steps with their words, what they rest on, and their status."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from defeasible.eval.cases import Json
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import EvidenceStep, PremiseStep, RetractionStep, SolverStep, Trace
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.trace.render.printer import Printer
from defeasible.reasoner.trace.steps import (
    AskStep,
    CueStep,
    FactStep,
    HappeningStep,
    SettlementStep,
    SizeStep,
)

if TYPE_CHECKING:
    from defeasible.reasoner.trace import Step


def proof_of(trace: Trace) -> dict[str, Any]:
    """Return the steps and atoms of a trace as JSON values.

    Each step has its `kind`, printed `lines`, the numbers of the steps it `rests` on, its `status` (accepted,
    overruled, tied, retracted, or empty), the `words` it quotes as `[source, start, end]` in UTF-16 units, as
    browsers count, and whether the conclusion `used` it. Atoms are `[id, gloss]`.

    Raises:
        FormError: If a span of the trace points outside its sources.
    """
    printer, texts = Printer(trace), {source.id: source for source in trace.sources}
    spans = {s.statement: s.span for s in trace.steps if isinstance(s, PremiseStep | SizeStep) and s.span}
    used, retracted = used_by_conclusion(trace), set(_retracted(trace))
    steps: list[Json] = []
    for number, step in enumerate(trace.steps, 1):
        rests = tuple(dict.fromkeys(step.rests_on()))
        lines = [line for line in printer.lines(step) if line != f"from {numbers(rests)}"]
        status = getattr(step, "status", "") or ("retracted" if number in retracted else "")
        steps.append(
            {
                "kind": step.kind,
                "lines": lines,
                "rests": list(rests),
                "status": status,
                "words": [_place(span, texts) for span in _spans(step, spans)],
                "used": number in used,
            }
        )
    return {"steps": steps, "atoms": [[atom.id, atom.gloss] for atom in trace.atoms]}


def used_by_conclusion(trace: Trace) -> set[int]:
    """Return the steps from which the conclusion was derived.

    These are the steps that it names, and those on which they rest in turn: for a solver call its minimal
    core if there is one, for a retraction its reasons. Steps that would flip the verdict are not included.
    """
    found: set[int] = set()
    waiting = list(trace.conclusion.uses)
    while waiting:
        number = waiting.pop()
        if number in found or not 1 <= number <= len(trace.steps):
            continue
        found.add(number)
        step = trace[number]
        if isinstance(step, SolverStep) and step.core:
            waiting += step.core
        elif isinstance(step, RetractionStep):
            waiting += [*step.because, *([step.replaced_by] if step.replaced_by else [])]
        else:
            waiting += step.rests_on()
    return found | {len(trace.steps)}


def _retracted(trace: Trace) -> Iterator[int]:
    """Yield the steps that are retracted in the end."""
    for step in trace.steps:
        if isinstance(step, RetractionStep):
            yield step.target
        elif isinstance(step, SettlementStep) and step.phase == "after":
            yield from (drop.step for drop in step.dropped)


def _spans(step: Step, statements: dict[str, Span]) -> Iterator[Span]:
    """Yield the words that a step quotes; for evidence on a role, those of the two conditionals."""
    match step:
        case PremiseStep() | SizeStep() | CueStep():
            found = [step.span]
        case HappeningStep():
            found = [step.happening.span]
        case FactStep():
            found = [step.fact.span]
        case AskStep():
            found = [query.span for query in step.queries]
        case EvidenceStep(RoleClaim() as claim):
            found = [statements.get(claim.conditional), statements.get(claim.of)]
        case _:
            found = []
    yield from (span for span in found if span is not None)


def _place(span: Span, sources: dict[str, Source]) -> list[Json]:
    if span.source not in sources:
        raise FormError(f"span names an unknown source `{span.source}`")
    text = sources[span.source].text
    return [span.source, utf16(text, span.start), utf16(text, span.end)]


def utf16(text: str, place: int) -> int:
    """Convert a position in a text from characters to UTF-16 units.

    >>> utf16("a𝄞b", 2)
    3
    """
    return place if text.isascii() else place + sum(character > "\uffff" for character in text[:place])
