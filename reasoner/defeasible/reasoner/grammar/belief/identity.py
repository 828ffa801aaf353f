"""What is so of a thing under its other name: if Tom is Ann's brother and Tom sings, Ann's brother sings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from defeasible.reasoner.grammar.belief.adjuncts import is_time
from defeasible.reasoner.grammar.belief.fillers import Filler
from defeasible.reasoner.grammar.belief.frames import Frame

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
                if name not in {n, m} and n != m and moved.entails(said[m]):
                    yield (name, n), m, True
                elif name not in {n, m} and n != m and moved.excludes(said[m], opposites=True):
                    yield (name, n), m, False


def _described(one: Frame) -> Filler | None:
    """Return the description in a clause that says who fits it: `Tom is Ann's brother`; None in others."""
    roles = {role for role, _ in one.fillers}
    sides = one["complement"], one["subject"]
    plain = not (one.verb or one.past or one.modal or one.denied or one.ahead or one.adverbs)
    if not plain or roles != _OF or not all(side.person or side.definite for side in sides):
        return None
    return next((side for side in sides if side.definite), None)


def _alone(what: Filler, one: Frame, others: Iterable[Frame]) -> bool:
    """Return whether nobody else is said, or asked, to be so described, or several are."""
    own = {one["subject"].stems, one["complement"].stems}
    for other in others:
        sides = {other["subject"].stems, other["complement"].stems}
        known = other["complement"].definite or other["complement"].person
        if not other.verb and known and what.stems in sides and sides != own:
            return False
        has = other["object"]
        whose = set(other["subject"].stems) == what.owned and other.verb == ("have",)
        if whose and has.counted and has.head == what.head:
            return False
    return True


def _about(said: Mapping[str, Frame], thing: Filler) -> Iterator[tuple[str, str]]:
    """Yield the propositions that say something of a thing, with its role."""
    for name, one in said.items():
        for role, filler in one.fillers:
            if role != "complement" and filler.stems == thing.stems and not filler.counted:
                yield name, role
