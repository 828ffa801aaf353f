"""Measures of things: `is thirty years old`, `costs less than ten euros`, `is longer than one metre`.

A measure is an interval on a scale. One that lies within another entails it, two that do not meet exclude
each other, and two things of which one has more are ranked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import TypeAlias

from defeasible.reasoner.english.closed import INDEFINITE, QUANTIFIER_PHRASES, UNITS
from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.canonical import numbers_joined
from defeasible.reasoner.grammar.belief.fillers import stems_of
from defeasible.reasoner.grammar.belief.lists import JUST, LINKS
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.rankings import (
    DIMENSIONS,
    MEASURED,
    POLES,
    Ranking,
    ranking,
    scale_of,
)
from defeasible.reasoner.grammar.belief.words import Word, Words

End: TypeAlias = tuple[Fraction | float, bool]
"""An end of an interval: the value, and whether the interval reaches only up to it."""

_UNITS = {
    scale: {name: (base, Fraction(size)) for base, units in bases.items() for name, size in units.items()}
    for scale, bases in LINKS["units_of"].items()
}
"""Units of scales that are not those of space, each with its base unit and how many of those it is."""
_AGE = "old"
_BOUNDS: dict[str, tuple[bool | None, bool]] = {
    "more than": (True, False), "at least": (True, True), "exactly": (None, True), "": (None, True),
    "fewer than": (False, False), "at most": (False, True),
}  # fmt: skip
"""Words before a number, each with whether values above it are meant, and whether it is itself."""
_PER = frozenset({"a", "an", "per", "each", "every"})
_COMPARED, _SECOND = frozenset({"more", "less", "fewer"}), 2


@dataclass(frozen=True, slots=True)
class Measure:
    """An interval on a scale in which a thing is."""

    scale: tuple[str, str, bool]
    """The scale, the base unit, and whether it was so in the past."""
    thing: tuple[str, ...]
    least: End = (-inf, True)
    most: End = (inf, True)

    def entails(self, other: Measure) -> bool:
        """Return whether its interval lies within that of another, of the same thing."""
        return (
            self._of_same(other)
            and _inside(self.least, other.least, 1)
            and _inside(self.most, other.most, -1)
        )

    def excludes(self, other: Measure) -> bool:
        """Return whether no value is in both intervals, of the same thing."""
        return self._of_same(other) and (_above(self, other) or _above(other, self))

    def _of_same(self, other: Measure) -> bool:
        return (self.scale, self.thing) == (other.scale, other.thing)

    @property
    def otherwise(self) -> Measure | None:
        """Its negation; None for an interval with two ends."""
        (least, above), (most, below) = self.least, self.most
        if (least == -inf) == (most == inf):
            return None
        if least == -inf:
            return replace(self, least=(most, not below), most=(inf, True))
        return replace(self, least=(-inf, True), most=(least, not above))

    def ranks(self, other: Measure, rank: Ranking) -> bool | None:
        """Return whether a comparison of two measured things is true; None where they do not settle it."""
        if (self.thing, other.thing) != (rank.more, rank.less) or not self._on(rank, other):
            return None
        if rank.times or (rank.degree and self._further(rank) is not None):
            so = other.of(rank) if other.least == other.most else None
            return None if so is None else True if self.entails(so) else False if self.excludes(so) else None
        more, less = _above(self, other), _above(other, self)
        equal = self.least == self.most == other.least == other.most
        if rank.level:
            return True if equal else False if more or less else None
        if rank.strict:  # `much older`: it is not said how much
            return (None if rank.degree else True) if more else False if less or equal else None
        return True if more or equal else False if less else None

    def of(self, rank: Ranking) -> Measure | None:
        """Return what a comparison with it says of the other thing."""
        thing = {rank.less: rank.more, rank.more: rank.less}.get(self.thing)
        if thing is None or not self._on(rank, self):
            return None
        upwards, times = self.thing == rank.less, rank.times or Fraction(1)
        further = self._further(rank) or Fraction(0)
        if not upwards:
            times, further = 1 / times, -further
        (least, from_it), (most, to_it) = (
            (value * times + further, reached) for value, reached in (self.least, self.most)
        )
        exact = rank.level or bool((rank.times or further) and not rank.bound)
        reached = rank.bound in {"least", "most"} or not (rank.strict or rank.times)
        if exact:
            return replace(self, thing=thing, least=(least, from_it), most=(most, to_it))
        if upwards == rank.orders:
            return replace(self, thing=thing, least=(least, from_it and reached), most=(inf, True))
        return replace(self, thing=thing, least=(-inf, True), most=(most, to_it and reached))

    def _on(self, rank: Ranking, other: Measure) -> bool:
        """Return whether a comparison is on the scale of both."""
        alike = self.scale == other.scale and rank.past == self.scale[2]
        return alike and rank.scale == (self.scale[0], "")

    def _further(self, rank: Ranking) -> Fraction | None:
        """Return by how much one of two things has more, in its base unit; None where that is not read."""
        if not rank.degree:
            return Fraction(0)
        base, more = _amount(self.scale[0], rank.degree) or ("", None)
        return more if base == self.scale[1] else None


def _above(one: Measure, other: Measure) -> bool:
    """Return whether all of one interval is above all of another."""
    (least, from_it), (most, up_to_it) = one.least, other.most
    return least > most or (least == most and not (from_it and up_to_it))


def _inside(end: End, other: End, sign: int) -> bool:
    """Return whether an interval goes no further than another: below for a sign of 1, above for -1."""
    return sign * end[0] > sign * other[0] or (end[0] == other[0] and other[1] >= end[1])


def measure_of(clause: Clause, aliases: Mapping[str, str]) -> Measure | None:
    """Return the measure in `is over forty`, `weighs 5 kg`, `is a girl of nine`; None for another clause."""
    if not clause.simple or clause.modal or clause.ahead:
        return None
    told = (w for w in clause.words if w.role != "subject" and w.is_word and w.low not in JUST)
    words = numbers_joined(tuple(told))
    if not words[1:] or words[0].role != "verb":
        return None
    owner, dimension = _dimension(tuple(w for w in clause.words if w.role == "subject" and w.is_word))
    scale, kind, lows = _scaled(words[0].lemma, words[1:])
    if dimension and words[0].lemma == "be" and not kind:
        scale, lows = dimension, [w.low for w in words[1:]]
    for phrase, bound in QUANTIFIER_PHRASES if not kind else ():
        if tuple(lows[: len(phrase)]) == phrase:
            kind, lows = bound, lows[len(phrase) :]
            break
    scale = "tall" if scale == "high" else scale
    amount = _amount(scale, lows)
    if amount is None or kind not in _BOUNDS or not (thing := stems_of(owner, aliases)):
        return None
    base, value = amount
    up, reached = _BOUNDS[kind]
    least = (-inf, True) if up is False else (value, reached)
    return Measure((scale, base, clause.past), thing, least, (inf, True) if up else (value, reached))


def compared_to(clause: Clause) -> int:
    """Return up to which place a clause says how much more one thing has, in words that are read."""
    place = max((n for n, word in enumerate(clause.words) if word.low in {"than", "as"}), default=0)
    rank = ranking(clause, {}) if place else None
    read = rank is not None and (not rank.degree or _amount(rank.scale[0], rank.degree) is not None)
    return place if read else 0


def _dimension(subject: Words) -> tuple[Words, str]:
    """Return `Ann` and the scale of age for `Ann's age`, `the age of Ann`; another subject as it is."""
    lows = [w.low for w in subject]
    for place, low in enumerate(lows):
        if low in DIMENSIONS and lows[place + 1 : place + 2] == ["of"]:
            return subject[place + 2 :], DIMENSIONS[low]
    owned = lows[-1:] and lows[-1] in DIMENSIONS and len(lows) > 1
    return (subject[:-1], DIMENSIONS[lows[-1]]) if owned else (subject, "")


def _scaled(verb: str, words: Sequence[Word]) -> tuple[str, str, list[str]]:
    """Return the scale of a predicate, whether it is compared with a number, and the words of the number."""
    lows, first = [w.low for w in words], words[0].lemma
    than = lows.index("than") if "than" in lows[1:3] else 0
    scale = MEASURED.get(stem(verb), "")
    if than and lows[0] not in _COMPARED:  # `older than twenty`
        name, up = scale_of(first)
        return name if scale in {"", name} else "", "more than" if up else "fewer than", lows[than + 1 :]
    if scale:
        return scale, "", lows
    if verb != "be":
        return "", "", lows
    if than == _SECOND:  # `more expensive than ten euros`
        name, up = scale_of(lows[1])
        return name, "more than" if up == (lows[0] == "more") else "fewer than", lows[than + 1 :]
    if lows[-2:-1] == ["of"] and words[-3:][0].lemma in PERSONS:
        return _AGE, "", lows[-1:]
    name, up = scale_of(lows[-1])
    return (name, "", lows[:-1]) if up and lows[-1] in POLES else (_AGE, "", lows)


def _amount(scale: str, lows: Sequence[str]) -> tuple[str, Fraction] | None:
    """Return the base unit of an amount and how many of it there are; None for other words."""
    rate = ""
    if lows[_SECOND:] and lows[-2] in _PER and lows[-1] in _UNITS["long"]:  # `two thousand euros a month`
        rate, lows = f"/{lows[-1]}", lows[:-2]
    if not lows or len(lows) > _SECOND:
        return None
    count = Fraction(1) if lows[0] in INDEFINITE and lows[1:] else read_number(lows[0])
    name = lows[1] if lows[1:] else ""
    units = _UNITS.get(scale, UNITS)
    unit = units.get(name) or units.get(name.removesuffix("s")) or UNITS.get(name.removesuffix("s"))
    if scale == _AGE and not name:
        unit = units["year"]
    return None if count is None or unit is None else (unit[0] + rate, count * unit[1])
