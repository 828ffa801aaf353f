"""The smallest edits of a story that make a counterfactual possible: an update, not a revision.

Laws and the counterfactual are fixed; the story's happenings change (Winslett 1988: the closest worlds).
Consequences of a change are free. Events weigh more than stated states: an edit changes the fewest events
and, among such edits, the fewest states. All of them are found; their intersection must change anyway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms import Event
from defeasible.reasoner.story.reading import ENGINE
from defeasible.reasoner.story.weigh import weigh
from defeasible.reasoner.trace.steps import Edit, EditStep

if TYPE_CHECKING:
    from defeasible.reasoner.story.reading import Reading
    from defeasible.reasoner.trace.steps import WeighingStep


def smallest_edits(reading: Reading, weighing: WeighingStep) -> EditStep | None:
    """Return the smallest sets of happenings that must change for a refuted goal to hold.

    All laws are in force except the usual ones that the unchanged story violates, in the world that the
    weighing shows.

    Args:
        reading: The question.
        weighing: The refutation.

    Returns:
        The edits; None if the time ran out.
    """
    assert weighing.contra is not None
    broken = frozenset(weighing.contra.broken)
    laws = [n for n in reading.claims if n not in reading.facts and n not in broken]
    told = {n: h for n, (h, _) in enumerate(reading.theory.facts, 3) if n in reading.facts}
    states = sum(not isinstance(h, Event) for h in told.values())
    costs = {n: 1.0 + states if isinstance(h, Event) else 1.0 for n, h in told.items()}
    session, handles = reading.session()
    with session:
        found = weigh(
            session,
            [handles[n] for n in reading.in_order([*costs, *laws])],
            {handles[n]: cost for n, cost in costs.items()},
            [session.add(reading.goal)],
            reading.deadline,
            every=True,
        )
    if found is None:
        return None
    steps = {handle: n for n, handle in handles.items()}
    edits = [
        Edit(tuple(sorted(steps[h] for h in given_up)), reading.shown(model))
        for given_up, model in found.choices
    ]
    return EditStep(
        ENGINE,
        tuple(laws),
        tuple(reading.facts),
        reading.goal,
        tuple(sorted(edits, key=lambda edit: edit.changed)),
        tuple(tuple(sorted(steps[h] for h in core)) for core in found.cores),
    )
