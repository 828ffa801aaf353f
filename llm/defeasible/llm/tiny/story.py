"""Stories of one or two sentences: actions, feelings and qualities of people and things, and a query."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from defeasible.llm.parse.text import Text
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.sample import Sample, reply, upper, words

DEEDS = (
    ("{who} {past} {what}", True, "actual"),
    ("{who} {past} {what}", True, "actual"),
    ("{who} did not {bare} {what}", False, "actual"),
    ("{who} had {done} {what}", True, "prior"),
    ("{who} wanted to {bare} {what}", True, "desired"),
    ("{who} tried to {bare} {what}", True, "attempted"),
    ("{who} might {bare} {what}", True, "possible"),
)
"""Sentences about an action, whether it is affirmed, and its mood."""

STATES = (
    ("{who} was {value}", True, "actual"),
    ("{who} was {value}", True, "actual"),
    ("{who} was not {value}", False, "actual"),
    ("{who} might be {value}", True, "possible"),
)
"""Sentences about a state, whether it is affirmed, and its mood."""

_Said: TypeAlias = tuple[str, dict[str, Any]]


class _Writer:
    """Writes one story and its replies, with participants in order of mention."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.table, people = words("story") | words("things"), words("people")
        self.deeds = {deed[0]: deed for deed in self.table["deeds"]}
        lists = [self.table[name] for name in ("feelings", "places", "things")]
        self.people: list[str] = [
            draw.one([name for name in people[word] if all(draw.able([name], each) for each in lists)])
            for word in ("she", "he")
        ]
        self.things: list[str] = []
        self.ids: dict[str, str] = {}
        self.declared: list[dict[str, str]] = []
        self.asked: list[tuple[str, str, dict[str, Any]]] = []
        """Possible questions: the participant, the words, and the state."""

    def mention(self, name: str, kind: str) -> str:
        """Return a phrase for a participant, which is declared if it is new."""
        if name not in self.ids:
            self.ids[name] = f"p{len(self.ids) + 1}"
            self.declared.append({"words": name, "name": name, "head": name.lower(), "kind": kind})
        return name if kind == "person" else f"the {name}"

    def person(self) -> str:
        """Return a person's name."""
        return self.draw.one(self.people)

    def thing(self, others: Sequence[str]) -> tuple[str, str]:
        """Return a thing, preferably one of the story, and a word that forms a pair with it."""
        known = self.draw.able(self.things, others)
        pair = self.draw.pair(known if known and self.draw.chance(0.6) else self.table["things"], others)
        self.things.append(pair[0])
        return pair

    def deed(self) -> _Said:
        """Return a sentence in which somebody acts on a thing."""
        pattern, holds, mood = self.draw.one(DEEDS)
        name, (thing, past) = self.person(), self.thing(list(self.deeds))
        _, bare, done = self.deeds[past]
        who, what = self.mention(name, "person"), self.mention(thing, "thing")
        self.owned(name, thing)
        sentence = pattern.format(who=who, past=past, bare=bare, done=done, what=what)
        return sentence, self.event(bare, agent=name, theme=thing) | {"holds": holds, "mood": mood}

    def gift(self) -> _Said:
        """Return a sentence in which somebody gives a thing to another."""
        name = self.person()
        (other,) = set(self.people) - {name}
        thing = self.draw.beside(other, self.table["things"])
        said = (self.mention(name, "person"), self.mention(other, "person"))
        sentence = "{} gave {} {}".format(*said, self.mention(thing, "thing"))
        self.things.append(thing)
        self.owned(other, thing)
        event = self.event("give", agent=name, recipient=other, theme=thing)
        return sentence, event | {"holds": True, "mood": "actual"}

    def way(self) -> _Said:
        """Return a sentence in which somebody goes to a place."""
        name = self.person()
        place = self.draw.beside(name, self.table["places"])
        who, where = self.mention(name, "person"), self.mention(place, "place")
        self.asked.append(
            (name, f"at the {place}", {"attribute": "at", "value": "", "other": self.ids[place]})
        )
        event = self.event("go", agent=name, goal=place)
        return f"{who} went to {where}", event | {"holds": True, "mood": "actual"}

    def state(self) -> _Said:
        """Return a sentence about a feeling of a person or a quality of a thing."""
        pattern, holds, mood = self.draw.one(STATES)
        if self.draw.chance(0.5):
            name, kind, attribute = self.person(), "person", "feels"
            value = self.draw.beside(name, self.table["feelings"])
        else:
            kind, attribute = "thing", "is"
            name, value = self.thing(self.table["qualities"])
        who = self.mention(name, kind)
        state = {"attribute": attribute, "value": value, "other": None}
        self.asked.append((name, value, state))
        said = {"who": self.ids[name], **state, "holds": holds, "mood": mood}
        return pattern.format(who=who, value=value), said

    def event(self, verb: str, **roles: str) -> dict[str, Any]:
        """Return an event with participants."""
        filled = [{"role": role, "who": self.ids[name]} for role, name in roles.items()]
        return {"verb": verb, "roles": filled}

    def owned(self, name: str, thing: str) -> None:
        """Add the question whether somebody has a thing."""
        self.asked.append((name, f"the {thing}", {"attribute": "has", "value": "", "other": self.ids[thing]}))

    def sentence(self) -> _Said:
        """Return a sentence and its part of the second reply."""
        make = self.draw.one((self.deed, self.deed, self.deed, self.gift, self.way, self.state, self.state))
        sentence, said = make()
        sentence = upper(sentence)
        return sentence + ".", {"words": sentence, **said}

    def query(self) -> _Said:
        """Return a question about a state and its part of the second reply."""
        name, what, state = self.draw.one(self.asked)
        holds = self.draw.chance(0.7)
        verb = (
            ("has" if holds else "does not have")
            if state["attribute"] == "has"
            else "is"
            if holds
            else "is not"
        )
        who = name if name in self.people else f"The {name}"
        return f"{who} {verb} {what}.", {"who": self.ids[name], **state, "holds": holds}


def story(draw: Draw) -> Sample:
    """Return one or two sentences, and at most one query."""
    writer = _Writer(draw)
    told = [writer.sentence() for _ in range(draw.one((1, 2, 2)))]
    asked = [writer.query()] if draw.chance(0.9) else []
    bound = {f"s{n}": [said] for n, (_, said) in enumerate(told, 1)}
    bound |= {f"q{n}": [said] for n, (_, said) in enumerate(asked, 1)}
    text = Text.story([sentence for sentence, _ in told], [query for query, _ in asked])
    return Sample(text, reply({"participants": writer.declared}), reply(bound), tuple(draw.pairs))
