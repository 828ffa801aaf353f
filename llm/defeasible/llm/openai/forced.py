"""Scores of options that a server is forced to write: their tokens, and whether the scores are comparable.

A constraint on text leaves the tokens to the server. Constrained to `tractor`, SmolLM2 writes `t`, `ract`,
`or`, whose probability differs from that of `tract`, `or`, the tokens of its tokenizer, which the engines in
this process score. So options are constrained to their tokens if the server takes a grammar of tokens, and to
their text only if the server's choice of tokens cannot favour one of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

TOKENIZERS: tuple[tuple[str, str], ...] = (("/extras/tokenize", "input"), ("/tokenize", "content"))
"""Endpoints at which llama.cpp servers tokenize, relative to their root, and the name of the text field:
first llama-cpp-python, then llama-server."""

AT_A_LINE = "\n"
"""Precedes an option that is tokenized for a chat, since chat templates end in a line break or a token of
their own. Some tokenizers put a space before the beginning of a text."""


@dataclass(frozen=True, slots=True)
class Written:
    """The reply of a server under a constraint."""

    text: str
    tokens: tuple[str, ...]
    logprobs: tuple[float, ...]
    """Natural log-probability of each token without the constraint."""


def written(answer: dict[str, Any]) -> Written:
    """Read a chat completion or a text completion with its log-probabilities.

    Raises:
        KeyError: If it has none; also IndexError, TypeError or ValueError.
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
    """Return the tokens that an option adds to those of the text before it; empty if the two merge."""
    after = len(before)
    return tuple(whole[after:]) if list(whole[:after]) == list(before) else ()


def incomparable(options: Sequence[Written]) -> str:
    """Say why scores of options constrained only to their text are not comparable; empty if they are.

    A server that chooses the tokens may choose more likely ones for one option than for another. They are
    comparable if the options have the same tokens except one, and that one does not end inside a word.
    """
    if len(options) == 1 and len(options[0].tokens) > 1:
        return f"{options[0].text[:40]!r} takes {len(options[0].tokens)} tokens"
    shared = min(_alike(options[0].tokens, one.tokens) for one in options)
    ahead = min(shared, *(len(one.tokens) - 1 for one in options))
    behind = options[0].tokens[ahead + 1 :]
    before, after = "".join(options[0].tokens[:ahead]), "".join(behind)
    for one in options:
        told = f"{one.text[:40]!r} is tokenized as {list(one.tokens)[:8]}"
        if one.tokens[ahead + 1 :] != behind or "".join(one.tokens) != one.text:
            return told
        own = one.tokens[ahead]
        if ((before[-1:] + own[:1]).isalnum() and before) or ((own[-1:] + after[:1]).isalnum() and after):
            return f"{told}, split inside a word"
    return ""


def _alike(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))
