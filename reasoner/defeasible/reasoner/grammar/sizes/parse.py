"""`parse_sizes`: from a text and two names to the comparisons the words imply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.forms import Comparison, SizeContext, SizeObject, SizeStatement, Unparsed
from defeasible.reasoner.grammar.sizes.chunker import Chunker
from defeasible.reasoner.grammar.sizes.chunks import Chunk
from defeasible.reasoner.grammar.sizes.clauses import ClauseReader
from defeasible.reasoner.grammar.sizes.discourse import Memory
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition
from defeasible.reasoner.grammar.sizes.mentions import find_mentions, name_words
from defeasible.reasoner.grammar.sizes.nouns import COLLECTIVES, DREAMS, MEASURED, PART_WORDS, WITHIN
from defeasible.reasoner.grammar.sizes.objects import ASKED, ObjectTable
from defeasible.reasoner.grammar.sizes.reading import Found, read_clause, read_part
from defeasible.reasoner.grammar.sizes.sight import AUXILIARY
from defeasible.reasoner.grammar.sizes.spelling import correct_closed_class
from defeasible.reasoner.grammar.sizes.tokens import SENTENCE_END, Token, tokenize
from defeasible.reasoner.grammar.sizes.words import DETERMINERS, PRONOUNS
from defeasible.reasoner.text import Source, Span

CONTEXT = "s1"
"""Id of the source that holds the context; `q1` and `q2` hold the names."""
MOST_BACK = 8
"""Chunks looked back over for the verb that `using` goes with."""


def parse_sizes(context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
    """Read what a text implies about the sizes of the things in it.

    Args:
        context: English text, of any length; empty when the question is asked without one.
        objects: The two noun phrases of the question, which the text may spell otherwise.

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
    unknown: tuple[str, Span] | None = None
    if context.strip():
        tokens = tokenize(context)
        mentions = find_mentions(tokens, names)
        chunker = Chunker(correct_closed_class(tokens, mentions), mentions, table)
        found, unread, unknown = _read(tokens, chunker, table)
        if not found:
            return _nothing(context, sources, unknown)
    return SizeContext(sources, _objects(table), _statements(found), ("o1", "o2"), tuple(unread))


def _read(
    tokens: Sequence[Token], chunker: Chunker, table: ObjectTable
) -> tuple[list[Found], list[Span], tuple[str, Span] | None]:
    """Read sentence by sentence.

    Returns:
        What was found; the sentences that were not understood, which have a verb that is not known, or none
        and imply nothing; and the first verb that is not known.
    """
    found: list[Found] = []
    unread: list[Span] = []
    unknown: tuple[str, Span] | None = None
    extremes: dict[int, int] = {}
    memory = Memory()
    for start, stop in _sentences(tokens):
        chunks = _heads(chunker.run(start, stop))
        asks = stop < len(tokens) and tokens[stop].low in "?？"
        asks = asks or _inverted(tokens, start, stop) or any(chunk.head in DREAMS for chunk in chunks)
        reader = ClauseReader(chunks, memory, asks=asks)
        reader.run()
        here = [read_part(part) for part in reader.parts]
        for clause in reader.clauses:
            here.extend(read_clause(clause))
        found.extend(here)
        verbs = [chunk.verb for chunk in chunks if chunk.verb is not None]
        understood = all(verb.known for verb in verbs) if verbs else bool(here)
        if not understood and any(token.is_word for token in tokens[start:stop]):
            unread.append(Span(CONTEXT, tokens[start].start, tokens[stop - 1].end))
        for chunk in chunks:
            if chunk.kind == "noun" and chunk.extreme:
                extremes.setdefault(chunk.number, chunk.extreme)
            elif chunk.verb is not None and not chunk.verb.known and unknown is None:
                unknown = (chunk.word, Span(CONTEXT, chunk.start, chunk.end))
    return _settle(found) or _contrast(table, extremes), unread, unknown


def _inverted(tokens: Sequence[Token], start: int, stop: int) -> bool:
    """Whether a sentence begins like a question without its mark: `did the dog ...`, not `do not ...`."""
    first = tokens[start].low
    ahead = tokens[start + 1].low if start + 1 < stop else ""
    return first in AUXILIARY and (ahead in DETERMINERS or ahead in PRONOUNS)


