"""Lines of `defeasible.run/1` as `defeasible.run/2` has them.

Schema 1 knew labels alone and two kinds of question of its own. Schema 2 gives every outcome a score, and its
questions are those that a reasoner is asked.
"""

from __future__ import annotations

from typing import Any

from defeasible.eval.cases import Status


def item(document: Any) -> Any:
    """Return a line of `items.jsonl`; what is no item stays as it is, for the reader to refuse."""
    match document:
        case {"question": {"kind": "belief"} as question}:
            return document | {"question": question | {"kind": "choice"}}
        case {"question": {"kind": "size", "context": context, "options": [a, b]}}:
            return document | {"question": {"kind": "size", "context": context, "a": a, "b": b}}
        case _:
            return document


def event(document: Any) -> Any:
    """Return a line of `events.jsonl`; what is no event stays as it is, for the reader to refuse."""
    if isinstance(document, dict) and document.get("event") == "score":
        return document | {"score": float(document.get("status") == Status.CORRECT)}
    return document
