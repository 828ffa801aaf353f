"""`parse_sizes`: from a text and two names to the comparisons the words imply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english.analysis import Analysis, English
from defeasible.reasoner.forms import Comparison, SizeContext, SizeObject, SizeStatement, Unparsed
from defeasible.reasoner.grammar.sizes.build import Builder
from defeasible.reasoner.grammar.sizes.clause import Found
from defeasible.reasoner.grammar.sizes.discourse import connect
from defeasible.reasoner.grammar.sizes.mentions import find_mentions, name_words
from defeasible.reasoner.grammar.sizes.reading import read_clause
from defeasible.reasoner.grammar.sizes.spelling import mend
from defeasible.reasoner.grammar.sizes.things import ObjectTable
from defeasible.reasoner.text import Source, Span

CONTEXT = "s1"
"""Id of the source that holds the context; `q1` and `q2` hold the names."""


CONTRAST = 9.0
"""Weight of evidence, in nats, that what is called big is bigger than what is called small."""


def parse_sizes(context: str, objects: tuple[str, str], english: English) -> SizeContext | Unparsed:
    """Read what a text implies about the sizes of the things in it.

    Args:
        context: English text, of any length; empty when the question is asked without one.
        objects: The two noun phrases of the question, which the text may spell otherwise.
        english: What analyses the text.

    Returns:
        The objects (`o1` and `o2` are those of the question, in that order) and one statement for each
        comparison the words imply, with the words, the frame and the reason. `Unparsed` when a name is
        empty, when both names are the same, or when the text implies no comparison that can be read.

    Notes:
        Linear in the length of the text, apart from a bounded search for misspelt names.
    """
    sources = (Source(CONTEXT, context), Source("q1", objects[0]), Source("q2", objects[1]))
    names = [name_words(name) for name in objects]
    for name, words in zip(objects, names, strict=True):
        if not words:
            return Unparsed(f"the object {name!r} of the question has no word in it", sources)
    if names[0] == names[1]:
        return Unparsed(
            f"both objects of the question are {objects[0]!r}: they cannot be told apart", sources
        )
    table = ObjectTable([_plain(name) for name in objects])
    found: list[Found] = []
    unread: list[Span] = []
    unknown: Span | None = None
    if context.strip():
        mended = mend(context)
        analysis = english.analyse(mended.text)
        mentions = find_mentions(analysis.tokens, names)
        found, unread, unknown = _read(Builder(analysis, mentions, table, mended.changed), analysis)
        at = mended.source
        table.places = {number: (at(start), at(end)) for number, (start, end) in table.places.items()}
        found = [replace(one, start=at(one.start), end=at(one.end)) for one in found]
        unread = [Span(CONTEXT, at(span.start), at(span.end)) for span in unread]
        if unknown is not None:
            unknown = Span(CONTEXT, at(unknown.start), at(unknown.end))
        if not found:
            return _nothing(context, sources, unknown)
    return SizeContext(sources, _objects(table), _statements(found), ("o1", "o2"), tuple(unread))


def _read(builder: Builder, analysis: Analysis) -> tuple[list[Found], list[Span], Span | None]:
    """Read sentence by sentence.

    Returns:
        What was found; the sentences that were not understood, which have a verb that is not known, or none
        and imply nothing; and the first verb that is not known.
    """
    found: list[Found] = []
    unread: list[Span] = []
    unknown: Span | None = None
    opened: tuple[int, ...] = ()
    for number, (first, last) in enumerate(analysis.sentences):
        tokens = analysis.tokens[first:last]
        clauses = builder.sentence(number)
        hidden, opened = connect(clauses, opened)
        here = [*builder.found, *hidden]
        verbs = [(c.verb, c.start, c.end) for c in clauses if c.verb]
        for clause in clauses:
            here.extend(read_clause(clause))
        found.extend(here)
        understood = all(verb.known for verb, _, _ in verbs) if verbs else bool(here)
        if not understood and any(token.is_word for token in tokens):
            words = [token for token in tokens if token.is_word]
            unread.append(Span(CONTEXT, words[0].start, words[-1].end))
        for verb, start, end in verbs:
            if not verb.known and unknown is None:
                unknown = Span(CONTEXT, start, end)
    if not any({one.bigger, one.smaller} == {0, 1} for one in found):
        found += _contrast(builder.table, builder.extremes)
    return _settle(found), unread, unknown


def _settle(found: Sequence[Found]) -> list[Found]:
    """Where two readings of one pair disagree, keep the surer: `opened a box and crept into it`."""
    best: dict[tuple[int, int], int] = {}
    for item in found:
        if item.smaller is not None:
            pair = item.bigger, item.smaller
            best[pair] = max(best.get(pair, 0), _sureness(item))
    return [f for f in found if f.smaller is None or _sureness(f) >= best.get((f.smaller, f.bigger), 0)]


def _sureness(item: Found) -> int:
    """Rank a reading: what is only likely is least sure, then what is handled or owned."""
    if item.weight is not None:
        return 1
    return 2 if item.frame.startswith(("handling", "part.body", "part.holds", "part.serves")) else 3


def _contrast(table: ObjectTable, extremes: dict[int, int]) -> list[Found]:
    """Read `a giant X ... a tiny Y` as likely, when nothing else relates the two directly."""
    if {extremes.get(0), extremes.get(1)} != {1, -1}:
        return []
    big = 0 if extremes[0] > 0 else 1
    start, end = table.places[big]
    reason = "one is called big and the other small"
    return [Found(big, ">", 1 - big, Fraction(1), start, end, "adjective.contrast", reason, CONTRAST)]


def _plain(name: str) -> str:
    """Return a name as the question has it, without article and outer blanks."""
    words = name.split()
    if len(words) > 1 and words[0].lower() in {"a", "an", "the"}:
        words = words[1:]
    return " ".join(words)


def _objects(table: ObjectTable) -> tuple[SizeObject, ...]:
    return tuple(
        SizeObject(f"o{i + 1}", name, Span(CONTEXT, *table.places[i]) if i in table.places else None)
        for i, name in enumerate(table.names)
    )


def _statements(found: Sequence[Found]) -> tuple[SizeStatement, ...]:
    seen: dict[Comparison, Found] = {}
    for item in found:
        left, right = item.ids()
        comparison = Comparison(left, item.relation, right, item.factor)
        if seen.setdefault(comparison, item).weight is not None and item.weight is None:
            seen[comparison] = item
    return tuple(
        SizeStatement(
            f"c{i}", comparison, Span(CONTEXT, item.start, item.end), item.frame, item.reason, item.weight
        )
        for i, (comparison, item) in enumerate(seen.items(), 1)
    )


def _nothing(context: str, sources: tuple[Source, ...], unknown: Span | None) -> Unparsed:
    if not any(c.isascii() and c.isalpha() for c in context):
        return Unparsed("the text has no English word in it", sources)
    if unknown is not None:
        word = context[unknown.start : unknown.end]
        reason = f"no frame is known for the verb `{word}`, and no preposition tells which object is bigger"
        return Unparsed(reason, sources, unknown)
    return Unparsed("no word in the text implies a comparison of sizes", sources)
