"""Questions about stories: whether a state is implied, what would make it otherwise, what changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.forms import State, Story, Unparsed
from defeasible.reasoner.forms.story import UNREAD
from defeasible.reasoner.given import texts
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Happening
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.trace import Task

When: TypeAlias = Literal["end", "ever"]
"""Whether a state should hold at the last of the moments asked about, or at any."""


@dataclass(frozen=True, slots=True)
class StateQuestion(Record):
    """Does a story in words imply a state of somebody or something in it?

    Raises:
        UsageError: On construction, if an argument is not text, or `when` is neither `end` nor `ever`.
    """

    lines: tuple[str, ...]
    """The sentences of the story, in order."""
    state: str
    """A sentence about a participant: `Tom was angry.`"""
    support: tuple[int, ...] = ()
    """Lines, from 1, that should show it; it is then asked of the moment after the last one."""
    context: bool = True
    """Whether lines outside `support` count."""
    when: When = "end"
    kind: Literal["state"] = "state"
    task: ClassVar[Task] = "story"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", texts(self.lines, self.state, name="lines"))
        object.__setattr__(self, "support", tuple(self.support))
        _check_when(self.when)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines `s1`, `s2`, ... and the state `q1`."""
        told = tuple(Source(f"s{number}", text) for number, text in enumerate(self.lines, 1))
        return (*told, Source("q1", self.state))

    def read(self, parser: Parser, /) -> Story | Unparsed:
        """Read the lines and the state."""
        return parser.story(self.lines, [self.state])

    def places(self, form: Story) -> tuple[int, ...]:
        """Return the positions of the queries that the state was read as; all of them should hold."""
        return places(form, 1)


@dataclass(frozen=True, slots=True)
class StoryRevisionQuestion(Record):
    """How would a story go if another state held? The answer is the new story, one sentence per line.

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    lines: tuple[str, ...]
    """The sentences of the story, in order."""
    counterfactual: str
    """A sentence about a participant that should follow from the new story: `Tom was calm.`"""
    kind: Literal["story-revision"] = "story-revision"
    task: ClassVar[Task] = "story"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", texts(self.lines, self.counterfactual, name="lines"))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines `s1`, `s2`, ... and the counterfactual `q1`."""
        return self.of(None).sources

    def read(self, parser: Parser, /) -> Story | Unparsed:
        """Read the lines and the counterfactual."""
        return self.of(None).read(parser)

    def of(self, answer: str | None) -> StateQuestion:
        """Return the question that the proof of an answer decides: do its lines imply the counterfactual?

        Without an answer, the question is about the original story.
        """
        lines = self.lines if answer is None else tuple(answer.split("\n"))
        return StateQuestion(lines, self.counterfactual)


@dataclass(frozen=True, slots=True)
class StateChangeQuestion(Record):
    """Which state holds in one version of a story, and which in the other instead?

    The answer has a line for the first version and a line for the second.

    Raises:
        UsageError: On construction, if an argument is not text.
    """

    lines: tuple[str, ...]
    """The sentences of the first version, in order."""
    revised_lines: tuple[str, ...]
    """The sentences of the second version, in order."""
    kind: Literal["state-change"] = "state-change"
    task: ClassVar[Task] = "story"
    in_words: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("lines", "revised_lines"):
            object.__setattr__(self, name, texts(getattr(self, name), name=name))

    @property
    def sources(self) -> tuple[Source, ...]:
        """The lines of the first version, `s1`, `s2`, ..., and of the second, `r1`, `r2`, ..."""
        told = tuple(Source(f"s{number}", text) for number, text in enumerate(self.lines, 1))
        return (*told, *(Source(f"r{number}", text) for number, text in enumerate(self.revised_lines, 1)))

    def read(self, parser: Parser, /) -> tuple[Story, Story] | Unparsed:
        """Read both versions."""
        first, second = parser.story(self.lines), parser.story(self.revised_lines)
        if isinstance(first, Unparsed):
            return first
        return second if isinstance(second, Unparsed) else (first, second)

    def of(self, answer: str | None) -> StateQuestion | None:
        """Return the question that an answer's proof decides: does the first version imply its first line?

        Without an answer, nothing is proved, and the result is None.
        """
        return None if answer is None else StateQuestion(self.lines, answer.partition("\n")[0])


@dataclass(frozen=True, slots=True)
class StoryQuestion(Record):
    """Does a story form imply some of its queries?

    Raises:
        UsageError: On construction, if no query is named, or `when` is neither `end` nor `ever`.
    """

    form: Story
    queries: tuple[int, ...] = (0,)
    """Positions among the story's queries, from 0; all of them should hold."""
    support: tuple[int, ...] = ()
    """Lines, from 1, that should show it; it is then asked of the moment after the last one."""
    context: bool = True
    """Whether lines outside `support` count."""
    when: When = "end"
    kind: Literal["story"] = "story"
    task: ClassVar[Task] = "story"
    in_words: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "queries", tuple(self.queries))
        object.__setattr__(self, "support", tuple(self.support))
        _check_when(self.when)

    @property
    def sources(self) -> tuple[Source, ...]:
        """Those of the form."""
        return self.form.sources

    def read(self, _parser: Parser, /) -> Story:
        """Return the form."""
        return self.form

    def places(self, _form: Story) -> tuple[int, ...]:
        """Return the positions of the queries asked about."""
        return self.queries


def places(story: Story, question: int) -> tuple[int, ...]:
    """Return the positions of the queries that a question in words, counted from 1, was read as.

    If it was read as states and events, it asks only about the states, and about what was not read of it.
    """
    source = f"q{question}"
    found = [
        i for i, query in enumerate(story.queries) if query.span is not None and query.span.source == source
    ]
    more = [i for i in found if is_unread(story.queries[i])]
    said = [i for i in found if i not in more]
    return (*([i for i in said if isinstance(story.queries[i], State)] or said), *more)


def is_unread(query: Happening) -> bool:
    """Return whether a query is what a question asks beyond what was read of it."""
    return isinstance(query, State) and query.attribute == UNREAD


def asked_of(story: Story, query: int | Sequence[int]) -> tuple[Happening, ...]:
    """Return the queries at one or several positions.

    Raises:
        UsageError: If there is no such query, or no position is given.
    """
    named = [query] if isinstance(query, int) else list(query)
    for place in named:
        if not 0 <= place < len(story.queries):
            raise UsageError(f"no query {place} in a story of {len(story.queries)}")
    if not named:
        raise UsageError(
            "no query given", hint="pass the place of at least one of the story's queries, from 0"
        )
    return tuple(story.queries[place] for place in dict.fromkeys(named))


def _check_when(when: str) -> None:
    if when not in ("end", "ever"):
        raise unknown("value", when, ("end", "ever"), of="`when`")
