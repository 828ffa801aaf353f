"""Clauses of a dialogue, cut at punctuation and connectives and stripped of fillers, with their signals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from defeasible.reasoner.grammar.chinese.lexicon import any_of, finder
from defeasible.reasoner.grammar.chinese.turns import Turn

Cue = Literal["", "cause", "effect", "contrast"]
Aspect = Literal["", "done", "planned", "going"]
Mood = Literal["", "good", "bad"]

_CJK = r"\u3400-\u9fff"
_BREAK = re.compile(
    # A point or comma between digits belongs to a number; a space is a pause only between Chinese characters.
    rf"[，。！？；～…!?;~\n\r\t]+|(?<!\d)[,.:：]+|[,.:：]+(?!\d)|(?<=[{_CJK}])[ \u3000]+(?=[{_CJK}])"
)
_TOO = re.compile(r"[太极]([^太极]{1,4})了$|[过了](?=[分度解])")
"""`太累了`, `过分`: a 了 or 过 that does not mark aspect."""
_EDGE = " \u3000\"'“”‘’（）()[]【】、-—·"
_DEMONSTRATIVE = "个些边种次时天里年么位件本场部家样款"
MIN_CUT = 2
"""Fewest characters on either side of a connective at which a clause is cut."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, with the place of its core in its source."""

    number: int
    """Position among all clauses of the dialogue, from 0."""
    turn: int
    """Position of its turn, from 0."""
    source: str
    speaker: str
    start: int
    """Where the core begins: after fillers and connectives."""
    end: int
    """Where it ends: before final particles and punctuation."""
    text: str
    """The core, as in the source."""
    cue: Cue = ""
    """Role of the clause by its initial connective."""
    word: str = ""
    """That connective."""
    why: bool = False
    """Whether it asks the reason for what was said."""
    asks: bool = False
    negated: bool = False
    aspect: Aspect = ""
    mood: Mood = ""
    """The kind of feeling that it names, if any."""
    talk: bool = False
    """Whether it only opens or closes the dialogue, or tells no event."""


def split_clauses(turns: Sequence[Turn]) -> tuple[Clause, ...]:
    """Return the clauses of all turns in order, without those that are only filler.

    Notes:
        Linear in the length of the turns.
    """
    found: list[Clause] = []
    for turn in turns:
        for start, end, mark in _pieces(turn):
            clause = _clause(turn, start, end, mark, len(found))
            if clause is not None:
                found.append(clause)
    return tuple(found)


