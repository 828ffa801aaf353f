"""`Clause`: a proposition that texts can express in many ways; `Clauses` generates them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias

from defeasible.llm.teach.draw import Draw, kept
from defeasible.reasoner.commonsense.nouns import lexicon
from defeasible.reasoner.english.inflection import inflect, past_tense, third_person
from defeasible.reasoner.english.verbs import BASE_FORMS, IRREGULAR
from defeasible.reasoner.english.wordlists import read_toml

Tense: TypeAlias = Literal["present", "past", "perfect", "will", "can", "would", "would have", "had", "bare"]
Person: TypeAlias = Literal["s", "p", "i"]
"""Verb agreement, as with `he`, `they`, `I`."""

_BE: Mapping[str, Mapping[Person, str]] = {
    "present": {"s": "is", "p": "are", "i": "am"},
    "past": {"s": "was", "p": "were", "i": "was"},
}
_HELPERS: Mapping[Tense, str] = {"will": "will", "can": "can", "would": "would", "would have": "would have"}
_SHORT = {
    "is not": "isn't",
    "are not": "aren't",
    "was not": "wasn't",
    "were not": "weren't",
    "does not": "doesn't",
    "do not": "don't",
    "did not": "didn't",
    "will not": "won't",
    "cannot": "can't",
    "has not": "hasn't",
    "have not": "haven't",
    "had not": "hadn't",
    "would not": "wouldn't",
}


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause."""

    words: str
    """The words, as inside a sentence."""
    person: Person = "s"
    pronoun: str = ""
    """A pronoun that may replace the words; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Deed:
    """A verb in its base form, and the rest of the phrase."""

    verb: str
    rest: str = ""
    object: str = ""
    """The object, a part of `rest` that becomes the subject of a passive; empty if there is none."""

    def finite(self, tense: Tense, person: Person) -> str:
        """Return the affirmative form."""
        return f"{_affirmed(self.verb, tense, person)} {self.rest}".strip()

    def denied(self, tense: Tense, person: Person) -> str:
        """Return the negated form, not contracted."""
        return f"{_denied(self.verb, tense, person)} {self.rest}".strip()

    @property
    def bare(self) -> str:
        """The infinitive."""
        return f"{self.verb} {self.rest}".strip()

    @property
    def ing(self) -> str:
        """The gerund."""
        return f"{_form(self.verb, 'ing')} {self.rest}".strip()


@dataclass(frozen=True, slots=True)
class Clause:
    """A subject with its verb phrases. Several verb phrases form one proposition."""

    subject: Subject
    deeds: tuple[Deed, ...]

    def said(
        self,
        tense: Tense = "present",
        *,
        no: bool = False,
        subject: str = "",
        short: bool = False,
        nor: str = "and",
    ) -> str:
        """Return the clause in words.

        Args:
            tense: Tense of the verb.
            no: Whether to negate it.
            subject: Words to use instead of the subject.
            short: Whether to contract the negation.
            nor: The conjunction between several negated verb phrases.
        """
        return f"{subject or self.subject.words} {self.predicate(tense, no=no, short=short, nor=nor)}"

    def predicate(
        self, tense: Tense = "present", *, no: bool = False, short: bool = False, nor: str = "and"
    ) -> str:
        """Return the predicate."""
        person = self.subject.person
        first, *more = self.deeds
        if not no:
            return " and ".join([first.finite(tense, person), *(_went_on(d, tense, person) for d in more)])
        denied = f" {nor} ".join([first.denied(tense, person), *(_bare(d, tense) for d in more)])
        for full, contracted in _SHORT.items() if short else ():
            denied = denied.replace(full, contracted, 1)
        return denied

    def open(self) -> str:
        """Return a sentence that leaves the proposition open."""
        return f"{self.subject.words} may or may not {' and '.join(d.bare for d in self.deeds)}"

    @property
    def parts(self) -> tuple[Clause, ...]:
        """One clause per verb phrase."""
        return tuple(replace(self, deeds=(deed,)) for deed in self.deeds)

    @property
    def passive(self) -> Clause | None:
        """The same in the passive, or None if it has none."""
        (first, *more) = self.deeds
        if more or not first.object or self.subject.words in _PRONOUNS:
            return None
        rest = first.rest.removeprefix(first.object).strip()
        tail = f"{_form(first.verb, 'part')} by {self.subject.words} {rest}".strip()
        return Clause(Subject(first.object), (Deed("be", tail),))


_PRONOUNS = frozenset(("I", "you", "he", "she", "it", "we", "they", "there"))


def _went_on(deed: Deed, tense: Tense, person: Person) -> str:
    """Return a verb phrase after the first, without repeating the auxiliary."""
    if tense in _HELPERS or tense in ("perfect", "had"):
        return _bare(deed, tense)
    return deed.finite(tense, person)


def _bare(deed: Deed, tense: Tense) -> str:
    if tense in ("perfect", "had", "would have"):
        return f"{_form(deed.verb, 'part')} {deed.rest}".strip()
    return deed.bare


def _affirmed(verb: str, tense: Tense, person: Person) -> str:
    match tense:
        case "present" if verb == "be":
            return _BE["present"][person]
        case "present":
            return third_person(verb) if person == "s" else verb
        case "past":
            return _BE["past"][person] if verb == "be" else past_tense(verb)
        case "perfect":
            return f"{'has' if person == 's' else 'have'} {_form(verb, 'part')}"
        case "had":
            return f"had {_form(verb, 'part')}"
        case "would have":
            return f"would have {_form(verb, 'part')}"
        case "bare":
            return verb
        case _:
            return f"{_HELPERS[tense]} {verb}"


def _denied(verb: str, tense: Tense, person: Person) -> str:
    match tense:
        case "present" | "past" if verb == "be":
            return f"{_BE[tense][person]} not"
        case "present":
            return f"{'does' if person == 's' else 'do'} not {verb}"
        case "past":
            return f"did not {verb}"
        case "perfect":
            return f"{'has' if person == 's' else 'have'} not {_form(verb, 'part')}"
        case "had":
            return f"had not {_form(verb, 'part')}"
        case "would have":
            return f"would not have {_form(verb, 'part')}"
        case "bare":
            return f"not {verb}"
        case "can":
            return f"cannot {verb}"
        case _:
            return f"{tense} not {verb}"


@cache
def _form(verb: str, kind: Literal["ing", "part"]) -> str:
    if kind == "part" and verb in IRREGULAR:
        return IRREGULAR[verb].participle[0]
    return next(word for word, kinds in inflect(verb).items() if kind in kinds)


@cache
def words(table: str) -> dict[str, list[str]]:
    """Return a table of the word lists, split at commas or lines if it has them, else at whitespace."""
    return {
        name: [part.strip() for part in text.replace("\n", " ").split("," if "," in text else None)]
        if ":" not in text
        else [line for line in text.splitlines() if line.strip()]
        for name, text in read_toml("defeasible.llm.teach", "words.toml")[table].items()
    }


@cache
def verbs() -> tuple[str, ...]:
    """Return all verbs that the reasoner knows, except auxiliaries; some make no sense with an object."""
    return tuple(sorted(verb for verb in BASE_FORMS if verb.isalpha() and verb not in _NO_OBJECT))


_NO_OBJECT = frozenset(("be", "have", "do", "can", "will", "may", "must", "need", "dare", "let", "would"))


@cache
def nouns() -> tuple[str, ...]:
    """Return names of things, of all sizes."""
    return tuple(sorted(noun for noun in lexicon() if noun.replace(" ", "").isalpha()))


def article(noun: str) -> str:
    """Return a noun with `a` or `an`."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def given_name(draw: Draw, gender: str) -> str:
    """Return a name of `she` or `he`; one in three is made up, so that models learn to copy new names."""
    if not draw.chance(1 / 3):
        return draw.word(words("people")[gender])
    sounds = words("sounds")
    while True:
        number = draw.one((1, 2, 2, 3))
        syllables = [draw.one(sounds["onsets"]) + draw.one(sounds["vowels"]) for _ in range(number)]
        name = ("".join(syllables) + draw.one((*sounds["codas"], ""))).capitalize()
        if kept(name) is draw.test:
            return name


