"""Expressions of time, duration, frequency and place inside a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from defeasible.reasoner.grammar.chinese.lexicon import any_of

ExpressionSlot = Literal["occurrence_time", "start_time", "end_time", "duration", "frequency", "location"]

# Numbers are bounded; otherwise a run of thousands of digits is searched once from each digit.
_NUMBER = r"(?:(?:\d{1,12}(?:\.\d{1,12})?|[一二两三四五六七八九十百千半几数]{1,12})多?)"
_OCLOCK = rf"{_NUMBER}点(?:半|钟|{_NUMBER}分|{_NUMBER}刻)|(?:\d{{1,2}}|[两三四五六七八九十]{{1,3}})点"
_CLOCK = rf"(?:{_OCLOCK}|\d{{1,2}}[:：]\d{{2}})"
_DATE = r"(?:(?:\d{2,4}年)?\d{1,2}月(?:\d{1,2}[日号])?|\d{4}年|\d{1,2}[日号](?!线|楼|店))"


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression, with its place in the text."""

    slot: ExpressionSlot
    start: int
    end: int
    text: str


@cache
def _patterns() -> tuple[tuple[ExpressionSlot, re.Pattern[str]], ...]:
    point = f"(?:{any_of(('time', 'point'))}|{_DATE}|{_CLOCK})"
    when = f"{point}(?:的?{point})*"
    unit = "(?:个?小时|分钟|秒钟?|天|个?星期|周|个月|年|个?钟头|晚上?|上午|下午)"
    # `有一天`, `一次` and `一点` count nothing; `三年级`, `两周岁`, `八年前` are not durations.
    some = rf"(?<![第有这那])(?!一天|一晚){_NUMBER}个?半?{unit}半?(?![级岁前后代终初底末])"
    lasting = f"(?:(?<!么){any_of(('time', 'span'))}|{some})"
    times = rf"{_NUMBER}[次回趟遍]"
    counted = rf"(?<![第这那上下])(?!一[次回趟遍]){times}"
    week = "周(?!末|[一二三四五六日](?![次回趟遍]))|个?星期(?![一二三四五六日天])"
    cycle = f"(?:天|周末|{week}|个?月|年|个?小时|晚)"
    every = f"每{_NUMBER}?{cycle}(?:{times})?|一{cycle}{times}"
    often = f"(?:{every}|{any_of(('time', 'often'))}(?!间)|{counted})"
    # The words between `在` and the noun are a name: a few characters, none of them a verb.
    name = r"[^，。！？\s我你他她它不没了着就都也去来吃看买做打玩学在的]{0,4}"
    owner = "(?:[我你他她](?:们)?|自己)?"
    where = f"{owner}{name}{any_of(('place', 'noun'))}"
    there = "(?:(?<![正现存实内自])在|[去到来回])"
    return (
        ("start_time", re.compile(rf"(?:从|自从?)(?P<value>{when})(?=开始|起|就|到)")),
        ("end_time", re.compile(rf"(?:直?到)(?P<value>{when})(?=为止|才?结束|才?回|才?下班|才?睡|$)")),
        ("frequency", re.compile(rf"(?P<value>{often})")),
        ("duration", re.compile(rf"(?P<value>{lasting})")),
        ("occurrence_time", re.compile(rf"(?P<value>{when})")),
        ("location", re.compile(f"{there}(?P<value>{where})(?![长庭具乡电务们])")),
    )


def expressions(text: str) -> Iterator[Expression]:
    """Yield the non-overlapping expressions of a text, at most one per slot.

    >>> [(e.slot, e.text) for e in expressions("昨天晚上我在公园跑了两个小时")]
    [('duration', '两个小时'), ('occurrence_time', '昨天晚上'), ('location', '公园')]
    """
    taken: list[tuple[int, int]] = []
    for slot, pattern in _patterns():
        for found in pattern.finditer(text):
            start, end = found.span("value")
            if all(end <= a or start >= b for a, b in taken):
                taken.append((start, end))
                yield Expression(slot, start, end, text[start:end])
                break
