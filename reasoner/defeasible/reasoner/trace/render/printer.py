"""`Printer`: prints numbered steps, each with its formula or comparison, its words and what it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.trace.families import FAMILIES
from defeasible.reasoner.trace.render.names import Names
from defeasible.reasoner.trace.steps import PremiseStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace.steps import Step
    from defeasible.reasoner.trace.trace import Trace

_LINES = {step: family.lines for family in FAMILIES.values() for step in family.own}


def to_text(trace: Trace) -> str:
    """Return the whole trace as text: a legend of atoms, then numbered steps with the steps they rest on."""
    printer = Printer(trace)
    lines = []
    said = {step.span for step in trace.steps if isinstance(step, PremiseStep)}
    for atom in trace.atoms:
        lines.append(f"{atom.id} = {atom.gloss}")
        for how, whole in (("read in part", False), ("by default", True)):
            spans = (span for span in atom.opaque if (span in said) is whole)
            words = ", ".join(dict.fromkeys(word for span in spans for word in printer.names.words(span)))
            lines[-1] += f"  ({how}: {words})" if words else ""
    width = len(str(len(trace.steps)))
    for number, step in enumerate(trace.steps, 1):
        head, *more = printer.lines(step)
        lines.append(f"{number:>{width}}  {head}")
        lines.extend(f"{'':{width}}    {line}" for line in more)
    return "\n".join(lines)


class Printer:
    """Prints the steps of one trace."""

    def __init__(self, trace: Trace) -> None:
        self.names = Names(trace)

    def lines(self, step: Step) -> list[str]:
        """Return the lines of one step, without its number: first its content, then its reasons."""
        return _LINES[type(step)](step, self.names)
