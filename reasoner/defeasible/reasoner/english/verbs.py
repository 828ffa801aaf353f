"""Known verbs: base forms and irregular forms, from `verbs.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from defeasible.reasoner.english.wordlists import read_toml, word_set

_DATA = read_toml("defeasible.reasoner.english", "verbs.toml")

BASE_FORMS = word_set(_DATA["base_forms"])
"""Base forms of verbs; many are other words too."""
_ALSO = word_set(_DATA["also_verbs"])
AWAITED = word_set(_DATA["awaited"])
PEOPLE_ALONE, OF_PEOPLE = word_set(_DATA["people_alone"]), word_set(_DATA["of_people"])
"""Verbs of what only people do, or animals, and of what only they do to a thing."""
DOUBLING = word_set(_DATA["doubling"])
"""Verbs of several syllables that double their last letter: `admit`."""
UNINFLECTED = word_set(_DATA["uninflected"])
"""Words that look like an inflected form but are not: `morning`, `hundred`, `always`."""
_OTHER_WORDS = word_set(_DATA["other_words"])


class Irregular(NamedTuple):
    """The irregular forms of a verb; of several, the preferred one comes first."""

    past: tuple[str, ...]
    participle: tuple[str, ...]


IRREGULAR: Mapping[str, Irregular] = {
    base: Irregular(*(tuple(form.split("/")) for form in row.split()))
    for base, row in _DATA["irregular"].items()
}
"""Base form to irregular forms: `hide` to `hid` and `hidden`."""
THIRD_PERSON: Mapping[str, str] = {"be": "is", "have": "has"}
"""Base form to third person singular, where it is irregular."""

PAST_FORMS = frozenset(form for verb in IRREGULAR.values() for form in verb.past) - _OTHER_WORDS
"""Irregular past forms, without those that are more often another word."""
PARTICIPLES = frozenset(form for verb in IRREGULAR.values() for form in verb.participle) - _OTHER_WORDS
"""Irregular past participles, without those that are more often another word."""


_FORMS = ((form, base) for base, verb in IRREGULAR.items() for form in (*verb.past, *verb.participle))
BASE_OF: Mapping[str, str] = {form: base for form, base in _FORMS if form not in _OTHER_WORDS} | {
    **dict.fromkeys(("am", "is", "are", "were"), "be"),
    **{"has": "have", "does": "do", "dyed": "dye"},
}
"""Irregular form to base form: `hid` and `hidden` to `hide`."""


def bases(word: str) -> tuple[str, ...]:
    """Return the known verbs that a lower-case word may be a form of, without `-ing`.

    >>> bases("sinks"), bases("vanished"), bases("cast")
    (('sink',), ('vanish',), ('cast',))
    """
    found = [word, word[:-1], word[:-2], word[:-1] + "e", word[:-3]] if word.endswith("ed") else [word]
    if word.endswith("s"):
        found += [word[:-1], word[:-2]]
    if word.endswith(("ies", "ied")):
        found.append(word[:-3] + "y")
    if word in BASE_OF:
        found.append(BASE_OF[word])
    return tuple(dict.fromkeys(base for base in found if is_base(base)))


def is_base(word: str) -> bool:
    """Return whether a lower-case word is a known base form."""
    return word in BASE_FORMS or word in IRREGULAR or word in _ALSO


def may_be_past(word: str) -> bool:
    """Return whether a word has the form of a past tense: `painted`, `sang`."""
    return word.endswith("ed") or word in PAST_FORMS


def is_participle(word: str) -> bool:
    """Return whether a lower-case word can follow `have` in the perfect: `eaten`, `studied`."""
    return word in PARTICIPLES or (word.endswith("ed") and word not in UNINFLECTED and len(word) > 3)


def is_gerund(word: str) -> bool:
    """Return whether a lower-case word looks like an `-ing` form of a verb."""
    return word.endswith("ing") and word not in UNINFLECTED and len(word) > 4
