"""From lines of text to a `Story`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from defeasible.reasoner.forms import Story, Unparsed
from defeasible.reasoner.forms.story import Happening
from defeasible.reasoner.grammar.stories.clauses import Clauses
from defeasible.reasoner.grammar.stories.meaning import Meaning
from defeasible.reasoner.grammar.stories.moods import Context
from defeasible.reasoner.grammar.stories.names import find_names
from defeasible.reasoner.grammar.stories.referents import Referents
from defeasible.reasoner.grammar.stories.writer import Writer
from defeasible.reasoner.grammar.tokens import Token, Tokens, tokenize
from defeasible.reasoner.text import Source, Span

_ENDS = frozenset(".!?;。！？…")
_QUOTES = frozenset('"“”«»')
_MAIN = frozenset({"", "and", "but", "or", "nor", "yet", "so", "&", "plus"})
_LONGEST = 400
"""Tokens of a sentence that are read at once; a longer one is cut."""


def read_story(lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
    """Read a story, and what is asked about it.

    Args:
        lines: The sentences of the story in order; each may hold several.
        queries: Statements about the story: does it hold? Their words for somebody go back to the story's.

    Returns:
        The story. Lines of which nothing is understood are in its `unread`; a query that is not understood,
        or no line at all, makes it `Unparsed`.

    Example:
        >>> story = read_story(["Tom lost his key.", "He could not open the door."], ["Tom was outside."])
        >>> [(e.verb, e.polarity) for e in story.happenings if hasattr(e, "verb")]
        [('lose', True), ('open', False)]
    """
    said = tuple(Source(f"s{n}", text) for n, text in enumerate(lines, 1))
    asked = tuple(Source(f"q{n}", text) for n, text in enumerate(queries, 1))
    sources = (*said, *asked)
    if not any(text.strip() for text in lines):
        return Unparsed("there is no story to read: every line is empty", sources)
    texts = {source.id: tokenize(source.text) for source in sources}
    names = find_names(texts.values())
    referents = Referents()
    happenings: list[Happening] = []
    unread: list[int] = []
    for n, source in enumerate(said, 1):
        referents.line = n
        found = _read(source, texts[source.id], names, referents, n)
        if not found:
            unread.append(n)
        happenings += found
    wanted: list[Happening] = []
    referents.line = 0
    for source in asked:
        found = _read(source, texts[source.id], names, referents, 0)
        if not found:
            span = Span(source.id, 0, len(source.text)) if source.text else None
            return Unparsed(
                f"no statement about anybody or anything was found in the query `{source.text}`",
                sources,
                span,
            )
        wanted += [replace(item, id=_part(source.id, k)) for k, item in enumerate(found)]
    numbered = tuple(replace(item, id=f"h{n}") for n, item in enumerate(happenings, 1))
    return Story(sources, referents.participants(), numbered, tuple(wanted), tuple(unread))


def _part(query: str, n: int) -> str:
    """Return the id of a part of a query: `q1`, `q1_2`."""
    return query if n == 0 else f"{query}_{n + 1}"


def _read(
    source: Source, tokens: Tokens, names: frozenset[str], referents: Referents, line: int
) -> list[Happening]:
    found: list[Happening] = []
    for piece in _sentences(tokens):
        writer = Writer(source, piece, referents, line, query=line == 0)
        meaning = Meaning(writer)
        clauses = Clauses(piece, names).read()
        if line == 0:
            # What is asked is the main clause; reasons and times beside it are not.
            clauses = [clause for clause in clauses if clause.link in _MAIN] or clauses[:1]
        for clause in clauses:
            meaning.clause(clause, Context(line))
        found += writer.found
    return found


def _sentences(tokens: Tokens) -> Iterator[Sequence[Token]]:
    """Yield the sentences of a text; what stands in quotes is left out, unless it is a word or two."""
    part: list[Token] = []
    quote: list[Token] | None = None
    for token in tokens:
        if token.text in _QUOTES:
            if quote is None:
                quote = []
            else:
                part += quote if len(quote) <= 2 else []
                quote = None
        elif quote is not None:
            quote.append(token)
        else:
            part.append(token)
            if token.text in _ENDS or len(part) >= _LONGEST:
                yield part
                part = []
    if quote:
        part += quote  # never closed: no quotation
    if part:
        yield part
