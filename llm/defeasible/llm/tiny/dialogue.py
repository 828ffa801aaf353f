"""Dialogues of one or two turns, in English or Chinese, that state causes, qualities, places and times."""

from __future__ import annotations

from typing import Any, NamedTuple

from defeasible.llm.parse.text import Text
from defeasible.llm.tiny.draw import Draw
from defeasible.llm.tiny.sample import Sample, reply, upper, words


class Pattern(NamedTuple):
    """A turn with a subject `{0}` and a value `{1}`, and the fact that it states."""

    words: str
    slot: str
    subjects: str
    """Name of the list that the subject comes from."""
    values: str
    own: tuple[bool, bool]
    """Whether subject and value are events of the speaker."""
    holds: bool = True


ENGLISH = (
    Pattern("I {0} because I {1}", "event_cause", "effects", "causes", (True, True)),
    Pattern("I {1}, so I {0}", "event_cause", "effects", "causes", (True, True)),
    Pattern("I {0} {1}", "occurrence_time", "deeds", "times", (True, False)),
    Pattern("the {0} is {1}", "is", "things", "qualities", (False, False)),
    Pattern("the {0} is not {1}", "is", "things", "qualities", (False, False), holds=False),
    Pattern("the {0} is made of {1}", "is_made_of", "things", "materials", (False, False)),
    Pattern("the {0} is in the {1}", "at_location", "things", "places", (False, False)),
)
CHINESE = (
    Pattern("我{0}，因为我{1}", "event_cause", "effects", "causes", (True, True)),
    Pattern("因为我{1}，所以我{0}", "event_cause", "effects", "causes", (True, True)),
    Pattern("我{1}{0}", "occurrence_time", "deeds", "times", (True, False)),
    Pattern("那个{0}很{1}", "is", "things", "qualities", (False, False)),
    Pattern("那个{0}不{1}", "is", "things", "qualities", (False, False), holds=False),
    Pattern("那个{0}是{1}做的", "is_made_of", "things", "materials", (False, False)),
    Pattern("那个{0}在{1}", "at_location", "things", "places", (False, False)),
)


class Tongue(NamedTuple):
    """The patterns of a language, and how it expresses events."""

    table: str
    patterns: tuple[Pattern, ...]
    own: tuple[str, str]
    """An event of the speaker, in the text and on its own; `{1}` is the speaker."""
    stop: str


ENGLISH_TONGUE = Tongue("english", ENGLISH, ("{0}", "{1} {0}"), ".")
CHINESE_TONGUE = Tongue("chinese", CHINESE, ("{0}", "{1}{0}"), "。")


def english(draw: Draw) -> Sample:
    """Return a dialogue in English."""
    return _dialogue(draw, ENGLISH_TONGUE)


def chinese(draw: Draw) -> Sample:
    """Return a dialogue in Chinese."""
    return _dialogue(draw, CHINESE_TONGUE)


def _dialogue(draw: Draw, tongue: Tongue) -> Sample:
    # English shares lists with other kinds of texts, which come first; Chinese has its own.
    table = words("things") | words(tongue.table)
    turns: list[str] = []
    declared: dict[str, dict[str, str]] = {}
    bound: dict[str, list[dict[str, Any]]] = {}
    silent = draw.random.randrange(1, 6)
    for number in range(draw.one((1, 2, 2))):
        speaker = "AB"[number % 2]
        name = f"t{number + 1}"
        if number == silent:
            turns.append(f"{speaker}: {draw.one(table['nothing'])}")
            bound[name] = []
            continue
        pattern = draw.one(tongue.patterns)
        pair = draw.pair(table[pattern.subjects], table[pattern.values])
        sentence = upper(pattern.words.format(*pair))
        turns.append(f"{speaker}: {sentence}{tongue.stop}")
        kinds = _kinds(pattern)
        ids = {}
        for side in sorted((0, 1), key=lambda side: pattern.words.index(f"{{{side}}}")):
            own, phrase = pattern.own[side], pair[side]
            text = tongue.own[1].format(phrase, speaker) if own else phrase
            entry = {"words": phrase, "text": text, "kind": kinds[side], "speaker": speaker if own else ""}
            declared.setdefault(text, entry)
            ids[side] = f"x{list(declared).index(text) + 1}"
        fact = {
            "words": sentence,
            "slot": pattern.slot,
            "subject": ids[0],
            "value": ids[1],
            "holds": pattern.holds,
        }
        bound[name] = [fact]
    return Sample(
        Text.dialogue(turns), reply({"phrases": list(declared.values())}), reply(bound), tuple(draw.pairs)
    )


def _kinds(pattern: Pattern) -> tuple[str, str]:
    value = "entity" if pattern.slot in ("is_made_of", "at_location") else "value"
    first, second = (
        ("event" if own else other) for own, other in zip(pattern.own, ("entity", value), strict=True)
    )
    return first, second
