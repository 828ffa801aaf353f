"""Questions about dialogues: consistency of facts, causes and consequences, the slot between two phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from defeasible.reasoner.errors import unknown
from defeasible.reasoner.forms import Contraries, DialogueFacts, Exclusion, Unparsed
from defeasible.reasoner.given import texts
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task

Talk: TypeAlias = tuple[str, ...] | DialogueFacts
"""A dialogue: its turns, each starting with its speaker, or the facts already read from them."""


@dataclass(frozen=True, slots=True)
class _OfDialogue(Record):
    dialogue: Talk
    """The turns, each starting with its speaker (`A: ...`), or the facts already read from them."""
    task: ClassVar[Task] = "dialogue"

    def __post_init__(self) -> None:
        if not isinstance(self.dialogue, DialogueFacts):
            object.__setattr__(self, "dialogue", texts(self.dialogue, name="turns"))

    @property
    def in_words(self) -> bool:
        """Whether it is given as turns that have to be read."""
        return not isinstance(self.dialogue, DialogueFacts)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The turns `t1`, `t2`, ..."""
        if isinstance(self.dialogue, DialogueFacts):
            return self.dialogue.sources
        return tuple(Source(f"t{number}", text) for number, text in enumerate(self.dialogue, 1))

    def read(self, parser: Parser, /) -> DialogueFacts | Unparsed:
        """Read the turns; facts are returned unchanged."""
        if isinstance(self.dialogue, DialogueFacts):
            return self.dialogue
        return parser.dialogue(self.dialogue)


@dataclass(frozen=True, slots=True)
class ConsistencyQuestion(_OfDialogue):
    """Can the facts of a dialogue all hold?

    Raises:
        UsageError: On construction, if an argument is not text, or there is no such policy.
    """

    rules: tuple[Contraries | Exclusion, ...] = ()
    """Commonsense rules in addition to those of the package."""
    policy: Literal["report", "latest-wins"] = "report"
    """Whether the question is about all facts, or about those kept under `latest-wins`."""
    kind: Literal["consistency"] = "consistency"

    def __post_init__(self) -> None:
        _OfDialogue.__post_init__(self)
        if self.policy not in ("report", "latest-wins"):
            raise unknown("policy", self.policy, ("report", "latest-wins"))


@dataclass(frozen=True, slots=True)
class ConflictPhraseQuestion(_OfDialogue):
    """Which of some phrases does not fit into a dialogue?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    candidates: tuple[str, ...] = ()
    """Phrases as they occur in the turns."""
    rules: tuple[Contraries | Exclusion, ...] = ()
    """Commonsense rules in addition to those of the package."""
    kind: Literal["conflict-phrase"] = "conflict-phrase"

    def __post_init__(self) -> None:
        _OfDialogue.__post_init__(self)
        object.__setattr__(self, "candidates", texts(self.candidates, name="candidates"))


@dataclass(frozen=True, slots=True)
class CauseQuestion(_OfDialogue):
    """Does one event of a dialogue lead to another?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    cause: str = ""
    """An event in words, or the id of its phrase."""
    effect: str = ""
    kind: Literal["cause"] = "cause"

    def __post_init__(self) -> None:
        _OfDialogue.__post_init__(self)
        texts([self.cause, self.effect], name="events")


@dataclass(frozen=True, slots=True)
class SlotQuestion(_OfDialogue):
    """Which slot or domain relates two phrases of a dialogue?

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    phrase1: str = ""
    """The entity or event that the fact is about."""
    phrase2: str = ""
    """The phrase that fills the slot."""
    options: tuple[str, ...] = ()
    """Names of slots or domains in either language."""
    kind: Literal["slot"] = "slot"

    def __post_init__(self) -> None:
        _OfDialogue.__post_init__(self)
        object.__setattr__(self, "options", texts(self.options, self.phrase1, self.phrase2, name="options"))

    @property
    def in_words(self) -> bool:
        """Always False: its turns are searched for words, not read."""
        return False

    def read(self, _parser: Parser, /) -> DialogueFacts:
        """Return the turns alone, since the slot is weighed from words, not from facts."""
        if isinstance(self.dialogue, DialogueFacts):
            return self.dialogue
        return DialogueFacts(self.sources, (), ())
