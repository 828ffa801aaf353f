"""Selection of few-shot examples: fixed, random, or most similar to the question."""

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
"""Fields that only answered questions have; they are not compared."""
DIGITS = 12
"""Decimal places to which similarities are rounded, so that ties are ties on every machine."""


@dataclass(frozen=True)
class Pool:
    """Answered questions to choose from. The question itself is never chosen.

    Raises:
        UsageError: On construction, if an example lacks an answer or one of the fields named here.
    """

    examples: tuple[Fields, ...]
    group: str = ""
    """Name of a field. Examples with the same value as the question (such as a document) are excluded."""
    balance: str = ""
    """Name of a field. Its values get equal shares, or shares that differ by one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "examples", tuple(self.examples))
        for n, example in enumerate(self.examples, 1):
            for name in ("answer", self.group, self.balance):
                if name and not example.get(name):
                    raise UsageError(f"example {n} of {len(self.examples)} has no `{name}`")

    @property
    def version(self) -> str:
        """Six hexadecimal digits of a hash of the examples and of how they are chosen."""
        return _hash([[dict(example) for example in self.examples], self.group, self.balance])[:6]

    def open_to(self, item: Fields) -> list[int]:
        """Return the indices of the examples that may precede a question.

        Raises:
            UsageError: If the question has no group.
        """
        if self.group and not item.get(self.group):
            raise UsageError(f"the question has no `{self.group}`, by which examples are excluded")
        return [
            n
            for n, example in enumerate(self.examples)
            if not _same(item, example) and not (self.group and item[self.group] == example[self.group])
        ]

    def take(self, preferred: Sequence[int], count: int) -> list[int]:
        """Return the first examples in order of preference, in equal shares if the pool is balanced.

        Raises:
            UsageError: If there are too few, or `count` is negative.
        """
        if not 0 <= count <= len(preferred):
            raise UsageError(f"cannot choose {count} examples from {len(preferred)}")
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
    """A strategy for choosing examples."""

    @property
    def version(self) -> str:
        """A version that identifies its choices, for a run's identity."""
        ...

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return `count` examples to show before a question, in order.

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
        """Return the first examples that may precede the question."""
        return _examples(self.pool, self.pool.take(self.pool.open_to(item), count))


@dataclass(frozen=True)
class RandomShots:
    """Random examples, drawn for each question independently: the same whatever else is asked, and when."""

    pool: Pool
    seed: int = 0

    @property
    def version(self) -> str:
        """`random@7:3fa9c1`."""
        return f"random@{self.seed}:{self.pool.version}"

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return random examples that may precede the question."""
        drawn = self.pool.open_to(item)
        random.Random(_hash([self.seed, _question(item)])).shuffle(drawn)  # noqa: S311 - nothing to keep secret
        return _examples(self.pool, self.pool.take(drawn, count))


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An example and its similarity to a question."""

    number: int
    """Index in the pool, from 0."""
    similarity: float
    """Cosine, from 0 to 1."""
    tied: bool
    """Whether another example is equally similar; the earlier one in the pool then comes first."""


@dataclass(frozen=True)
class NearestShots:
    """The examples most similar to the question by TF-IDF; the nearest comes last, next to the question.

    References:
        Liu et al. (2022), What makes good in-context examples for GPT-3?
    """

    pool: Pool
    of: tuple[str, ...] = ()
    """Names of the fields to compare; empty for all texts except the answer."""
    _texts: TfIdf = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_texts", TfIdf([self._text(one) for one in self.pool.examples]))

    @property
    def version(self) -> str:
        """`nearest(story+state):3fa9c1`."""
        return f"nearest({'+'.join(self.of) or 'all'}):{self.pool.version}"

    def neighbours(self, item: Fields) -> tuple[Neighbour, ...]:
        """Return all examples that may precede a question, nearest first."""
        pairs = self._ranked(item)
        alike = [close for close, _ in pairs]
        return tuple(
            Neighbour(n, -close, close in (*alike[max(at - 1, 0) : at], *alike[at + 1 : at + 2]))
            for at, (close, n) in enumerate(pairs)
        )

    def choose(self, item: Fields, count: int) -> tuple[Fields, ...]:
        """Return the nearest examples that may precede the question, the very nearest last."""
        nearest = self.pool.take([n for _, n in self._ranked(item)], count)
        return _examples(self.pool, reversed(nearest))

    def _ranked(self, item: Fields) -> list[tuple[float, int]]:
        """Return the negated similarity and the index of each eligible example, nearest first."""
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
    """Return whether a question and an example are the same, by id or by content."""
    if item.get("id") and item.get("id") == example.get("id"):
        return True
    names = (item.keys() & example.keys()) - ANSWERS - {"id"}
    return bool(names) and all(_equal(item[name], example[name]) for name in names)


def _question(item: Fields) -> object:
    return {name: value for name, value in item.items() if name not in ANSWERS}


def _equal(first: object, second: object) -> bool:
    """Return whether two values are equal, treating tuples and lists alike."""
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return list(first) == list(second)
    return first == second


def _hash(value: object) -> str:
    try:
        written = json.dumps(value, ensure_ascii=False, sort_keys=True)
    except TypeError as error:
        raise UsageError(f"a question must hold only texts, numbers and lists: {error}") from error
    return hashlib.sha256(written.encode()).hexdigest()
