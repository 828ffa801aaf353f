"""The parts of replies: closed, bounded pydantic models, built for one vocabulary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, create_model

from defeasible.reasoner.errors import FormError


class Wire(BaseModel):
    """A part of a reply. Every field is required and no other is allowed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Words: TypeAlias = Annotated[str, StringConstraints(max_length=160)]
"""Words quoted from the text; empty if there are none."""
Gloss: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=120)]
Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Value: TypeAlias = Annotated[str, StringConstraints(max_length=40)]

ENTRIES, PER_SOURCE = 16, 6
"""Most entries of a vocabulary, and most statements per source."""

_FORMULA = 120
"""Most characters of a formula: four groups of three literals over atoms up to `a16`, with some to spare."""


def model(title: str, /, **kinds: Any) -> type[Wire]:
    """Return a model with required fields of the given types, in order. A field `if_` is written as `if`."""
    fields: dict[str, Any] = {
        key: (Annotated[kind, Field(alias=key[:-1])] if key.endswith("_") else kind, ...)
        for key, kind in kinds.items()
    }
    return create_model(title, __base__=Wire, **fields)


def one_of(names: Sequence[str]) -> Any:
    """Return the type of a closed enumeration of names."""
    return Literal[tuple(names)]


def any_of(kinds: Sequence[Any]) -> Any:
    """Return the union of types, at least one."""
    union = kinds[0]
    for kind in kinds[1:]:
        union |= kind
    return union


def some(kind: Any, least: int, most: int) -> Any:
    """Return the type of a list of `least` to `most` elements."""
    return Annotated[list[kind], Field(min_length=least, max_length=most)]


@lru_cache(maxsize=64)
def formula(atoms: tuple[str, ...]) -> Any:
    """Return the type of a formula over declared atoms, in the syntax of `parse_formula`.

    It is a string with a pattern: up to four literals or groups of up to three, joined by one operator. A
    formula therefore costs a model about as many tokens as characters, a third of what a tree of objects
    would take. The whole reply stays one JSON document, which every engine and server can constrain. The
    pattern excludes undeclared atoms, operators without arguments, and `&` beside `|` without parentheses.
    """
    literal = f"~?(?:{'|'.join(atoms)})"
    group = rf"~?\({literal}(?:(?: & {literal}){{1,2}}|(?: \| {literal}){{1,2}})\)"
    part = f"(?:{literal}|{group})"
    whole = rf"^{part}(?:(?: & {part}){{1,3}}|(?: \| {part}){{1,3}}| <-> {part})?$"
    return Annotated[str, StringConstraints(pattern=whole, max_length=_FORMULA)]


def plain(text: str, what: str) -> str:
    """Return a name on one line with single spaces.

    Raises:
        FormError: If nothing is left.
    """
    if found := " ".join(text.split()):
        return found
    raise FormError(f"{what} is empty", hint="say it in words")
