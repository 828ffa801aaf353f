"""`Seq2Seq`: an encoder-decoder model that writes texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.hf.backend import Transformers
from defeasible.llm.hf.batches import laid_out

LINE = "<line>"
"""The token for an end of a line, where a tokenizer was given one."""


class Seq2Seq:
    """An encoder-decoder model through Hugging Face transformers. It writes, and scores nothing.

    Args:
        name: Name on the hub, or a folder.
        options: As for `Transformers`.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded or is none of this kind.
    """

    def __init__(self, name: str, **options: Any) -> None:
        self._inner = Transformers(name, head="Seq2SeqLM", **options)
        self.name = self._inner.name
        self.fingerprint = self._inner.fingerprint
        """All that changes replies, beside what is asked."""

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order.

        Raises:
            UsageError: If the engine cannot follow a request's spec.
        """
        tokenizer = self._inner.tokenizer
        asked = [
            replace(request, prompt=with_lines(tokenizer, laid_out(tokenizer, request.prompt)))
            for request in requests
        ]
        return [
            replace(outcome, text="\n".join(part.strip() for part in outcome.text.split(LINE)))
            if isinstance(outcome, Reply)
            else outcome
            for outcome in self._inner.generate(asked)
        ]


def keeps_lines(tokenizer: Any) -> bool:
    """Return whether a tokenizer tells lines apart."""
    return "\n" in tokenizer.decode(tokenizer("a\nb").input_ids)


def with_lines(tokenizer: Any, text: str) -> str:
    """Return a text with the token for ends of lines, where a tokenizer has one."""
    return text.replace("\n", LINE) if LINE in tokenizer.get_vocab() else text
