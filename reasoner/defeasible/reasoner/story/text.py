"""Questions about stories in words: read by a parser, then decided on the form."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, unparsed
from defeasible.reasoner.forms import State, Unparsed
from defeasible.reasoner.story.change import StateChange, state_change
from defeasible.reasoner.story.decide import infer_state
from defeasible.reasoner.story.revise import Revision, revise_story

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.story.moments import When


def parts(story: Story, question: int) -> tuple[int, ...]:
    """Return the places of the queries that a question in words, counted from 1, was read as.

    Where it was read as states and events, the states are what it asks.
    """
    source = f"q{question}"
    found = [
        i for i, query in enumerate(story.queries) if query.span is not None and query.span.source == source
    ]
    return tuple(i for i in found if isinstance(story.queries[i], State)) or tuple(found)


def infer(  # noqa: PLR0913 - the choices of a question
    parser: Parser,
    lines: Sequence[str],
    state: str,
    support: Sequence[int] = (),
    *,
    context: bool = True,
    when: When = "end",
    timeout: float = 10.0,
) -> Decision:
    """Decide whether sentences imply a state, as `infer_state` does; UNPARSED if it cannot be read."""
    form = parser.story(lines, [state])
    if isinstance(form, Unparsed):
        return unparsed(form, "story")
    query = parts(form, 1)
    return infer_state(form, query, support, context=context, when=when, timeout=timeout)


def revise(
    parser: Parser, lines: Sequence[str], counterfactual: str, state: str | None, timeout: float
) -> Revision:
    """Revise sentences as `revise_story` does, and ask again of the new ones as the parser reads them."""
    asked = [counterfactual, *([] if state is None else [state])]
    form = parser.story(lines, asked)
    if isinstance(form, Unparsed):
        decision = unparsed(form, "story")
        return Revision(decision, (), (), tuple(lines), (), decision)
    if not all(isinstance(form.queries[i], State) for i in parts(form, 1)):
        decision = unparsed(
            Unparsed("the counterfactual was read as an event, not as a state", form.sources), "story"
        )
        return Revision(decision, (), (), tuple(lines), (), decision)
    before = None if state is None else parts(form, 2)
    revision = revise_story(form, parts(form, 1), before, timeout=timeout)
    again = parser.story(revision.lines, asked)
    if isinstance(again, Unparsed):
        return replace(revision, new=unparsed(again, "story"), old=None)
    return replace(
        revision,
        new=infer_state(again, parts(again, 1), timeout=timeout),
        old=None if state is None else infer_state(again, parts(again, 2), timeout=timeout),
    )


def change(parser: Parser, lines: Sequence[str], revised_lines: Sequence[str], timeout: float) -> StateChange:
    """Find the states by which two versions in words differ, as `state_change` does."""
    before, after = parser.story(lines), parser.story(revised_lines)
    for form in (before, after):
        if isinstance(form, Unparsed):
            return StateChange((), (), form.reason)
    assert not isinstance(before, Unparsed)
    assert not isinstance(after, Unparsed)
    return state_change(before, after, timeout=timeout)