def _pieces(turn: Turn) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and closing punctuation of each piece between two marks or connectives."""
    at = turn.start
    for stop in _BREAK.finditer(turn.text, turn.start):
        yield from _parts(turn.text, at, stop.start(), stop.group())
        at = stop.end()
    yield from _parts(turn.text, at, len(turn.text), "")


def _parts(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int, str]]:
    at = start
    for cut in _cut().finditer(text, start, end):
        place = cut.end() if cut.group() == "的话" else cut.start()
        if place - at >= MIN_CUT and end - cut.end() >= MIN_CUT:
            yield at, place, ""
            at = place
    yield at, end, mark


@cache
def _cut() -> re.Pattern[str]:
    # `之所以`, `只不过`, `越来越不过` are not connectives, and `没有因为下雨` gives no reason.
    return re.compile(rf"(?<![之只不没])(?<!没有)(?<!不是)(?<!并非)(?:的话|{any_of(('cue', 'cut'))})")


@cache
def _heads() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    sound = re.compile(rf"(?:{any_of(('filler', 'sound'))})+")
    answer = re.compile(any_of(("filler", "answer")))
    link = re.compile(
        f"(?P<cause>{any_of(('cue', 'cause'))})|(?P<effect>{any_of(('cue', 'effect'))})"
        f"|(?P<contrast>{any_of(('cue', 'contrast'))})"
    )
    discourse = re.compile(any_of(("filler", "discourse")))
    return sound, answer, link, discourse


@cache
def _asking() -> re.Pattern[str]:
    return re.compile(f"{any_of(('shape', 'asking'))}|谁(?![让叫知])|[呢吗嘛么没]$")


@cache
def _tails() -> re.Pattern[str]:
    # The last character of `什么`, `怎么`, `干嘛`, `为啥呢` belongs to a word.
    return re.compile(rf"(?:(?<![什怎那这多要])么|(?<!干)嘛|{any_of(('filler', 'final'))})+$")


def _clause(turn: Turn, start: int, end: int, mark: str, number: int) -> Clause | None:
    text = turn.text
    start, end = _trim(text, start, end)
    whole = text[start:end]
    if not re.search(r"\w", whole):
        return None
    start, cue, word = _strip_head(text, start, end)
    if text.startswith("的", start, end) and not text.startswith("的确", start, end):
        start += 1
    asks = "？" in mark or "?" in mark or _asking().search(whole) is not None
    end = _strip_tail(text, start, end)
    core = text[start:end]
    if not re.search(r"\w", core):
        return None
    return Clause(
        number,
        turn.number,
        turn.source,
        turn.speaker,
        start,
        end,
        core,
        cue=cue,
        word=word,
        why=finder(("cue", "why")).search(whole) is not None,
        asks=asks,
        negated=is_negated(core),
        aspect=_aspect(core),
        mood=_mood(core),
        talk=_is_talk(core),
    )


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in _EDGE:
        start += 1
    while start < end and text[end - 1] in _EDGE:
        end -= 1
    return start, end


def _strip_head(text: str, start: int, end: int) -> tuple[int, Cue, str]:
    """Return where the core begins, and the first connective of cause or effect."""
    sound, answer, link, discourse = _heads()
    cue: Cue = ""
    word = ""
    while start < end:
        for pattern in (sound, answer, link, discourse):
            found = pattern.match(text, start, end)
            if found is None or not _may_strip(text, found, end):
                continue
            kind = found.lastgroup
            if kind in ("cause", "effect") and cue in ("", "contrast"):
                cue, word = ("cause" if kind == "cause" else "effect"), found.group()
            elif kind == "contrast" and not cue:
                cue, word = "contrast", found.group()
            start = found.end()
            break
        else:
            break
        start, end = _trim(text, start, end)
    return start, cue, word


def _may_strip(text: str, found: re.Match[str], end: int) -> bool:
    """Return whether a word is a filler, not one that looks like it: `那个`, `对手`, `可以`, `才华`."""
    if found.end() >= end:
        return True
    after = text[found.end()]
    word = found.group()
    if word in ("那", "这") and after in _DEMONSTRATIVE:
        return False
    if word == "可":
        return after in "我你他她它这那没不"
    if word == "才":
        return after not in "华能艺干子智女"
    if word == "一般":
        return after not in "般"
    if word == "但":
        return after not in "愿凡"
    return not (word in ("就是", "像是", "可能是", "主要是") and after in "说了")


def _strip_tail(text: str, start: int, end: int) -> int:
    found = _tails().search(text[start:end])
    while found is not None and found.start() > 0:
        end = start + found.start()
        _, end = _trim(text, start, end)
        found = _tails().search(text[start:end])
    return end


@cache
def _negation() -> re.Pattern[str]:
    apparent = any_of(("negation", "apparent"))
    return re.compile(f"(?:{apparent})|(?P<no>{any_of(('negation', 'words'))})")


def is_negated(text: str) -> bool:
    """Return whether a clause has an odd number of negations, not counting `不过`, `不错` and the like."""
    return sum(found.group("no") is not None for found in _negation().finditer(text)) % 2 == 1


def _aspect(text: str) -> Aspect:
    if finder(("aspect", "planned")).search(text):
        return "planned"
    if finder(("aspect", "done")).search(_TOO.sub("", text)):
        return "done"
    return "going" if finder(("aspect", "going")).search(text) else ""


def _mood(text: str) -> Mood:
    good = finder(("emotion", "good")).search(text)
    bad = finder(("emotion", "bad")).search(text)
    if bad is not None:
        return "bad"
    if good is None:
        return ""
    return "bad" if is_negated(text[: good.start()]) else "good"


def _is_talk(text: str) -> bool:
    return len(text) <= 1 or _talk().search(text) is not None


@cache
def _talk() -> re.Pattern[str]:
    phrase = any_of(("filler", "talk"))
    return re.compile(f"^{phrase}|{phrase}$", re.IGNORECASE)
