"""Conversion of lines from `defeasible.run/1` to `defeasible.run/2`.

Schema 1 had only labels, and two kinds of questions of its own. Schema 2 gives every outcome a score, and its
questions are those of the reasoner.
"""

from __future__ import annotations

from typing import Any

from defeasible.eval.cases import Status


def item(document: Any) -> Any:
    """Convert a line of `items.jsonl`. Anything that is not an item stays as it is and is refused later."""
    match document:
        case {"question": {"kind": "belief"} as question}:
            return document | {"question": question | {"kind": "choice"}}
        case {"question": {"kind": "size", "context": context, "options": [a, b]}}:
            return document | {"question": {"kind": "size", "context": context, "a": a, "b": b}}
        case _:
            return document


def event(document: Any) -> Any:
    """Convert a line of `events.jsonl`. Anything that is not an event stays as it is and is refused later."""
    if isinstance(document, dict) and document.get("event") == "score":
        return document | {"score": float(document.get("status") == Status.CORRECT)}
    return document
