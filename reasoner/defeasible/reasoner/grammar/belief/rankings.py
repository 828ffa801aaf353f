"""Comparisons: of two things on a scale the first has more, or as much; of two events it is earlier."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise, product

from defeasible.reasoner.english.closed import MULTIPLES, TIMES, UNITS
from defeasible.reasoner.english.connectives import CLOSE
from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.english.people import PERSONS, RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.canonical import OWNED
from defeasible.reasoner.grammar.belief.fillers import stems_of
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import DEGREES, JUST, LINKS
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.ordering import ORDERS, order_of
from defeasible.reasoner.grammar.belief.words import Word


@dataclass(frozen=True, slots=True)
class Ranking:
    """A comparison: the first of two things has more on a scale, or the first of two events is earlier."""

    scale: tuple[str, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]
    strict: bool = True
    """False for `as old as`: the first has at least as much."""
    level: bool = False
    """Whether neither has more: `of the same age as`."""
    degree: tuple[str, ...] = ()
    """The differential: who is not much older may be older."""
    times: Fraction | None = None
    """How many times as much the first has: 2 for `twice as old as`."""
    past: bool = field(default=False, compare=False)
    """Whether it was so in the past."""
    bound: str = ""
    """Whether `times` is a bound: `more` for `more than twice as old as`, `least` for `at least twice`."""

    @property
    def sides(self) -> tuple[Ranking, ...]:
        """The strict or weak comparison of the first and, if `level`, its converse."""
        one = replace(self, level=False)
        return (one, one.back) if self.level else (one,) if self.orders else ()

    @property
    def orders(self) -> bool:
        """Whether it says which has more: not `at most twice as old`."""
        return self.bound not in {"most", "less"}

    def entails(self, other: Ranking) -> bool:
        """Return whether it entails another comparison."""
        if not other.orders:
            return self == other
        ours = [replace(one, degree=other.degree, times=other.times, bound=other.bound) for one in self.sides]
        as_much = (other.times, other.bound) in {(None, ""), (self.times, self.bound)}
        return (as_much and other.degree in {(), self.degree}) and all(
            any(theirs in {one, replace(one, strict=False)} for one in ours) for theirs in other.sides
        )

    def excludes(self, other: Ranking) -> bool:
        """Return whether it is incompatible with another comparison."""
        pairs = product(self.sides, other.sides)
        apart = (
            (two.scale, two.more, two.less) == (one.scale, one.less, one.more)
            for one, two in pairs
            if one.strict or two.strict
        )
        return any(apart)

    @property
    def back(self) -> Ranking:
        """The same comparison with its sides swapped."""
        return replace(self, more=self.less, less=self.more)

    @property
    def otherwise(self) -> Ranking | None:
        """Its negation; None for events, because one of them may not occur at all."""
        event = self.scale[0] in ORDERS
        some = self.level or self.degree or self.times
        return None if some or event else replace(self.back, strict=not self.strict)


_ORDER: tuple[str, ...] = ("before",)
_OCCURRING = (["take", "place"], ["be"], ["happen"], ["occur"], ["come"])
"""Verbs by which an event is before another, however that is said."""
_ORDERING = ("clause:when", "clause:before", "clause:by the time", "clause:after", "by:before", "by:after")
_ALONG = frozenset({"here", "there", "home", "back", "up", "in", "out", "off", "away", "upstairs"})
"""Adverbs that belong to the verb of an event: `got here before Bob`."""
_LESS = frozenset({"less", "fewer"})
_BOUNDS = {
    ("at", "least"): "least", ("at", "most"): "most", ("more", "than"): "more", ("less", "than"): "less",
}  # fmt: skip
_AMOUNTS = TIMES | UNITS.keys()
_AMOUNTS |= {name for bases in LINKS["units_of"].values() for units in bases.values() for name in units}
_CONVERSE = {"least": "most", "most": "least", "more": "less", "less": "more", "": ""}
"""Bounds of how many times as much, each with that of the converse."""
_BARE = frozenset({"more", "less", "even", "still", "yet", "any"})
"""Words before a comparative that give no degree."""
_BESIDE = frozenset({"", "adverb", "time", "by:to"})
"""Roles of words that say how much more it is."""
_TIMES = MULTIPLES.keys() | {"times"}
DIMENSIONS, MEASURED = LINKS["dimensions"], LINKS["measured"]
"""Nouns for a quantity, and verbs that compare things, each with its scale."""
POLES: dict[str, tuple[str, bool]] = {}
"""Adjectives, each with its scale and whether it names the upper end: `tall`, but not `short`."""
for _line in LINKS["scales"].strip().splitlines():
    for _side, _up in zip(_line.split(" / "), (True, False), strict=True):
        for _word in _side.split():
            POLES.setdefault(stem(_word), (_line.split()[0], _up))


_UPRIGHT = frozenset(LINKS["upright"].split()) | PERSONS | RELATIONS
"""What is short if it is not tall; other things are if they are not long."""


def scale_of(adjective: str) -> tuple[str, bool]:
    """Return the scale of an adjective, and whether it names the upper end."""
    return POLES.get(stem(adjective), (stem(adjective), True))


def in_turn(told: Iterable[Ranking], one: Frame, other: Frame) -> bool:
    """Return whether two events are told one after the other: `had failed before he passed`."""
    verbs = {one.verb[:1], other.verb[:1]}
    return any(r.scale == _ORDER and verbs == {r.more[:1], r.less[:1]} for r in told)


def ranking(clause: Clause, aliases: Mapping[str, str]) -> Ranking | None:
    """Return the comparison in `Ann is taller than Bob`, `as tall as Bob`, `p before q`; otherwise None."""
    events = order_of(clause.words, aliases)
    if events is None:
        return _compared(clause, aliases)
    how, one, other = events
    if how == "before":
        return Ranking(_ORDER, one, other)
    one, other = sorted((one, other)) if how == "while" else (one, other)
    return Ranking((how, *one, *other), one, other, strict=False)  # no link of a chain


def _compared(clause: Clause, aliases: Mapping[str, str]) -> Ranking | None:
    words, bound = _bounded([w for w in clause.words if w.is_word])
    if clause.connectives == ("and",) and replace(clause, connectives=()).simple and not clause.modal:
        return _level(words, aliases)
    if not clause.simple or clause.modal not in {"", "can"}:
        return None
    if (ordered := _ordered(words, aliases)) is not None:
        return ordered
    place = next((n for n, w in enumerate(words) if n and w.low in {"than", "as"}), 0)
    again = next((n for n, w in enumerate(words) if n > place + 1 and w.low == "as"), 0)
    joint = words[place].low
    same = [w.low for w in words[max(place - 3, 0) : place - 1]] == ["the", "same"]
    bare = [w.low for w in words[max(place - 2, 0) : place]] == ["the", "same"]  # `costs the same as`
    if joint == "as" and not (same or bare) and not any(w.low == "so" for w in words[:place]):
        place = again
    if not place or place + 1 >= len(words):
        return None
    left, right = words[:place], words[place + 1 :]
    right = right[:-1] if right[1:] and right[-1].tag[:2] in {"VB", "MD"} else right  # `than Bob is`
    if same and left[-1].low in DIMENSIONS and {w.role for w in left} <= {"subject", "verb", "complement"}:
        one = stems_of((w for w in left if w.role == "subject"), aliases)
        said = DIMENSIONS[left[-1].low], clause.modal
        return Ranking(said, one, stems_of(right, aliases), False, True, past=clause.past)
    if right[-1].tag == "POS" or (len(right) == 1 and right[0].low in OWNED):  # `higher than last year's`
        right += [w for w in left if w.role == "subject" and w.tag[:2] == "NN"][-1:]
    word = left[-1]
    degree = left[-2].low if len(left) > 1 else ""
    if joint == "than" and word.tag not in {"JJR", "RBR"} and degree not in _LESS | {"more"}:
        return None
    verbs = tuple(stem(w.low) for w in left if w.role == "verb" and w.lemma != "be")
    who = [w for w in words if w.role == "subject"]
    first = stems_of(who, aliases)
    scaled = bool(verbs) and verbs[0] in MEASURED
    whom = [w.low for w in left if w.role == "by:to"]
    odd = bool(whom) and whom[1:] != ["times"]  # but `earns three times as much`
    beside = [
        w
        for w in left[:-1]
        if w.role in _BESIDE or (w.role == "object" and (scaled or w.low in _TIMES or w.tag == "CD"))
    ]
    times = _times(beside) if joint == "as" else None
    extra = not bare and any(
        (times is None or w.low not in _TIMES)
        and w.low not in DEGREES
        and w.tag != "CD"
        and w.lemma not in _AMOUNTS
        for w in beside
    )
    led = bool(right) and right[0].tag == "IN"  # `than on Monday`
    if not first or not right or extra or odd or led or any(w.tag[:2] == "VB" for w in right):
        return None
    lemma = word.lemma
    upright = lemma != "short" or any(w.tag[:3] == "NNP" or w.lemma in _UPRIGHT for w in who)
    name, up = scale_of(lemma) if upright else (scale_of("long")[0], False)
    if scaled and (bare or name in {"more", MEASURED[verbs[0]]}):
        name, verbs = MEASURED[verbs[0]], ()  # `costs less than`
    much = tuple(w.low for w in beside if joint == "than" and w.low not in _BARE)
    other = stems_of(right, aliases)
    if other == first:  # `is richer than he was`
        return None
    level = bare or (joint == "as" and any(w.low in JUST for w in left))  # `exactly as old as`
    scale = (name, *verbs, clause.modal)
    found = Ranking(scale, first, other, joint == "than", level, much, past=clause.past)
    if times is not None and times != 1:  # `twice as old as`, `half as old as`
        own, bound = (found, bound) if times > 1 else (found.back, _CONVERSE[bound])
        found = replace(own, strict=True, times=max(times, 1 / times), bound=bound)
        return found if up else found.back
    return found if (up != (degree in _LESS)) != (bound == "most") else found.back


def _bounded(words: list[Word]) -> tuple[list[Word], str]:
    """Return the words without the `at least` of `at least as old as`, and a key of `_CONVERSE`."""
    for n, (at, bound, like) in enumerate(zip(words, words[1:], words[2:], strict=False)):
        many = like.low in MULTIPLES or [w.low for w in words[n + 3 : n + 5]] == ["times", "as"]
        if (at.low, bound.low) in _BOUNDS and (many or (like.low == "as" and at.low == "at")):
            return [*words[:n], *words[n + 2 :]], _BOUNDS[at.low, bound.low]
    return words, ""


def _times(beside: Sequence[Word]) -> Fraction | None:
    """Return how many times as much is said: `twice as old`, `three times as old`."""
    once = (MULTIPLES[word.low] for word in beside if word.low in MULTIPLES)
    counted = (read_number(word.low) for word, after in pairwise(beside) if after.low == "times")
    return next((many for many in (*once, *counted) if many is not None), None)


def _level(words: Sequence[Word], aliases: Mapping[str, str]) -> Ranking | None:
    """Return the comparison in `Ann and Bob are equally old`, `Ann and Bob are the same age`."""
    subject = [w for w in words if w.role == "subject"]
    joints = [n for n, w in enumerate(subject) if w.low == "and"]
    rest = [w for w in words if w.role != "subject"]
    lows, last = [w.low for w in rest[:-1]], rest[-1] if rest else None
    if len(joints) != 1 or last is None or rest[0].lemma != "be":
        return None
    if lows[1:] == ["equally"]:
        name, _ = scale_of(last.lemma)
    elif lows[1:] == ["the", "same"] and last.low in DIMENSIONS:
        name = DIMENSIONS[last.low]
    else:
        return None
    one, other = (stems_of(side, aliases) for side in (subject[: joints[0]], subject[joints[0] + 1 :]))
    return Ranking((name, ""), one, other, False, True)


def _ordered(words: Sequence[Word], aliases: Mapping[str, str]) -> Ranking | None:
    """Return the order of two events in `p before q`, `after q, p`, `the soup came before the salad`."""
    led, _, joint = next((w.role for w in words if w.role in _ORDERING), "").partition(":")
    joints = joint.split()
    at = first = next((n for n, w in enumerate(words) if w.role == f"{led}:{joint}"), 0)
    while first and (words[first - 1].role == "time" or words[first - 1].low in CLOSE):
        first -= 1
    by = tuple(stem(w.low) for w in words[first:at] if w.tag != "DT")  # `an hour before`
    words = [*words[:first], *words[at:]]
    inner = [w for w in words if w.role == f"{led}:{joint}"][len(joints) :]
    if led == "clause" and inner and inner[0].tag == "VBG":  # `after finishing the race`
        inner = [w for w in words if w.role == "subject"] + inner
    rest = [w for w in words if not w.role.startswith(f"{led}:")]
    had = [any(w.lemma == "have" and w.role == "aux" for w in side) for side in (rest, inner)]
    if joint == "when" and had != [True, False]:  # `Ann had left when Bob arrived`
        return None
    scale = _ORDER
    if led == "by":
        verbs = [w for w in rest if w.role in {"verb", "object"} or w.low in _ALONG]  # `got here before Bob`
        rest = [w for w in rest if w.role == "subject"]
        occurs = [w.lemma for w in verbs] in _OCCURRING
        scale += () if occurs else tuple(stem(w.low) for w in verbs)
        alone = occurs or not any(w.role == "object" for w in verbs)
        things = alone and bool(inner) and inner[-1].lemma not in TIMES
        if not things or len(inner) + len(rest) + len(verbs) < len(words) - 1:
            return None
    elif not any(w.tag[:2] == "VB" for w in inner):
        return None
    if not rest:
        return None
    one, other = stems_of(rest, aliases), stems_of(inner, aliases)
    one, other = (other, one) if joint == "after" else (one, other)
    return Ranking(scale, one, other, degree=by)
