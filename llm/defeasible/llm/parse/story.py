"""Stories in two passes: participants, then the events and states of each sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import StringConstraints, TypeAdapter

from defeasible.llm.parse.family import Part
from defeasible.llm.parse.quotes import find
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.wire import (
    ENTRIES,
    PER_SOURCE,
    Name,
    Value,
    Words,
    any_of,
    model,
    one_of,
    plain,
    some,
)
from defeasible.llm.spec import Json
from defeasible.reasoner.forms import Event, Happening, Mood, Participant, State, Story, Unparsed
from defeasible.reasoner.forms.propositions import same_words
from defeasible.reasoner.text import Source, Span

ROLES = (
    "agent",
    "theme",
    "recipient",
    "source",
    "goal",
    "place",
    "instrument",
    "companion",
    "experiencer",
    "topic",
    "manner",
    "time",
)
ATTRIBUTES = (
    "is",
    "is_a",
    "has",
    "at",
    "knows",
    "can",
    "wants",
    "needs",
    "likes",
    "fears",
    "feels",
    "thinks",
    "part_of",
    "related_to",
    "used_for",
)
"""The roles and attributes that the rules know."""

_KINDS = get_args(get_type_hints(Participant)["kind"])
_FILLERS = 5
"""Most roles of one event."""
_TEXT = Annotated[str, StringConstraints(pattern="^=[a-z][a-z '-]{0,38}$", max_length=40)]
"""A role filler that is not a participant."""


class StoryWire:
    """The `FamilyWire` of stories; it declares participants."""

    def settled(self, text: Text) -> Unparsed | None:
        """Return an `Unparsed` if there is nothing to read."""
        return text.empty

    def declare(self, text: Text) -> Json:
        """Return the spec of a list of participants."""
        return _declare()

    def vocabulary(self, text: Text, said: Any) -> tuple[Participant, ...]:
        """Number the participants; those with the same name and kind are merged."""
        found: dict[tuple[str, str], Participant] = {}
        for n, one in enumerate(said.participants, 1):
            name = plain(one.name, f"the name of participant {n}")
            head = plain(one.head, f"the head noun of participant {n}").casefold()
            made = Participant(f"p{len(found) + 1}", name, head, one.kind, find(one.words, text.sources))
            found.setdefault((same_words(name), one.kind), made)
        return tuple(found.values())

    def shown(self, declared: Participant) -> str:
        """Return the participant's id, name and kind."""
        return f"{declared.id}: {declared.name} ({declared.kind})"

    def legend(self, vocabulary: tuple[Participant, ...]) -> str:
        """Return an empty text: the prompt explains roles and attributes."""
        return ""

    def bind(self, text: Text, vocabulary: tuple[Participant, ...]) -> Json:
        """Return the spec of the happenings of each line, and of one or two for each query."""
        return _bind(
            tuple(s.id for s in text.told),
            tuple(s.id for s in text.asked),
            tuple(p.id for p in vocabulary),
        )

    def form(self, text: Text, vocabulary: tuple[Participant, ...], said: Any) -> Story:
        """Return the story. Lines without happenings are listed as unread."""
        places = {p.id: p.span for p in vocabulary}
        happenings: list[Happening] = []
        unread: list[int] = []
        for source in text.told:
            line = int(source.id[1:])
            items = getattr(said, source.id)
            for item in items:
                near = places.get(item.who) if hasattr(item, "who") else None
                span = find(item.words, (source,), near)
                mood = Mood(item.mood)
                happenings.append(_happening(f"h{len(happenings) + 1}", line, item, mood, span))
            if not items:
                unread.append(line)
        queries = [
            _happening(source.id if n == 1 else f"{source.id}.{n}", 0, item, Mood.ACTUAL, _whole(source))
            for source in text.asked
            for n, item in enumerate(getattr(said, source.id), 1)
        ]
        return Story(text.sources, vocabulary, tuple(happenings), tuple(queries), tuple(unread))

    def parts(self, form: Story) -> Iterator[Part]:
        """Yield the participants and the happenings."""
        yield from (Part(f"participant `{p.id}` ({p.name})", p.span) for p in form.participants)
        yield from (Part(f"happening `{h.id}`", h.span) for h in form.happenings)

    def asked(self, form: Story) -> object:
        """Return the ids of the queries."""
        return tuple(query.id for query in form.queries)


def _happening(name: str, line: int, item: Any, mood: Mood, span: Span | None) -> Happening:
    if hasattr(item, "verb"):
        roles = tuple((r.role, r.who) for r in item.roles)
        return Event(name, line, item.verb, roles, item.holds, mood, span)
    value = " ".join(item.value.split()).casefold()
    return State(name, line, item.who, item.attribute, value, item.other, item.holds, mood, span)


def _whole(source: Source) -> Span:
    return Span(source.id, 0, len(source.text))


@lru_cache(maxsize=1)
def _declare() -> Json:
    one = model("Participant", words=Words, name=Name, head=Name, kind=one_of(_KINDS))
    return Json(TypeAdapter(model("Participants", participants=some(one, 0, ENTRIES))))


@lru_cache(maxsize=256)
def _bind(told: tuple[str, ...], asked: tuple[str, ...], people: tuple[str, ...]) -> Json:
    verb = Annotated[str, StringConstraints(pattern="^[a-z]{1,20}(?:_[a-z]{1,12})?$", max_length=33)]
    filler = any_of([one_of(people), _TEXT]) if people else _TEXT
    event: dict[str, Any] = {
        "verb": verb,
        "roles": some(model("Role", role=one_of(ROLES), who=filler), 0, _FILLERS),
    }
    state: dict[str, Any] = {}
    if people:
        other = any_of([one_of(people), None])
        state = {"who": one_of(people), "attribute": one_of(ATTRIBUTES), "value": Value, "other": other}
    kinds = {name: fields for name, fields in (("Event", event), ("State", state)) if fields}
    moods = one_of([mood.value for mood in Mood])
    happening = any_of(
        [model(name, words=Words, **fields, holds=bool, mood=moods) for name, fields in kinds.items()]
    )
    query = any_of([model(f"Asked{name}", **fields, holds=bool) for name, fields in kinds.items()])
    lines = dict.fromkeys(told, some(happening, 0, PER_SOURCE))
    return Json(TypeAdapter(model("Story", **(lines | dict.fromkeys(asked, some(query, 1, 2))))))
