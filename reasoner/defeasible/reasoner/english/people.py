"""People: given names by sex, and nouns for people, from `people.toml`, for all readers."""

from __future__ import annotations

from collections.abc import Mapping

from defeasible.reasoner.english.closed import DOERS, LANGUAGES, OF_ACTS, OF_LANGUAGES, PLAIN_PEOPLE
from defeasible.reasoner.english.wordlists import read_toml, word_set

_DATA = read_toml("defeasible.reasoner.english", "people.toml")
_NOUNS = {kind: word_set(words) for kind, words in _DATA["nouns"].items()}

MALE_NAMES = word_set(_DATA["names"]["male"])
FEMALE_NAMES = word_set(_DATA["names"]["female"])
GIVEN_NAMES = MALE_NAMES | FEMALE_NAMES
SEX: Mapping[str, str] = {
    name: sex
    for sex, names in (("male", MALE_NAMES), ("female", FEMALE_NAMES))
    for name in names - word_set(_DATA["names"]["either"]) - (MALE_NAMES & FEMALE_NAMES)
}
"""Given name to `male` or `female`, if it is a name of one sex alone."""
NAMES_AND_WORDS = word_set(_DATA["names"]["also_words"])
"""Names that are words as well: `Joy`, `Will`."""
MALE, FEMALE, GROUPS = _NOUNS["male"], _NOUNS["female"], _NOUNS["group"]
RELATIONS = _NOUNS["relations"]
"""Relational nouns for people: `wife`."""
MUTUAL = _NOUNS["mutual"]
"""Those that hold both ways: `friend`, not `wife`."""
SOMEBODY = frozenset(
    {"i", "you", "he", "she", "we", "they", "who", "somebody", "someone", "everybody", "everyone"}
)
"""Pronouns of people."""
PERSONAL = frozenset({"person", "male", "female"})
"""Genders of people."""
PERSONS = MALE | FEMALE | _NOUNS["person"]
GENDERED: Mapping[str, str] = {
    noun: kind for kind in ("person", "male", "female", "group") for noun in _NOUNS[kind]
}
"""Noun of a person to `male`, `female`, `person` or `group`."""


def says_how(adjective: str, noun: str) -> bool:
    """Return whether an adjective may say how somebody does what the noun says, or with what.

    A heavy smoker is not heavy, nor a big fan big, but a big man is; a French teacher may be English.
    """
    taught = noun in OF_LANGUAGES and adjective in LANGUAGES
    return taught or (adjective in OF_ACTS and noun in (PERSONS | DOERS) - PLAIN_PEOPLE)
