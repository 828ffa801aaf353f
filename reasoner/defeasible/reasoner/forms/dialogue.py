"""`DialogueFacts`: the content of a dialogue's turns, as `domain: slot = value` over quoted phrases."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span, quote

PhraseKind: TypeAlias = Literal["entity", "event", "value"]
"""A thing; a state or event, as a clause; or neither: an adjective, a time, a frequency, a place."""


@dataclass(frozen=True, slots=True)
class Phrase(Record):
    """An entity, event or plain value that the dialogue mentions; one per referent.

    Two phrases with the same `key` are the same referent, whatever their ids.
    """

    id: str
    """Short name: `x1`, `x2`, ..."""
    text: str
    """Self-contained words: `苹果11`, `A辞职`."""
    kind: PhraseKind
    span: Span | None = None
    """The words that first mention it."""
    speaker: str = ""
    """For an event whose agent is a speaker, the speaker: `A`; else empty."""

    @property
    def key(self) -> tuple[str, str]:
        """The key that distinguishes referents: the speaker, and the words as `plain_words`."""
        return (self.speaker, plain_words(self.text))


@dataclass(frozen=True, slots=True)
class DialogueFact(Record):
    """A slot of a phrase with its value: `cause: event_cause(x1) = x2`."""

    id: str
    subject: str
    """Id of the phrase that it is about."""
    slot: str
    """Id of a slot of the ontology, which determines the domain: `event_cause`."""
    value: str
    """Id of the phrase that fills the slot."""
    polarity: bool = True
    """False if it is denied: the slot does not have this value."""
    span: Span | None = None
    """The words of the turn that states it."""
    cue: str = ""
    """The cue that the parser found in the words, for the trace: `因为...所以`."""


@dataclass(frozen=True, slots=True)
class DialogueFacts(Record):
    """The facts of one dialogue.

    Raises:
        FormError: On construction, if ids repeat, a phrase is undeclared, or a span is outside its turn.
            `dialogue.validate` checks that slots exist and fit the kinds of their phrases.
    """

    family: ClassVar[str] = "dialogue"
    sources: tuple[Source, ...]
    """The turns `t1`, `t2`, ..., as given, each starting with its speaker, such as `A: `."""
    phrases: tuple[Phrase, ...]
    facts: tuple[DialogueFact, ...]
    unread: tuple[int, ...] = ()
    """Numbers of the turns that were not understood at all."""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        declared = [phrase.id for phrase in self.phrases]
        groups = (
            ("phrase", declared),
            ("fact", [fact.id for fact in self.facts]),
            ("source", [source.id for source in self.sources]),
        )
        for what, names in groups:
            if len(set(names)) < len(names):
                raise FormError(f"{what} id `{next(n for n in names if names.count(n) > 1)}` is used twice")
        known = set(declared)
        for fact in self.facts:
            for name in (fact.subject, fact.value):
                if name not in known:
                    raise FormError(
                        f"fact `{fact.id}` is about phrase `{name}`, which is not declared",
                        hint=f"declared phrases: {', '.join(declared) or 'none'}",
                    )
        for span in [*(p.span for p in self.phrases), *(f.span for f in self.facts)]:
            if span is not None:
                quote(self.sources, span)


@lru_cache(maxsize=65536)
def plain_words(text: str) -> str:
    """Normalise what does not distinguish two mentions: case, width, spaces and end marks.

    >>> plain_words(" Eight o'clock. ") == plain_words("eight  o'clock")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(END_MARKS)


END_MARKS = " .,;:!?\"'()[]…。，；：！？、“”‘’《》"
"""Characters around words that do not distinguish two mentions."""
