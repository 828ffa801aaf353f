"""Where a condition ends and its consequence begins."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.scan import finite_places
from defeasible.reasoner.grammar.sentences import trim
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.grammar.verbs import CLAUSE_TAKERS

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
    if (place := _second_subject(tokens)) > 0:
        yield tokens[:place], tokens[place:]
        return
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


def _second_subject(tokens: Tokens) -> int:
    """Return where the subject of the second of just two finite verbs starts, or -1 where that is unclear.

    `if Ann starts the work today | Ann will finish it`: it is the last noun phrase between the two.
    """
    verbs = finite_places(tokens)
    if len(verbs) != 2:
        return -1
    first, second = verbs
    places = [n for n in range(first + 1, second) if _opens_noun_phrase(tokens, n)]
    # After a preposition only where nothing else can be the subject: `if her car breaks down | Ann walks`.
    free = [n for n in places if tokens[n - 1].norm not in w.PREPOSITIONS]
    if not places or (not free and len(places) > 1):
        return -1
    places = free or places
    place = places[-1]
    between = {token.norm for token in tokens[place:second]}
    opens_object = place == first + 1 and stem(tokens[first].norm) in CLAUSE_TAKERS
    unclear = opens_object or not between.isdisjoint(_JOINERS) or tokens[place - 1].norm in _JOINERS
    return -1 if unclear else place


_JOINERS = frozenset(w.CONNECTIVES) | w.CLAUSE_OPENERS | {"to"}
_PRONOUN_SUBJECTS = w.SUBJECT_PRONOUNS | frozenset(w.INDEFINITES) | frozenset(w.NEGATIVE_PRONOUNS)


def _opens_noun_phrase(tokens: Tokens, n: int) -> bool:
    token, before = tokens[n], tokens[n - 1]
    if before.norm in w.DETERMINERS:
        return False
    if token.text[:1].isupper() and token.norm not in w.DETERMINERS | _PRONOUN_SUBJECTS:
        # Two names in a row are one, except where the second is the subject of the condition.
        return not before.text[:1].isupper() or token.norm == tokens[0].norm
    return token.norm in _PRONOUN_SUBJECTS or token.norm in w.DETERMINERS - {"'s"}


def has_verb(tokens: Tokens) -> bool:
    """Return whether words seem to make a clause: more than one, and a verb among them."""
    return len(tokens) > 1 and read_clause(tokens).has_verb
