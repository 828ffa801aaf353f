"""Resolves a pronoun without an antecedent in its clause: to the one fitting thing just mentioned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TypeAlias

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import INDEFINITE, PRONOUNS, QUANTIFIERS, WHEN
from defeasible.reasoner.english.mentions import is_animal, is_somebody
from defeasible.reasoner.english.people import PERSONAL, SEX
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.ellipsis import AMOUNTS, COUNTS, OBJECTS, OF_THEM, SUBJECTS, nouns_of
from defeasible.reasoner.grammar.belief.lists import HAVING
from defeasible.reasoner.grammar.belief.spots import THERE, spots
from defeasible.reasoner.grammar.belief.view import View
from defeasible.reasoner.grammar.belief.words import Words, made, stand_in

_CONTENT = frozenset({"NN", "VB", "JJ", "RB"})
_Things: TypeAlias = dict[str, dict[str, tuple[Callable[[], Words], frozenset[str]]]]
"""Pronoun to its possible antecedents by noun: words for each, if any, and stems of its predicates."""
_BEAST = "beast"
"""Stands for `he` and `she` of an animal."""
_SOME = frozenset({"some", "several", "many", "number"})
_OWN = {"i": "my", "you": "your", "we": "our"}
_BY_GENDER = {"male": ("he",), "female": ("she",), "person": ("he", "she"), "group": ("it", "they")}


def refers_back(analysis: Analysis) -> bool:
    """Return whether a word may stand for what was said before: `it`, `there`, `the two`, `Ann's`."""
    return any(
        t.low in PRONOUNS
        or t.low == THERE
        or t.tag == "CD"
        or (t.tag == "POS" and analysis.tokens[t.head].dep != "poss")
        or (t.low in AMOUNTS and t.dep in OBJECTS)
        or (t.low in COUNTS and t.dep in SUBJECTS)
        for t in analysis.tokens
    )


class Salience:
    """The subjects and objects of a sentence and of those before it.

    Args:
        things: The antecedents of pronouns in earlier texts; see `things`.
    """

    def __init__(self, things: Mapping[str, Words] | None = None) -> None:
        told = (things or {}).items()
        self._before: _Things = {name: {"": (partial(tuple, words), frozenset())} for name, words in told}
        self._now: _Things = {}
        self._nouns: dict[str | int, Words] = {}
        self._of_nothing: set[frozenset[str]] = set()
        """The predicates of an `it` that nothing mentioned before can be: `it is hot`."""

    def hear(self, view: View, *, asserted: bool = True) -> None:
        """Record the things that a part of the sentence mentions; several together only if it is asserted."""
        self._nouns |= {key: words for key, words in nouns_of(view.analysis).items() if key != OF_THEM}
        meant = view.meant()
        if where := spots(view.clauses):
            self._now[THERE] = {"": (lambda: stand_in(view.spot(where)), frozenset())}
        for clause in view.clauses:
            own = () if clause.subject is None or clause.shared else (clause.subject,)
            led = (o.phrase for o in clause.obliques if o.phrase is not None and o.phrase.gender in PERSONAL)
            for phrase in map(_whole, (*own, *clause.objects, *led)):
                if phrase in own and phrase.head.low == "it" and not self._before.get("it"):
                    self._of_nothing.add(_predicate(view, clause, phrase))
                if phrase.pronoun is not None and phrase.pronoun.id in {"he", "she"}:
                    if view.place(phrase.head)[0] not in meant:  # somebody without a name
                        self._now.setdefault(phrase.pronoun.id, {})[""] = tuple, frozenset()
                elif phrase.pronoun is None and not {phrase.head.lemma, phrase.head.low} & WHEN:
                    whose = phrase.owner.head if phrase.owner is not None else phrase.head
                    kind = PRONOUNS.get(whose.low) if whose.tag == "PRP$" else None
                    his = kind is not None and kind.gender not in {"speaker", "hearer"}
                    bound = his and view.place(whose)[0] not in meant
                    had = not bound and _is_had(clause, phrase)  # `Tom has a brother. He is ill.`
                    one = phrase.name and not phrase.plural and " " not in phrase.lemma  # see `people.py`
                    known = one or (phrase.quantifier and not _is_new(phrase)) or bound
                    unsaid = not had and (not asserted if phrase.joined else known)
                    words = tuple if unsaid else cache(partial(_named, view, clause, phrase))
                    told = _predicate(view, clause, phrase) if phrase in own else frozenset[str]()
                    for pronoun in _pronouns(phrase, asserted=asserted):
                        others = {} if had and pronoun != OF_THEM else self._now.get(pronoun, {})
                        said = words
                        if pronoun == OF_THEM:  # `both` may be Ann and Bob instead
                            all_ = partial(_named, view, clause, phrase, counted=True)
                            lone = phrase.joined or phrase.head.tag == "CD"
                            said = tuple if unsaid or lone else cache(all_)
                        self._now[pronoun] = others | {phrase.lemma.lower(): (said, told)}

    def close(self) -> None:
        """End the sentence."""
        self._before |= self._now
        self._now = {}

    def things(self) -> dict[str, Words]:
        """Return the pronouns that one thing alone was mentioned for, with words for it."""
        single = ((name, next(iter(of.values()))) for name, of in self._before.items() if len(of) == 1)
        return {name: said for name, (words, _) in single if (said := words())}

    def lent(self, words: Collection[str] = ()) -> dict[str | int, Words]:
        """Return the pronouns, in subject form, that have one possible antecedent, with words for it.

        Args:
            words: Stems of the current sentence. Of several antecedents a pronoun takes the one whose earlier
                predicate the sentence repeats: `It's closed for cleaning today`.
        """
        found: dict[str | int, Words] = dict(self._nouns)
        known = self._before | self._now
        beasts = known.pop(_BEAST, {})  # `the dog barked; he was hungry`, where nobody else is `he`
        said_now = set(words)
        empty = any(told and told <= said_now for told in self._of_nothing)
        for pronoun, things in ({"he": beasts, "she": beasts} | known).items():
            again = [item for item in things.values() if item[1] and item[1] <= said_now]
            one = next(iter(things.values() if len(things) == 1 else again), None)
            if empty and pronoun == "it" and not again:
                continue  # `if it is hot, the butter melts; it is hot today`
            if one is not None and (len(things) == 1 or len(again) == 1) and (said := one[0]()):
                found[pronoun] = said
        return found


def _pronouns(phrase: Phrase, *, asserted: bool) -> tuple[str, ...]:
    """Return the pronouns for a phrase; `they` of `unless somebody waters the plants` are the plants."""
    either = bool(phrase.joined) and phrase.conjunction == "or"
    if "both" in {p.head.low for p in phrase.all()}:
        return ()  # `a cat or a dog, but not both`
    if either or (phrase.quantifier is not None and phrase.quantifier.kind == "no"):
        return ()  # `Ann or Bob`, `nobody`
    if phrase.plural or phrase.joined:
        return ("they", OF_THEM)
    if phrase.head.tag == "CD":
        return ("it", "they", OF_THEM)  # `Tom has four`
    gender = SEX.get(phrase.head.low, "person") if phrase.name else phrase.gender
    also = (_BEAST,) if is_animal(phrase) else ("they",) if asserted and is_somebody(phrase) else ()
    family = phrase.name and phrase.determiner == "the" and phrase.head.low.endswith("s")  # `the Browns`
    return (*_BY_GENDER.get(gender, ("it",)), *also, *("they",) * family)


def _predicate(view: View, clause: Clause, subject: Phrase) -> frozenset[str]:
    """Return the stems of what a clause says of its subject."""
    said = (view.tokens[n] for n in view.tree(clause.head) - view.phrase(subject))
    return frozenset(stem(token.low) for token in said if token.tag[:2] in _CONTENT)


def _named(view: View, clause: Clause, phrase: Phrase, *, counted: bool = False) -> Words:
    """Return the words for a thing: as it was named, or `Ann's parrot` for `Ann has a parrot`.

    Args:
        view: The part of the sentence that names it.
        clause: Its clause.
        phrase: Its phrase.
        counted: Whether its number is said as well: `the ten eggs`.
    """
    who = clause.subject
    words = view.say(view.between(phrase.start, (phrase, *phrase.joined)[-1].end))
    number = phrase.quantifier is not None and phrase.quantifier.kind == "number"
    noun = words[not (counted and number) :] if _is_new(phrase) else words
    if _is_had(clause, phrase) and who is not None:
        owner = view.say(view.between(who.start, who.end))
        own = _OWN.get(owner[-1].low, "")
        whose = (made(own, "PRP$", "", owner),) if own else (*owner, made("'s", "POS", "", owner))
        words = (*whose, *noun)
    elif _is_new(phrase) and not phrase.joined:  # `a kite`, from then on the kite
        words = (made("the", "DT", "", words), *noun)
    return stand_in(words)


def _whole(phrase: Phrase) -> Phrase:
    """Return `the boys` of `all of the boys`, `none of the boys`, `all the boys`, which `they` are."""
    of = next((o.phrase for o in phrase.obliques if o.preposition == "of"), None)
    counted = phrase.quantifier
    if counted is None or counted.kind not in {"every", "no", "any", "number"}:
        return phrase  # not `half of the boys`
    if of is not None and of.definite and of.plural and phrase.head.low in QUANTIFIERS:
        return replace(of, quantifier=None)
    if not (phrase.plural and (phrase.determiner == "the" or phrase.owner is not None)):
        return phrase
    start = counted.end + 1 if counted.start == phrase.start else phrase.start
    return replace(phrase, quantifier=None, start=start)


def _is_new(phrase: Phrase) -> bool:
    """Return whether a phrase brings in a thing, which from then on is known: `a kite`, `two dogs`."""
    if phrase.quantifier is None:
        return phrase.determiner in INDEFINITE
    return phrase.plural and phrase.quantifier.kind in _SOME and " " not in phrase.quantifier.words


def _is_had(clause: Clause, phrase: Phrase) -> bool:
    """Return whether somebody known is said to have a new thing: `Ann has a parrot`."""
    who = clause.subject
    sure = who is not None and bool(who.name or who.definite or who.pronoun)
    had = clause.lemma in HAVING and not (clause.denied or clause.modals) and phrase in clause.objects
    return had and sure and _is_new(phrase)
