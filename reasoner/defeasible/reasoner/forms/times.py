"""Times and durations in words, in English and Chinese: `8 p.m.`, `昨晚`, `half an hour`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from defeasible.reasoner.forms.dialogue import plain_words

DAY = 1440
"""Minutes in a day."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, as far as words specify it; None and wide ranges mark what they leave open."""

    day: int | None
    """Days from today: yesterday is -1."""
    spans: tuple[tuple[int, int], ...]
    """Time of day, as inclusive ranges of minutes from midnight; one of them holds."""
    year: int | None = None
    """Years from this year, if only that is specified."""

    @property
    def minute(self) -> int | None:
        """The minute of the day, if the words name one."""
        return self.spans[0][0] if len(self.spans) == 1 and self.spans[0][0] == self.spans[0][1] else None

    def meets(self, other: Moment) -> bool:
        """Whether both may be the same time."""
        if (self.year is None) != (other.year is None):
            return True
        if self.year != other.year or (None not in (self.day, other.day) and self.day != other.day):
            return False
        return any(a <= d and c <= b for a, b in self.spans for c, d in other.spans)

    def surely_after(self, other: Moment) -> bool:
        """Whether it is later than the other under every interpretation."""
        if self.year is not None and other.year is not None:
            return self.year > other.year
        if self.day is None or other.day is None:
            return False
        earliest = self.day * DAY + min(low for low, _ in self.spans)
        latest = other.day * DAY + max(high for _, high in other.spans)
        return earliest > latest


