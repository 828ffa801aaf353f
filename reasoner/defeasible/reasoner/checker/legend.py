"""The legend of a story trace: its atoms in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.laws.words import MOOD_WORDS, VERB_WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defeasible.reasoner.checker.law_book import Fluent
    from defeasible.reasoner.forms import Event


def fluent_in_words(fluent: Fluent, moment: str, names: Mapping[str, str]) -> str:
    """Return a fluent at a moment in words: at the start for `0`, else after a line or part of it."""
    who = names.get(fluent.participant, fluent.participant)
    other = names.get(fluent.other, fluent.other)
    value, attribute = fluent.value.replace("_", " "), fluent.attribute.replace("_", " ")
    if other and attribute == "related to":
        said = [who, "is the", value, "of", other]
    else:
        verb = VERB_WORDS[fluent.attribute][0] if fluent.attribute in VERB_WORDS else f"has {attribute}"
        said = [who, verb, *filter(None, (value, other))]
    line, *part = moment.split(".")
    of = "".join(f"part {number} of " for number in part)
    when = "at the start" if moment == "0" else f"after {of}line {line}"
    return f"{' '.join(word for word in said if word)}, {when}"


def event_in_words(event: Event, names: Mapping[str, str]) -> str:
    """Return an event in words: the agent, the verb, and the fillers of the other roles."""
    named = [(role, names.get(filler, filler)) for role, filler in event.roles]
    bare = [(role, name[1:] if name[:1] == "=" else name) for role, name in named]
    doers = [name for role, name in bare if role in ("agent", "experiencer")]
    agent = doers[0] if doers else ""
    others = ", ".join(f"{role} {name}" for role, name in bare if name != agent)
    before = f"{agent}: " if agent else ""
    after = f" ({others})" if others else ""
    return MOOD_WORDS[event.mood] + before + event.verb.replace("_", " ") + after
