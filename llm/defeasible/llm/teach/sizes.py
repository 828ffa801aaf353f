"""Texts that imply sizes, with the frames of `sizes.toml` and the verbs of the size reader."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from defeasible.llm.parse.text import Text
from defeasible.llm.teach.clauses import Deed, Tense, article, given_name, nouns, words
from defeasible.llm.teach.draw import Draw
from defeasible.llm.tiny.sample import Sample, reply, upper
from defeasible.reasoner.english.wordlists import read_toml

_TENSES: tuple[Tense, ...] = ("past", "past", "present", "will", "perfect")
_PASSIVE = ("is", "was", "has been", "was being")


class Frame(NamedTuple):
    """Sentences about two things, and how the first compares with the second; empty if they do not say."""

    texts: tuple[str, ...]
    relation: str
    factor: bool


_TURNED = {">": "<", ">=": "<=", "=": "=", "<=": ">=", "<": ">"}


class Said(NamedTuple):
    """A comparison in a text."""

    words: str
    left: str
    relation: str
    right: str
    factor: str = "1"

    def forward(self) -> Said:
        """Return the same comparison with the thing that the sentence names first on the left.

        Either side is correct. Fixing it by the text leaves only the relation to learn.
        """
        if self.right == "metre" or _at(self.left, self.words) < _at(self.right, self.words):
            return self
        return self.turned()

    def turned(self) -> Said:
        """Return the same comparison from the other side."""
        factor = str(1 / Fraction(self.factor))
        return Said(self.words, self.right, _TURNED[self.relation], self.left, factor)


def _at(noun: str, words: str) -> int:
    """Return the position at which a sentence names a thing."""
    found = re.search(rf"\b{re.escape(noun)}\b", words, re.IGNORECASE)
    assert found is not None  # a frame names both
    return found.start()


@cache
def table() -> dict[str, list[str]]:
    """Return the word lists."""
    read = read_toml("defeasible.llm.teach", "sizes.toml")["words"]
    return {name: text.split(", ") for name, text in read.items()}


@cache
def frames() -> tuple[Frame, ...]:
    """Return the frames, each repeated by its frequency."""
    rows = read_toml("defeasible.llm.teach", "sizes.toml")["pair"]
    return tuple(
        Frame(tuple(row["texts"]), row["relation"], row.get("factor", False))
        for row in rows
        for _ in range(row["often"])
    )


@cache
def verbs(bigger: str, smaller: str) -> tuple[str, ...]:
    """Return the verbs that imply that one role is bigger than another, whatever else is said."""
    found = set()
    for frame in read_toml("defeasible.reasoner.grammar.sizes", "frames.toml")["frame"]:
        for rule in frame["rules"]:
            if (rule["bigger"], rule["smaller"]) == (bigger, smaller) and not rule.get("when"):
                found.update((rule.get("only") or frame["verbs"]).split())
    return tuple(sorted(verb for verb in found if verb.replace("_", "").isalpha()))


@cache
def of_frame(name: str) -> tuple[str, ...]:
    """Return the verbs of a frame of the size reader."""
    for frame in read_toml("defeasible.reasoner.grammar.sizes", "frames.toml")["frame"]:
        if frame["id"] == name:
            return tuple(verb for verb in frame["verbs"].split() if verb.isalpha())
    return ()


class _Writer:
    """Writes one text."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.drawn: list[str] = []
        self.things: dict[str, str] = {}
        """Noun to the phrase by which the text first mentions it."""

    def who(self) -> str:
        """Return a person."""
        draw = self.draw
        return draw.one(table()["who"]).replace("{name}", given_name(draw, draw.one(("she", "he"))))

    def noun(self) -> str:
        """Return the noun of a new thing."""
        while True:
            noun = self.draw.word(nouns())
            if not any(noun in other or other in noun for other in self.drawn):
                self.drawn.append(noun)
                return noun

    def mention(self, noun: str) -> str:
        """Return a phrase that mentions a thing."""
        if noun in self.things:
            return f"the {noun}"
        kind = self.draw.one(("a", "a", "the", "the", "my", "his"))
        said = f"{self.draw.word(words('clauses')['adjectives'])} {noun}" if self.draw.chance(0.2) else noun
        self.things[noun] = article(said) if kind == "a" else f"{kind} {said}"
        return self.things[noun]

    def sentence(self, one: str, two: str) -> tuple[str, list[Said]]:
        """Return a sentence about two things, and the comparisons that it implies."""
        draw = self.draw
        if draw.chance(0.3):
            return self._verb(one, two)
        frame = draw.one(frames())
        text = draw.one(frame.texts)
        times, factor = draw.one(list(read_toml("defeasible.llm.teach", "sizes.toml")["times"].items()))
        number, other = draw.random.sample(range(2, 60), 2)
        order = sorted((0, 1), key=lambda n: text.index(f"{{{n}}}"))
        named = {n: self.mention((one, two)[n]) for n in order}
        said = text.replace("{0}", named[0]).replace("{1}", named[1])
        for name, value in (
            ("who", self.who()),
            ("be", draw.one(table()["be"])),
            ("are", "are"),
            ("much", draw.one(table()["much"]) if draw.chance(0.4) else ""),
            ("times", times),
            ("number", str(number)),
            ("other", str(other)),
        ):
            said = said.replace(f"{{{name}}}", value)
        said = upper(said)
        match frame.relation:
            case "":
                return said, []
            case "metre":
                return said, [
                    Said(said, one, "=", "metre", str(number)),
                    Said(said, two, "=", "metre", str(other)),
                ]
            case _:
                factor = str(Fraction(factor)) if frame.factor else "1"
                return said, [Said(said, one, frame.relation, two, factor)]

    def _verb(self, one: str, two: str) -> tuple[str, list[Said]]:
        """Return a sentence with a verb of the lexicon, whose things are agent, patient, tool or place."""
        draw = self.draw
        roll = draw.random.random()
        # The position of a thing alone should not predict which one is bigger.
        if roll < 0.5:
            bigger = draw.chance(0.85)
            known = verbs("agent", "patient") if bigger else verbs("patient", "agent")
            said = self._acted(draw.word(known), one, two)
            return said, [Said(said, one, ">" if bigger else "<", two)]
        if roll < 0.65:
            return self._with(one, two)
        if roll < 0.82:
            name = draw.one(table()["where"])
            verb, prep = draw.word(of_frame(name)), draw.one(table()["bare"])
            if name.startswith("placing"):
                person = self.who()
                what, where = self.mention(one), self.mention(two)
                if draw.chance(0.5):
                    said = f"{person} {_past(verb)} {what} {prep} {where}"
                else:
                    said = f"{what} {draw.one(_PASSIVE)} {_part(verb)} {prep} {where}"
            else:
                what, where = self.mention(one), self.mention(two)
                said = f"{what} {self._finite(verb)} {prep} {where}"
            said = upper(said)
            return said, [Said(said, one, "<", two)]
        said = self._acted(draw.word(of_frame(draw.one(table()["nothing"]))), one, two)
        return said, []

    def _acted(self, verb: str, one: str, two: str) -> str:
        """Return a sentence in which the first acts on the second."""
        draw = self.draw
        verb, _, particle = verb.partition("_")
        if draw.chance(0.35):
            what = self.mention(two)
            said = f"{what} {draw.one(_PASSIVE)} {_part(verb)} {particle} by {self.mention(one)}"
        else:
            who = self.mention(one)
            said = f"{who} {self._finite(verb)} {particle} {self.mention(two)}"
        return upper(" ".join(said.split()))

    def _with(self, one: str, two: str) -> tuple[str, list[Said]]:
        draw = self.draw
        bigger = draw.chance(0.5)
        known = verbs("patient", "with") if bigger else verbs("with", "patient")
        verb, _, particle = draw.word(known).partition("_")
        person = self.who()
        what, tool = self.mention(one), self.mention(two)
        if draw.chance(0.5):
            said = f"{person} {_past(verb)} {what} {particle} with {tool}"
        else:
            said = f"{what} {draw.one(_PASSIVE)} {_part(verb)} {particle} with {tool}"
        said = upper(" ".join(said.split()))
        return said, [Said(said, one, ">" if bigger else "<", two)]

    def _finite(self, verb: str) -> str:
        return Deed(verb).finite(self.draw.one(_TENSES), "s")


