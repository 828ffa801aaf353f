"""Where a condition ends and its consequence begins."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.sentences import trim
from defeasible.reasoner.grammar.tokens import Token, Tokens

MAX_CANDIDATES = 8
"""Borders between condition and consequence that are tried in one sentence."""


def border(tokens: Tokens) -> tuple[Tokens, Tokens] | None:
    """Return the likeliest (condition, consequence), or None where no border is found."""
    return next(borders(tokens), None)


def borders(tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield (condition, consequence), likeliest first."""
    norms = [token.norm for token in tokens]
    thens = [n for n, norm in enumerate(norms) if norm == "then" and 0 < n < len(tokens) - 1]
    # `and then` and `who then` go on with a clause; `, then` and `. then` open the consequence.
    for n in [n for n in thens if not tokens[n - 1].is_word] or [
        n for n in thens if norms[n - 1] not in w.CONNECTIVES and norms[n - 1] not in w.RELATIVES
    ]:
        condition, consequence = trim(tokens[:n]), trim(tokens[n + 1 :])
        if condition and consequence:
            yield condition, consequence
            return
    found = 0
    commas = [n for n, token in enumerate(tokens) if token.text == ","]
    ranked = sorted(commas[:64], key=lambda n: (not _opens_clause(tokens, n + 1), n))
    for n in ranked:
        condition, consequence = trim(tokens[:n]), trim(tokens[n + 1 :])
        if condition and consequence and found < MAX_CANDIDATES:
            found += 1
            yield condition, consequence
    if not commas:
        yield from (
            _unmarked(tokens) if not thens else [(trim(tokens[: thens[0] - 1]), trim(tokens[thens[0] + 1 :]))]
        )


def _opens_clause(tokens: Tokens, place: int) -> bool:
    """Return whether a clause with its own subject and verb seems to start here."""
    if place >= len(tokens):
        return False
    norm = tokens[place].norm
    if norm in w.CONNECTIVES or norm in w.RELATIVES or not _may_start(tokens[place]):
        return False
    end = next((n for n in range(place, len(tokens)) if tokens[n].text == ","), len(tokens))
    return read_clause(tokens[place:end]).has_verb or end < len(tokens)


def _may_start(token: Token) -> bool:
    """Return whether a subject may start with this word: a pronoun, a determiner, or a name."""
    return (
        token.norm in w.SUBJECT_PRONOUNS
        or token.norm in w.DETERMINERS
        or token.text[:1].isupper()
        or token.norm.endswith("s")
    )


def _unmarked(tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield the border of `if it rains the street gets wet`, where only one place makes two clauses."""
    places = [
        n for n in range(2, len(tokens) - 1) if tokens[n].norm in w.SUBJECT_PRONOUNS - {"it", "you", "there"}
    ]
    if len(places) != 1:
        places = [
            n
            for n in range(2, min(len(tokens) - 1, 40))
            if (
                tokens[n].norm in w.DETERMINERS - {"'s"}
                or tokens[n].norm in w.SUBJECT_PRONOUNS
                or tokens[n].text[:1].isupper()
            )
            and tokens[n - 1].norm not in w.DETERMINERS | w.PREPOSITIONS
            and not tokens[n - 1].text[:1].isupper()
        ]
    whole = [n for n in places if all(has_verb(part) for part in (tokens[:n], tokens[n:]))]
    if len(whole) == 1:
        yield tokens[: whole[0]], tokens[whole[0] :]


def has_verb(tokens: Tokens) -> bool:
    """Return whether words seem to make a clause: more than one, and a verb among them."""
    return len(tokens) > 1 and read_clause(tokens).has_verb
