"""Fluents and events in words, as in the legend of a trace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.forms import Mood

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defeasible.reasoner.forms import Event, Participant
    from defeasible.reasoner.laws.fluents import Fluent

_VERBS = """
is has owns knows can wants needs likes loves hates fears feels thinks cares_about owes wears trusts respects
works_for lives_with exists happened catches smells tastes
"""
_STATES = "at part_of used_for far_from on_the_edge_of"
_SAID = {verb: verb.replace("_", " ") for verb in _VERBS.split()}
_SAID |= {state: f"is {state.replace('_', ' ')}" for state in _STATES.split()}
_SAID |= {"is_a": "is a", "lives": "lives at", "proposed_to": "has proposed to"}
_NOT = {"is": "is not", "can": "cannot", "happened": "did not happen"}


def _denied(words: str) -> str:
    verb, _, rest = words.partition(" ")
    no = "has not" if rest == "proposed to" else _NOT.get(verb) or f"does not {stem(verb)}"
    return f"{no} {rest}".strip()


VERB_WORDS = {attribute: (words, _denied(words)) for attribute, words in _SAID.items()}
"""Attribute to its wording, affirmed and denied."""
MOOD_WORDS = {
    Mood.ACTUAL: "",
    Mood.PRIOR: "before: ",
    Mood.FUTURE: "planned: ",
    Mood.POSSIBLE: "possibly: ",
    Mood.DESIRED: "wished: ",
    Mood.ATTEMPTED: "tried: ",
    Mood.HABITUAL: "usually: ",
    Mood.OBLIGED: "due: ",
}
"""Mood of an event to the words before it."""


def names_of(cast: tuple[Participant, ...]) -> dict[str, str]:
    """Return the names of participants by id."""
    return {person.id: person.name for person in cast}


def sentence(fluent: Fluent, names: Mapping[str, str], *, positive: bool = True) -> str:
    """Return a fluent, or its denial, in words.

    >>> from defeasible.reasoner.laws import Fluent
    >>> sentence(Fluent("has", "p1", "p2"), {"p1": "Ann", "p2": "the ring"}, positive=False)
    'Ann does not have the ring'
    """
    who, value = names.get(fluent.participant, fluent.participant), fluent.value.replace("_", " ")
    other = names.get(fluent.other, fluent.other)
    if fluent.attribute == "related_to" and other:
        return f"{who} {'is' if positive else 'is not'} the {value} of {other}"
    word = fluent.attribute.replace("_", " ")
    verb = VERB_WORDS.get(fluent.attribute, (f"has {word}", f"does not have {word}"))[0 if positive else 1]
    return " ".join(part for part in (who, verb, value, other) if part)


def at_moment(fluent: Fluent, moment: str, names: Mapping[str, str]) -> str:
    """Return in words that a fluent holds at a moment, by its name: `0`, `3`, `3.2` (part 2 of moment 3)."""
    line, _, part = moment.partition(".")
    when = "at the start" if moment == "0" else f"after {f'part {part} of ' if part else ''}line {line}"
    return f"{sentence(fluent, names)}, {when}"


def event_in_words(event: Event, names: Mapping[str, str]) -> str:
    """Return an event in approximate words: `Tom: give (theme the ring, recipient Ann)`."""
    roles = [(role, names.get(f, f).removeprefix("=")) for role, f in event.roles]
    agent = next((name for role, name in roles if role in ("agent", "experiencer")), "")
    rest = ", ".join(f"{role} {name}" for role, name in roles if name != agent)
    verb = event.verb.replace("_", " ")
    return f"{MOOD_WORDS[event.mood]}{agent + ': ' if agent else ''}{verb}{f' ({rest})' if rest else ''}"
