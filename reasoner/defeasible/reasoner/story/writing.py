"""Revisions and changes of stories in words: parsed, decided on the form, parsed again and judged."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, silent, unparsed
from defeasible.reasoner.forms import Event, Unparsed
from defeasible.reasoner.question.stories import StateQuestion, places
from defeasible.reasoner.story.change import Comparison, StateChange, state_change
from defeasible.reasoner.story.decide import infer_state
from defeasible.reasoner.story.revise import Revision, revise_story
from defeasible.reasoner.timing import until
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.question.stories import StateChangeQuestion, StoryRevisionQuestion
    from defeasible.reasoner.sat.deadline import Deadline

TRIED = 8
"""Maximum number of pairs of states whose words are parsed again, best first."""
NOT_WRITTEN = "no rewriting by rule makes the counterfactual follow"
NO_PAIR = "no pair of states follows from its own version alone when its words are read again"


def revise(
    parser: Parser, lines: Sequence[str], counterfactual: str, state: str | None, timeout: float | Deadline
) -> Revision:
    """Revise sentences as `revise_story` does, and decide again on the new ones as parsed."""
    deadline = until(timeout)
    asked = [counterfactual, *([] if state is None else [state])]
    form = parser.story(lines, asked)
    if not isinstance(form, Unparsed) and any(isinstance(form.queries[i], Event) for i in places(form, 1)):
        form = Unparsed("the counterfactual was read as an event, not as a state", form.sources)
    if isinstance(form, Unparsed):
        decision = unparsed(form, "story")
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


def rewriting(parser: Parser, question: StoryRevisionQuestion, timeout: float | Deadline = 10.0) -> Decision:
    """Return a story rewritten by rule, with the proof that the parsed result entails the counterfactual.

    If no rule achieves this, there is no answer, and the decision is the one on the counterfactual in the
    original story.
    """
    revision = revise(parser, question.lines, question.counterfactual, None, timeout)
    if revision.new.verdict is Verdict.ENTAILED:
        return replace(revision.new, answer="\n".join(revision.lines))
    if revision.decision.verdict is Verdict.UNPARSED:
        # The story can be read, so it is the counterfactual that cannot be supported.
        return silent(revision.decision.reason, "story", question.sources)
    said = revision.reason or NOT_WRITTEN
    reason = f"{revision.decision.reason}; {said}" if revision.decision.reason else said
    return replace(revision.decision, answer=None, reason=reason)


def difference(
    parser: Parser,
    question: StateChangeQuestion,
    forms: tuple[Story, Story],
    timeout: float | Deadline = 10.0,
) -> Decision:
    """Return the first of `differences`, with the proof of its first state; without one, no answer."""
    deadline = until(timeout)
    found = next(differences(parser, question, forms, deadline), None)
    reason = f"{NO_PAIR}; the time ran out" if deadline.passed else NO_PAIR
    return silent(reason, "story", question.sources) if found is None else found


def differences(
    parser: Parser,
    question: StateChangeQuestion,
    forms: tuple[Story, Story],
    timeout: float | Deadline = 10.0,
) -> Iterator[Decision]:
    """Yield pairs of states by which two versions differ, best first.

    Each pair is confirmed by parsing its words: the first version entails the first state and not the second,
    the second version the second state and not the first. The answer of the decision is the pair, one state
    per line, and its proof shows that the first version entails the first state.

    Args:
        parser: The parser of the states.
        question: The versions in words.
        forms: The parsed versions.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.
    """
    deadline = until(timeout)
    for pair in islice(Comparison(*forms, deadline).pairs(), TRIED):
        before, after = (f"{words[0].upper()}{words[1:]}." for words in (pair.before, pair.after))
        own = _judged(parser, question.lines, before, deadline)
        if own is None or own.verdict is not Verdict.ENTAILED:
            continue
        other = _judged(parser, question.revised_lines, after, deadline)
        if other is None or other.verdict is not Verdict.ENTAILED:
            continue
        crossed = (
            _judged(parser, question.lines, after, deadline),
            _judged(parser, question.revised_lines, before, deadline),
        )
        if all(c is not None and c.verdict in (Verdict.REFUTED, Verdict.UNKNOWN) for c in crossed):
            yield replace(own, answer=f"{before}\n{after}")


def _judged(parser: Parser, lines: Sequence[str], state: str, deadline: Deadline) -> Decision | None:
    """Return the decision on a state in some lines; None if either cannot be read."""
    question = StateQuestion(tuple(lines), state)
    form = question.read(parser)
    if isinstance(form, Unparsed):
        return None
    return infer_state(form, question.places(form), timeout=deadline)
