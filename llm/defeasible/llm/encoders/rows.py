"""`Encoder`: an encoder of transformers that reads padded batches, halved if memory runs out."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from defeasible.llm.hf.load import load
from defeasible.llm.identity import mark, versions
from defeasible.reasoner.errors import UsageError, require_at_least

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from defeasible.llm.hf.load import Head
    from defeasible.llm.prompt import Prompt

Row = dict[str, list[Any]]
"""The tokenizer's output for one text: `input_ids`, the other inputs of the model, and offsets."""

_Found = TypeVar("_Found")


class Encoder:
    """The common base of masked and NLI models.

    Args:
        scheme: The scheme of the address, `mlm` or `nli`.
        name: Name on the hub, or a folder.
        head: The model's task.
        revision: Branch, tag or commit to pin the files to; None for the default.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        dtype: `bfloat16`, `float32`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        batch: Most texts in a batch.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded or has another task, or `batch` is not positive.
    """

    def __init__(  # noqa: PLR0913 - of one address
        self,
        scheme: str,
        name: str,
        head: Head,
        *,
        revision: str | None,
        device: str | None,
        dtype: str | None,
        batch: int,
    ) -> None:
        require_at_least(1, batch=batch)
        loaded = load(name, revision=revision, device=device, dtype=dtype, head=head)
        self.name = f"{scheme}:{name}"
        self.model_name = f"{self.name}@{loaded.revision}" if loaded.revision else self.name
        self.batch = batch
        self.fingerprint = " ".join(
            (
                mark(self.model_name, Path(name)),
                f"{loaded.model.dtype} {loaded.model.device.type}",
                versions("torch", "transformers"),
            )
        )
        """Everything that changes scores, apart from the request."""
        self._model, self._tokenizer = loaded.model, loaded.tokenizer
        if not self._tokenizer.is_fast:
            raise UsageError(f"the tokenizer of `{name}` does not report token offsets")
        self._pads = {"input_ids": loaded.tokenizer.pad_token_id or 0}
        self._lock = threading.Lock()
        self.context = _context(loaded.model, loaded.tokenizer)
        """The most tokens that a text, or a pair, may have."""

    def _rows(self, first: Sequence[str], second: Sequence[str] | None = None) -> list[Row]:
        """Tokenize texts, or pairs of texts.

        Raises:
            UsageError: If one has more tokens than the model accepts.
        """
        # The lock also serializes tokenization: each call changes the tokenizer's settings.
        with self._lock:
            read = self._tokenizer(
                list(first),
                None if second is None else list(second),
                return_special_tokens_mask=True,
                return_offsets_mapping=True,
            )
        rows = [{key: read[key][n] for key in read} for n in range(len(first))]
        for text, row in zip(first, rows, strict=True):
            if len(row["input_ids"]) > self.context:
                size = f"{len(row['input_ids'])} tokens, limit {self.context}"
                raise UsageError(f"text too long for `{self.name}`: {size}: {text[:40]!r}...")
        return rows

    def _read(self, rows: Sequence[Row], take: Callable[[Any, Sequence[int]], list[_Found]]) -> list[_Found]:
        """Run the model over all rows, in batches of similar length.

        Args:
            rows: The rows.
            take: Gets the logits of a batch, as 32-bit floats, and the numbers of its rows; returns a result
                for each row.
        """
        found: dict[int, _Found] = {}
        order = sorted(range(len(rows)), key=lambda n: len(rows[n]["input_ids"]))
        with self._lock:
            for start in range(0, len(order), self.batch):
                part = order[start : start + self.batch]
                found.update(zip(part, self._together(rows, part, take), strict=True))
        return [found[n] for n in range(len(rows))]

    def _together(
        self,
        rows: Sequence[Row],
        numbers: Sequence[int],
        take: Callable[[Any, Sequence[int]], list[_Found]],
    ) -> list[_Found]:
        import torch  # noqa: PLC0415 - loaded by now

        longest = max(len(rows[n]["input_ids"]) for n in numbers)
        padded = {
            key: [rows[n][key] + [self._pads.get(key, 0)] * (longest - len(rows[n][key])) for n in numbers]
            for key in rows[numbers[0]].keys() & set(self._tokenizer.model_input_names)
        }
        try:
            with torch.inference_mode():
                given = {key: torch.tensor(part, device=self._model.device) for key, part in padded.items()}
                return take(self._model(**given).logits.float(), numbers)
        except torch.OutOfMemoryError:
            torch.cuda.empty_cache()
            if len(numbers) == 1:
                raise
        middle = len(numbers) // 2
        return self._together(rows, numbers[:middle], take) + self._together(rows, numbers[middle:], take)

    def _plain(self, prompt: Prompt) -> str:
        if isinstance(prompt, str):
            return prompt
        raise UsageError(f"`{self.name}` takes plain text, not a chat", hint="use cloze, likelihood or nli")


def _context(model: Any, tokenizer: Any) -> int:
    """Return the context length. In some models the first positions are reserved for padding."""
    positions = [
        len(part.weight) - (0 if part.padding_idx is None else part.padding_idx + 1)
        for name, part in model.named_modules()
        if name.endswith("position_embeddings")
    ]
    known = [*positions, int(tokenizer.model_max_length)]
    return min(known)
