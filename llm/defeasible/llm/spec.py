"""`Spec`: the required form of a reply, enforced while decoding and checked afterwards."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from defeasible.llm.schema import harden, max_bytes
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class Json:
    """JSON of a type. Its schema is closed and bounded, so that decoding always ends.

    Raises:
        UsageError: On construction, if the schema does not bound the length of a reply.
    """

    made: TypeAdapter[Any] = field(compare=False)
    """Validates the reply and provides the schema."""
    schema: str = field(init=False)
    """The hardened JSON Schema, as text."""

    def __post_init__(self) -> None:
        hard = harden(self.made.json_schema(by_alias=True))
        if max_bytes(hard) == inf:
            raise UsageError(
                "the JSON Schema does not bound the length of a reply",
                hint="limit numbers, patterns, dictionaries and recursion",
            )
        object.__setattr__(self, "schema", json.dumps(hard, ensure_ascii=False))

    def read(self, text: str) -> Any:
        """Return the value of a reply.

        Raises:
            ValidationError: If the text is not valid JSON of the type.
        """
        return self.made.validate_json(text, strict=True)


@dataclass(frozen=True, slots=True)
class Regex(Record):
    """Text that matches a regular expression as a whole.

    Raises:
        UsageError: On construction, if it is not a regular expression or matches texts of any length.
    """

    pattern: str

    def __post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise UsageError(f"invalid regular expression {self.pattern!r}: {error}") from error
        if _unbounded(self.pattern):
            raise UsageError(
                f"{self.pattern!r} matches texts of any length",
                hint="write `{0,80}` for `*`, `{1,80}` for `+`",
            )


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """Exactly one of several texts.

    Raises:
        UsageError: On construction, if there are fewer than two options, a duplicate, or an empty one.
    """

    options: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.options) < 2 or len(set(self.options)) < len(self.options) or "" in self.options:
            raise UsageError(f"options must be two or more, distinct and non-empty, got {list(self.options)}")


@dataclass(frozen=True, slots=True)
class Lark(Record):
    """Text of a context-free grammar in Lark's notation, as the decoding engine reads it."""

    grammar: str


Spec: TypeAlias = Json | Regex | Choice | Lark


def violation(spec: Spec, text: str) -> str:
    """Return what is wrong with the text of a reply, regardless of what enforced the spec; empty if nothing.

    A grammar is checked by the engine that decodes with it, not here.
    """
    match spec:
        case Json():
            try:
                spec.read(text)
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the top"
                return f"{first['msg']} at {where}"
            return ""
        case Regex(pattern):
            return "" if re.fullmatch(pattern, text) else f"{text[:60]!r} does not match {pattern!r}"
        case Choice(options):
            return "" if text in options else f"{text[:60]!r} is none of the options {list(options)}"
        case Lark():
            return ""


def _unbounded(pattern: str) -> bool:
    plain = re.sub(r"\\.|\[(?:\\.|[^\]])*\]", "x", pattern)
    return re.search(r"[*+]|\{\d*,\}", plain) is not None
