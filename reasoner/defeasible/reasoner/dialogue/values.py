"""What times and other values say about each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.forms.times import DAY, read_minutes, read_moment

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Constraint
    from defeasible.reasoner.forms.ontology import ValueKind


def same_value(kind: ValueKind, one: str, other: str) -> bool:
    """Whether two values may be the same: equal, one within the other, as long, or times that meet.

    Args:
        kind: What they are values of.
        one: The `plain_words` of one.
        other: Those of the other.
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
    """Whether times, as `plain_words`, may stand as an `order` or `lasting` constraint demands.

    What cannot be read fits, as does what leaves room: from eight in the evening to eight in the morning is
    in order where no days are named.
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
