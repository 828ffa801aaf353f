"""Prompts of the benchmarks' tasks, as files with versions, and the reading of free replies."""

from defeasible.llm.prompts.files import load, styles, tasks
from defeasible.llm.prompts.task import Answer, TaskPrompt
from defeasible.llm.prompts.template import BLANK, Fields

__all__ = ["BLANK", "Answer", "Fields", "TaskPrompt", "load", "styles", "tasks"]
