"""Log-probabilities of options after a prompt that is read once, on llama.cpp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.llm.backend import Score
from defeasible.llm.gguf.context import Context, Row
from defeasible.llm.scoring import common
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

PREFIX = 0
"""The sequence that keeps the prompt between questions."""


class Scoring:
    """Scores options. A prompt that shares a prefix with the last one is read only from where they differ."""

    def __init__(self, context: Context, ids: Callable[[str], list[int]]) -> None:
        self._context = context
        self._ids = ids
        self._read: list[int] = []

    def forget(self) -> None:
        """Drop the last prompt from the KV cache."""
        self._context.forget(PREFIX)
        self._read = []

    def score(self, prompt: str, options: Sequence[str]) -> list[Score]:
        """Return the log-probability of each option as the continuation of a prompt.

        Raises:
            UsageError: If an option does not fit into the context.
        """
        read = self._ids(prompt)
        whole = [self._ids(prompt + option) for option in options]
        shared = min(common(read, ids) for ids in whole)
        longest = max(len(ids) - shared for ids in whole)
        at_once = min(self._context.sequences - 1, (self._context.tokens - shared) // longest)
        if at_once < 1 or max(map(len, whole)) > self._context.trained:
            raise UsageError(
                f"prompt too long: {shared + longest} tokens with its longest option, "
                f"limit {min(self._context.tokens, self._context.trained)}"
            )
        first = self._prefix(read[:shared])
        total = [first[ids[shared]] for ids in whole]
        for start in range(0, len(whole), at_once):
            self._options(whole[start : start + at_once], shared, total, start)
        return [
            Score(float(logprob), len(ids) - shared, len(option.encode()), len(read))
            for logprob, ids, option in zip(total, whole, options, strict=True)
        ]

    def _prefix(self, ids: list[int]) -> NDArray[np.float32]:
        known = common(self._read, ids) if self._read else 0
        known = min(known, len(ids) - 1)
        self._context.forget(PREFIX, known)
        rows = [Row(ids[at], at, PREFIX, wanted=at == len(ids) - 1) for at in range(known, len(ids))]
        self._read = ids
        return _log_softmax(self._context.decode(rows)[-1])

    def _options(self, part: list[list[int]], shared: int, total: list[np.float32], start: int) -> None:
        rows: list[Row] = []
        after: list[tuple[int, int]] = []
        for n, ids in enumerate(part):
            self._context.copy(PREFIX, n + 1)
            for at in range(shared, len(ids) - 1):
                rows.append(Row(ids[at], at, n + 1, wanted=True))
                after.append((start + n, ids[at + 1]))
        for (option, token), logits in zip(after, self._context.decode(rows), strict=True):
            total[option] += _log_softmax(logits)[token]
        for n in range(len(part)):
            self._context.forget(n + 1)


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    import numpy  # noqa: PLC0415 - loaded by now

    shifted = logits - logits.max()
    found: NDArray[np.float32] = shifted - numpy.log(numpy.exp(shifted).sum())
    return found
