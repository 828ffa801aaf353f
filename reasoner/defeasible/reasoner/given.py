"""Validation of arguments: iterables are read once, and wrong types are refused with a clear message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Opinion
from defeasible.reasoner.text import unicode_fault


def texts(several: Iterable[str], *others: str, name: str = "premises") -> tuple[str, ...]:
    """Return several texts in order; the iterable is read once.

    Args:
        several: A list, tuple, generator or other ordered iterable of sentences.
        *others: Further single texts to check.
        name: The name of `several` in messages.

    Raises:
        UsageError: If it is a single string, a set, a mapping or not iterable, or an item is not text or not
            Unicode.
    """
    if isinstance(several, str):
        raise UsageError(f"`{name}` is a string", hint=f"pass a list of sentences: [{name}]")
    read: tuple[str, ...] = _in_order(several, name, "sentences")
    for text in (*read, *others):
        if not isinstance(text, str):
            raise UsageError(f"{text!r:.40} is not a string", hint="pass each sentence as one string")
        if fault := unicode_fault(text):
            raise UsageError(fault)
    return read


def opinions(evidence: Iterable[Opinion]) -> tuple[Opinion, ...]:
    """Return opinions in order, read once.

    Raises:
        UsageError: If it is a set, a mapping or not iterable, an item is not an opinion, or an opinion has no
            text.
    """
    read: tuple[Opinion, ...] = _in_order(evidence, "evidence", "opinions")
    for item in read:
        if not isinstance(item, Opinion):
            raise UsageError(
                f"{item!r:.40} is not an opinion", hint="pass Opinion(text, weight, source) for each sentence"
            )
    texts([item.text for item in read], name="evidence")
    return read


def _in_order(several: object, name: str, what: str) -> tuple[Any, ...]:
    if isinstance(several, AbstractSet | Mapping):
        kind = type(several).__name__
        raise UsageError(f"`{name}` is a {kind}, which has no order", hint=f"pass a list of {what}")
    if not isinstance(several, Iterable):
        raise UsageError(f"`{name}` must be a list of {what}, got {several!r:.40}")
    return tuple(several)
