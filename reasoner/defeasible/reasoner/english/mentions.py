"""Coreference: which phrases of a text refer to the same thing, as far as grammar tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import AMBIENT, DATES, QUANTIFIERS, REFLEXIVES, SITUATED, WEATHER
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.people import SEX
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.stems import stem

_ANIMAL = (stem("animal"),)
MOST_BACK = 24
"""Number of earlier things considered as the antecedent of a pronoun."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A phrase and the thing that it refers to."""

    phrase: Phrase
    thing: int
    """Number of the thing, from 0 in order of first mention; -1 for a pronoun without antecedent."""
    certain: bool = True
    """Whether only one earlier thing agrees with the pronoun."""
    others: tuple[int, ...] = ()
    """The other possible antecedents of the pronoun, nearest first."""


@dataclass(slots=True)
class _Thing:
    number: int
    key: str
    phrase: Phrase
    gender: str
    plural: bool
    rank: int
    """Where it was last mentioned; a subject outranks an object of the same clause."""


def resolve(phrases: Sequence[Phrase], clauses: Sequence[Clause]) -> tuple[Mention, ...]:
    """Return the thing that each phrase refers to.

    A name or a definite noun refers to the last thing of that name, a pronoun to what agrees with it and was
    last a subject or mentioned. Indefinite nouns are new things. In a clause before the one that it depends
    on, `it` or `they` may also refer to the subject that follows, or to the object of a person: `unless Tom
    waters it, the fern will die`, `though it was heavy, Tom carried the box`.
    """
    subjects = {c.subject.head.index for c in clauses if c.subject is not None and not c.shared}
    beside = _beside(clauses)
    meant: dict[int, int] = {}
    things: list[_Thing] = []
    out: list[Mention] = []
    unmet: set[str] = set()
    for place, phrase in enumerate(phrases):
        rank = place + (2 if phrase.head.index in subjects else 0)
        if phrase.pronoun is not None:
            # `she greeted her`: two people
            other = meant.get(beside.get(phrase.head.index, -1), -1)
            other = -1 if phrase.head.low in REFLEXIVES else other
            found = _pronoun(phrase, things, rank, other, again=phrase.pronoun.id in unmet)
            if found.thing == -1:
                unmet.add(phrase.pronoun.id)
        else:
            known = _known(phrase, things)
            if known is None:
                known = _Thing(len(things), phrase.lemma.lower(), phrase, _gender(phrase), phrase.plural, 0)
                things.append(known)
            known.rank = rank
            found = Mention(phrase, known.number)
        meant[phrase.head.index] = found.thing
        out.append(found)
    ahead = _ahead(clauses)
    return tuple(
        replace(mention, thing=meant[ahead[start].head.index], certain=ahead[start].head.index in subjects)
        if mention.thing == -1 and (start := mention.phrase.head.index) in ahead
        else mention
        for mention in out
    )


def _ahead(clauses: Sequence[Clause]) -> dict[int, Phrase]:
    """Map the head of each `it` or `they` before the clause above to what it may refer to in that clause.

    A subject `it` may be the weather, the time or what a clause spells out, unless something happens to it or
    is said of it that is only said of a thing.
    """
    out: dict[int, Phrase] = {}
    for clause in clauses:
        main = clauses[clause.parent] if clause.parent is not None else None
        if clause.relation != "adverbial" or main is None or main.subject is None:
            continue
        who = main.subject
        person = who.name or who.gender or (who.pronoun is not None and who.pronoun.gender != "thing")
        above = main.objects[-1] if person and main.objects else who
        if above.pronoun or above.start < clause.end:
            continue
        mine = [*clause.objects, *(o.phrase for o in clause.obliques if o.phrase is not None)]
        if clause.subject is not None:
            said = clause.adjective
            of_thing = said is not None and said.tag != "VBG" and said.low not in AMBIENT | SITUATED
            happens = clause.lemma not in WEATHER | {"be"} or (clause.lemma == "be" and of_thing)
            mine += [clause.subject] if (happens and not clause.expletive) or clause.subject.plural else []
        owners = [phrase.owner for phrase in (*mine, clause.subject) if phrase is not None and phrase.owner]
        for phrase in (*mine, *owners):
            kind = phrase.pronoun
            fits = kind is not None and kind.gender not in {"speaker", "hearer", "male", "female"}
            if fits and kind is not None and kind.plural == above.plural and above.definite:
                out[phrase.head.index] = above
    return out


