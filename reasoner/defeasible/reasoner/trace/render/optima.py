"""Print the step of weighted decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import negate, render
from defeasible.reasoner.trace.render.common import numbers
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.trace.render.names import Names
    from defeasible.reasoner.trace.steps import OptimumStep


def lines(step: OptimumStep, _names: Names) -> list[str]:
    """Return the lines of the step, without its number: first its content, then its reasons."""
    phase = "" if step.turned is None else f"if {step.turned} were otherwise: "
    goal = render(step.goal)
    match step.verdict:
        case Verdict.ENTAILED:
            said = f"{goal}  holds in all optima"
        case Verdict.REFUTED:
            said = f"{render(negate(step.goal))}  holds in all optima"
        case Verdict.UNKNOWN:
            worlds = " or ".join(f"{{{', '.join(model)}}}" for model in step.models)
            said = f"{goal}  is open: true in one of the optima {worlds}"
        case Verdict.INCONSISTENT:
            return [f"{phase}{numbers(step.cores[0])} contradict each other", f"{step.engine}, no optimum"]
        case _:
            return [f"{phase}{goal}: {step.verdict}", step.engine]
    weighed = f"{step.engine}, {numbers(step.soft)} weighed beside {numbers(step.hard)}"
    given_up = f"at least {step.cost:.2f} nats must be given up" if step.cost else "nothing is given up"
    return [
        f"{phase}{said}",
        f"{weighed}: {given_up}",
        *(f"{_contradict(core)} {'each other' if len(core) > 1 else 'itself'}" for core in step.cores),
        *(f"{_contradict(core)} the opposite" for core in step.against),
    ]


def _contradict(core: tuple[int, ...]) -> str:
    return f"{numbers(core)} {'contradict' if len(core) > 1 else 'contradicts'}"
