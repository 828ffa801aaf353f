"""What a change of a belief base did: reports for readers, events for the history and for undoing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from textwrap import indent
from typing import Any, Generic, Literal, TypeAlias, TypeVar, overload

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from defeasible.reasoner.forms import Held
from defeasible.reasoner.record import Record

OUT_OF_TIME = "the solver ran out of time"
"""The reason of everything that a deadline ended."""
Verb: TypeAlias = Literal["tell", "revise", "retract", "update"]
"""`tell` adds, `revise` adds and wins, `retract` takes away what entails, `update` lets the world change."""
Outcome: TypeAlias = Literal["done", "unparsed", "timeout", "inconsistent", "impossible", "asked"]
"""`done`. Nothing changed: `unparsed`; `impossible`, for the reason given; `timeout` of all but `tell`;
`asked`, since an attribute has another value and somebody is to say which one holds.

Told all the same: `inconsistent`, since certain statements contradict each other; `timeout` of `tell`.
"""


@dataclass(frozen=True, slots=True)
class Quote(Record):
    """A statement by its id and its words."""

    id: str
    words: str

    def __str__(self) -> str:
        return f'{self.id} "{self.words}"'


class Quotes(Sequence[Quote]):
    """Statements by their words, which are looked up when somebody first reads them.

    A contradiction can have ten thousand members, and most reports are read no further than what was lost.

    Args:
        count: How many there are.
        write: Returns them.
    """

    __slots__ = ("_count", "_found", "_write")

    def __init__(self, count: int, write: Callable[[], Sequence[Quote]]) -> None:
        self._count = count
        self._write = write
        self._found: tuple[Quote, ...] | None = None

    @classmethod
    def of(cls, quotes: Sequence[Quote]) -> Quotes:
        """Return quotes that were looked up already."""
        return cls(len(quotes), lambda: quotes)

    def _read(self) -> tuple[Quote, ...]:
        if self._found is None:
            self._found = tuple(self._write())
        return self._found

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Quote: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Quote, ...]: ...
    def __getitem__(self, at: int | slice) -> Quote | tuple[Quote, ...]:
        return self._read()[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quotes | tuple) and self._read() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._read())

    def __repr__(self) -> str:
        return repr(self._read())

    def __reduce__(self) -> tuple[Any, ...]:
        return Quotes.of, (self._read(),)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Write and read them as a list."""
        listed = handler(tuple[Quote, ...])
        return core_schema.no_info_after_validator_function(
            cls.of,
            listed,
            serialization=core_schema.plain_serializer_function_ser_schema(cls._read, return_schema=listed),
        )


Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Listing(Sequence[Item_co], Generic[Item_co]):
    """What a base has of something, and whether that is all."""

    items: tuple[Item_co, ...]
    complete: bool = True
    """False where the time ran out: there may be more."""

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> Item_co: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item_co, ...]: ...
    def __getitem__(self, at: int | slice) -> Item_co | tuple[Item_co, ...]:
        return self.items[at]

    def __str__(self) -> str:
        return f"{self.items}" if self.complete else f"{self.items} and perhaps more: the time ran out"


@dataclass(frozen=True, slots=True)
class Loss(Record):
    """A statement that is no longer believed, and why."""

    what: Quote
    because: Quotes
    """What it contradicts: believed statements that outrank it, none of which can be left out."""
    always: bool = True
    """Whether it is lost in every optimum, or only in some of several equally good ones."""
    tied: tuple[str, ...] = ()
    """Ids of those of `because` that outrank it by nothing but the time of arrival."""

    def __str__(self) -> str:
        lines = [f"{self.what}{'' if self.always else ' (in some of the best worlds only)'}"]
        lines += [
            f"    because of {q}{', as firm but newer' if q.id in self.tied else ''}" for q in self.because
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Weakening(Record):
    """A conditional that holds only together with the condition of another from now on, or no longer so."""

    what: Quote
    beside: tuple[str, ...]
    """Ids of the conditionals whose conditions are required beside its own; none when it stands as stated."""
    now: str
    """What it claims now, in words."""

    def __str__(self) -> str:
        return f"{self.what} now says: {self.now}"


@dataclass(frozen=True, slots=True)
class Report(Record):
    """What one change did."""

    turn: int
    verb: Verb
    text: str
    outcome: Outcome = "done"
    added: tuple[Quote, ...] = ()
    lost: tuple[Loss, ...] = ()
    """What was believed and is not: for `retract` what was given up, otherwise what gave way."""
    regained: tuple[Quote, ...] = ()
    """What is believed again."""
    weakened: tuple[Weakening, ...] = ()
    alternatives: tuple[tuple[Quote, ...], ...] = ()
    """For `retract`: the smallest sets of statements, any of which could have been given up instead."""
    complete: bool = True
    """Whether the search for these ended. If not, the time ran out, and there may be others, also smaller."""
    reason: str = ""
    """Why it was not done, or what is wrong."""
    notes: tuple[str, ...] = ()
    again: tuple[Quote, ...] = ()
    """For `tell`: statements in force that said the same already, in these or other words."""

    def __str__(self) -> str:
        lines = [f"{self.turn}  {self.verb} {self.outcome}: {self.text}"]
        lines += [f"   {self.reason}"] if self.reason else []
        lines += [f"   + {quote}" for quote in self.added if quote.words != self.text]
        lines += [f"   - {indent(str(loss), '   ').lstrip()}" for loss in self.lost]
        lines += [f"   + {quote} is believed again" for quote in self.regained]
        lines += [f"   ~ {weakening}" for weakening in self.weakened]
        lines += [f"   or give up {' and '.join(map(str, other))}" for other in self.alternatives]
        lines += [] if self.complete else ["   the time ran out: there may be other sets to give up instead"]
        lines += [f"   says the same as {quote}" for quote in self.again]
        lines += [f"   note: {note}" for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Event(Record):
    """One change in the history of a base, with what it takes to undo it."""

    report: Report
    added: tuple[str, ...] = ()
    """Ids of the statements that came."""
    replaced: tuple[Held, ...] = ()
    """Statements as they were, that were taken out or now say something else (about the past)."""

    @property
    def turn(self) -> int:
        """The number of the change, from 1."""
        return self.report.turn

    @property
    def verb(self) -> Verb:
        """What was done."""
        return self.report.verb

    @property
    def text(self) -> str:
        """What was said."""
        return self.report.text

    def __str__(self) -> str:
        return str(self.report)
