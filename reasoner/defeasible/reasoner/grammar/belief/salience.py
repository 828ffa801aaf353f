"""What a pronoun means that finds nothing in its own clause: the one such thing that was just spoken of."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.english.closed import DATES, TIMES
from defeasible.reasoner.english.people import FEMALE_NAMES, MALE_NAMES
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.belief.ellipsis import nouns_of
from defeasible.reasoner.grammar.belief.node import Words
from defeasible.reasoner.grammar.belief.view import View

_SEXES = {"male": ("he",), "female": ("she",), "person": ("he", "she"), "group": ("it", "they"), "": ("it",)}


class Salience:
    """The things that a sentence and the one before it speak of, as subjects and objects."""

    def __init__(self) -> None:
        self._before: dict[str, Words | None] = {}
        self._now: dict[str, dict[str, Words | None]] = {}
        self._nouns: dict[str | int, Words] = {}

    def hear(self, view: View) -> None:
        """Note the things that a part of the sentence speaks of."""
        self._nouns |= nouns_of(view.analysis)
        for clause in view.clauses:
            own = () if clause.subject is None or clause.shared else (clause.subject,)
            for phrase in (*own, *clause.objects):
                if phrase.pronoun is None and phrase.head.lemma not in TIMES and phrase.head.low not in DATES:
                    bound = phrase.owner is not None and phrase.owner.pronoun is not None
                    open_ = phrase.name or phrase.quantifier or phrase.joined or bound
                    words = None if open_ else _said(view, phrase)
                    for pronoun in _pronouns(phrase):
                        self._now.setdefault(pronoun, {})[phrase.lemma.lower()] = words

    def close(self) -> None:
        """End the sentence."""
        self._before |= dict(self._settled())
        self._now = {}

    def lent(self) -> dict[str | int, Words]:
        """Return the pronouns, in subject form, that can mean one thing only, with words for it."""
        found = self._before | dict(self._settled())
        return self._nouns | {pronoun: words for pronoun, words in found.items() if words}

    def _settled(self) -> Iterator[tuple[str, Words | None]]:
        for pronoun, things in self._now.items():
            yield pronoun, next(iter(things.values())) if len(things) == 1 else None


def _pronouns(phrase: Phrase) -> tuple[str, ...]:
    if phrase.plural:
        return ("they",)
    if phrase.name:
        low = phrase.head.low
        return tuple(p for p, other in (("he", FEMALE_NAMES), ("she", MALE_NAMES)) if low not in other)
    return _SEXES[phrase.gender]


def _said(view: View, phrase: Phrase) -> Words:
    words = view.say(view.between(phrase.start, phrase.end))
    return tuple(word._replace(start=-1, end=-1, lent=True) for word in words)
