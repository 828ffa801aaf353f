"""`parse_sizes`: reads the comparisons that a text implies, given two names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from defeasible.reasoner.english.analysis import Analysis, English
from defeasible.reasoner.forms import METRE, Comparison, SizeContext, SizeObject, SizeStatement, Unparsed
from defeasible.reasoner.grammar.sizes.build import Builder
from defeasible.reasoner.grammar.sizes.clause import Found
from defeasible.reasoner.grammar.sizes.discourse import connect
from defeasible.reasoner.grammar.sizes.lexicon import HANDLING
from defeasible.reasoner.grammar.sizes.mentions import find_mentions, name_words
from defeasible.reasoner.grammar.sizes.reading import read_clause
from defeasible.reasoner.grammar.sizes.spelling import Mended, mend
from defeasible.reasoner.grammar.sizes.things import ASKED
from defeasible.reasoner.text import Source, Span

CONTEXT = "s1"
"""Id of the source that holds the context; `q1` and `q2` hold the names."""


STAND_IN = "banana"
"""What every parser tags as a noun."""
CONTRAST = 9.0
"""Weight of evidence, in nats, that a thing called huge is bigger than one called tiny."""
WEAK_CONTRAST = 4.0
"""The same of one called huge and one called small, which usual sizes outweigh."""


def parse_sizes(context: str, objects: tuple[str, str], english: English) -> SizeContext | Unparsed:
    """Read what a text implies about the sizes of its things.

    Args:
        context: English text of any length; empty if the question has none.
        objects: The two noun phrases of the question, which the text may spell differently.
        english: What analyses the text.

    Returns:
        The objects (`o1` and `o2` are those of the question, in that order) and one statement for each
        comparison that the words imply, with the words, the frame and the reason. `Unparsed` if a name is
        empty, if both names are the same, or if the text implies no comparison that can be read.

    Notes:
        Linear in the length of the text, apart from a bounded search for misspelt names.
    """
    sources = (Source(CONTEXT, context), Source("q1", objects[0]), Source("q2", objects[1]))
    names = [name_words(name) for name in objects]
    if names[0][-1:] == names[1][-1:]:
        names = [name_words(name, own=True) for name in objects]
    if () in names:
        name = objects[names.index(())]
        return Unparsed(f"the object {name!r} of the question has no word in it", sources)
    if names[0] == names[1]:
        reason = f"both objects of the question are {objects[0]!r}: they cannot be told apart"
        return Unparsed(reason, sources)
    # as in the question, without article and outer spaces
    plain = [re.sub(r"^(an?|the) ", "", " ".join(n.split()), flags=re.IGNORECASE) for n in objects]
    known = tuple(SizeObject(f"o{i}", name) for i, name in enumerate(plain, 1))
    found: list[Found] = []
    unread: list[Span] = []
    if context.strip():
        mended, slips = mend(context, objects)
        analysis, mentions, places = _parsed(mended, names, english)
        changed = {i for i, place in enumerate(places) if place in slips}
        builder = Builder(analysis, mentions, plain, changed)
        found, unread, unknown = _read(builder, analysis)
        at = {n: Span(CONTEXT, *(places[i] for i in place)) for n, place in builder.things.places.items()}
        known = tuple(SizeObject(f"o{n + 1}", one, at.get(n)) for n, one in enumerate(builder.things.names))
        found = [replace(one, start=places[one.start], end=places[one.end]) for one in found]
        unread = [Span(CONTEXT, places[span.start], places[span.end]) for span in unread]
        if not found and (unread or {*mentions.values()} != {0, 1}):
            return _nothing(context, sources, unknown and Span(CONTEXT, *(places[n] for n in unknown)))
    return SizeContext(sources, known, _statements(found), ("o1", "o2"), tuple(unread))


def _parsed(
    mended: Mended, names: Sequence[tuple[str, ...]], english: English
) -> tuple[Analysis, dict[int, int], list[int]]:
    """Return the analysis of a text, the tokens that name objects, and where its characters come from.

    If the parser never tags a name as a noun (`an acorn`, as an adjective), it parses again with a sure noun.
    """
    analysis = english.analyse(mended.text)
    mentions = find_mentions(analysis.tokens, names, english.knows)
    last = {i: number for i, number in mentions.items() if mentions.get(i + 1) != number}
    named = {number for i, number in last.items() if analysis.tokens[i].is_noun}
    heads = [analysis.tokens[i] for i, number in sorted(last.items()) if number not in named]
    odd = [(t.start, t.end, STAND_IN) for t in heads if t.tag[:2] in {"JJ", "RB", "VB", "IN", "UH", "FW"}]
    if odd:
        changed = mended.put(odd)
        again = english.analyse(changed.text)
        if len(again.tokens) == len(analysis.tokens):
            return again, mentions, changed.places
    return analysis, mentions, mended.places


def _read(builder: Builder, analysis: Analysis) -> tuple[list[Found], list[Span], tuple[int, int] | None]:
    """Return what was found, the sentences not understood, and the place of the first unknown verb."""
    found: list[Found] = []
    unread: list[Span] = []
    unknown: list[tuple[int, int]] = []
    opened: tuple[int, ...] = ()
    for number in range(len(analysis.sentences)):
        clauses = builder.sentence(number)
        hidden, opened = connect(clauses, opened)
        here = [*builder.found, *hidden, *(one for clause in clauses for one in read_clause(clause))]
        strange = [(c.start, c.end) for c in clauses if not c.verb.known]
        words = [token for token in analysis.tokens_of(number) if token.is_word]
        if words and (strange or not (here or any(c.verb for c in clauses))):
            unread.append(Span(CONTEXT, words[0].start, words[-1].end))
        found += here
        unknown += strange
    called = builder.called | builder.extremes
    direct = any({one.bigger, one.smaller} == {0, 1} for one in found)
    if builder.extremes and {called.get(0), called.get(1)} == {1, -1} and not direct:
        # `a giant X ... a tiny Y`, if nothing else relates the two directly
        big, reason = int(called[1] > 0), "one is called big and the other small"
        weight = CONTRAST if len(builder.extremes) == ASKED else WEAK_CONTRAST
        place = builder.things.place(big)
        found.append(Found(big, 1 - big, *place, "adjective.contrast", reason, weight))
    return _settle(found), unread, next(iter(unknown), None)


def _settle(found: Sequence[Found]) -> list[Found]:
    """Keep the surer of two conflicting readings of a pair; what is compared in words counts alone."""
    words = ("comparison.words", "comparison.most", "measure")
    rest = [f for f in found if not f.frame.startswith(words)]
    direct = (f for f in found if {f.bigger, f.smaller} == {0, 1} and f.frame.startswith(words))
    ranked = (f for f in direct if f.relation == ">" or f.factor != 1)
    for big, small in {(f.bigger, f.smaller) if f.factor >= 1 else (f.smaller, f.bigger) for f in ranked}:
        reached, new = set[int | None](), {small}
        while new:
            reached |= new
            new = {f.smaller for f in rest if f.bigger in new} - reached
        if big in reached:
            return [f for f in found if f.frame.startswith(words)]
    best: dict[tuple[int | None, int | None], float] = {}
    for item in found:
        pair = item.bigger, item.smaller
        best[pair] = max(best.get(pair, 0), _sureness(item))
    return [f for f in found if f.smaller is None or _sureness(f) >= best.get((f.smaller, f.bigger), 0)]


def _sureness(item: Found) -> float:
    """Rank a reading: a likely one by its weight, then what the words imply; owning is like handling."""
    if item.frame.startswith(("part.body", "part.holds", "part.serves")):
        return HANDLING
    return inf if item.weight is None else item.weight


def _statements(found: Sequence[Found]) -> tuple[SizeStatement, ...]:
    seen: dict[Comparison, Found] = {}
    for item in found:
        left, right = (METRE if n is None else f"o{n + 1}" for n in (item.bigger, item.smaller))
        comparison = Comparison(left, item.relation, right, item.factor)
        if seen.setdefault(comparison, item).weight is not None and item.weight is None:
            seen[comparison] = item
    rows = ((c, Span(CONTEXT, f.start, f.end), f.frame, f.reason, f.weight) for c, f in seen.items())
    return tuple(SizeStatement(f"c{i}", *row) for i, row in enumerate(rows, 1))


def _nothing(context: str, sources: tuple[Source, ...], unknown: Span | None) -> Unparsed:
    if not any(c.isascii() and c.isalpha() for c in context):
        return Unparsed("the text has no English word in it", sources)
    if unknown is not None:
        word = context[unknown.start : unknown.end]
        reason = f"no frame is known for the verb `{word}`, and no preposition tells which object is bigger"
        return Unparsed(reason, sources, unknown)
    return Unparsed("no word in the text implies a comparison of sizes", sources)
