"""The input of a model: plain text to continue, or a chat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class Message(Record):
    """One turn of a chat."""

    role: Literal["system", "user", "assistant"]
    text: str


Prompt: TypeAlias = str | tuple[Message, ...]
"""Plain text, continued as it stands; or a chat, laid out by the model's own template."""


def as_text(prompt: Prompt) -> str:
    """Return a prompt as one text, for people and logs. Chat models get the messages themselves."""
    if isinstance(prompt, str):
        return prompt
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in prompt)
