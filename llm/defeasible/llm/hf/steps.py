"""`Steps`: what happens at each step of a batch: masks, sampling, and a look at every token chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Stop
from defeasible.llm.valid import EVERY, circle

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from defeasible.llm.backend import Request
    from defeasible.llm.guide import Guide

LEAST = 1e-38
"""Of a random number that a logarithm is taken of."""


class Steps:
    """A logits processor of transformers, and a stopping criterion that ends free text in circles.

    Where a request wants a sample, noise is added to its scores after which the highest one is a sample of
    them (the Gumbel-max trick; Gumbel 1954). Each row has a generator of its own: its seed settles its reply,
    whatever stands beside it in the batch.

    Args:
        requests: One a row.
        guide: What keeps each row within a spec; None for free text.
        ends: The tokens that end a text.
        device: Where the scores are.
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
        """Return scores of which the highest in each row is the token to take."""
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
        """Note which rows have just ended; return which go round in circles, and are to be stopped."""
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
        """Return how many tokens a row's reply has, without the one that ends it."""
        return self._ended.get(row, self._round.get(row, self._taken))

    def stop(self, row: int) -> Stop:
        """Return why a row's reply ended, after decoding."""
        if row in self._ended or (self._guide is not None and self._guide.complete(row)):
            # The last token may have completed a text, with no room for the one that ends it.
            return Stop.END
        return Stop.LENGTH

    def error(self, row: int) -> str:
        """Return why a row's reply has no constraint to its end; empty if it has one, or wanted none."""
        return self._guide.errors.get(row, "") if self._guide is not None else ""
