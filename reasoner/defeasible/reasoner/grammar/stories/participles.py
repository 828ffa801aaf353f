"""States that a question asks of by a participle, where the story tells the event: `is sprained`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.forms.story import ONGOING, Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx

_UNDOING = ("un", "dis", "de")
"""What before a verb makes it undo what the verb does: `unbuckle`."""


def with_results(told: Sequence[Happening], asked: Sequence[Happening]) -> list[Happening]:
    """Write the state that an event leaves its theme in, where a question asks of it.

    Whatever is done to the thing later may end the state, and what undoes the event ends it.
    """
    states = [q for q in asked if isinstance(q, State) and q.attribute == "is" and not q.other]
    wanted = {(q.participant, q.value): verb for q in states if (verb := _verb(q.value))}
    done: set[str] = set()
    found: list[Happening] = []
    for item in told:
        found.append(item)
        for (who, value), verb in wanted.items():
            found += _left(item, who, value, verb, done)
    return found


def _verb(participle: str) -> str:
    """Return the verb of a participle that no law of states knows: `bricked up` to `brick_up`."""
    first, *particle = participle.split() or [""]
    base = stem(first)
    known = first in lx.KNOWN_STATES or "_".join((first, *particle)) in lx.KNOWN_STATES
    other = base == first or len(particle) > 1 or first.endswith("ing")
    return "" if known or other else "_".join((base, *particle))


def _left(event: Happening, who: str, value: str, verb: str, done: set[str]) -> Iterator[State]:
    roles = [role for role, filler in event.roles if filler == who] if isinstance(event, Event) else []
    if not isinstance(event, Event) or not roles or ONGOING in event.cue:
        return
    if event.mood not in (Mood.ACTUAL, Mood.PRIOR) or not event.polarity:
        return
    about = ("", event.line, who, "is", value)
    if event.verb == verb and "theme" in roles:
        done.add(who)
        yield State(*about, span=event.span, cue="done to it")
    elif (
        event.verb.removesuffix("e") in {prefix + verb.removesuffix("e") for prefix in _UNDOING}
        and "theme" in roles
    ):
        yield State(*about, polarity=False, span=event.span, cue="undone")
    elif who in done and event.verb not in lx.UNCHANGED:
        yield State(*about, polarity=False, mood=Mood.POSSIBLE, span=event.span, cue="perhaps no more")
