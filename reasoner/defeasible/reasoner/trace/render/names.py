"""`Names`: the printed names of the symbols of a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.text import quote
from defeasible.reasoner.trace.steps import PremiseStep, SizeStep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defeasible.reasoner.forms import Comparison
    from defeasible.reasoner.text import Span
    from defeasible.reasoner.trace.trace import Trace


def comparison_text(comparison: Comparison, names: Mapping[str, str]) -> str:
    """Return a comparison as text: `light bulb > house`, `box = 3/10 x 1 m`."""
    factor = "" if comparison.factor == 1 else f"{comparison.factor} x "
    left, right = (names.get(side, side) for side in (comparison.left, comparison.right))
    return f"{left} {comparison.relation} {factor}{right}"


class Names:
    """The names of one trace: objects by name, statements by their step, spans by their words."""

    def __init__(self, trace: Trace) -> None:
        self.sources = trace.sources
        self.texts = {source.id: source.text for source in trace.sources}
        self.phrases = {phrase.id: phrase.text for phrase in trace.phrases}
        self.objects = {item.id: item.name for item in trace.objects} | {METRE: "1 m"}
        self.glosses = {atom.id: atom.gloss for atom in trace.atoms}
        self.numbers = {
            step.statement: number
            for number, step in enumerate(trace.steps, 1)
            if isinstance(step, PremiseStep | SizeStep)
        }

    def of(self, name: str) -> str:
        """Return the name of an object, or its id if it has none."""
        return self.objects.get(name, name)

    def words(self, span: Span | None) -> list[str]:
        """Return a line with the quoted words of a span; no line without a span."""
        return [] if span is None else [f'"{quote(self.sources, span)}"']

    def comparison(self, comparison: Comparison) -> str:
        """Return a comparison with the names of its objects."""
        return comparison_text(comparison, self.objects)
