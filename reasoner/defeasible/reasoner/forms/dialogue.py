"""`DialogueFacts`: what the turns of a dialogue say, as `domain: slot = value` over quoted phrases."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span, quote

PhraseKind: TypeAlias = Literal["entity", "event", "value"]
"""A thing; what is or happens, as a clause; or what is neither: an adjective, a time, how often, a place."""


@dataclass(frozen=True, slots=True)
class Phrase(Record):
    """An entity, an event or a plain value that the dialogue mentions; one per referent.

    Two phrases with the same `key` are the same referent, whatever their ids.
    """

    id: str
    """Short name: `x1`, `x2`, ..."""
    text: str
    """In words that stand by themselves: `苹果11`, `A辞职`."""
    kind: PhraseKind
    span: Span | None = None
    """The words that first mention it."""
    speaker: str = ""
    """Who does it, for an event whose doer speaks: `A`; empty otherwise."""

    @property
    def key(self) -> tuple[str, str]:
        """What tells referents apart: who does it, and the words as `plain_words` writes them."""
        return (self.speaker, plain_words(self.text))


@dataclass(frozen=True, slots=True)
class DialogueFact(Record):
    """That a slot of a phrase has a value: `cause: event_cause(x1) = x2`."""

    id: str
    subject: str
    """Id of the phrase it is about."""
    slot: str
    """Id of a slot of the ontology, which also settles the domain: `event_cause`."""
    value: str
    """Id of the phrase that fills the slot."""
    polarity: bool = True
    """False for what is denied: the slot does not have this value."""
    span: Span | None = None
    """The words of the turn that says it."""
    cue: str = ""
    """What the parser read in the words, for the trace: `因为...所以`."""


@dataclass(frozen=True, slots=True)
class DialogueFacts(Record):
    """The facts of one dialogue.

    Raises:
        FormError: On construction, when ids repeat, a phrase is undeclared, or a span lies outside its turn.
            That slots exist and fit the kinds of their phrases is checked by `dialogue.validate`.
    """

    family: ClassVar[str] = "dialogue"
    sources: tuple[Source, ...]
    """The turns `t1`, `t2`, ..., as given, with `A: ` in front of what A says."""
    phrases: tuple[Phrase, ...]
    facts: tuple[DialogueFact, ...]
    unread: tuple[int, ...] = ()
    """Turns of which nothing was understood."""
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
    """Return a text without what does not tell two mentions apart: case, width, spaces and end marks.

    >>> plain_words(" Eight o'clock. ") == plain_words("eight  o'clock")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(END_MARKS)


END_MARKS = " .,;:!?\"'()[]…。，；：！？、“”‘’《》"
"""What may stand around words and does not tell two mentions apart."""
