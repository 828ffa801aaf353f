"""Decides a form of any family: what its own question asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner import belief, size, story
from defeasible.reasoner.dialogue import Dialogue
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story

if TYPE_CHECKING:
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.evidence import RoleSource, SizeSource
    from defeasible.reasoner.forms.codec import Form


def decide(form: Form, *, roles: RoleSource, sizes: SizeSource, timeout: float) -> Decision:
    """Decide what a form asks.

    Premises: whether their first query that asserts something follows. A size context: whether the first
    object of its question is bigger. A story: whether its first query holds at its end. Dialogue facts, which
    ask nothing: whether they can all hold.

    Raises:
        UsageError: If the form asks nothing, or is none.
    """
    match form:
        case Premises():
            asserted = [query.formula for query in form.queries if not query.open]
            if not asserted:
                raise UsageError("the premises ask nothing", hint="give the form a query that is not open")
            return belief.decide(form, asserted[0], roles=roles, timeout=timeout)
        case SizeContext():
            return size.decide(form, sizes=sizes, timeout=timeout)
        case Story():
            if not form.queries:
                raise UsageError("the story asks nothing", hint="give the form a query")
            return story.infer_state(form, timeout=timeout)
        case DialogueFacts():
            return Dialogue(form).consistency()
        case _:
            raise UsageError(
                f"{form!r:.40} is no form",
                hint="pass Premises, a SizeContext, a Story or DialogueFacts; `Reasoner.entails` reads texts",
            )
