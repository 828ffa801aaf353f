"""The parser's prompts: instructions and worked examples from files, laid out for one text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from defeasible.llm.prompt import Message
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

Pass: TypeAlias = Literal["think", "declare", "bind"]


@dataclass(frozen=True, slots=True)
class Example(Record):
    """A worked example: a text with both replies."""

    texts: tuple[Source, ...]
    declare: str
    bind: str


@dataclass(frozen=True, slots=True)
class Sheet(Record):
    """The prompts of one family."""

    versions: dict[Pass, str]
    """Name and number of each pass's prompt."""
    systems: dict[Pass, str]
    """The instructions of each pass."""
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """An earlier reading and its problem."""

    declared: str
    """The first reply."""
    bound: str
    """The second reply; empty if it was not reached."""
    problem: str


@cache
def sheet(family: str) -> Sheet:
    """Return the prompts and examples of a family, as shipped with the package."""
    document = read_toml("defeasible.llm.parse", f"prompts/{family}.toml")
    passes: tuple[Pass, ...] = ("think", "declare", "bind")
    return Sheet(
        {name: document[name]["version"] for name in passes},
        {name: document[name]["system"].strip() for name in passes},
        tuple(
            Example(tuple(Source(*pair) for pair in one["texts"]), one["declare"], one["bind"])
            for one in document["examples"]
        ),
    )


def user(
    sources: tuple[Source, ...],
    *,
    declared: str = "",
    thought: str = "",
    attempt: Attempt | None = None,
) -> Message:
    """Return the user message about one text.

    Args:
        sources: The texts.
        declared: The vocabulary, one entry per line; empty in the first pass.
        thought: The model's thoughts about the text; empty if there were none.
        attempt: An earlier reading to correct.
    """
    parts = ["Texts:\n" + "\n".join(f"{s.id}: {' '.join(s.text.split())}" for s in sources)]
    if thought:
        parts.append(f"Thoughts:\n{thought.strip()}")
    if attempt is not None:
        replies = "\n".join(reply for reply in (attempt.declared, attempt.bound) if reply)
        parts.append(f"An earlier reading:\n{replies}")
        parts.append(f"What is wrong with it:\n{attempt.problem}")
        parts.append("Read the texts again and correct it. If the texts really say that, say it again.")
    if declared:
        parts.append(f"Declared:\n{declared}")
    return Message("user", "\n\n".join(parts))
