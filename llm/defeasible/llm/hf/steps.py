"""`Steps`: what happens at each step of a batch: masking, sampling, and watching the chosen tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Stop
from defeasible.llm.valid import EVERY, circle

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from defeasible.llm.backend import Request
    from defeasible.llm.guide import Guide

LEAST = 1e-38
"""Lower limit of a random number before its logarithm is taken."""


class Steps:
    """A logits processor of transformers, and a stopping criterion that ends repetitive free text.

    Sampling uses the Gumbel-max trick (Gumbel 1954): after noise is added to the scores, the highest one is a
    sample of them. Each row has its own random generator, so its seed determines its reply whatever else is
    in the batch.

    Args:
        requests: One per row.
        guide: Keeps each row within its spec; None for free text.
        ends: The tokens that end a text.
        device: The device of the scores.
    """

    def __init__(
        self, requests: Sequence[Request], guide: Guide | None, ends: Collection[int], device: Any
    ) -> None:
        import torch  # noqa: PLC0415 - loaded by now

        self._torch = torch
        self._guide = guide
        self._ends = frozenset(ends)
        self._warm = {
            row: (request.temperature, torch.Generator(device).manual_seed(request.seed))
            for row, request in enumerate(requests)
            if request.temperature > 0
        }
        self._ended: dict[int, int] = {}
        self._round: dict[int, int] = {}
        self._taken = 0
        self._rows = len(requests)

    def choose(self, input_ids: Any, scores: Any) -> Any:
        """Return scores whose highest in each row is the token to take."""
        if self._guide is not None:
            scores = self._guide(input_ids, scores)
        if not self._warm:
            return scores
        scores = scores.float().clone()
        for row, (temperature, generator) in self._warm.items():
            noise = self._torch.empty_like(scores[row]).exponential_(generator=generator)
            scores[row] = scores[row] / temperature - noise.clamp_min(LEAST).log()
        return scores

    def watch(self, input_ids: Any, scores: Any, **_: object) -> Any:
        """Note which rows have just ended; return a mask of the rows that repeat themselves and must stop."""
        last = input_ids[:, -1].tolist()
        for row, token in enumerate(last):
            if token in self._ends and row not in self._round:
                self._ended.setdefault(row, self._taken)
        self._taken += 1
        stopped = input_ids.new_zeros(self._rows).bool()
        if self._guide is not None:
            self._guide.take(last)
        elif self._taken % EVERY == 0:
            for row in set(range(self._rows)) - self._ended.keys() - self._round.keys():
                if circle(input_ids[row, -self._taken :].tolist()):
                    self._round[row] = self._taken
                    stopped[row] = True
        return stopped

    def tokens(self, row: int) -> int:
        """Return the number of tokens in a row's reply, without the one that ends it."""
        return self._ended.get(row, self._round.get(row, self._taken))

    def stop(self, row: int) -> Stop:
        """Return why a row's reply ended, after decoding."""
        if row in self._ended or (self._guide is not None and self._guide.complete(row)):
            # The last token may have completed the text, with no room for an end token.
            return Stop.END
        return Stop.LENGTH

    def error(self, row: int) -> str:
        """Return why the constraint on a row failed; empty if it held, or there was none."""
        return self._guide.errors.get(row, "") if self._guide is not None else ""