def _past(verb: str) -> str:
    return Deed(verb).finite("past", "s")


def _part(verb: str) -> str:
    return Deed(verb).finite("had", "s").removeprefix("had ")


def sizes(draw: Draw) -> Sample:
    """Return a text of one to five sentences, and the two things in question.

    Real questions are about one or two sentences. But nearly all there is to learn is which relation a
    sentence states, and a long text shows several.
    """
    writer = _Writer(draw)
    names = [writer.noun()]
    said: list[Said] = []
    sentences = []
    for _ in range(draw.one((1, 1, 2, 3, 4, 5))):
        names.append(writer.noun())
        pair = draw.random.sample(names[-2:], 2) if len(names) > 2 else names[-2:]
        sentence, comparisons = writer.sentence(*pair)
        sentences.append(sentence)
        said += [comparison.forward() for comparison in comparisons]
    asked = draw.random.sample(names, 2)
    related = {name for one in said for name in (one.left, one.right)} - {"metre"}
    order = sorted(writer.things, key=lambda noun: " ".join(sentences).lower().index(noun.lower()))
    ids = {
        name: f"o{n}" for n, name in enumerate([*asked, *(n for n in order if n in related - set(asked))], 1)
    }
    declared = {
        "first": writer.things[asked[0]],
        "second": writer.things[asked[1]],
        "others": [{"words": writer.things[name], "name": name} for name in list(ids)[2:]],
    }
    bound = [
        {"words": one.words, "left": ids[one.left], "relation": one.relation, "factor": one.factor,
         "right": ids.get(one.right, one.right), "why": ""}
        for one in said
    ]  # fmt: skip
    end = draw.one((".", ".", ".", ""))
    text = " ".join(sentence if sentence[-1] == "?" else f"{sentence}{end or '.'}" for sentence in sentences)
    text = text if end else text.removesuffix(".")
    return Sample(Text.sizes(text, (asked[0], asked[1])), reply(declared), reply({"comparisons": bound}), ())
