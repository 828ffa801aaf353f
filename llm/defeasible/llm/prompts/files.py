"""`load`: read prompts from files, one for each task and style, with versions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from defeasible.llm.prompts.reading import Language
from defeasible.llm.prompts.task import Answer, Form, TaskPrompt
from defeasible.llm.prompts.template import BLANK, Fields, Template
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.record import Record

PACKAGE = "defeasible.llm.prompts"
FOLDER = "files"
EXAMPLES = "examples.toml"
"""The file in a task's folder with our own answered questions, for all its styles."""
HASH = 6
"""Hexadecimal digits of the hash in a version."""


@dataclass(frozen=True, slots=True)
class _File(Record):
    version: Annotated[int, Field(ge=1)]
    language: Language
    source: str
    same_protocol: bool
    why: str
    user: str
    answer: Answer
    fields: dict[str, str]
    form: Form = "chat"
    system: str = ""
    without: dict[str, str] = field(default_factory=dict)
    defaults: dict[str, str | list[str]] = field(default_factory=dict)


def tasks() -> tuple[str, ...]:
    """Return the tasks that have prompts: `belief-r`, `ccons`, `corecode/cause`, ..."""
    return tuple(sorted({task for task, _ in _named()}))


def styles(task: str) -> tuple[str, ...]:
    """Return the prompt styles of a task.

    Raises:
        UsageError: If there are no prompts for this task.
    """
    found = tuple(sorted({style for known, style in _named() if known == task}))
    if not found:
        raise unknown("task", task, tasks())
    return found


def load(task: str, style: str, version: int | str | None = None) -> TaskPrompt:
    """Return a prompt.

    Args:
        task: One of `tasks()`; a name such as `belief-r/t1` is shortened to `belief-r`.
        style: One of `styles(task)`.
        version: Its number; or the full version from a run's log, `direct@1:3fa9c1`, which fails if the
            wording has changed; None for the newest.

    Raises:
        UsageError: If there is no such prompt, or it does not exist in that version.

    Example:
        >>> load("belief-r", "direct").thinks
        False
    """
    if task not in tasks():
        task = task.partition("/")[0]
    if style not in styles(task):
        raise unknown("style", style, styles(task), of=task)
    found = [_read(task, style, name) for name in _named()[task, style]]
    if version is None:
        return max(found, key=_number)
    for prompt in found:
        if version in (prompt.version, _number(prompt)):
            return prompt
    raise unknown("version", str(version), (prompt.version for prompt in found), of=f"{task}, {style}")


def _number(prompt: TaskPrompt) -> int:
    return int(prompt.version.partition("@")[2].partition(":")[0])


@cache
def _named() -> dict[tuple[str, str], list[str]]:
    """Return the files of each task and style: `direct.toml`, and older versions as `direct@1.toml`."""
    found: dict[tuple[str, str], list[str]] = {}

    def walk(folder: Traversable, path: str) -> None:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                walk(entry, f"{path}{entry.name}/")
            elif entry.name.endswith(".toml") and entry.name != EXAMPLES:
                style = entry.name.removesuffix(".toml").partition("@")[0]
                found.setdefault((path.rstrip("/"), style), []).append(f"{path}{entry.name}")

    walk(files(PACKAGE).joinpath(FOLDER), "")
    return found


@cache
def _read(task: str, style: str, name: str) -> TaskPrompt:
    examples = read_toml(PACKAGE, f"{FOLDER}/{task}/{EXAMPLES}")["examples"]
    return prompt_of(task, style, read_toml(PACKAGE, f"{FOLDER}/{name}"), examples)


def prompt_of(task: str, style: str, document: dict[str, Any], examples: Sequence[Fields] = ()) -> TaskPrompt:
    """Return the prompt that a TOML document describes.

    Args:
        task: Its task.
        style: Its style.
        document: The content of the file.
        examples: Answered questions.

    Raises:
        UsageError: If the document is malformed: an unknown key, placeholders that differ from the fields,
            ...
    """
    try:
        file = TypeAdapter(_File).validate_python(document)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the top"
        raise UsageError(f"the prompt {task}, {style}: {first['msg']} at {where}") from error
    templates = {name: Template(text.strip("\n")) for name, text in file.without.items()}
    user = Template(file.user.strip("\n"))
    shown = user.names.union(*(template.names for template in templates.values()))
    if shown != file.fields.keys():
        odd = ", ".join(sorted(shown ^ file.fields.keys()))
        raise UsageError(f"the prompt {task}, {style}: placeholders and fields differ: {odd}")
    blanks = {template.text.count(BLANK) == 1 for template in (user, *templates.values())}
    if file.answer.kind == "fill" and blanks != {True}:
        raise UsageError(f"the prompt {task}, {style}: a cloze must have one {BLANK}")
    if file.answer.kind == "fill" and file.form != "text":
        raise UsageError(f"the prompt {task}, {style}: a cloze must be a text, not a {file.form}")
    if file.answer.conclude and file.form != "chat":
        raise UsageError(f"the prompt {task}, {style}: only a chat has a second turn")
    return TaskPrompt(
        task=task,
        style=style,
        version=f"{style}@{file.version}:{_hash(document, examples)}",
        language=file.language,
        source=" ".join(file.source.split()),
        same_protocol=file.same_protocol,
        why=" ".join(file.why.split()),
        form=file.form,
        system=file.system.strip(),
        user=user,
        without=templates,
        defaults=file.defaults,
        fields=file.fields,
        answer=file.answer,
        examples=tuple(examples),
    )


def _hash(document: dict[str, Any], examples: Sequence[Fields]) -> str:
    """Return a hash of what affects requests and the reading of replies, without descriptive keys."""
    told = {"version", "source", "same_protocol", "why", "fields"}
    content = {key: value for key, value in document.items() if key not in told}
    content["examples"] = list(examples)
    canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:HASH]
