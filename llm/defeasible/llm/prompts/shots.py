"""Which answered questions go before one: always the same ones, random ones, or those most like it."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from defeasible.llm.prompts.similar import TfIdf
from defeasible.llm.prompts.template import Fields
from defeasible.reasoner.errors import UsageError

ANSWERS = frozenset({"answer", "reason"})
"""Fields that only an answered question has: they are not compared."""
DIGITS = 12
"""After the point, to which similarities are rounded, so that ties are ties on every machine."""


@dataclass(frozen=True)
class Pool:
    """Answered questions to choose from. The question that is asked is never among those chosen.

    Raises:
        UsageError: On construction, if an example has no answer, or not the fields that are named here.
    """

    examples: tuple[Fields, ...]
    group: str = ""
    """Name of a field: what shares its value with the question (one document, one dialogue) is not chosen."""
    balance: str = ""
    """Name of a field: its values get equal shares, or shares that differ by one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "examples", tuple(self.examples))
        for n, example in enumerate(self.examples, 1):
            for name in ("answer", self.group, self.balance):
                if name and not example.get(name):
                    raise UsageError(f"example {n} of {len(self.examples)} has no `{name}`")

    @property
    def version(self) -> str:
        """Six hexadecimal digits of a hash of the examples and of how they are chosen from."""
        return _hash([[dict(example) for example in self.examples], self.group, self.balance])[:6]

    def open_to(self, item: Fields) -> list[int]:
        """Return the numbers of the examples that may go before a question.

        Raises:
            UsageError: If the question has no group.
        """
        if self.group and not item.get(self.group):
            raise UsageError(f"the question has no `{self.group}`, so it may be of an example's document")
        return [
            n
            for n, example in enumerate(self.examples)
            if not _same(item, example) and not (self.group and item[self.group] == example[self.group])
        ]

    def take(self, preferred: Sequence[int], count: int) -> list[int]:
        """Return the first of some examples in order of preference, in equal shares where there is a balance.

        Raises:
            UsageError: If there are too few, or `count` is negative.
        """
        if not 0 <= count <= len(preferred):
            raise UsageError(f"{count} examples are wanted, there are {len(preferred)} to choose from")
        if not self.balance:
            return list(preferred[:count])
        queues: dict[str, list[int]] = {}
        for n in preferred:
            queues.setdefault(_hash(self.examples[n][self.balance]), []).append(n)
        taken: list[int] = []
        while len(taken) < count:
            taken += [queue.pop(0) for queue in queues.values() if queue][: count - len(taken)]
        return [n for n in preferred if n in set(taken)]


class Shots(Protocol):
    """A way to choose examples."""

    @property
    def version(self) -> str:
        """What tells its choices from those of others, for a run's identity."""
        ...

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return so many examples to go before a question, in the order in which they are shown.

        Raises:
            UsageError: If there are too few.
        """
        ...


@dataclass(frozen=True)
class Fixed:
    """The first examples of a pool, for every question."""

    pool: Pool

    @property
    def version(self) -> str:
        """`fixed:3fa9c1`."""
        return f"fixed:{self.pool.version}"

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return the first examples that may go before the question."""
        return _examples(self.pool, self.pool.take(self.pool.open_to(item), count))


@dataclass(frozen=True)
class RandomShots:
    """Random examples, drawn for each question by itself: the same whatever else is asked, and when."""

    pool: Pool
    seed: int = 0

    @property
    def version(self) -> str:
        """`random@7:3fa9c1`."""
        return f"random@{self.seed}:{self.pool.version}"

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return random examples that may go before the question."""
        drawn = self.pool.open_to(item)
        random.Random(_hash([self.seed, _question(item)])).shuffle(drawn)  # noqa: S311 - nothing to keep secret
        return _examples(self.pool, self.pool.take(drawn, count))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An example and how much it is like a question."""

    number: int
    """In the pool, from 0."""
    similarity: float
    """Cosine, from 0 to 1."""
    tied: bool
    """Whether another one is just as much like it; then the earlier one in the pool goes first."""


@dataclass(frozen=True)
class NearestShots:
    """The examples most like the question by TF-IDF, the nearest one last, next to the question.

    References:
        Liu et al. (2022), What makes good in-context examples for GPT-3?
    """

    pool: Pool
    of: tuple[str, ...] = ()
    """Names of the fields that are compared; empty for all texts but the answer."""
    _texts: TfIdf = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_texts", TfIdf([self._text(one) for one in self.pool.examples]))

    @property
    def version(self) -> str:
        """`nearest(story+state):3fa9c1`."""
        return f"nearest({'+'.join(self.of) or 'all'}):{self.pool.version}"

    def neighbours(self, item: Fields) -> tuple[Neighbour, ...]:
        """Return all examples that may go before a question, the nearest first."""
        pairs = self._ranked(item)
        alike = [close for close, _ in pairs]
        return tuple(
            Neighbour(n, -close, close in (*alike[max(at - 1, 0) : at], *alike[at + 1 : at + 2]))
            for at, (close, n) in enumerate(pairs)
        )

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return the nearest examples that may go before the question, the very nearest last."""
        nearest = self.pool.take([n for _, n in self._ranked(item)], count)
        return _examples(self.pool, reversed(nearest))

    def _ranked(self, item: Fields) -> list[tuple[float, int]]:
        """Return minus the similarity and the number of each example to choose from, the nearest first."""
        found = self._texts.similarities(self._text(item))
        return sorted((-round(found[n], DIGITS), n) for n in self.pool.open_to(item))

    def _text(self, item: Fields) -> str:
        names = self.of or tuple(sorted(item.keys() - ANSWERS - {"id", self.pool.group, self.pool.balance}))
        return "\n".join(_words(item.get(name)) for name in names)


def _examples(pool: Pool, numbers: Iterable[int]) -> tuple[Fields, ...]:
    return tuple(pool.examples[n] for n in numbers)


def _words(value: object) -> str:
    if isinstance(value, str):
        return value
    return "\n".join(map(_words, value)) if isinstance(value, Sequence) else ""


def _same(item: Fields, example: Fields) -> bool:
    """Return whether a question is an example's, by its id or by what it says."""
    if item.get("id") and item.get("id") == example.get("id"):
        return True
    names = (item.keys() & example.keys()) - ANSWERS - {"id"}
    return bool(names) and all(_equal(item[name], example[name]) for name in names)


def _question(item: Fields) -> object:
    return {name: value for name, value in item.items() if name not in ANSWERS}


def _equal(first: object, second: object) -> bool:
    """Return whether two values are the same, be they tuples or lists."""
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return list(first) == list(second)
    return first == second


def _hash(value: object) -> str:
    try:
        written = json.dumps(value, ensure_ascii=False, sort_keys=True)
    except TypeError as error:
        raise UsageError(f"a question holds what is neither text, number nor list: {error}") from error
    return hashlib.sha256(written.encode()).hexdigest()
