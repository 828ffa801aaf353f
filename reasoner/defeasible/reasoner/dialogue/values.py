"""Comparison of times and other values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms.times import DAY, read_minutes, read_moment

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Constraint
    from defeasible.reasoner.forms.ontology import ValueKind


def same_value(kind: ValueKind, one: str, other: str) -> bool:
    """Whether two values may be the same: equal, one within the other, equally long, or overlapping times.

    Args:
        kind: The kind of the values.
        one: The `plain_words` of the first.
        other: The `plain_words` of the second.
    """
    if one in other or other in one:
        return True
    if kind == "duration":
        length = read_minutes(one)
        return length is not None and length == read_minutes(other)
    if kind == "time":
        a, b = read_moment(one), read_moment(other)
        return a is not None and b is not None and a.meets(b)
    return False


def fits(constraint: Constraint, values: tuple[str, ...]) -> bool:
    """Whether times, as `plain_words`, may satisfy an `order` or `lasting` constraint.

    Values that cannot be read fit, and so do vague ones: from eight in the evening to eight in the morning is
    in order if no days are named.
    """
    first, second = read_moment(values[0]), read_moment(values[1])
    if first is None or second is None:
        return True
    if constraint.kind == "order":
        return not first.surely_after(second)
    length = read_minutes(values[2])
    if length is None or first.minute is None or second.minute is None:
        return True
    if first.day is None or second.day is None:
        return (second.minute - first.minute - length) % DAY == 0
    return (second.day - first.day) * DAY + second.minute - first.minute == length
