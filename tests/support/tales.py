"""Small stories as forms, and small libraries of laws, for tests of the story decider."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner import Reasoner, Verdict, check_decision
from defeasible.reasoner import State as Checked
from defeasible.reasoner.forms import Event, Mood, Participant, State, Story
from defeasible.reasoner.laws import Library, read_library
from defeasible.reasoner.question import StateQuestion
from defeasible.reasoner.text import Source, Span

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from random import Random

    from defeasible.reasoner.forms import Happening

TOM = Participant("p1", "Tom", "tom", "person")
ANN = Participant("p2", "Ann", "ann", "person")
RING = Participant("p3", "the ring", "ring")
DOOR = Participant("p4", "the door", "door")
PARK = Participant("p5", "the park", "park", "place")
REX = Participant("p6", "Rex", "dog", "animal")
CAST = (TOM, ANN, RING, DOOR, PARK, REX)


def asked(told: str, state: str) -> StateQuestion:
    """A question about a story of English sentences, a line each."""
    return StateQuestion(tuple(re.split(r"(?<=\.) ", told)), state)


def verified(told: str, state: str) -> Verdict:
    """The verdict on a state after such a story; the checker must verify its proof."""
    question = asked(told, state)
    decision = Reasoner().decide(question)
    assert check_decision(question, decision).state is Checked.VERIFIED
    return decision.verdict


def event(line: int, verb: str, *, mood: Mood = Mood.ACTUAL, polarity: bool = True, **roles: str) -> Event:
    """An event without an id: `story` gives it one."""
    return Event("e0", line, verb, tuple(roles.items()), polarity, mood)


def state(
    line: int,
    who: str,
    attribute: str,
    value: str = "",
    other: str | None = None,
    *,
    mood: Mood = Mood.ACTUAL,
    polarity: bool = True,
) -> State:
    """A state without an id; line 0 for a query."""
    return State("s0", line, who, attribute, value, other, polarity, mood)


def story(happenings: Sequence[Happening], queries: Sequence[Happening], texts: Sequence[str] = ()) -> Story:
    """A story about the whole cast; each happening is told by all words of its line."""
    count = max([len(texts), *(h.line for h in happenings)], default=0)
    lines = [texts[n] if n < len(texts) else f"Sentence {n + 1}." for n in range(count)]
    told = tuple(
        _with_id(h, f"h{n}", Span(f"s{h.line}", 0, len(lines[h.line - 1].rstrip("."))))
        for n, h in enumerate(happenings, 1)
    )
    asked = tuple(_with_id(q, f"q{n}", None) for n, q in enumerate(queries, 1))
    sources = tuple(Source(f"s{n}", text) for n, text in enumerate(lines, 1))
    return Story(sources, CAST, told, asked)


def _with_id(item: Happening, name: str, span: Span | None) -> Happening:
    if isinstance(item, Event):
        return Event(name, item.line, item.verb, item.roles, item.polarity, item.mood, span)
    said = (item.participant, item.attribute, item.value, item.other, item.polarity, item.mood)
    return State(name, item.line, *said, span)


def laws(folder: Path, text: str, scales: str = "", synonyms: str = "") -> Library:
    """The library that three files make."""
    for name, content in (("laws", text), ("scales", scales), ("synonyms", synonyms)):
        (folder / f"{name}.toml").write_text(content, encoding="utf-8")
    return read_library(folder)


VERBS = (
    "give", "take", "buy", "lose", "find", "eat", "drink", "sleep", "wake_up", "open", "close", "break",
    "repair", "go", "leave", "stay", "put", "win", "cry", "yell_at", "help", "thank", "marry", "divorce",
    "die", "kill", "sing",
    "clean", "heat", "freeze", "learn", "tell", "call", "practice", "refuse", "fall", "hire", "fire", "jump",
)  # fmt: skip
ROLES = ("agent", "theme", "recipient", "source", "goal", "place")
STATES = (
    ("is", "open"), ("is", "closed"), ("is", "happy"), ("feels", "sad"), ("feels", "angry"), ("is", "hot"),
    ("is", "cold"), ("is", "broken"), ("is", "married"), ("is", "dead"), ("has", "money"), ("has", "job"),
    ("is", "rich"), ("is", "tired"), ("is", "generous"), ("has", "dog"), ("can", "see"),
)  # fmt: skip
RELATIONS = (
    ("has", ""), ("at", ""), ("likes", ""), ("hates", ""), ("related_to", "wife"), ("related_to", "friend"),
    ("related_to", "parent"), ("knows", ""), ("fears", ""), ("wants", ""),
)  # fmt: skip


def random_happening(random: Random, line: int) -> Happening:
    """An event or a state about anybody, in any mood, most often actual and affirmed."""
    mood = random.choice([Mood.ACTUAL] * 8 + list(Mood))
    polarity = random.random() < 0.85
    who = [p.id for p in CAST]
    if line and random.random() < 0.65:
        roles = {role: random.choice(who) for role in ROLES if random.random() < 0.45}
        if random.random() < 0.1:
            roles["theme"] = "=a good time"
        return Event("e0", line, random.choice(VERBS), tuple(roles.items()), polarity, mood)
    if random.random() < 0.5:
        attribute, value = random.choice(STATES)
        return state(line, random.choice(who), attribute, value, mood=mood, polarity=polarity)
    attribute, value = random.choice(RELATIONS)
    one, other = random.sample(who, 2)
    return state(line, one, attribute, value, other, mood=mood, polarity=polarity)


def random_story(random: Random) -> Story:
    """One to five lines of one or two happenings each, and one or two queries."""
    lines = random.randint(1, 5)
    told = [random_happening(random, n) for n in range(1, lines + 1) for _ in range(random.choice((1, 1, 2)))]
    queries = [random_happening(random, 0) for _ in range(2)]
    if stated := [h for h in told if isinstance(h, State)]:
        # What the story speaks of is more often decided.
        queries[0] = replace(random.choice(stated), line=0, mood=Mood.ACTUAL, polarity=random.random() < 0.5)
    if random.random() < 0.15:
        told_events = [h for h in told if isinstance(h, Event)]
        if told_events:
            asked = random.choice(told_events)
            queries[0] = Event("e0", 0, asked.verb, asked.roles[:1])
    return story(told, queries)


def rows(table: str) -> list[tuple[str, ...]]:
    """The cells of each line."""
    return [tuple(cell.strip() for cell in line.split("|")) for line in table.splitlines() if line]
