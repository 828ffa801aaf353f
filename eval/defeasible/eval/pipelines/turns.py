"""`Turns`: run the items of a batch in turns, so that their model calls form one batch.

The code of an item calls the model and continues with the reply, as if it were alone. Each item of a batch
runs in its own greenlet until it makes a call; then all calls go to the backend in one batch, and each item
continues with its replies. Items run one after the other, in order and in one thread, so a batch is as
reproducible as its model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from greenlet import getcurrent, greenlet

from defeasible.eval.use import current
from defeasible.llm.backend import Failure, Generator, Options, Reply, Request, Score, Scorer
from defeasible.llm.prompt import Prompt
from defeasible.llm.scoring import score_all

T = TypeVar("T")
_Wish: TypeAlias = Request | Options
_Answer: TypeAlias = Reply | Failure | list[Score]
"""The answer to a request, or the scores of options."""


class Turns:
    """A model shared by items. Its answers are counted for the item that asked; see `taking_turns`.

    Args:
        backend: The model.
    """

    def __init__(self, backend: Generator | Scorer) -> None:
        self.name = backend.name
        self._backend = backend
        self._serving: greenlet | None = None
        """The greenlet that serves the current batch."""

    def _wished(self, wishes: Sequence[_Wish]) -> list[Any]:
        """Return the answers, requested together with those of the other items of a batch."""
        serving = self._serving
        if serving is None or getcurrent().parent is not serving:
            return self._answers(wishes)
        found: list[Any] = serving.switch(wishes)
        return found

    def _answers(self, wishes: Sequence[_Wish]) -> list[_Answer]:
        """Ask the backend: all requests in one call, and all options to score in another."""
        written = [wish for wish in wishes if isinstance(wish, Request)]
        scored = [wish for wish in wishes if isinstance(wish, Options)]
        replies: list[Reply | Failure] = []
        if written:
            assert isinstance(self._backend, Generator)  # see `taking_turns`
            replies = self._backend.generate(written)
        scores: list[list[Score]] = []
        if scored:
            assert isinstance(self._backend, Scorer)  # likewise
            scores = score_all(self._backend, scored)
        of_replies, of_scores = iter(replies), iter(scores)
        return [next(of_replies) if isinstance(wish, Request) else next(of_scores) for wish in wishes]

    def together(self, works: Sequence[Callable[[], T]]) -> list[T]:
        """Run the work of several items in turns and return their results, in order.

        Raises:
            BaseException: Whatever an item raised; the others are then abandoned.
        """
        self._serving = getcurrent()
        items = [greenlet(work) for work in works]
        results: dict[int, T] = {}
        going_on: dict[int, Callable[[], Any]] = {place: item.switch for place, item in enumerate(items)}
        try:
            while going_on:
                asked: dict[int, Sequence[_Wish]] = {}
                for place, go_on in going_on.items():
                    said = go_on()
                    (results if items[place].dead else asked)[place] = said
                going_on = {
                    place: partial(item.throw if isinstance(told, Exception) else item.switch, told)
                    for place, told in self._served(asked).items()
                    for item in [items[place]]
                }
        finally:
            self._serving = None
            for item in items:
                item.throw()  # ends it where it waits; no effect if it has finished
        return [results[place] for place in range(len(items))]

    def _served(self, asked: Mapping[int, Sequence[_Wish]]) -> dict[int, list[_Answer] | Exception]:
        """Answer all calls at once; if that raises, one by one, so that other items are not affected."""
        try:
            answers = iter(self._answers([wish for wishes in asked.values() for wish in wishes]))
        except Exception:  # noqa: BLE001 - raised again below, by the item that caused it
            return {place: self._tried(wishes) for place, wishes in asked.items()}
        return {place: [next(answers) for _ in wishes] for place, wishes in asked.items()}

    def _tried(self, wishes: Sequence[_Wish]) -> list[_Answer] | Exception:
        try:
            return self._answers(wishes)
        except Exception as error:  # noqa: BLE001 - raised where it was asked
            return error


class WritingTurns(Turns):
    """A model that writes."""

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request, in order, in one batch with those of the other items."""
        outcomes: list[Reply | Failure] = self._wished(requests)
        current().add(outcomes)
        return outcomes


class ScoringTurns(Turns):
    """A model that scores."""

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the scores of options, in one batch with those of the other items."""
        (scores,) = self._wished([Options(prompt, options)])
        current().add_scores(scores)
        return list(scores)


class BothTurns(WritingTurns, ScoringTurns):
    """A model that writes and scores."""


def taking_turns(backend: Generator | Scorer) -> Turns:
    """Return a model with the same methods that the items of a batch can share."""
    if not isinstance(backend, Scorer):
        return WritingTurns(backend)
    return BothTurns(backend) if isinstance(backend, Generator) else ScoringTurns(backend)
