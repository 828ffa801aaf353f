"""The clauses of a framed sentence, and the error that ends the reading of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from defeasible.reasoner.grammar.clauses import Clause
from defeasible.reasoner.grammar.frames import (
    Apart,
    Both,
    Broken,
    Choice,
    Denied,
    General,
    Joined,
    Node,
    Plain,
    Recast,
    Unclear,
    When,
)
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.tokens import Tokens, tokenize
from defeasible.reasoner.text import Source, Span

LONGEST_CLAUSE = 300
"""Words and marks of one clause; a longer one is not read."""


LONGEST_TEXT = 20_000
"""Characters of one statement or query; a longer one is not read."""
_UNBROKEN = re.compile(r"\S{200}")


class CannotReadError(Exception):
    """Ends the reading of a text; those who read texts turn it into an `Unparsed`."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def span_of(tokens: Tokens, source: Source) -> Span:
    """Return where tokens stand; the whole source where there are none."""
    return (
        Span(source.id, tokens[0].start, tokens[-1].end) if tokens else Span(source.id, 0, len(source.text))
    )


def clause_of(tokens: Tokens, source: Source) -> Clause:
    """Read one clause.

    Raises:
        CannotReadError: If it is longer than `LONGEST_CLAUSE`.
    """
    if len(tokens) > LONGEST_CLAUSE:
        reason = f"a clause of {len(tokens)} words; at most {LONGEST_CLAUSE} are read"
        raise CannotReadError(reason, span_of(tokens, source))
    return read_clause(tokens)


def leaves(node: Node) -> Iterator[Tokens]:
    """Yield the words of every clause of a sentence, left to right; those of an open choice stay unread."""
    match node:
        case Plain(tokens):
            yield tokens
        case Denied(of, _):
            yield from leaves(of)
        case Unclear(of, _):
            if of is not None:
                yield from leaves(of)
        case Both(left, right, _):
            yield from leaves(left)
            yield from leaves(right)
        case When():
            yield from leaves(node.if_)
            yield from leaves(node.then)
            if node.otherwise is not None:
                yield from leaves(node.otherwise)
        case Joined(_, parts, _):
            for part in parts:
                yield from leaves(part)
        case Choice() | Broken() | Recast() | General() | Apart():
            return


def whole_clause(node: When, source: Source) -> Clause:
    """Return a conditional as one clause with the polarity of its consequence."""
    parts = [clause_of(tokens, source) for tokens in leaves(node)] or [clause_of(node.tokens, source)]
    last = parts[-1]
    words = tuple(word for part in parts[:-1] for word in (*part.words, "if")) + last.words
    return replace(last, tokens=node.tokens, words=words, core=words)


def text_tokens(source: Source) -> Tokens:
    """Return the words and marks of a text.

    Raises:
        CannotReadError: If it is too long, has no words, or goes on without a space.
    """
    text = source.text
    whole = Span(source.id, 0, len(text))
    if len(text) > LONGEST_TEXT:
        raise CannotReadError(
            f"`{source.id}` has {len(text)} characters; at most {LONGEST_TEXT} are read", whole
        )
    if match := _UNBROKEN.search(text):
        span = Span(source.id, match.start(), match.end())
        raise CannotReadError(f"`{source.id}` has 200 characters without a space", span)
    tokens = tokenize(text)
    if not any(token.is_word for token in tokens):
        raise CannotReadError(f"`{source.id}` has no words", whole)
    return tokens
