"""Prompts of the benchmarks' tasks: versioned files, few-shot examples, and how replies are read."""

from defeasible.llm.prompts.examples import read_examples
from defeasible.llm.prompts.files import load, styles, tasks
from defeasible.llm.prompts.shots import Fixed, NearestShots, Pool, RandomShots, Shots
from defeasible.llm.prompts.task import Answer, TaskPrompt
from defeasible.llm.prompts.template import BLANK, Fields

__all__ = [
    "BLANK",
    "Answer",
    "Fields",
    "Fixed",
    "NearestShots",
    "Pool",
    "RandomShots",
    "Shots",
    "TaskPrompt",
    "load",
    "read_examples",
    "styles",
    "tasks",
]
