"""Tasks: items, metrics and baselines of each benchmark, one module each."""

from defeasible.eval.tasks.registry import TASKS, find, select
from defeasible.eval.tasks.task import Choice, Task

__all__ = ["TASKS", "Choice", "Task", "find", "select"]
