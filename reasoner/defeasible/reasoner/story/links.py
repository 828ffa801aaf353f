"""`Link`: what holds at any one moment between fluents, and what a told state implies by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.laws import Literal
from defeasible.reasoner.laws.library import SPECIFIC

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from defeasible.reasoner.laws import Fluent, Library
    from defeasible.reasoner.laws.law import Claimed

NOT_MORE = frozenset({"no", "not", "hardly", "less", "barely"})
"""Words before a comparative after which it does not hold."""
ORDER = "order"
"""Id of the relations between comparisons."""
BROADER = "broader"
"""Id of the relation between a narrower value and a broader one."""


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


def broader(library: Library, fluents: Iterable[Fluent]) -> Iterator[Link]:
    """Yield what narrower values and attributes imply: who is furious is angry, who loves her likes her."""
    for fluent in fluents:
        for shape in ((fluent.attribute, fluent.value), (fluent.attribute, "")):
            if (found := library.broader.get(shape)) is not None:
                name, value, positive = found
                broad = fluent._replace(attribute=name, value=value if shape[1] else fluent.value)
                reason = f"{shape[1] or shape[0]} implies {'' if positive else 'not '}{value or name}"
                yield Link(BROADER, reason, (Literal(fluent),), Literal(broad, positive))
                break


def ordered(library: Library, fluents: Iterable[Fluent]) -> Iterator[Link]:
    """Yield what comparisons imply: a comparative may have a converse, and is asymmetric and transitive."""
    known = [f for f in fluents if f.attribute == "is" and f.other]
    for one in known:
        measure, _, word = one.value.rpartition("_")
        base = library.orders.get(one.value)
        back = one._replace(participant=one.other, other=one.participant)
        if base is None and word in library.orders and measure.partition("_")[0] not in NOT_MORE:
            plain = Literal(one._replace(value=word))
            yield Link(ORDER, f"what is {one.value} is {word}", (Literal(one),), plain)
        elif base not in (None, one.value):
            reason = f"{one.value} is the converse of {base}"
            yield Link(ORDER, reason, (Literal(one),), Literal(back._replace(value=base)), both_ways=True)
        elif base is not None:
            if back in known:
                yield Link(ORDER, f"{base} is asymmetric", (Literal(one),), Literal(back, False))
            for next_ in known:
                if (next_.participant, next_.value) == (one.other, base) and next_.other != one.participant:
                    reason = f"{base} is transitive"
                    far = Literal(one._replace(other=next_.other))
                    yield Link(ORDER, reason, (Literal(one), Literal(next_)), far)


def implied(told: Literal, links: Sequence[Link], rounds: int) -> set[Literal]:
    """Return what a told state usually implies, or leaves open, and does not imply for certain.

    Args:
        told: The state.
        links: The relations between fluents.
        rounds: The number of steps.
    """
    usual, certain = {told}, {told}
    for _ in range(rounds):
        for link in links:
            usual |= _following(link, usual)
            if link.law == BROADER and link.conclusion in usual:
                usual |= {*link.premises}  # who is angry now may be furious
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


def both_values(fluents: Iterable[Fluent]) -> set[Literal]:
    """Return each fluent, affirmed and denied."""
    return {Literal(fluent, positive) for fluent in fluents for positive in (True, False)}


def touched_with(changed: set[Literal], links: Sequence[Link]) -> set[Literal]:
    """Return what may change with something else: its consequences, its rivals, what is narrower or special.

    Args:
        changed: What may become true.
        links: The relations between fluents.
    """
    reached, of = set(changed), {literal.fluent for literal in changed}
    for link in links:
        if link.conclusion is None:
            # If one of two exclusive values ends, the other may begin.
            one, other = link.premises
            for first, second in ((one, other), (other, one)):
                reached |= {opposed(second)} if first in changed else set()
                reached |= {second} if opposed(first) in changed else set()
        elif not of.isdisjoint(x.fluent for x in link.premises):
            reached |= both_values([link.conclusion.fluent])
        elif (link.both_ways or link.law == "specific") and link.conclusion.fluent in of:
            reached |= both_values(x.fluent for x in link.premises)
    above = [(x.premises[0], x.conclusion) for x in links if x.law == BROADER and x.conclusion is not None]
    # What is broken now may be torn; what is whole is not, and what was torn stays so where a thing breaks.
    narrow = {one for one, broad in above if broad in reached}
    return reached | narrow | {opposed(one) for one, broad in above if opposed(broad) in reached}