def _beside(clauses: Sequence[Clause]) -> dict[int, int]:
    """Map the head of each object, direct or prepositional, to the head of the subject."""
    out: dict[int, int] = {}
    for clause in clauses:
        if clause.subject is not None:
            others = (*clause.objects, *(o.phrase for o in clause.obliques if o.phrase is not None))
            out.update((phrase.head.index, clause.subject.head.index) for phrase in others)
    return out


def is_somebody(phrase: Phrase) -> bool:
    """Return whether a phrase is `somebody`, `anyone`, `nobody`."""
    return phrase.head.low.endswith(("one", "body")) and phrase.head.low in QUANTIFIERS


def _gender(phrase: Phrase) -> str:
    if phrase.gender:
        return phrase.gender
    if is_somebody(phrase):
        return "person"
    if not phrase.name:
        return "thing"
    return "date" if phrase.head.low in DATES else SEX.get(phrase.lemma.lower().partition(" ")[0], "name")


def _known(phrase: Phrase, things: Sequence[_Thing]) -> _Thing | None:
    """Return the thing of the same name; an indefinite noun is a new one."""
    if phrase.determiner in {"a", "an", "another"} or not (phrase.definite or phrase.quantifier is None):
        return None
    key = phrase.lemma.lower()
    for thing in reversed(things):
        same = thing.key == key or (phrase.name and thing.phrase.name and key in thing.key.split())
        if same and thing.plural == phrase.plural:
            return thing
    return None


def _pronoun(phrase: Phrase, things: list[_Thing], rank: int, other: int, *, again: bool) -> Mention:
    """Return what a pronoun refers to; `again`: whether it has come before, without an antecedent.

    `If she is in Spain, she is happy`, `if she sees a doctor, she is well`: who she is was told before.
    """
    kind = phrase.pronoun
    if kind is None or kind.gender in {"speaker", "hearer"}:
        return Mention(phrase, _speaker(phrase, things, rank))
    recent = [t for t in things[-MOST_BACK:] if t.number != other and not _has_part(t.phrase, phrase)]
    possible = [t for t in recent if t.gender not in {"name", "person"}] if again else recent
    agree = [t for t in possible if _agrees(kind.gender, kind.plural, t)]
    animals = recent if kind.gender in {"male", "female"} and not kind.plural and not agree else []
    agree += [t for t in animals if is_animal(t.phrase)]  # `the dog barked; he was hungry`
    fits = sorted(agree, key=lambda t: -t.rank)
    if not fits:
        return Mention(phrase, -1, certain=False)
    best = fits[0]
    best.rank = rank
    if kind.gender in {"male", "female"}:
        best.gender = kind.gender  # `She greeted him`, of Ann: from here on Ann is not `he`
    return Mention(phrase, best.number, len(fits) == 1, tuple(t.number for t in fits[1:]))


def _has_part(whole: Phrase, pronoun: Phrase) -> bool:
    """Return whether a phrase has a pronoun behind `of`, which so is something else: `none of them`."""
    return any(
        o.preposition == "of" and o.phrase is not None and o.phrase.head == pronoun.head
        for o in whole.obliques
    )


def is_animal(phrase: Phrase) -> bool:
    """Return whether a phrase is about one animal: `the dog`."""
    return not (phrase.plural or phrase.name) and _ANIMAL in kinds_of((stem(phrase.head.low),))


def _speaker(phrase: Phrase, things: list[_Thing], rank: int) -> int:
    key = phrase.pronoun.id if phrase.pronoun is not None else phrase.head.low
    if key not in (keys := [thing.key for thing in things]):
        things.append(_Thing(len(things), key, phrase, "speaker", plural=False, rank=rank))
    return [*keys, key].index(key)


def _agrees(gender: str, plural: bool, thing: _Thing) -> bool:
    if thing.gender == "speaker":
        return False
    if plural:
        return thing.plural or thing.gender == "group" or is_somebody(thing.phrase)
    if thing.plural:
        return False
    if gender in {"male", "female"}:
        return thing.gender in {gender, "person", "name"}
    return gender == "any" or thing.gender in {"thing", "group"}
