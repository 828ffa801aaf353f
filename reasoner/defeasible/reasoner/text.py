"""Source texts, and spans that point into them."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class Source(Record):
    """One piece of text as given by the user: a premise, a context sentence, a story line, a turn.

    Raises:
        FormError: On construction, if the text is not Unicode.
    """

    id: str
    """Short name, unique in its form: `s1`, `s2`, `query`."""
    text: str
    """The unchanged text; spans count its characters."""

    def __post_init__(self) -> None:
        if fault := unicode_fault(self.text):
            raise FormError(f"source `{self.id}`: {fault}")


@dataclass(frozen=True, slots=True)
class Span(Record):
    """A half-open range of characters `[start, end)` in the source named `source`."""

    source: str
    """Id of a `Source` of the same form or trace."""
    start: int
    """First character, from 0."""
    end: int
    """One past the last character."""


def unicode_fault(text: str) -> str:
    """Return why a string is not Unicode text, for an error message; empty if it is."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"{text[:40]!r} is not Unicode text: half of a surrogate pair at character {error.start}"
    return ""


def quote(sources: tuple[Source, ...], span: Span) -> str:
    """Return the words that a span points to.

    Raises:
        FormError: If there is no such source, or the range is outside its text.
    """
    for source in sources:
        if source.id == span.source:
            if 0 <= span.start <= span.end <= len(source.text):
                return source.text[span.start : span.end]
            raise FormError(
                f"span [{span.start}, {span.end}) lies outside source `{span.source}` "
                f"of {len(source.text)} characters"
            )
    raise FormError(f"span names source `{span.source}`, which is not among {[s.id for s in sources]}")
