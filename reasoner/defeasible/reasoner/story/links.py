"""`Link`: what holds at any one moment between fluents, and what a told state implies by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.laws.library import SPECIFIC

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.laws import Literal
    from defeasible.reasoner.laws.law import Claimed


class Link(NamedTuple):
    """A relation between fluents at any one moment."""

    law: str
    reason: str
    premises: tuple[Literal, ...]
    conclusion: Literal | None
    """None if the premises exclude each other."""
    part: Claimed = "then"
    weight: float | None = None
    both_ways: bool = False


def both_ways(law: str, reason: str, one: Literal, other: Literal) -> Iterator[Link]:
    """Yield that one literal usually implies the other, and its denial the denial of the other."""
    for first, second in ((one, other), (opposed(one), opposed(other))):
        yield Link(law, reason, (first,), second, "usually_then", SPECIFIC)


def implied(told: Literal, links: Sequence[Link], rounds: int) -> set[Literal]:
    """Return what a told state usually implies and does not imply for certain, in so many steps."""
    usual, certain = {told}, {told}
    for _ in range(rounds):
        for link in links:
            usual |= _following(link, usual)
            certain |= _following(link, certain) if link.weight is None else set()
    return usual - certain


def _following(link: Link, known: set[Literal]) -> set[Literal]:
    if link.conclusion is None:
        one, other = link.premises
        return {opposed(x) for x, y in ((one, other), (other, one)) if y in known}
    found = {link.conclusion} if known.issuperset(link.premises) else set()
    if len(link.premises) == 1 and opposed(link.conclusion) in known:
        found.add(opposed(link.premises[0]))
    return found


def opposed(literal: Literal) -> Literal:
    """Return the complement of a literal."""
    return literal._replace(positive=not literal.positive)
