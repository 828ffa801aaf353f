"""States that a question asks of by a participle, where the story tells the event: `is sprained`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.forms.story import IMPLIED, ONGOING, Event, Happening, Mood, State
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.referent import Referent
from defeasible.reasoner.grammar.stories.retold import synonyms
from defeasible.reasoner.laws.library import library

_BEYOND_PLACE = ("broken", "clean", "full", "open", "on")
"""A state of each side of a thing that only moving it leaves as it is."""


def with_results(
    told: Sequence[Happening], asked: Sequence[Happening], get: Callable[[str], Referent]
) -> Iterator[Happening]:
    """Write the state that an event leaves its theme in, where a question asks of it.

    What undoes the event ends it (`unbuckle`). What is done later to the thing, or to what has the name of
    the event (`took off the bandage`), may end it, unless it only moves the thing: a torn dress that is hung
    up is torn.
    """
    states = [q for q in asked if isinstance(q, State) and q.attribute == "is" and not q.other]
    wanted = {(q.participant, q.value): verb for q in states if (verb := _verb(q.value))}
    done: set[tuple[str, str]] = set()
    may_change, lasting = library().may_change, library().lasting
    for item in told:
        yield item
        if not isinstance(item, Event) or not item.polarity or ONGOING in item.cue or IMPLIED in item.cue:
            continue
        did, with_it = item.verb.removesuffix("e"), {who for _, who in item.roles if who[:1] != "="}
        named = {get(who).head.removesuffix("e") for who in with_it}
        for (who, value), verb in wanted.items() if item.mood in (Mood.ACTUAL, Mood.PRIOR) else ():
            state = State("", item.line, who, "is", value, span=item.span, cue="done to it")
            if did in _same(verb) and ("theme", who) in item.roles:
                done.add((who, value))
                yield state
            elif did in (f"un{verb}", f"dis{verb}", f"de{verb}") and who in with_it:
                yield replace(state, polarity=False)
            elif value in lasting:
                continue  # what is signed stays so
            elif (who, value) not in done:
                continue
            elif (verb in named and may_change(item.verb)) or (
                who in with_it and may_change(item.verb, *_BEYOND_PLACE)
            ):
                yield replace(state, polarity=False, mood=Mood.POSSIBLE)


@cache
def _same(verb: str) -> frozenset[str]:
    """Return a verb without its `e`, and those that say the same: `postpon` and `put_off`."""
    return frozenset({verb, *(v.removesuffix("e") for full in (verb, f"{verb}e") for v in synonyms(full))})


def _verb(participle: str) -> str:
    """Return the verb of a participle that no law knows, or of a narrower word: `fried`, `bricked up`."""
    first, *particle = participle.split()
    narrow = library().canonical("is", "", "", participle).fluent
    base, known = stem(first), "_".join((first, *particle)) in lx.KNOWN_STATES
    known = known and ("is", narrow.value) not in library().broader
    bare = (
        base == first and not particle and base not in lx.of("same_participle")
    )  # `put away` is a participle, `calm` is none
    other = known or bare or len(particle) > 1 or first.endswith("ing")
    return "" if other else "_".join((base, *particle)).removesuffix("e")
