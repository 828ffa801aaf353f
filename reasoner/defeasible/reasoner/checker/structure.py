"""Conditions on every trace: declarations, spans, references, the position of the conclusion, the seal."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.references import NAMED
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.forms import AtomDecl
from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.trace import FAMILIES, ConclusionStep, PremiseStep, SizeStep

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms import Phrase, SizeObject
    from defeasible.reasoner.text import Span
    from defeasible.reasoner.trace import Trace

ALLOWED = {task: frozenset(family.steps) for task, family in FAMILIES.items()}
"""The kinds of steps that traces of each task may contain."""
_id = attrgetter("id")


def check_structure(trace: Trace) -> Iterator[Failure]:
    """Yield what is wrong with a trace before its logic is checked."""
    if not trace.steps or not isinstance(trace.steps[-1], ConclusionStep):
        yield Failure(len(trace.steps), "the last step is not a conclusion")
        return
    yield from _order(trace)
    yield from _names(trace)
    yield from _words(trace)


def _order(trace: Trace) -> Iterator[Failure]:
    allowed, end = ALLOWED[trace.task], len(trace.steps)
    for number, step in enumerate(trace.steps, 1):
        kind = type(step)
        if kind not in allowed:
            yield Failure(number, f"a {step.kind} step does not belong in a {trace.task} trace")
        elif (numbers := NAMED[kind]) is not None:
            for other in numbers(step):
                if not 0 < other < number:
                    yield Failure(number, f"rests on step {other}, which is not before it")
            if kind is ConclusionStep and number < end:
                yield Failure(number, "a conclusion stands before the end")


def _names(trace: Trace) -> Iterator[Failure]:
    for what, declared in (("sources", trace.sources), ("atoms", trace.atoms), ("objects", trace.objects)):
        if declared and len(set(map(_id, declared))) < len(declared):
            yield Failure(0, f"two {what} have the same id")
    if METRE in map(_id, trace.objects):
        yield Failure(0, f"`{METRE}` is no object of a text")


def _words(trace: Trace) -> Iterator[Failure]:
    lengths = {source.id: len(source.text) for source in trace.sources}
    yield from _spans(trace, lengths)
    statements: set[str] = set()
    quoted: set[str] = set()
    unquoted = False
    for number, step in enumerate(trace.steps, 1):
        if type(step) is PremiseStep or type(step) is SizeStep:
            if step.statement in statements:
                yield Failure(number, f"statement `{step.statement}` was stated before")
            statements.add(step.statement)
            span = step.span
            if span is None:
                unquoted = True
            else:
                quoted.add(span.source)
                if not 0 <= span.start <= span.end <= lengths.get(span.source, -1):
                    yield Failure(number, "its span lies outside its source")
    if trace.task == "belief" and quoted and not unquoted:
        # Query sources (`q1`, ...) are asked about, not asserted; every other text must have been read. A
        # premise without a span may stand for any of them.
        for name in lengths:
            if name not in quoted and not name.startswith("q"):
                yield Failure(0, f"no premise quotes source `{name}`")


def _spans(trace: Trace, lengths: dict[str, int]) -> Iterator[Failure]:
    """Yield declarations whose words are outside their source."""
    everything: tuple[AtomDecl | SizeObject | Phrase, ...] = (*trace.atoms, *trace.objects, *trace.phrases)
    for declared in everything:
        opaque = declared.opaque if isinstance(declared, AtomDecl) else ()
        for span in (declared.span, *opaque) if opaque else (declared.span,):
            if span is not None and not _inside(span, lengths):
                yield Failure(0, f"the span of `{declared.id}` lies outside its source")


def _inside(span: Span, lengths: dict[str, int]) -> bool:
    return 0 <= span.start <= span.end <= lengths.get(span.source, -1)
