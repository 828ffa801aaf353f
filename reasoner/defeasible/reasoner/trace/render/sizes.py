"""Print the steps of size traces."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from defeasible.reasoner.forms.sizes import METRE
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.trace.steps import ArrangementStep, CycleStep, PathStep, SizesStep, SizeStep
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names


def lines(step: SizesStep, names: Names) -> list[str]:
    """Return the lines of one step, without its number: first its content, then its reasons."""
    match step:
        case SizeStep():
            reason = [f"{step.frame}: {step.reason}"] if step.reason else []
            return [f"context  {names.comparison(step.comparison)}", *names.words(step.span), *reason]
        case PathStep():
            factor = "" if step.factor == 1 else f"{step.factor} x "
            relation = ">" if step.strict else ">="
            pair = f"{names.of(step.greater)} {relation} {factor}{names.of(step.lesser)}"
            return [f"path  {pair}  along {numbers(step.edges)}"]
        case CycleStep():
            name = names.of(step.start)
            return [f"contradiction  {name} would be bigger than itself along {numbers(step.edges)}"]
        case ArrangementStep():
            shown = [f"{names.of(name)} = {size}" for name, size in step.sizes if name != METRE]
            return [f"possible sizes  {', '.join(shown)}", f"satisfy {numbers(step.theory)}"]
        case LedgerStep():
            usual = f" and {step.priors} usual ones" if step.priors else ""
            return [f"ledger  {step.facts} comparisons{usual}", f"SHA-256 {step.digest}"]
        case NoPathStep():
            pair = f"{names.of(step.greater)} {'>' if step.strict else '>='} {names.of(step.lesser)}"
            return [f"no path  nothing in ledger {step.ledger} shows {pair}"]
        case _:
            assert_never(step)
