"""The quality of a reading: its consistency, and how much of the text it quotes."""

from __future__ import annotations

from typing import TypeAlias

from defeasible.llm.parse.wires import WIRES
from defeasible.reasoner import belief, size
from defeasible.reasoner.evidence import no_roles, no_sizes
from defeasible.reasoner.forms import Form, Premises, SizeContext
from defeasible.reasoner.logic import FALSE
from defeasible.reasoner.verdict import Verdict

Worth: TypeAlias = tuple[bool, bool, float, int]
"""Sort key of readings: has a form, is consistent if required, share of text quoted, minus assumptions."""


def assumed(form: Form) -> tuple[str, ...]:
    """Return the elements that quote no words of the text."""
    return tuple(part.what for part in WIRES[form.family].parts(form) if part.span is None)


def coverage(form: Form) -> float:
    """Return the share of the told text that some element quotes, in non-space characters, in [0, 1]."""
    told = {s.id: [not c.isspace() for c in s.text] for s in form.sources if s.id[0] != "q"}
    whole = sum(map(sum, told.values()))
    for part in WIRES[form.family].parts(form):
        if part.span is not None and part.span.source in told:
            marks = told[part.span.source]
            marks[part.span.start : part.span.end] = [False] * (part.span.end - part.span.start)
    return (whole - sum(map(sum, told.values()))) / whole if whole else 1.0


def contradiction(form: Form, timeout: float) -> str:
    """Return a proof that statements of a reading contradict each other; empty if they do not.

    Only premises and sizes must be consistent: stories change, and finding conflicts is a task of dialogues.
    """
    if isinstance(form, Premises):
        decision = belief.decide(form, FALSE, roles=no_roles, timeout=timeout)
    elif isinstance(form, SizeContext):
        decision = size.decide(form, sizes=no_sizes, timeout=timeout)
    else:
        return ""
    return str(decision.trace) if decision.verdict is Verdict.INCONSISTENT else ""


def worth(form: Form | None, *, consistent: bool) -> Worth:
    """Return the sort key of a reading; None is a reading without a form."""
    if form is None:
        return (False, False, 0.0, 0)
    return (True, consistent, coverage(form), -len(assumed(form)))
