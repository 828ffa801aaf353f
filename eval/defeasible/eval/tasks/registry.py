"""All tasks by name."""

from __future__ import annotations

from difflib import get_close_matches
from fnmatch import fnmatchcase
from importlib import import_module

from defeasible.eval.tasks.task import Task
from defeasible.reasoner.errors import UsageError

MODULES = (
    "belief_r",
    "ccons",
    "pasta_state",
    "pasta_revision",
    "pasta_change",
    "corecode_choices",
    "corecode_conflict",
    "corecode_events",
)
"""Modules in this package; each lists its tasks in `TASKS`."""


def _tasks(module: str) -> tuple[Task, ...]:
    found: tuple[Task, ...] = import_module(f"{__package__}.{module}").TASKS
    return found


TASKS: dict[str, Task] = {task.name: task for module in MODULES for task in _tasks(module)}


def find(name: str) -> Task:
    """Return the task with a name.

    Raises:
        UsageError: If there is none; the message suggests a name, or lists all.
    """
    if name not in TASKS:
        raise _unknown(name)
    return TASKS[name]


def select(wanted: str) -> list[Task]:
    """Return the tasks that an argument names, each once, in the order of the argument.

    Args:
        wanted: Names, separated by commas. A name is that of a task (`belief-r/t1`), a prefix of several up
            to a slash (`belief-r`), a pattern (`*/t*`), or `all`.

    Raises:
        UsageError: If a name matches no task; the message suggests a name, or lists all.

    Example:
        >>> [task.name for task in select("ccons/nocontext,belief-r")]
        ['ccons/nocontext', 'belief-r/t', 'belief-r/t1']
    """
    found: dict[str, Task] = {}
    for name in wanted.split(","):
        fitting = [task for task in TASKS.values() if _fits(task.name, name.strip())]
        if not fitting:
            raise _unknown(name.strip())
        found |= {task.name: task for task in fitting}
    return list(found.values())


def _fits(task: str, name: str) -> bool:
    if name in TASKS:
        return task == name
    return name == "all" or task.startswith(f"{name}/") or fnmatchcase(task, name)


def _unknown(name: str) -> UsageError:
    families = dict.fromkeys(task.rpartition("/")[0] for task in TASKS)
    close = get_close_matches(name.casefold(), [*TASKS, *families, "all"])
    meant = f"did you mean {' or '.join(f'`{one}`' for one in close)}? " if close else ""
    return UsageError(f"unknown task {name!r}", hint=f"{meant}choose from {', '.join(TASKS)}")
