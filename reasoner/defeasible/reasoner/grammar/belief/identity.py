"""What is so of a thing under its other name: if Tom is Ann's brother and Tom sings, Ann's brother sings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import permutations, product

from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.fillers import Filler
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import LINKS, stems

_SEVERAL = 2
_ABOUT = stems(LINKS["about"])
_OF = frozenset({"subject", "complement"})


def renamed(
    said: Mapping[str, Frame], plain: Mapping[str, Frame]
) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Yield an identity and what is said of one of its two sides, with what follows of the other.

    Args:
        said: The propositions as frames.
        plain: The same before they are paraphrased: `is Ann's boss` is an identity, `employs Ann` is none.
    """
    for name, one in plain.items():
        what = _described(one)
        if what is None or not _alone(what, one, plain.values()):
            continue
        sides = one["subject"], one["complement"]
        for mine, theirs in (sides, sides[::-1]):
            for (n, role), (m, _) in product(_about(said, mine), _about(said, theirs)):
                moved = said[n].but({role: theirs})
                if moved.past and any(is_time(*item) for item in moved.fillers):
                    continue  # who is the mayor now need not have been so in 1990
                if name not in {n, m} and n != m and (so := _settled(moved, said[m])) is not None:
                    yield (name, n), m, so


def had(said: Mapping[str, Frame]) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Yield a possession with what is said of the thing, and what follows of it under its owner's name.

    If Tom has a car and the car is red, Tom's car is red; not if Ann has a car too.
    """
    held = {name: one for name, one in said.items() if _has_one(one)}
    for name, one in held.items():
        what = one["object"].stems
        if sum(other["object"].head == one["object"].head for other in held.values()) > 1:
            continue
        spoken = [(n, role, f) for n, told in said.items() for role, f in told.fillers if f.definite]
        the = [item for item in spoken if item[2].the and item[2].stems == what]
        theirs = [item for item in spoken if item[2].stems == (*one["subject"].stems, *what)]
        for one_side, other_side in ((the, theirs), (theirs, the)):
            for (n, role, _), (m, same, filler) in product(one_side, other_side):
                so = _settled(said[n].but({role: filler}), said[m]) if role == same and n != m else None
                if so is not None:
                    yield (name, n), m, so


def _settled(one: Frame, other: Frame) -> bool | None:
    """Return whether the other frame is so if one is; None if it is open."""
    return True if one.entails(other) else False if one.excludes(other, opposites=True) else None


def _has_one(one: Frame) -> bool:
    """Return whether a clause says that somebody has a thing of a kind: `Tom has a car`."""
    what = one["object"]
    plain = not (one.denied or one.modal or one.past or one.adverbs)
    return one.verb == ("have",) and plain and what.indefinite and not (what.counted or what.bare_plural)


def sole(said: Mapping[str, Frame]) -> Iterator[tuple[tuple[str, str], str, bool]]:
    """Yield that there is just one of something, with who it is, and who therefore is not.

    If the choir has exactly one conductor and Ann is its conductor, Bob is not.
    """
    for name, has in said.items():
        thing, owner = has["object"], set(has["subject"].stems)
        if has.verb != ("have",) or has.denied or has.modal or not (thing.counted and thing.most == 1):
            continue
        ways = ((n, one) for n, one in said.items() if _described(one) and one["subject"].person)
        held = [(n, one) for n, one in ways if _is_of(one["complement"], thing, owner)]
        for (n, one), (m, other) in permutations(held, 2):
            if one["subject"] != other["subject"]:
                yield (name, n), m, False


def _is_of(what: Filler, thing: Filler, owner: Set[str]) -> bool:
    """Return whether a description is of a thing of an owner: `its conductor`, `the conductor`."""
    return (
        what.head == thing.head
        and what.owned <= owner
        and len(what.core) - len(what.owned) == len(thing.core)
    )


def _described(one: Frame) -> Filler | None:
    """Return the description in a clause that says who fits it: `Tom is Ann's brother`; None in others."""
    roles = {role for role, _ in one.fillers}
    sides = one["complement"], one["subject"]
    plain = not (one.verb or one.past or one.modal or one.denied or one.ahead or one.adverbs)
    other = any(side.owned == {*side.stems} or side.head in _ABOUT for side in sides)  # `is my aunt's`
    if not plain or other or roles != _OF or not all(side.person or side.definite for side in sides):
        return None
    return next((side for side in sides if side.definite), None)


def _alone(what: Filler, one: Frame, others: Iterable[Frame]) -> bool:
    """Return whether nobody else is said, or asked, to be so described, or several are."""
    named = set[tuple[str, ...]]()
    for other in (one, *others):
        sides = other["subject"], other["complement"]
        if not other.verb and any(side.stems == what.stems for side in sides):
            named |= {side.stems for side in sides if side.person and not side.definite}
        has = other["object"]
        whose = set(other["subject"].stems) == what.owned and other.verb == ("have",)
        if whose and has.counted and has.most != 1 and has.head == what.head:
            return False
    return len(named) < _SEVERAL


def _about(said: Mapping[str, Frame], thing: Filler) -> Iterator[tuple[str, str]]:
    """Yield the propositions that say something of a thing, with its role."""
    for name, one in said.items():
        for role, filler in one.fillers:
            known = role != "complement" or (filler.definite and not one.verb)  # `Tom is the gardener`
            if known and filler.stems == thing.stems and not filler.counted:
                yield name, role
