"""What a told state implies by laws about states: a silent alarm need not ring on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.story.instances import opposed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.laws import Literal
    from defeasible.reasoner.story.instances import Link


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
