"""`Seq2Seq`: an encoder-decoder model that writes texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.hf.backend import Transformers
from defeasible.llm.hf.batches import laid_out

LINE = "<line>"
"""The token for a line break, in tokenizers to which one was added."""


class Seq2Seq:
    """An encoder-decoder model through Hugging Face transformers. It generates but does not score.

    Args:
        name: Name on the hub, or a folder.
        options: As for `Transformers`.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded or is of another kind.
    """

    def __init__(self, name: str, **options: Any) -> None:
        self._inner = Transformers(name, head="Seq2SeqLM", **options)
        self.name = self._inner.name
        self.fingerprint = self._inner.fingerprint
        """Everything that changes replies, apart from the request."""

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order. A request with a spec gets a `Failure`."""
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
    """Return whether a tokenizer preserves line breaks."""
    return "\n" in tokenizer.decode(tokenizer("a\nb").input_ids)


def with_lines(tokenizer: Any, text: str) -> str:
    """Return a text with each line break as the token for it, if the tokenizer has one."""
    return text.replace("\n", LINE) if LINE in tokenizer.get_vocab() else text
