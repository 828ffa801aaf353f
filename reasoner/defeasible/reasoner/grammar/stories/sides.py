"""Where a query asks for something to be, beside where it was told: what is under the bed is not on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.grammar.stories import lexicon as lx

_AT = "at"
"""Stands for a preposition that leaves open on which side of a thing something is: `at the table`."""
_OPEN = frozenset({"at", "to", "up to", "back to", "around", "through", "off", "out of", "from"})
_ALIKE = tuple(map(frozenset, (("in", "on"), ("on", "over"), ("above", "over"), ("past", "over"))))
"""Sides that may come to the same: the first for some nouns alone."""


def sides_of(analyses: Iterable[Analysis]) -> dict[str, set[str]]:
    """Return the nouns that stand behind prepositions of place, each with the sides that they say."""
    found: dict[str, set[str]] = {}
    for analysis in analyses:
        for noun, side in _sides(analysis):
            found.setdefault(noun, set()).add(side)
        if any(c.particle in lx.of("indoors") and not (c.objects or c.obliques) for c in analysis.clauses):
            for told in found.values():
                told.add("in")  # `parked outside the bakery and went in`
    return found


def asks_aside(query: Analysis, told: Mapping[str, Set[str]]) -> bool:
    """Return whether a query asks for another side of a thing than any line tells: `on` for `under the bed`.

    Args:
        query: The query.
        told: What `sides_of` returns for the lines.
    """
    return any(noun in told and not _agree(noun, side, told[noun]) for noun, side in _sides(query))


def asks_near(query: Analysis, told: Mapping[str, Set[str]]) -> bool:
    """Return whether a query asks for something to be near a thing, which no line tells.

    What is not in the zoo may be near it.
    """
    return any(side in lx.of("nearby") and side not in told.get(noun, ()) for noun, side in _sides(query))


def is_bare(phrase: Phrase) -> bool:
    """Return whether a noun stands alone: `in secret`, `by mistake`."""
    return not (phrase.determiner or phrase.owner or phrase.adjectives or phrase.name)


def _agree(noun: str, asked: str, told: Set[str]) -> bool:
    either = noun in lx.PLACES or noun in lx.of("in_or_on")
    like = {side for pair in _ALIKE[not either :] if asked in pair for side in pair}
    vague = {_AT} if asked in {"in", "on", "near"} else set[str]()
    return asked == _AT or not told.isdisjoint({asked} | like | vague)


def _sides(analysis: Analysis) -> Iterator[tuple[str, str]]:
    """Yield the head of each phrase behind a preposition of place, with its side."""
    for clause in analysis.clauses:
        phrases = (clause.subject, *clause.objects, clause.complement)
        within = (o for phrase in phrases if phrase is not None for o in _within(phrase))
        for led in (*clause.obliques, *within):
            side = _AT if led.preposition in _OPEN else lx.SIDES.get(led.preposition, "")
            means = clause.voice == "passive" or (led.phrase is not None and is_bare(led.phrase))
            if led.preposition == "by" and means:
                continue  # `was sold by Nora`, `by mistake`
            side = "past" if side == "over" and clause.lemma in lx.of("surmounting") else side
            for phrase in (led.phrase, *led.phrase.joined) if led.phrase is not None and side else ():
                if phrase.head.lemma not in closed.WHEN:
                    yield phrase.head.lemma, side


def _within(phrase: Phrase) -> Iterator[Oblique]:
    """Yield what is attached to a phrase, at every depth."""
    for led in phrase.obliques:
        yield led
        if led.phrase is not None:
            yield from _within(led.phrase)
