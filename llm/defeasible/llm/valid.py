"""`generate_valid`: replies checked against their specs, and requested again if cut off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from defeasible.llm.backend import Failure, Generator, Reply, Request, Stop
from defeasible.llm.spec import violation

TIMES, ROUNDS = 4, 60
"""Free text repeats itself if its end consists of at least `TIMES` copies over `ROUNDS` characters."""
EVERY = 32
"""Tokens between an engine's checks whether free text repeats itself; if so, the engine ends it."""
LONGEST = 8192
"""A reply that was cut off is requested again only if twice its budget is at most this many tokens."""


def generate_valid(backend: Generator, requests: Sequence[Request]) -> list[Reply | Failure]:
    """Answer each request with a reply that fits its spec, or say why there is none.

    A reply that was cut off is requested once more with twice the budget, unless it repeats itself. A reply
    that does not fit its spec becomes a `Failure` of kind `invalid`, whatever the backend claims to enforce:
    some servers silently ignore constraints.

    Returns:
        Replies and failures, in order.
    """
    outcomes: list[Reply | Failure] = list(backend.generate(requests))
    cut = [
        n
        for n, outcome in enumerate(outcomes)
        if _cut(outcome) and not _goes_round(requests[n], outcome) and requests[n].max_tokens * 2 <= LONGEST
    ]
    if cut:
        longer = [replace(requests[n], max_tokens=requests[n].max_tokens * 2) for n in cut]
        for n, outcome in zip(cut, backend.generate(longer), strict=True):
            outcomes[n] = outcome
    return [
        _checked(request, outcome, 1 + (n in cut))
        for n, (request, outcome) in enumerate(zip(requests, outcomes, strict=True))
    ]


def _cut(outcome: Reply | Failure) -> bool:
    return isinstance(outcome, Reply) and outcome.stop is Stop.LENGTH


def _goes_round(request: Request, outcome: Reply | Failure) -> bool:
    if not isinstance(outcome, Reply):
        return False
    # An engine ended it early, counting tokens; the text may end inside a character.
    ended = request.spec is None and 0 < outcome.tokens < request.max_tokens
    return ended or circle(outcome.text) > 0


def circle(text: Sequence[Any]) -> int:
    """Return the period, in characters (or tokens), of the repetition that ends a text; 0 if there is none.

    At least `TIMES` copies over at least `ROUNDS` characters are needed: a growing list that was cut off may
    end with two similar entries.

    >>> circle("so: " + "la la " * 20), circle("a list, a lift, a loft")
    (3, 0)
    """
    for length in range(1, len(text) // TIMES + 1):
        seen = max(TIMES * length, ROUNDS)
        end = text[-seen:]
        if len(end) == seen and end[length:] == end[:-length]:
            return length
    return 0


def _checked(request: Request, outcome: Reply | Failure, tries: int) -> Reply | Failure:
    if isinstance(outcome, Failure):
        return outcome
    if outcome.stop is Stop.FILTER:
        return Failure("rejected", "the server withheld its reply", tries, outcome)
    if outcome.stop is Stop.LENGTH and request.spec is not None:
        message = f"the reply was cut off after {outcome.tokens} tokens"
        return Failure("truncated", message, tries, outcome)
    problem = "" if request.spec is None else violation(request.spec, outcome.text)
    if problem:
        return Failure("invalid", f"the reply does not fit what was asked for: {problem}", tries, outcome)
    return outcome
