"""The interface through which a model writes a family of forms in two passes."""

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
    """Both passes of one family: the specs of the replies, and how forms are made from them."""

    def settled(self, text: Text) -> Form | Unparsed | None:
        """Return the result if no model is needed to read a text, else None."""
        ...

    def declare(self, text: Text) -> Json:
        """Return the spec of the first reply: things, with the words that mention them."""
        ...

    def vocabulary(self, text: Text, said: Any) -> tuple[Declared, ...]:
        """Return the things that a first reply declares, each with an id and the span of its words.

        Raises:
            FormError: If it declares something empty.
        """
        ...

    def shown(self, declared: Declared) -> str:
        """Return a declared thing as shown to the model: its id, and what it is."""
        ...

    def legend(self, vocabulary: tuple[Declared, ...]) -> str:
        """Return further explanations for the second pass; empty if none are needed."""
        ...

    def bind(self, text: Text, vocabulary: tuple[Declared, ...]) -> Json | None:
        """Return the spec of the second reply, limited to the vocabulary; None if no reply is possible."""
        ...

    def form(self, text: Text, vocabulary: tuple[Declared, ...], said: Any) -> Form:
        """Return the form of a second reply (None if none was requested).

        Raises:
            FormError: If the form is not well-formed.
        """
        ...

    def parts(self, form: Any) -> Iterator[Part]:
        """Yield what a form declares and states, in order. Queries are not included."""
        ...

    def asked(self, form: Any) -> object:
        """Return a key of what a form asks. Readings with different keys are not compared."""
        ...
