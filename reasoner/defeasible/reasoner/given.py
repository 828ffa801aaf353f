"""What callers hand in: read once, and refused with a clear message where it is of another kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Opinion
from defeasible.reasoner.text import unicode_fault


def texts(several: Iterable[str], *others: str, name: str = "premises") -> tuple[str, ...]:
    """Return several texts in order, read once, so that an iterator will do.

    Args:
        several: A list, tuple, generator or other ordered iterable of sentences.
        *others: Single texts that are given beside them, to be checked too.
        name: What `several` is called in messages.

    Raises:
        UsageError: If it is one string, a set or a mapping, no iterable, or holds what is no text or no
            Unicode.
    """
    if isinstance(several, str):
        raise UsageError(f"`{name}` is one string", hint=f"pass a list of sentences: [{name}]")
    read: tuple[str, ...] = _in_order(several, name, "sentences")
    for text in (*read, *others):
        if not isinstance(text, str):
            raise UsageError(f"{text!r:.40} is no text", hint="each sentence is one string")
        if fault := unicode_fault(text):
            raise UsageError(fault)
    return read


def opinions(evidence: Iterable[Opinion]) -> tuple[Opinion, ...]:
    """Return opinions in order, read once.

    Raises:
        UsageError: If it is a set, a mapping or no iterable, or holds something else, or an opinion has no
            text.
    """
    read: tuple[Opinion, ...] = _in_order(evidence, "evidence", "opinions")
    for item in read:
        if not isinstance(item, Opinion):
            raise UsageError(
                f"{item!r:.40} is no opinion", hint="pass Opinion(text, weight, source) for each sentence"
            )
    texts([item.text for item in read], name="evidence")
    return read


def _in_order(several: object, name: str, what: str) -> tuple[Any, ...]:
    if isinstance(several, AbstractSet | Mapping):
        kind = type(several).__name__
        raise UsageError(f"`{name}` is a {kind}, and their order matters", hint=f"pass a list of {what}")
    if not isinstance(several, Iterable):
        raise UsageError(f"`{name}` is {several!r:.40}, not a list of {what}")
    return tuple(several)
