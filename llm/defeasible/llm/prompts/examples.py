"""`read_examples`: read few-shot examples from a file."""

from __future__ import annotations

import json
from pathlib import Path

from defeasible.llm.prompts.task import TaskPrompt
from defeasible.llm.prompts.template import Fields
from defeasible.reasoner.errors import UsageError


def read_examples(path: Path, prompt: TaskPrompt) -> tuple[Fields, ...]:
    """Return the answered questions in a file of JSON lines; empty lines are skipped.

    Args:
        path: Each line is an object with the fields of the prompt and an `answer`, as in `{"context": "A pea
            holds a lake.", "options": ["pea", "lake"], "answer": "pea"}`.
        prompt: The prompt that will show them.

    Raises:
        UsageError: If the file cannot be read, or a line is not an example for this prompt; the message names
            the line.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read `{path}`: {error}", hint="expected JSON lines in UTF-8") from error
    return tuple(
        _example(line, f"`{path}`, line {n}", prompt) for n, line in enumerate(lines, 1) if line.strip()
    )


def _example(line: str, where: str, prompt: TaskPrompt) -> Fields:
    try:
        example = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: invalid JSON: {error}") from error
    if not isinstance(example, dict):
        raise UsageError(f"{where}: not a JSON object: {line[:60]}")
    try:
        # Render it, to check that the prompt can show it.
        prompt.render(example, [example])
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error
    return example
