"""Resolves a pronoun without an antecedent in its clause: to the one fitting thing just mentioned."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial
from typing import TypeAlias

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import DATES, INDEFINITE, PRONOUNS, TIMES
from defeasible.reasoner.english.mentions import is_animal, is_somebody
from defeasible.reasoner.english.people import SEX
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.ellipsis import nouns_of
from defeasible.reasoner.grammar.belief.lists import HAVING
from defeasible.reasoner.grammar.belief.node import Words
from defeasible.reasoner.grammar.belief.view import View, made

_CONTENT = frozenset({"NN", "VB", "JJ", "RB"})
_Things: TypeAlias = dict[str, dict[str, tuple[Callable[[], Words], frozenset[str]]]]
"""Pronoun to its possible antecedents by noun: words for each, if any, and stems of its predicates."""
_BEAST = "beast"
"""Stands for `he` and `she` of an animal."""
_BY_GENDER = {"male": ("he",), "female": ("she",), "person": ("he", "she"), "group": ("it", "they")}


class Salience:
    """The subjects and objects of a sentence and of the one before it."""

    def __init__(self) -> None:
        self._before: _Things = {}
        self._now: _Things = {}
        self._nouns: dict[str | int, Words] = {}

    def hear(self, view: View) -> None:
        """Record the things that a part of the sentence mentions."""
        self._nouns |= nouns_of(view.analysis)
        meant = view.meant()
        for clause in view.clauses:
            own = () if clause.subject is None or clause.shared else (clause.subject,)
            for phrase in (*own, *clause.objects):
                if phrase.pronoun is not None and phrase.pronoun.id in {"he", "she"}:
                    if view.place(phrase.head)[0] not in meant:  # somebody without a name
                        self._now.setdefault(phrase.pronoun.id, {})[""] = tuple, frozenset()
                elif phrase.pronoun is None and not {phrase.head.lemma, phrase.head.low} & (TIMES | DATES):
                    whose = phrase.owner.head if phrase.owner is not None else phrase.head
                    kind = PRONOUNS.get(whose.low) if whose.tag == "PRP$" else None
                    his = kind is not None and kind.gender not in {"speaker", "hearer"}
                    bound = his and view.place(whose)[0] not in meant
                    open_ = phrase.name or phrase.quantifier or phrase.joined or bound
                    words = tuple if open_ else cache(partial(_named, view, clause, phrase))
                    told = _predicate(view, clause, phrase) if phrase in own else frozenset[str]()
                    for pronoun in _pronouns(phrase):
                        self._now.setdefault(pronoun, {})[phrase.lemma.lower()] = words, told

    def close(self) -> None:
        """End the sentence."""
        self._before |= self._now
        self._now = {}

    def lent(self, words: Collection[str] = ()) -> dict[str | int, Words]:
        """Return the pronouns, in subject form, that have one possible antecedent, with words for it.

        Args:
            words: Stems of the current sentence. Of several antecedents a pronoun takes the one whose earlier
                predicate the sentence repeats: `It's closed for cleaning today`.
        """
        found: dict[str | int, Words] = dict(self._nouns)
        known = self._before | self._now
        beasts = known.pop(_BEAST, {})  # `the dog barked; he was hungry`, where nobody else is `he`
        for pronoun, things in ({"he": beasts, "she": beasts} | known).items():
            again = [item for item in things.values() if item[1] and item[1] <= set(words)]
            one = next(iter(things.values() if len(things) == 1 else again), None)
            if one is not None and (len(things) == 1 or len(again) == 1) and (said := one[0]()):
                found[pronoun] = said
        return found


def _pronouns(phrase: Phrase) -> tuple[str, ...]:
    if phrase.plural:
        return ("they",)
    gender = SEX.get(phrase.head.low, "person") if phrase.name else phrase.gender
    also = (_BEAST,) if is_animal(phrase) else ("they",) if is_somebody(phrase) else ()
    return (*_BY_GENDER.get(gender, ("it",)), *also)


def _predicate(view: View, clause: Clause, subject: Phrase) -> frozenset[str]:
    """Return the stems of what a clause says of its subject."""
    said = (view.tokens[n] for n in view.tree(clause.head) - view.phrase(subject))
    return frozenset(stem(token.low) for token in said if token.tag[:2] in _CONTENT)


def _named(view: View, clause: Clause, phrase: Phrase) -> Words:
    """Return the words for a thing: as it was named, or `Ann's parrot` for `Ann has a parrot`."""
    who, what = clause.subject, view.between(phrase.start, phrase.end)
    had = clause.lemma in HAVING and not (clause.denied or clause.modals) and phrase in clause.objects
    words = view.say(what)
    if had and who is not None and (who.name or who.definite) and phrase.determiner in INDEFINITE:
        owner = view.say(view.between(who.start, who.end))
        noun = view.say({n for n in what if view.tokens[n].low != phrase.determiner})
        words = (*owner, made("'s", "POS", "", owner), *noun)
    return tuple(word._replace(start=-1, end=-1, lent=True) for word in words)
