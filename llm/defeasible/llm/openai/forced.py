"""Options that a server is made to write: how it spells them, and whether their scores can be compared.

A constraint on text leaves the tokens to the server: held to `tractor`, SmolLM2 writes `t`, `ract`, `or`,
which it finds more or less likely than `tract`, `or`, the tokens of its tokenizer, which are what the engines
in this process score. So options are held to their tokens where a server takes a grammar of these, and to
their text only where that leaves no choice that could favour one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENIZERS: tuple[tuple[str, str], ...] = (("/extras/tokenize", "input"), ("/tokenize", "content"))
"""Where servers of llama.cpp tokenize, from their root, and the field of the text: llama-cpp-python's, and
llama-server."""

AT_A_LINE = "\n"
"""Stands before an option that is tokenized for a chat, whose template ends in a line end or a token of its
own: some tokenizers put a space before what begins a text."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a server wrote under a constraint."""

    text: str
    tokens: tuple[str, ...]
    logprobs: tuple[float, ...]
    """Of each token without the constraint, natural."""


def written(answer: dict[str, Any]) -> Written:
    """Read the reply to a chat or to a text, with its log-probabilities.

    Raises:
        KeyError: If it holds none; or an IndexError, TypeError or ValueError.
    """
    choice = answer["choices"][0]
    told = choice["logprobs"]
    text = str(choice["message"]["content"] if "message" in choice else choice["text"])
    if told.get("content") is not None:
        each = [(str(one["token"]), float(one["logprob"])) for one in told["content"]]
    else:
        each = [(str(t), float(n)) for t, n in zip(told["tokens"], told["token_logprobs"], strict=True)]
    return Written(text, tuple(token for token, _ in each), tuple(logprob for _, logprob in each))


def spelling(before: Sequence[int], whole: Sequence[int]) -> tuple[int, ...]:
    """Return the tokens of an option: those of a text and it, without the text's; none where they merge."""
    after = len(before)
    return tuple(whole[after:]) if list(whole[:after]) == list(before) else ()


def incomparable(options: Sequence[Written]) -> str:
    """Say why scores of options that were held to their text alone cannot be compared; empty if they can.

    A server that may choose the tokens may choose better ones for one option than for another. It has no
    choice that matters where options are spelled alike but for one token, and that is a word of its own.
    """
    if len(options) == 1 and len(options[0].tokens) > 1:
        return f"{options[0].text[:40]!r} is written in {len(options[0].tokens)} tokens"
    shared = min(_alike(options[0].tokens, one.tokens) for one in options)
    ahead = min(shared, *(len(one.tokens) - 1 for one in options))
    behind = options[0].tokens[ahead + 1 :]
    before, after = "".join(options[0].tokens[:ahead]), "".join(behind)
    for one in options:
        told = f"{one.text[:40]!r} is written as {list(one.tokens)[:8]}"
        if one.tokens[ahead + 1 :] != behind or "".join(one.tokens) != one.text:
            return told
        own = one.tokens[ahead]
        if ((before[-1:] + own[:1]).isalnum() and before) or ((own[-1:] + after[:1]).isalnum() and after):
            return f"{told}, parted within a word"
    return ""


def _alike(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
