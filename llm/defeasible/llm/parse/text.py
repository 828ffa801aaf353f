"""`Text`: the input of the parser, for any family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source


@dataclass(frozen=True, slots=True)
class Text(Record):
    """Texts of one family, with the source ids that the form will have."""

    family: str
    """The family of the form: a key of `FORMS`."""
    sources: tuple[Source, ...]

    @classmethod
    def premises(cls, statements: Sequence[str], queries: Sequence[str] = ()) -> Text:
        """Return statements in order of arrival, and queries."""
        return cls(Premises.family, _numbered("s", statements) + _numbered("q", queries))

    @classmethod
    def sizes(cls, context: str, objects: tuple[str, str]) -> Text:
        """Return a text that implies sizes, and the two objects that a question names."""
        return cls(SizeContext.family, _numbered("s", [context]) + _numbered("q", objects))

    @classmethod
    def story(cls, lines: Sequence[str], queries: Sequence[str] = ()) -> Text:
        """Return the sentences of a story, and statements to decide about it."""
        return cls(Story.family, _numbered("s", lines) + _numbered("q", queries))

    @classmethod
    def dialogue(cls, turns: Sequence[str]) -> Text:
        """Return the turns of a dialogue."""
        return cls(DialogueFacts.family, _numbered("t", turns))

    @property
    def empty(self) -> Unparsed | None:
        """An `Unparsed` if there are no words in it, else None."""
        if any(source.text.strip() for source in self.sources):
            return None
        return Unparsed("there is no text to read", self.sources)

    @property
    def told(self) -> tuple[Source, ...]:
        """The sources that state something, without the queries."""
        return tuple(source for source in self.sources if source.id[0] != "q")

    @property
    def asked(self) -> tuple[Source, ...]:
        """The queries."""
        return tuple(source for source in self.sources if source.id[0] == "q")


def _numbered(letter: str, texts: Sequence[str]) -> tuple[Source, ...]:
    if isinstance(texts, str):
        raise UsageError(
            f"expected a list of texts, got a string: {texts[:40]!r}", hint="pass a list: [text]"
        )
    return tuple(Source(f"{letter}{n}", text) for n, text in enumerate(texts, 1))
