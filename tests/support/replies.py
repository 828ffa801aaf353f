"""What a model could say to the two passes over one small text of each family."""

import json
from collections.abc import Sequence
from typing import Any

from defeasible.llm.backend import Failure
from defeasible.llm.parse import ModelParser, Parsed, Text
from defeasible.llm.scripted import Scripted

RAIN = ["If it rains, the street gets wet.", "It rains."]
WET = "The street gets wet."
TEXT = Text.premises(RAIN, [WET])


def atoms(*pairs: tuple[str, str]) -> str:
    return json.dumps({"atoms": [{"words": words, "gloss": gloss} for words, gloss in pairs]})


RAIN_ATOMS = atoms(("it rains", "it rains"), ("the street gets wet", "the street gets wet"))


def bound(
    if_: str = "a1",
    then: str = "a2",
    fact: str = "a1",
    asks: str = "a2",
    words: str = "It rains",
    **more: object,
) -> str:
    rule = {"words": RAIN[0], "if": if_, "then": then}
    said: dict[str, object] = {"s1": [rule], "s2": [{"words": words, "holds": fact}]}
    return json.dumps(said | {"q1": {"asks": asks, "open": False}} | more)


GOOD = [RAIN_ATOMS, bound()]


def parse(replies: Sequence[str | Failure], **options: Any) -> tuple[Parsed, Scripted]:
    backend = Scripted(replies)
    return ModelParser(backend, **options).parse(TEXT), backend


OBJECTS = json.dumps(
    {
        "first": "the rose",
        "second": "The vase",
        "others": [{"words": "the cup", "name": "cup"}, {"words": "", "name": "the Vase"}],
    }
)


def comparison(
    left: str, relation: str, right: str, factor: str = "1", words: str = "holds"
) -> dict[str, str]:
    return {"words": words, "left": left, "relation": relation, "factor": factor, "right": right, "why": "w"}


LINES = ["Ben lost his hat.", "Well, well.", "He might be sad."]
PEOPLE = json.dumps(
    {
        "participants": [
            {"words": "Ben", "name": "Ben", "head": "Ben", "kind": "person"},
            {"words": "his hat", "name": "Ben's hat", "head": "hat", "kind": "thing"},
        ]
    }
)
LOST = {"words": "Ben lost his hat", "verb": "lose", "holds": True, "mood": "actual"}
SAD = {"words": "he might be sad", "who": "p1", "attribute": "feels", "value": "Sad", "other": None}
TALE = {
    "s1": [LOST | {"roles": [{"role": "agent", "who": "p1"}, {"role": "theme", "who": "p2"}]}],
    "s2": [],
    "s3": [SAD | {"holds": True, "mood": "possible"}],
    "q1": [{"who": "p1", "attribute": "has", "value": "", "other": "p2", "holds": True}],
}


PHRASES = json.dumps(
    {
        "phrases": [
            {"words": "我昨天感冒了", "text": "A昨天感冒了", "kind": "event", "speaker": "A"},
            {"words": "没去上班", "text": "A没去上班", "kind": "event", "speaker": "A"},
            {"words": "昨天", "text": "昨天", "kind": "value", "speaker": "B"},
        ]
    }
)
TURNS = ["A: 我昨天感冒了，所以没去上班。", "B: 真的吗？"]
CAUSE = {"words": "所以没去上班", "slot": "event_cause", "subject": "x2", "value": "x1", "holds": True}


STORY, TALK = Text.story(LINES, ["Ben has a hat."]), Text.dialogue(TURNS)
VASE = Text.sizes("The vase holds the rose.", ("rose", "vase"))
RULE = json.loads(bound())