@lru_cache(maxsize=4096)
def read_moment(text: str) -> Moment | None:
    """Return the time that a whole text names, or None if it names none or is not understood.

    >>> read_moment("昨晚八点").day, read_moment("8:30 pm").minute
    (-1, 1230)
    """
    rest = _LEAD.sub("", _TAIL.sub("", plain_words(text)))
    if rest in YEARS:
        return Moment(None, ((0, DAY - 1),), YEARS[rest])
    day, part = None, None
    for word, (offset, named) in DAYS.items():
        if rest.startswith(word) or rest.endswith(f" {word}"):
            day, part = offset, named
            rest = rest.removeprefix(word).removesuffix(f" {word}").strip()
            break
    part_named, rest = _part(rest)
    part = part_named or part
    clock = _clock(rest)
    if (rest and clock is None) or (day is None and part is None and clock is None):
        return None
    if clock is None:
        return Moment(day, (PARTS[part],) if part else ((0, DAY - 1),))
    hour, minute, fixed = clock
    if fixed or hour > 12:
        ways = {hour % 24 * 60 + minute}
    else:
        ways = {hour % 12 * 60 + minute, hour % 12 * 60 + minute + DAY // 2}
    if part:
        low, high = PARTS[part]
        ways = {way for way in ways if low <= way <= high} or ways
    return Moment(day, tuple((way, way) for way in sorted(ways)))


@lru_cache(maxsize=4096)
def read_minutes(text: str) -> int | None:
    """Return the minutes of the duration that a whole text names; a month has 30 days and a year 365.

    >>> read_minutes("两个半小时"), read_minutes("half an hour"), read_minutes("for ages")
    (150, 30, None)
    """
    plain = plain_words(text)
    for pattern in (_ZH_DURATION, _EN_DURATION):
        if found := pattern.fullmatch(plain):
            count = _number(found["n"])
            if count is None:
                return None
            halves = (found["half"] is not None) + 2 * count
            return int(halves * UNITS[found["unit"].rstrip("s")] // 2)
    if found := _HALF.fullmatch(plain):
        return UNITS[found["unit"]] // 2
    return None


def _part(rest: str) -> tuple[str | None, str]:
    for word in PARTS:
        if rest.startswith(word):
            return word, rest.removeprefix(word).removeprefix("的").strip()
        if rest.endswith(word):
            return word, re.sub(r" ?(in the|at)$", "", rest.removesuffix(word).strip())
    return None, rest


def _clock(rest: str) -> tuple[int, int, bool] | None:
    """Return hour, minute, and whether the half of the day is known."""
    if found := _CLOCK.fullmatch(rest):
        hour = _number(found["h"] or found["zh"] or found["word"])
        minute = QUARTERS.get(found["m"] or found["zm"] or "")
        if minute is None:
            minute = _number(found["m"] or found["zm"])
        if hour is None or minute is None or hour > 24 or minute > 59:
            return None
        half = (found["half"] or "").replace(".", "").strip()
        if half and hour <= 12:
            return hour % 12 + (12 if half == "pm" else 0), minute, True
        return hour, minute, hour == 0
    return None


def _number(text: str) -> int | None:
    """Return a whole number up to 99, in digits or words of either language."""
    if text.isdecimal():
        return int(text)
    if text in NUMBER_WORDS:
        return NUMBER_WORDS.index(text)
    if found := re.fullmatch(r"([二三四五六七八九])?十([一二三四五六七八九])?", text):
        return 10 * (DIGITS.index(found[1]) if found[1] else 1) + (DIGITS.index(found[2]) if found[2] else 0)
    if text in ("两", "a", "an"):
        return 2 if text == "两" else 1
    return DIGITS.index(text) if len(text) == 1 and text in DIGITS else None


DIGITS = "零一二三四五六七八九"
"""Chinese digits from zero."""
_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = tuple(_NUMBERS.split())
"""English number words from zero."""
BEFORE = (
    *("在", "从", "自", "自从", "到", "直到"),
    *("at ", "on ", "from ", "since ", "until ", "till ", "in ", "by ", "about ", "around "),
)
"""Words before a time that are not part of it."""
AFTER = ("的时候", "开始", "为止", "结束", "起", "整")
"""Words after a time that are not part of it."""
_LEAD = re.compile(f"^(?:{'|'.join(BEFORE)})+")
_TAIL = re.compile(f"(?:{'|'.join(AFTER)})+$")
QUARTERS = {"": 0, "半": 30, "一刻": 15, "三刻": 45}
"""Minutes past the hour with words of their own."""
_NAMED = "|".join(NUMBER_WORDS[1:13])
_CLOCK = re.compile(
    r"(?:(?P<zh>\d{1,2}|[一二三四五六七八九两]|十[一二]?|二十[一二三四]?)(?:点钟?|时)(?P<zm>半|一刻|三刻|[\d一二三四五六七八九十]+(?=分))?分?"
    rf"|(?P<h>\d{{1,2}})(?::(?P<m>\d\d))? ?(?P<half>[ap]\.?m\.?)?|(?P<word>{_NAMED})(?: o'clock)?)"
)
PARTS = {
    "凌晨": (0, 359),
    "清晨": (240, 539),
    "早上": (240, 659),
    "早晨": (240, 659),
    "上午": (300, 719),
    "中午": (660, 839),
    "下午": (720, 1139),
    "傍晚": (990, 1229),
    "晚上": (1020, 1439),
    "夜里": (1200, 1439),
    "midnight": (0, 0),
    "noon": (720, 720),
    "morning": (240, 719),
    "afternoon": (720, 1139),
    "evening": (1020, 1439),
    "night": (1020, 1439),
}
"""The inclusive range of each part of a day, in minutes; wide, so that few times clash."""
DAYS: dict[str, tuple[int, str | None]] = {
    "大前天": (-3, None),
    "大后天": (3, None),
    "前天": (-2, None),
    "昨天": (-1, None),
    "昨晚": (-1, "晚上"),
    "今天": (0, None),
    "今早": (0, "早上"),
    "今晚": (0, "晚上"),
    "明天": (1, None),
    "明早": (1, "早上"),
    "明晚": (1, "晚上"),
    "后天": (2, None),
    "the day before yesterday": (-2, None),
    "yesterday": (-1, None),
    "last night": (-1, "night"),
    "today": (0, None),
    "this": (0, None),
    "tonight": (0, "night"),
    "the day after tomorrow": (2, None),
    "tomorrow": (1, None),
}
"""Days from today, and the part of the day that the word names as well."""
YEARS = {
    "前年": -2,
    "去年": -1,
    "今年": 0,
    "明年": 1,
    "后年": 2,
    "last year": -1,
    "this year": 0,
    "next year": 1,
}
"""Years from this one."""
UNITS = {
    "分钟": 1,
    "小时": 60,
    "钟头": 60,
    "天": DAY,
    "周": 7 * DAY,
    "星期": 7 * DAY,
    "礼拜": 7 * DAY,
    "月": 30 * DAY,
    "年": 365 * DAY,
    "minute": 1,
    "hour": 60,
    "day": DAY,
    "week": 7 * DAY,
    "month": 30 * DAY,
    "year": 365 * DAY,
}
"""Minutes in each unit."""
_ZH_DURATION = re.compile(
    r"(?P<n>\d+|[一二三四五六七八九十两]+)个?(?P<half>半)?(?P<unit>分钟|小时|钟头|天|周|星期|礼拜|月|年)"
)
_EN_DURATION = re.compile(
    rf"(?:for )?(?P<n>\d+|an?|{'|'.join(NUMBER_WORDS)})(?P<half> and a half)?"
    r" (?P<unit>minute|hour|day|week|month|year)s?"
)
_HALF = re.compile(r"(?:for )?(?:半个?|half an? )(?P<unit>小时|钟头|月|年|hour|day|year)")
