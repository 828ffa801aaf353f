"""Times and durations in words, read by the checker's own code from the same word tables."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from defeasible.reasoner.checker.words import plain
from defeasible.reasoner.forms.times import (
    AFTER,
    BEFORE,
    DAY,
    DAYS,
    DIGITS,
    NUMBER_WORDS,
    PARTS,
    QUARTERS,
    UNITS,
    YEARS,
)


class When(NamedTuple):
    """A time, as far as words specify it."""

    year: int | None
    """Years from this year, if only that is specified."""
    day: int | None
    """Days from today."""
    ranges: tuple[tuple[int, int], ...]
    """Time of day, as inclusive ranges of minutes; one of them holds."""

    @property
    def minute(self) -> int | None:
        """The minute of the day, if the words name one."""
        (first, last), *others = self.ranges
        return first if first == last and not others else None


def apart(one: When, other: When) -> bool:
    """Whether two times are certainly different."""
    years, days = (one.year, other.year), (one.day, other.day)
    if years != (None, None):
        return None not in years and years[0] != years[1]
    if None not in days and days[0] != days[1]:
        return True
    return all(last < begins or ends < first for first, last in one.ranges for begins, ends in other.ranges)


def later(one: When, other: When) -> bool:
    """Whether the first time is after the second under every interpretation."""
    if one.year is not None and other.year is not None:
        return one.year > other.year
    if one.day is None or other.day is None:
        return False
    gap = (one.day - other.day) * DAY
    return all(gap + first > last for first, _ in one.ranges for _, last in other.ranges)


@lru_cache(maxsize=4096)
def time_of(text: str) -> When | None:
    """Return the time that a whole text names; None if it names none, or more than one."""
    left = plain(text)
    while ending := next((word for word in AFTER if left.endswith(word)), None):
        left = left[: -len(ending)]
    while beginning := next((word for word in BEFORE if left.startswith(word)), None):
        left = left[len(beginning) :]
    if left in YEARS:
        return When(YEARS[left], None, ((0, DAY - 1),))
    day, named = None, None
    for word, (offset, part) in DAYS.items():
        if left[: len(word)] == word or left.endswith(" " + word):
            day, named = offset, part
            left = left.removeprefix(word).removesuffix(" " + word).strip()
            break
    for word in PARTS:
        if left[: len(word)] == word:
            named, left = word, left[len(word) :].removeprefix("的").strip()
            break
        if left.endswith(word):
            named, left = word, re.sub(r" ?(in the|at)$", "", left[: -len(word)].strip())
            break
    if not left:
        open_ended = PARTS[named] if named else (0, DAY - 1)
        return None if day is None and named is None else When(None, day, (open_ended,))
    minutes = _minutes_of_clock(left)
    if minutes is None:
        return None
    if named:
        first, last = PARTS[named]
        minutes = [m for m in minutes if first <= m <= last] or minutes
    return When(None, day, tuple((m, m) for m in minutes))


_CHINESE = re.compile(
    r"(\d{1,2}|[一二三四五六七八九两]|十[一二]?|二十[一二三四]?)(?:点钟|点|时)"
    r"(半|一刻|三刻|[\d一二三四五六七八九十]+(?=分)|)分?"
)
_ENGLISH = re.compile(r"(\d{1,2})(?::(\d\d))? ?(?:([ap])\.?m\.?)?")
_HOURS = {word: hour for hour, word in enumerate(NUMBER_WORDS) if 1 <= hour <= 12}


def _minutes_of_clock(words: str) -> list[int] | None:
    """Return the possible minutes of the day of a clock time; two if the half of the day is unknown."""
    half = None
    if found := _CHINESE.fullmatch(words):
        hour, past = _count(found[1]), QUARTERS.get(found[2])
        past = _count(found[2]) if past is None else past
    elif found := _ENGLISH.fullmatch(words):
        hour, past, half = int(found[1]), int(found[2] or 0), found[3]
    else:
        hour, past = _HOURS.get(words.removesuffix(" o'clock")), 0
    if hour is None or past is None or hour > 24 or past > 59:
        return None
    if half and hour <= 12:
        return [hour % 12 * 60 + past + (DAY // 2 if half == "p" else 0)]
    if hour == 0 or hour > 12:
        return [hour % 24 * 60 + past]
    return sorted([hour % 12 * 60 + past, hour % 12 * 60 + past + DAY // 2])


@lru_cache(maxsize=4096)
def minutes_in(text: str) -> int | None:
    """Return the minutes of the duration that a whole text names."""
    words = plain(text)
    if found := _HALF_UNIT.fullmatch(words):
        return UNITS[found[1]] // 2
    found = _CHINESE_SPAN.fullmatch(words) or _ENGLISH_SPAN.fullmatch(words)
    count = _count(found[1]) if found else None
    if found is None or count is None:
        return None
    unit = UNITS[found[3]]
    return count * unit + (unit // 2 if found[2] else 0)


_CHINESE_SPAN = re.compile(r"(\d+|[一二三四五六七八九十两]+)个?(半)?(分钟|小时|钟头|天|周|星期|礼拜|月|年)")
_ENGLISH_SPAN = re.compile(
    rf"(?:for )?(\d+|an?|{'|'.join(NUMBER_WORDS)})( and a half)? (minute|hour|day|week|month|year)s?"
)
_HALF_UNIT = re.compile(r"(?:for )?(?:半个?|half an? )(小时|钟头|月|年|hour|day|year)")
_ONES = {"a": 1, "an": 1, "两": 2}


def _count(word: str) -> int | None:
    """Return a whole number below a hundred, in digits or words."""
    if word.isdecimal():
        return int(word)
    if word in NUMBER_WORDS:
        return NUMBER_WORDS.index(word)
    if word in _ONES:
        return _ONES[word]
    tens, ten, ones = word.partition("十")
    if not ten:
        return DIGITS.index(word) if len(word) == 1 and word in DIGITS else None
    if any(len(d) > 1 or (d and d not in DIGITS[1:]) for d in (tens, ones)) or tens == "一":
        return None
    return 10 * (DIGITS.index(tens) if tens else 1) + (DIGITS.index(ones) if ones else 0)
