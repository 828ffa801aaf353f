"""The interface between text and forms, which every parser implements, grammar or language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, cast, runtime_checkable

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed

ENTRY_GROUP = "defeasible.parsers"
"""The entry points by which other packages provide parsers. This package imports none of them."""


class Parser(Protocol):
    """Parses text into forms. For text that it does not understand it returns `Unparsed`, never a guess."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read statements in order of arrival, and queries over the same atoms.

        Source ids are `s1`, `s2`, ... for statements and `q1`, `q2`, ... for queries, in the given order.
        """
        ...

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read a text that implies sizes, and the two objects that a question names.

        The objects need not be spelt as in the text; the form's question has their ids.
        """
        ...

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        """Read the sentences of a story in order, and queries about it.

        Source ids are `s1`, `s2`, ... for lines and `q1`, `q2`, ... for queries. The story names lines that
        are not understood at all; only a query that is not understood makes it `Unparsed`.
        """
        ...

    def dialogue(self, turns: Sequence[str]) -> DialogueFacts | Unparsed:
        """Read the facts that the turns of a dialogue state, `A: ...` and `B: ...`.

        Source ids are `t1`, `t2`, ... for the turns. The form names turns that are not understood at all.
        """
        ...


@runtime_checkable
class ReadsBeside(Protocol):
    """A parser that can read two texts over the same propositions."""

    def beside(self, first: Sequence[str], second: Sequence[str]) -> tuple[Premises, Premises] | Unparsed:
        """Read two texts as premises over the same atoms, each with sources `s1`, `s2`, ..."""
        ...


class Trial(NamedTuple):
    """The result of a reader on texts with known forms."""

    right: int
    """The number of texts read as a form that is logically equivalent to their own."""
    texts: int

    @property
    def reliable(self) -> bool:
        """Whether it read at least nine of ten correctly, since texts that no parser reads are harder."""
        return 10 * self.right >= 9 * self.texts

    def __str__(self) -> str:
        return f"right on {self.right} of {self.texts} test texts"


@runtime_checkable
class Tried(Protocol):
    """A parser that may have been tried on texts with known forms."""

    @property
    def trials(self) -> Mapping[str, Trial]:
        """The result for each family of forms on which it was tried."""
        ...


def model_parser(model: object, timeout: float) -> Parser:
    """Return a parser on a language model, from the entry point `llm` of the group `defeasible.parsers`.

    Args:
        model: A backend or its address, or anything that the entry point accepts; a parser is returned
            unchanged.
        timeout: Seconds for each solver check during reading.

    Raises:
        UsageError: If no package that provides such parsers is installed, or it refuses the model.
    """
    if hasattr(model, "premises"):
        return cast("Parser", model)
    found = [*entry_points(group=ENTRY_GROUP, name="llm")]
    if not found:
        raise UsageError(
            "no parser with a language model is installed",
            hint="pip install --force-reinstall defeasible",
        )
    parser: Parser = found[0].load()(model, timeout=timeout)
    return parser
