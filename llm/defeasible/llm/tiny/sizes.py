"""Texts that imply sizes: one or two sentences that compare objects, and a question about two of them."""

from __future__ import annotations

from typing import NamedTuple

from defeasible.llm.parse.text import Text
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.sample import Sample, reply, upper, words


class Pattern(NamedTuple):
    """A sentence about two objects, `{0}` and `{1}`, and how the first compares with the second."""

    words: str
    relation: str
    factor: str
    why: str


_IN, _OUT, _SAID = "it goes in", "it does not go in", "the text compares them"
PAIRS = (
    Pattern("the {0} fits into the {1}", "<", "1", _IN),
    Pattern("the {0} does not fit into the {1}", ">", "1", _OUT),
    Pattern("{who} put the {0} into the {1}", "<", "1", _IN),
    Pattern("the {0} holds the {1}", ">", "1", _IN),
    Pattern("the {0} is bigger than the {1}", ">", "1", _SAID),
    Pattern("the {0} is smaller than the {1}", "<", "1", _SAID),
    Pattern("the {0} is as big as the {1}", "=", "1", _SAID),
    Pattern("the {0} is not bigger than the {1}", "<=", "1", _SAID),
    Pattern("the {0} is twice as big as the {1}", "=", "2", _SAID),
    Pattern("the {0} is half as big as the {1}", "=", "1/2", _SAID),
)
NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "ten": "10"}
METRES = Pattern("the {0} is {number} metres long", "=", "", "the text measures it")


def sizes(draw: Draw) -> Sample:
    """Return a text in which each new object is compared with an earlier one, so nothing contradicts."""
    table, people = words("things")["things"], words("people")
    names = list(draw.pair(table, table))
    compared = [(names[0], names[1])]
    while len(names) < 3 and draw.chance(0.4):
        old = draw.one(names)
        new = draw.beside(old, table)
        if new not in names:
            names.append(new)
            compared.append((old, new))
    who = draw.one(people["she"] + people["he"])
    said: list[tuple[str, Pattern, str, str, str]] = []
    for pair in compared:
        left, right = draw.random.sample(pair, 2)
        pattern = draw.one(PAIRS)
        sentence = upper(pattern.words.format(left, right, who=who))
        said.append((sentence, pattern, left, right, pattern.factor))
    if len(said) < 2 and draw.chance(0.2):
        number, left = draw.one(list(NUMBERS)), draw.one(names)
        sentence = upper(METRES.words.format(left, number=number))
        said.append((sentence, METRES, left, "metre", NUMBERS[number]))
    text = ". ".join(sentence for sentence, *_ in said) + "."
    # Objects are in order of mention, so that the comparisons are too.
    names.sort(key=lambda name: text.lower().index(f"the {name}"))
    asked = draw.random.sample(names, 2)
    ids = {name: f"o{n}" for n, name in enumerate([*asked, *(n for n in names if n not in asked)], 1)}
    declared = {
        "first": asked[0],
        "second": asked[1],
        "others": [{"words": name, "name": name} for name in ids if name not in asked],
    }
    bound = [
        {
            "words": sentence,
            "left": ids[left],
            "relation": pattern.relation,
            "factor": factor,
            "right": ids.get(right, right),
            "why": pattern.why,
        }
        for sentence, pattern, left, right, factor in said
    ]
    return Sample(
        Text.sizes(text, (asked[0], asked[1])),
        reply(declared),
        reply({"comparisons": bound}),
        tuple(draw.pairs),
    )
