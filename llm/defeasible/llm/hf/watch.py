"""`Watch`: sees every token of a batch as it is chosen, since outlines returns nothing but text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Stop

if TYPE_CHECKING:
    from collections.abc import Collection

    from defeasible.llm.guide import Guide


class Watch:
    """A stopping criterion of transformers that stops nothing and counts the tokens of each reply.

    Args:
        guide: What keeps each row within a spec; None for free text.
        ends: The tokens that end a text.
    """

    def __init__(self, guide: Guide | None, ends: Collection[int]) -> None:
        self._guide = guide
        self._ends = frozenset(ends)
        self._ended: dict[int, int] = {}
        self._steps = 0
        self._last: list[int] = []

    def __call__(self, input_ids: Any, scores: Any, **_: object) -> Any:
        """Note which rows have just ended; return that none is to be stopped."""
        self._last = input_ids[:, -1].tolist()
        for row, token in enumerate(self._last):
            if token in self._ends:
                self._ended.setdefault(row, self._steps)
        self._steps += 1
        return input_ids.new_zeros(len(self._last)).bool()

    def tokens(self, row: int) -> int:
        """Return how many tokens a row's reply has, without the one that ends it."""
        return self._ended.get(row, self._steps)

    def stops(self) -> list[Stop]:
        """Return why each row's reply ended. Called once, after decoding."""
        if self._guide is not None:
            # The last token may have completed a text, with no room for the one that ends it.
            self._guide.take(self._last)
        return [
            Stop.END
            if row in self._ended or (self._guide is not None and self._guide.complete(row))
            else Stop.LENGTH
            for row in range(len(self._last))
        ]
