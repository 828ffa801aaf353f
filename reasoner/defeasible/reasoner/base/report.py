"""Results of a change to a belief base: reports for readers, events for the history and for undo."""

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
"""The reason of every result that a deadline cut short."""
Verb: TypeAlias = Literal["tell", "revise", "retract", "update"]
"""`tell` adds, `revise` adds above all others, `retract` contracts, `update` changes the world."""
Outcome: TypeAlias = Literal["done", "unparsed", "timeout", "inconsistent", "impossible", "asked"]
"""`done`. Nothing changed: `unparsed`; `impossible`, for the given reason; `timeout`, except of `tell`;
`asked`, because an attribute has another value and the user has to decide.

Added all the same: `inconsistent`, because certain statements contradict each other; `timeout` of `tell`.
"""


@dataclass(frozen=True, slots=True)
class Quote(Record):
    """A statement by its id and words."""

    id: str
    words: str

    def __str__(self) -> str:
        return f'{self.id} "{self.words}"'


class Quotes(Sequence[Quote]):
    """Quoted statements, whose words are looked up when they are first read.

    A conflict can have ten thousand members, and few readers of a report look at them.

    Args:
        count: The number of statements.
        write: Returns the quotes.
    """

    __slots__ = ("_count", "_found", "_write")

    def __init__(self, count: int, write: Callable[[], Sequence[Quote]]) -> None:
        self._count = count
        self._write = write
        self._found: tuple[Quote, ...] | None = None

    @classmethod
    def of(cls, quotes: Sequence[Quote]) -> Quotes:
        """Return quotes that have been looked up already."""
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
        """Serialise as a list."""
        listed = handler(tuple[Quote, ...])
        return core_schema.no_info_after_validator_function(
            cls.of,
            listed,
            serialization=core_schema.plain_serializer_function_ser_schema(cls._read, return_schema=listed),
        )


Item_co = TypeVar("Item_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Listing(Sequence[Item_co], Generic[Item_co]):
    """Items found by a search, and whether they are all."""

    items: tuple[Item_co, ...]
    complete: bool = True
    """False if time ran out: there may be more."""

    def __len__(self) -> int:
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> Item_co: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item_co, ...]: ...
    def __getitem__(self, at: int | slice) -> Item_co | tuple[Item_co, ...]:
        return self.items[at]

    def __str__(self) -> str:
        return f"{self.items}" if self.complete else f"{self.items} and perhaps more: timed out"


@dataclass(frozen=True, slots=True)
class Loss(Record):
    """A statement that is no longer believed, and why."""

    what: Quote
    because: Quotes
    """A minimal set of believed statements that outrank and contradict it."""
    always: bool = True
    """Whether it is lost in every optimum, or only in some of several."""
    tied: tuple[str, ...] = ()
    """Ids of the statements of `because` that outrank it only by their time of arrival."""

    def __str__(self) -> str:
        lines = [f"{self.what}{'' if self.always else ' (in some of the best worlds only)'}"]
        lines += [
            f"    because of {q}{', as firm but newer' if q.id in self.tied else ''}" for q in self.because
        ]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Weakening(Record):
    """A conditional that now also needs the condition of another, or no longer does."""

    what: Quote
    beside: tuple[str, ...]
    """Ids of the conditionals whose conditions are required as well; empty if it holds as stated."""
    now: str
    """Its present claim, in words."""

    def __str__(self) -> str:
        return f"{self.what} now says: {self.now}"


@dataclass(frozen=True, slots=True)
class Report(Record):
    """The result of one change."""

    turn: int
    verb: Verb
    text: str
    outcome: Outcome = "done"
    added: tuple[Quote, ...] = ()
    lost: tuple[Loss, ...] = ()
    """Statements no longer believed: for `retract` those given up, otherwise those that gave way."""
    regained: tuple[Quote, ...] = ()
    """Statements that are believed again."""
    weakened: tuple[Weakening, ...] = ()
    alternatives: tuple[tuple[Quote, ...], ...] = ()
    """For `retract`: the smallest sets of statements that could have been given up instead."""
    complete: bool = True
    """Whether the search for these finished. If not, there may be others, also smaller ones."""
    reason: str = ""
    """Why the change was not made, or what is wrong."""
    notes: tuple[str, ...] = ()
    again: tuple[Quote, ...] = ()
    """For `tell`: statements in force that already said the same, in these or other words."""

    def __str__(self) -> str:
        lines = [f"{self.turn}  {self.verb} {self.outcome}: {self.text}"]
        lines += [f"   {self.reason}"] if self.reason else []
        lines += [f"   + {quote}" for quote in self.added if quote.words != self.text]
        lines += [f"   - {indent(str(loss), '   ').lstrip()}" for loss in self.lost]
        lines += [f"   + {quote} is believed again" for quote in self.regained]
        lines += [f"   ~ {weakening}" for weakening in self.weakened]
        lines += [f"   or give up {' and '.join(map(str, other))}" for other in self.alternatives]
        lines += [] if self.complete else ["   timed out: there may be other sets to give up instead"]
        lines += [f"   says the same as {quote}" for quote in self.again]
        lines += [f"   note: {note}" for note in self.notes]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Event(Record):
    """One change in the history of a base, with everything needed to undo it."""

    report: Report
    added: tuple[str, ...] = ()
    """Ids of the statements that were added."""
    replaced: tuple[Held, ...] = ()
    """Statements that were removed or changed (to refer to the past), as they were before."""

    @property
    def turn(self) -> int:
        """The number of the change, from 1."""
        return self.report.turn

    @property
    def verb(self) -> Verb:
        """The verb of the change."""
        return self.report.verb

    @property
    def text(self) -> str:
        """The text of the change."""
        return self.report.text

    def __str__(self) -> str:
        return str(self.report)