class Clauses:
    """Generates clauses, each different from all before."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.people = words("people")
        self.made: set[str] = set()

    def name(self) -> Subject:
        """Return a person's name as a subject."""
        gender = self.draw.one(("she", "he"))
        return Subject(given_name(self.draw, gender), "s", gender)

    def who(self) -> Subject:
        """Return a subject: a person or a thing."""
        draw = self.draw
        roll = draw.random.random()
        if roll < 0.58:
            return self.name()
        if roll < 0.72:
            return Subject(f"the {draw.word(self.people['jobs'])}")
        if roll < 0.82:
            return Subject(f"the {draw.word(self.people['plurals'])}", "p", "they")
        if roll < 0.9:
            kin = draw.word(self.people["kin"])
            owner = draw.one((f"{self.name().words}'s", "her", "his", "my", "their"))
            return Subject(f"{owner} {kin}")
        return draw.one(
            (Subject("I", "i"), Subject("you", "p"), Subject("they", "p"), Subject("we", "p"), Subject("she"))
        )

    def deed(self) -> Deed:
        """Return an action."""
        draw, table = self.draw, words("clauses")
        if draw.chance(0.4):
            verb, thing = draw.word(verbs()), self.thing()
            deed = Deed(verb, thing, thing)
        else:
            verb, _, said = draw.word(table["acts"]).partition(":")
            rest = draw.one(said.split(",")).strip().replace("{who}", self.name().words)
            deed = Deed(
                verb, rest, rest if rest.startswith(("the ", "a ", "an ")) and " " not in rest[4:] else ""
            )
        if draw.chance(0.2):
            extra = draw.one((self._extra, self._time))()
            deed = replace(deed, rest=f"{deed.rest} {extra}".strip())
        return deed

    def thing(self) -> str:
        """Return a noun phrase for a thing."""
        draw = self.draw
        noun = draw.word(nouns())
        said = f"{draw.word(words('clauses')['adjectives'])} {noun}" if draw.chance(0.25) else noun
        owner = draw.one(("the", "the", "the", "a", "a", "her", "his", f"{self.name().words}'s"))
        return article(said) if owner == "a" else f"{owner} {said}"

    def state(self, subject: Subject) -> Deed:
        """Return a state or a feeling of the subject."""
        draw, table = self.draw, words("clauses")
        if draw.chance(0.25) and subject.words != "it":
            return Deed(draw.one(("feel", "seem", "become")), draw.word(table["moods"]))
        return Deed("be", draw.word(table["traits"]).replace("{who}", self.name().words))

    def clause(self, about: Subject | None = None) -> Clause:
        """Return a clause, with the given subject if there is one."""
        while True:
            made = self._clause(about)
            if (key := made.said()) not in self.made:
                self.made.add(key)
                return made

    def _clause(self, about: Subject | None) -> Clause:
        draw = self.draw
        roll = draw.random.random()
        if about is None and roll < 0.04:
            return _weather(*draw.word(words("clauses")["weather"]).split(" ", 1))
        if about is None and roll < 0.2:
            thing = Subject(f"the {draw.word(self.people['things'])}", "s", "it")
            if draw.chance(0.5):
                return Clause(thing, (Deed("be", draw.word(words("clauses")["qualities"])),))
            verb, _, rests = draw.word(words("clauses")["workings"]).partition(":")
            return Clause(thing, (Deed(verb, draw.one(rests.split(",")).strip()),))
        subject = about or self.who()
        if draw.chance(0.28):
            return Clause(subject, (self.state(subject),))
        deeds = [self.deed()]
        if draw.chance(0.12):
            deeds.append(self.deed())
        return Clause(subject, tuple(deeds))

    def _time(self) -> str:
        return self.draw.word(words("clauses")["times"]).replace("{who}", self.name().words)

    def _extra(self) -> str:
        """Return an adverbial with a verb of its own, which is not a proposition of the text."""
        draw = self.draw
        frame = draw.one(
            ("to {0}", "by {1}", "after {1}", "without {1}", "to {0}", "while {1}", "due to {1}")
        )
        verb, thing = draw.word(verbs()), self.thing()
        return frame.format(f"{verb} {thing}", f"{_form(verb, 'ing')} {thing}")


def _weather(subject: str, rest: str) -> Clause:
    verb, _, more = rest.partition(" ")
    if subject == "the":
        noun, _, phrase = rest.partition(" ")
        verb, _, more = phrase.partition(" ")
        subject = f"the {noun}"
    bases = {"is": "be", "are": "be", "rains": "rain", "snows": "snow", "shines": "shine"}
    return Clause(Subject(subject, "p" if verb == "are" else "s"), (Deed(bases[verb], more),))
