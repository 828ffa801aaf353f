"""The seam between text and forms: what every parser, grammar or language model, must offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from typing import NamedTuple, Protocol, cast, runtime_checkable

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed

ENTRY_GROUP = "defeasible.parsers"
"""Entry points by which other packages offer parsers. This package imports none of them."""


class Parser(Protocol):
    """Turns text into forms. What it does not understand it returns as `Unparsed`, never as a guess."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read statements in order of arrival, and queries over the same atoms.

        Source ids are `s1`, `s2`, ... for statements and `q1`, `q2`, ... for queries, in the order given.
        """
        ...

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read a text that implies sizes, and the two objects a question names.

        The objects need not be spelt as in the text; the form's question holds their ids.
        """
        ...

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        """Read the sentences of a story in order, and statements about it that are asked.

        Source ids are `s1`, `s2`, ... for lines and `q1`, `q2`, ... for queries. Lines of which nothing is
        understood are named in the story; only a query that is not understood makes it `Unparsed`.
        """
        ...

    def dialogue(self, turns: Sequence[str]) -> DialogueFacts | Unparsed:
        """Read the facts that the turns of a dialogue state, `A: ...` and `B: ...`.

        Source ids are `t1`, `t2`, ... for the turns. Turns of which nothing is understood are named in the
        form.
        """
        ...


@runtime_checkable
class ReadsBeside(Protocol):
    """A parser that can read two texts over the same propositions."""

    def beside(self, first: Sequence[str], second: Sequence[str]) -> tuple[Premises, Premises] | Unparsed:
        """Read two texts as premises over the same atoms; sources `s1`, `s2`, ... each."""
        ...


class Trial(NamedTuple):
    """How a reader did on texts that were generated with their forms."""

    right: int
    """Texts that it read as a form logically equivalent to the one they were made from."""
    texts: int

    @property
    def reliable(self) -> bool:
        """Whether it read at least nine of ten rightly: a text that no parser reads is harder than these."""
        return 10 * self.right >= 9 * self.texts

    def __str__(self) -> str:
        return f"right on {self.right} of {self.texts} generated texts"


@runtime_checkable
class Tried(Protocol):
    """A parser that may have been tried on generated texts."""

    @property
    def trials(self) -> Mapping[str, Trial]:
        """By family of forms; none for a family that it was not tried on."""
        ...


def model_parser(model: object, timeout: float) -> Parser:
    """Return what reads with a language model: the entry point `llm` of the group `defeasible.parsers`.

    Args:
        model: A backend or its address, whatever that entry point takes; a parser is returned as it is.
        timeout: Seconds for each solver check that reading needs.

    Raises:
        UsageError: If no package that reads with models is installed, or it refuses the model.
    """
    if hasattr(model, "premises"):
        return cast("Parser", model)
    found = [*entry_points(group=ENTRY_GROUP, name="llm")]
    if not found:
        raise UsageError(
            "nothing is installed that reads with a language model",
            hint="pip install --force-reinstall defeasible",
        )
    parser: Parser = found[0].load()(model, timeout=timeout)
    return parser
