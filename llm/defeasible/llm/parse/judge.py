"""How good a reading is: is it consistent, and how much of the text does it rest on?"""

from __future__ import annotations

from typing import TypeAlias

from defeasible.llm.parse.wires import WIRES
from defeasible.reasoner import belief, size
from defeasible.reasoner.evidence import no_roles, no_sizes
from defeasible.reasoner.forms import Form, Premises, SizeContext
from defeasible.reasoner.logic import FALSE
from defeasible.reasoner.verdict import Verdict

Worth: TypeAlias = tuple[bool, bool, float, int]
"""Sorts readings: well formed, consistent where wanted, share of the text quoted, minus assumptions."""


def assumed(form: Form) -> tuple[str, ...]:
    """Return the elements that no words of the text say."""
    return tuple(part.what for part in WIRES[form.family].parts(form) if part.span is None)


def coverage(form: Form) -> float:
    """Return the share of what is told, in characters without spaces, that some element quotes, in [0, 1]."""
    told = {s.id: [not c.isspace() for c in s.text] for s in form.sources if s.id[0] != "q"}
    whole = sum(map(sum, told.values()))
    for part in WIRES[form.family].parts(form):
        if part.span is not None and part.span.source in told:
            marks = told[part.span.source]
            marks[part.span.start : part.span.end] = [False] * (part.span.end - part.span.start)
    return (whole - sum(map(sum, told.values()))) / whole if whole else 1.0


def contradiction(form: Form, timeout: float) -> str:
    """Return which statements of a reading contradict each other, as a proof; empty if none do.

    Only premises and sizes must be consistent: a story changes, and the conflicts of a dialogue are what is
    looked for.
    """
    if isinstance(form, Premises):
        decision = belief.decide(form, FALSE, roles=no_roles, timeout=timeout)
    elif isinstance(form, SizeContext):
        decision = size.decide(form, sizes=no_sizes, timeout=timeout)
    else:
        return ""
    return str(decision.trace) if decision.verdict is Verdict.INCONSISTENT else ""


def worth(form: Form | None, *, consistent: bool) -> Worth:
    """Return what readings are compared by; None is a reading that came to nothing."""
    if form is None:
        return (False, False, 0.0, 0)
    return (True, consistent, coverage(form), -len(assumed(form)))
