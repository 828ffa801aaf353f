"""What a family of forms must say of itself so that a model can write it in two passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from defeasible.llm.parse.text import Text
from defeasible.llm.spec import Json
from defeasible.reasoner.forms import Form, Unparsed
from defeasible.reasoner.text import Span

Declared = TypeVar("Declared")
"""An atom, an object, a participant or a phrase."""


class Part(NamedTuple):
    """One element of a form."""

    what: str
    """Its kind, id and words: "atom `a1` (it rains)"."""
    span: Span | None


class FamilyWire(Protocol[Declared]):
    """Both passes of one family: what a reply may be, and what is made of it."""

    def settled(self, text: Text) -> Form | Unparsed | None:
        """Return what a text is read as where no model need be asked, or None."""
        ...

    def declare(self, text: Text) -> Json:
        """Return what the first reply must be: things, with the words that mention them."""
        ...

    def vocabulary(self, text: Text, said: Any) -> tuple[Declared, ...]:
        """Return the things that a first reply declares, each with an id and the place of its words.

        Raises:
            FormError: If it declares something that is nothing.
        """
        ...

    def shown(self, declared: Declared) -> str:
        """Return how a declared thing is shown to the model: its id, and what it is."""
        ...

    def legend(self, vocabulary: tuple[Declared, ...]) -> str:
        """Return what else of the second reply's words the model must be told; empty for nothing."""
        ...

    def bind(self, text: Text, vocabulary: tuple[Declared, ...]) -> Json | None:
        """Return what the second reply must be, over nothing but the vocabulary; None if nothing can be."""
        ...

    def form(self, text: Text, vocabulary: tuple[Declared, ...], said: Any) -> Form:
        """Return the form of a second reply (None where none was asked for).

        Raises:
            FormError: If it is not well formed.
        """
        ...

    def parts(self, form: Any) -> Iterator[Part]:
        """Yield what a form declares and states, in order; queries are not part of the text."""
        ...

    def asked(self, form: Any) -> object:
        """Return what a form asks: two readings of one text that ask different things are not compared."""
        ...
