"""Tasks: items, metrics and baselines of each benchmark, one file a family."""

from defeasible.eval.tasks.registry import TASKS, find
from defeasible.eval.tasks.task import Task

__all__ = ["TASKS", "Task", "find"]
