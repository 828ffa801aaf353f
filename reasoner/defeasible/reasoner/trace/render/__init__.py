"""The printed trace: numbered steps, each with its formula or comparison, its words and what it rests on.

Each family of steps has a module that prints it; they share `Names`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.trace.render import answers, base, common, dialogues, optima, sizes, stories
from defeasible.reasoner.trace.render.names import Names, comparison_text
from defeasible.reasoner.trace.steps import (
    AnswerStep,
    BaseSteps,
    DialogueSteps,
    OptimumStep,
    RankingStep,
    SizesStep,
    StoryStep,
)

if TYPE_CHECKING:
    from defeasible.reasoner.trace.steps import Step
    from defeasible.reasoner.trace.trace import Trace

__all__ = ["Printer", "comparison_text", "to_text"]


def to_text(trace: Trace) -> str:
    """Return the whole trace as text: a legend of atoms, then numbered steps with what they rest on."""
    printer = Printer(trace)
    lines = []
    for atom in trace.atoms:
        words = ", ".join(dict.fromkeys(word for span in atom.opaque for word in printer.names.words(span)))
        lines.append(f"{atom.id} = {atom.gloss}" + (f"  (read in part: {words})" if words else ""))
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
        """Return the lines of one step, without its number: the first says what it is, the others why."""
        if isinstance(step, SizesStep):
            return sizes.lines(step, self.names)
        if isinstance(step, BaseSteps):
            return base.lines(step)
        if isinstance(step, StoryStep):
            return stories.lines(step, self.names)
        if isinstance(step, DialogueSteps):
            return dialogues.lines(step, self.names)
        if isinstance(step, OptimumStep):
            return optima.lines(step)
        if isinstance(step, AnswerStep):
            return answers.lines(step, self.names)
        if isinstance(step, RankingStep):
            return answers.ranking(step, self.names)
        return common.lines(step, self.names)
