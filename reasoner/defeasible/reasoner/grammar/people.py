"""Which name a pronoun stands for, where only one can be meant."""

from __future__ import annotations

from collections.abc import Iterable

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.tokens import Tokens


def aliases(texts: Iterable[Tokens]) -> dict[str, str]:
    """Return the pronouns that can stand for one name only, with that name in lower case.

    A name is a capitalised word that is a known given name, or that opens a clause after `if`, `then`,
    `when` or `unless`. Two people who could both be `he` leave `he` unresolved.
    """
    people: set[str] = set()
    pronouns: set[str] = set()
    for tokens in texts:
        before = ""
        for token in tokens:
            norm = token.norm
            if norm in w.PRONOUNS:
                pronouns.add(w.PRONOUNS[norm])
            elif token.text[:1].isupper() and _may_be_name(norm, before):
                people.add(norm)
            before = norm
    found = {}
    for pronoun, excluded in (("he", w.FEMALE_NAMES), ("she", w.MALE_NAMES), ("they", frozenset[str]())):
        if pronoun in pronouns:
            possible = people - excluded
            if len(possible) == 1 and (pronoun != "they" or len(people) == 1):
                found[pronoun] = next(iter(possible))
    return found


_OPENERS = frozenset({"if", "then", "unless", "when", "whenever"})


def _may_be_name(norm: str, before: str) -> bool:
    if norm in w.MALE_NAMES or norm in w.FEMALE_NAMES:
        return True
    if before not in _OPENERS or not norm.isalpha() or len(norm) == 1:
        return False
    return not any(
        norm in words
        for words in (w.DETERMINERS, w.SUBJECT_PRONOUNS, w.INDEFINITES, w.NEGATIVE_PRONOUNS, w.FEWER, {"not"})
    )
