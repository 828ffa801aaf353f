"""Revisions of stories in words: read by a parser, then decided on the form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import unparsed
from defeasible.reasoner.forms import State, Unparsed
from defeasible.reasoner.question.stories import places
from defeasible.reasoner.story.change import StateChange, state_change
from defeasible.reasoner.story.decide import infer_state
from defeasible.reasoner.story.revise import Revision, revise_story
from defeasible.reasoner.timing import until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.sat.deadline import Deadline


def revise(
    parser: Parser, lines: Sequence[str], counterfactual: str, state: str | None, timeout: float | Deadline
) -> Revision:
    """Revise sentences as `revise_story` does, and ask again of the new ones as the parser reads them."""
    deadline = until(timeout)
    asked = [counterfactual, *([] if state is None else [state])]
    form = parser.story(lines, asked)
    if isinstance(form, Unparsed):
        decision = unparsed(form, "story")
        return Revision(decision, (), (), tuple(lines), (), decision)
    if not all(isinstance(form.queries[i], State) for i in places(form, 1)):
        decision = unparsed(
            Unparsed("the counterfactual was read as an event, not as a state", form.sources), "story"
        )
        return Revision(decision, (), (), tuple(lines), (), decision)
    before = None if state is None else places(form, 2)
    revision = revise_story(form, places(form, 1), before, timeout=deadline)
    again = parser.story(revision.lines, asked)
    if isinstance(again, Unparsed):
        return replace(revision, new=unparsed(again, "story"), old=None)
    return replace(
        revision,
        new=infer_state(again, places(again, 1), timeout=deadline),
        old=None if state is None else infer_state(again, places(again, 2), timeout=deadline),
    )


def change(
    parser: Parser, lines: Sequence[str], revised_lines: Sequence[str], timeout: float | Deadline
) -> StateChange:
    """Find the states by which two versions in words differ, as `state_change` does."""
    before, after = parser.story(lines), parser.story(revised_lines)
    for form in (before, after):
        if isinstance(form, Unparsed):
            return StateChange((), (), form.reason)
    assert not isinstance(before, Unparsed)
    assert not isinstance(after, Unparsed)
    return state_change(before, after, timeout=timeout)
