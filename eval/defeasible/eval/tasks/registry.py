"""All tasks, by the name typed on the command line."""

from __future__ import annotations

from defeasible.eval.tasks import belief_r, ccons
from defeasible.eval.tasks.task import Task
from defeasible.reasoner.errors import UsageError

TASKS: dict[str, Task] = {
    task.name: task for task in (belief_r.BASIC, belief_r.REVISION, ccons.CONTEXT, ccons.NO_CONTEXT)
}


def find(name: str) -> Task:
    """Return the task of a name.

    Raises:
        UsageError: If there is none; the message lists the names.
    """
    if name not in TASKS:
        raise UsageError(f"there is no task `{name}`", hint=f"tasks are {', '.join(TASKS)}")
    return TASKS[name]
