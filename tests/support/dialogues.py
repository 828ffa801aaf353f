"""Dialogue facts for tests, written short: subject, slot, value."""

from __future__ import annotations

from random import Random

from defeasible.reasoner.dialogue import slot
from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase
from defeasible.reasoner.forms.ontology import PHRASES
from defeasible.reasoner.text import Source, Span


def facts(*rows: tuple[str, str, str] | tuple[str, str, str, bool], turns: bool = False) -> DialogueFacts:
    """Return facts `f1`, `f2`, ... over phrases `x1`, ...; with turns, each is said by a turn of its own."""
    phrases: dict[tuple[str, str], Phrase] = {}

    def phrase(text: str, kind: str) -> str:
        key = (text, kind)
        if key not in phrases:
            phrases[key] = Phrase(f"x{len(phrases) + 1}", text, kind)  # type: ignore[arg-type]
        return phrases[key].id

    stated, sources = [], []
    for number, (subject, name, value, *polarity) in enumerate(rows, 1):
        one = slot(name)
        span = None
        if turns:
            sources.append(Source(f"t{number}", f"{'AB'[number % 2]}: {subject} {value}"))
            span = Span(f"t{number}", 3, len(sources[-1].text))
        kind = PHRASES[one.value][0]
        ends = phrase(subject, one.subject), phrase(value, kind)
        stated.append(DialogueFact(f"f{number}", ends[0], one.id, ends[1], all(polarity), span))
    return DialogueFacts(tuple(sources), tuple(phrases.values()), tuple(stated))


ENTITIES = ("wheel", "car", "fleet", "ice")
ENTITY_SLOTS = (
    "is_part_of",
    "has",
    "is_a",
    "has_type",
    "equivalent_entity",
    "opposite_entity",
    "similar_entity",
    "at_location",
)
EVENTS = ("Ben works", "Ben is tired", "Ben rests", "Ben snores")
EVENT_SLOTS = (
    "event_cause",
    "subsequent_event",
    "emotional_cause",
    "prerequisite",
    "subsequent_emotional_reaction",
)
QUALITIES = ("hot", "cold", "clean", "not clean")
TIMED = {
    "start_time": ("8 pm", "yesterday", "today"),
    "end_time": ("6 am", "yesterday", "today"),
    "occurrence_time": ("yesterday", "tomorrow"),
    "duration": ("eight hours", "ten hours"),
    "frequency": ("never", "every day"),
}


TOPICS = (
    (ENTITIES, ("is_part_of", "has")),
    (ENTITIES, ("is_a", "has_type")),
    (ENTITIES, ("equivalent_entity", "equivalent_entity", "opposite_entity")),
    (EVENTS, EVENT_SLOTS),
)
"""Phrases and slots of which few facts make long chains."""


def random_facts(random: Random, count: int) -> DialogueFacts:
    """Return random facts over few phrases, so that they clash often; half of them in chains."""
    rows: list[tuple[str, str, str, bool]] = []
    phrases, slots = random.choice(TOPICS)
    chained = random.random() < 0.5
    for _ in range(count):
        kind = random.random()
        polarity = random.random() > 0.15
        if chained:
            a, b = random.sample(phrases, 2)
            rows.append((a, random.choice(slots), b, polarity))
        elif kind < 0.4:
            a, b = (random.choice(ENTITIES) for _ in range(2))
            rows.append((a, random.choice(ENTITY_SLOTS), b, polarity))
        elif kind < 0.7:
            a, b = (random.choice(EVENTS) for _ in range(2))
            rows.append((a, random.choice(EVENT_SLOTS), b, polarity))
        elif kind < 0.8:
            rows.append((random.choice(ENTITIES), "is", random.choice(QUALITIES), polarity))
        else:
            slot_name = random.choice(tuple(TIMED))
            rows.append((random.choice(EVENTS[:2]), slot_name, random.choice(TIMED[slot_name]), polarity))
    return facts(*rows)