def _sentences(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    start = 0
    for i, token in enumerate(tokens):
        if token.low in SENTENCE_END:
            out.append((start, i))
            start = i + 1
    out.append((start, len(tokens)))
    return [(a, b) for a, b in out if b > a]


def _heads(chunks: Sequence[Chunk]) -> list[Chunk]:
    """Leave out `a group of`, where the things in it count; make `a part of` and `using` prepositions."""
    out: list[Chunk] = []
    part_of = next(phrase for words, phrase in lexicon().phrases["part"] if words == ("part", "of"))
    for i, chunk in enumerate(chunks):
        noun = out[-1] if out and out[-1].kind == "noun" and out[-1].number >= ASKED else None
        ahead = chunks[i + 1] if i + 1 < len(chunks) else None
        if chunk.word == "of" and noun is not None and _transparent(noun, ahead):
            out.pop()
        elif chunk.number >= 0 and chunk.owner >= 0 and chunk.head in MEASURED:
            out.append(replace(chunk, number=chunk.owner, owner=-1, head=""))
        elif _using(chunk, out):
            out.append(Chunk("phrase", chunk.start, chunk.end, word="with", phrase=preposition("with")))
        elif chunk.word == "of" and noun is not None and noun.head in PART_WORDS:
            out[-1] = Chunk("phrase", noun.start, chunk.end, word="part of", phrase=part_of)
        else:
            out.append(chunk)
    return out


def _transparent(noun: Chunk, ahead: Chunk | None) -> bool:
    """Whether what is behind `of` counts, not the noun before it: `a group of`, `the middle of`."""
    if noun.head in COLLECTIVES:
        return True
    plain = ahead is not None and ahead.kind == "noun" and noun.owner < 0
    return plain and noun.head in WITHIN | MEASURED | {"that", "those"}


def _using(chunk: Chunk, before: Sequence[Chunk]) -> bool:
    """Whether a verb is `using` behind another verb: an instrument."""
    verb = chunk.verb
    bare = verb is not None and "use" in verb.lemmas and verb.forms == {"ing"} and not verb.auxiliary
    behind_noun = bool(before) and before[-1].kind == "noun"
    return bare and behind_noun and any(c.kind == "verb" for c in before[-MOST_BACK:])


def _settle(found: Sequence[Found]) -> list[Found]:
    """Where two readings of one pair disagree, keep the surer: `opened a box and crept into it`."""
    best: dict[tuple[int, int], int] = {}
    for item in found:
        if item.smaller is not None:
            pair = item.bigger, item.smaller
            best[pair] = max(best.get(pair, 0), _sureness(item))
    return [f for f in found if f.smaller is None or _sureness(f) >= best.get((f.smaller, f.bigger), 0)]


def _sureness(item: Found) -> int:
    """Rank a reading: what is only likely is least sure, then what is handled."""
    if item.weight is not None:
        return 1
    return 2 if item.frame.startswith("handling") else 3


def _contrast(table: ObjectTable, extremes: dict[int, int]) -> list[Found]:
    """Read `a giant X ... a tiny Y` weakly, when nothing else relates the objects of the question."""
    if {extremes.get(0), extremes.get(1)} != {1, -1}:
        return []
    big = 0 if extremes[0] > 0 else 1
    start, end = table.places[big]
    reason = "one is called huge and the other tiny"
    return [Found(big, ">=", 1 - big, Fraction(1), start, end, "adjective.contrast", reason)]


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


def _nothing(context: str, sources: tuple[Source, ...], unknown: tuple[str, Span] | None) -> Unparsed:
    if unknown is not None:
        word, span = unknown
        reason = f"no frame is known for the verb `{word}`, and no preposition tells which object is bigger"
        return Unparsed(reason, sources, span)
    if not any(c.isascii() and c.isalpha() for c in context):
        return Unparsed("the text has no English word in it", sources)
    return Unparsed("no word in the text implies a comparison of sizes", sources)
