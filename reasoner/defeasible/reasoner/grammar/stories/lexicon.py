"""The words that the story reader knows: verbs and what they govern, adjectives, people, places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from defeasible.reasoner.commonsense.nouns import lexicon as sizes
from defeasible.reasoner.english.nouns import singular, singulars
from defeasible.reasoner.english.people import FEMALE, GROUPS, MALE, PERSONS, RELATIONS
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set
from defeasible.reasoner.forms.story import Mood

_PACKAGE = "defeasible.reasoner.grammar.stories"
_WORDS = read_toml(_PACKAGE, "words.toml")
_VERBS = read_toml(_PACKAGE, "verbs.toml")
_CACHE = 16384
_SHORTEST_DOER = 5


def _set(data: dict[str, Any], name: str) -> frozenset[str]:
    return word_set(data[name])


_FELT = read_toml("defeasible.reasoner.laws", "synonyms.toml")["feels"]


@cache
def of(name: str) -> frozenset[str]:
    """Return a small class of words by its name in `[sets]` of `words.toml`: `of("fearful")`."""
    listed = _WORDS["sets"][name]
    return frozenset(part.strip() for part in (listed.split(";") if ";" in listed else listed.split()))


EMOTIONS = _set(_WORDS, "emotions") | {word for words in _FELT.values() for word in words.split()}
STATE_PARTICIPLES, ADJECTIVES = _set(_WORDS, "state_participles"), _set(_WORDS, "adjectives") | EMOTIONS
PLACE_ADVERBS, TIMES, NO_NAMES = (_set(_WORDS, x) for x in ("place_adverbs", "time_nouns", "no_names"))
AMOUNTS, COMPOUNDING = _set(_WORDS, "amounts"), _set(_WORDS, "compounding")
PARTS, FRAGMENTS, CONTROLS = (_set(_WORDS, name) for name in ("parts", "fragments", "controls"))
FIXED = frozenset(" ".join(words) for words in phrases(_WORDS["fixed"]))
"""Prepositional phrases that are adverbs: `at last`."""
FEELINGS = {noun: word for word, nouns in _WORDS["feelings"].items() for noun in nouns.split()}
"""Noun for a feeling to the word for who has it: `fear` to `afraid`."""
MEANT: dict[bool, dict[str, str]] = {True: _WORDS["of_persons"], False: _WORDS["of_things"]}
"""What an adjective means of people and animals, and of things, where that differs: `shattered`."""
LEAST: dict[str, str] = _WORDS["least"]
"""Noun for the least of something to what is so where there is none of it: `crumb` to `is=empty`."""
THINGS, BODY = _set(_WORDS, "things"), _set(_WORDS, "body")
ANIMALS, PLACES = _set(_WORDS, "animals"), _set(_WORDS, "places")
ABSTRACT, MEASURES = _set(_WORDS, "abstract"), _set(_WORDS, "measures")

PARTICLE_VERBS = _set(_VERBS, "particle_verbs")
PREPOSITIONAL_VERBS = _set(_VERBS, "prepositional_verbs")


def _idioms() -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for idiom in _VERBS["idioms"].split():
        verb, *words = idiom.split("_")
        found.setdefault(verb, []).append(tuple(words))
    return {verb: tuple(sorted(rows, key=lambda row: (-len(row), row))) for verb, rows in found.items()}


IDIOMS = _idioms()
"""Verb to the words that make one meaning with it, longest first: `make` to `fun of`."""


@dataclass(frozen=True, slots=True)
class Stative:
    """What a verb says as a state of its subject."""

    attribute: str
    value: str
    of: frozenset[str]
    """Prepositions behind which the other one stands; empty where it is the object."""
    inverse: bool = False
    """Whether the other one is what the state is said of: `belongs to`."""
    told: bool = False
    """Whether it is a state in a story as well, not just in a question."""
    negative: bool = False
    """Whether it denies the state: `has left the room`."""
    subject: str = ""
    """`person` or `thing`, where it must be one."""
    perfect: bool = False
    """Whether it is one only in the perfect: `has lost his job`."""


def _statives() -> dict[str, tuple[Stative, ...]]:
    found: dict[str, tuple[Stative, ...]] = {}
    for row in _VERBS["state"]:
        attribute, _, value = row.get("value", row.get("attribute", "")).partition("=")
        of = frozenset(words.replace("_", " ") for words in row.get("of", "").split())
        rest = {k: v for k, v in row.items() if k not in ("verbs", "attribute", "value", "of")}
        stative = Stative(attribute, value, of, **rest)
        for verb in row["verbs"].split():
            found[verb] = (*found.get(verb, ()), stative)
    return found


STATIVES = _statives()


def _selections(place: Literal["object", "subject"]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, row in _VERBS["selects"].items():
        for word in row[place].split():
            found[word] = found.get(word, frozenset()) | _class(name)
    return found


def _class(name: str) -> frozenset[str]:
    own = {"@animals": ANIMALS, "@readings": word_set(_VERBS["readings"]["words"]), "@places": PLACES}
    return own[name] if name in own else word_set(read_toml("defeasible.reasoner.laws", "classes.toml")[name])


CLOTHES, CONTAINERS = _class("clothes"), _class("containers") | {"bath", "bathtub", "tub", "sink"}
IN_IZE = _set(_VERBS, "in_ize")
SELECTED = {"object": _selections("object"), "subject": _selections("subject")}
"""Verb, or adjective, to the nouns that its object, or its subject, usually is: `close` to `window`."""
KINDS: dict[str, frozenset[str]] = {
    word: frozenset[str]().union(*map(_class, classes.split()))
    for words, classes in _WORDS["kinds"].items()
    for word in words.split()
}
"""Noun for things of many kinds to their nouns: `the dish` may be the casserole of which one spoke before."""
LIGHT = _set(_VERBS, "light")
LETTING = _set(_VERBS, "letting")
TRANSFER, MOTION, EXPERIENCE = _set(_VERBS, "transfer"), _set(_VERBS, "motion"), _set(_VERBS, "experience")
LINKING_BE, LINKING_SENSE = _set(_VERBS, "linking_be"), _set(_VERBS, "linking_sense")
FACTIVE, THINKING = _set(_VERBS, "factive"), _set(_VERBS, "thinking")
APPOINTING = _set(_VERBS, "appointing")
SAYING, WISHING = _set(_VERBS, "saying"), _set(_VERBS, "wishing")

ROLES = {
    preposition.strip(): role for role, words in _WORDS["roles"].items() for preposition in words.split(";")
}
"""Preposition to the role of what stands behind it."""
ATTITUDES = {verb: attribute for attribute, verbs in _WORDS["attitudes"].items() for verb in verbs.split()}
MODALS = {words: row["name"] for row in _VERBS["modal"] for words in row["words"].split()}
MODAL_MOODS = {row["name"]: Mood(row["mood"]) for row in _VERBS["modal"] if "mood" in row}
STATES = frozenset(
    word
    for attribute in ("is", "feels")
    for words in read_toml("defeasible.reasoner.laws", "synonyms.toml")[attribute].values()
    for word in words.split()
)
"""Words and, with `_`, phrases that say how somebody or something is."""
STATE_PHRASES = frozenset(word.replace("_", " ") for word in STATES if "_" in word)
"""Phrases that say how somebody or something is: `over the moon`, `in one piece`."""

SYNONYMS: dict[str, str] = {
    word: row.split()[0] for row in _WORDS["synonyms"].split(";") if row.split() for word in row.split()
}
"""Noun to the name that is kept for it: `kid` to `child`."""


@dataclass(frozen=True, slots=True)
class Control:
    """What a verb or an adjective makes of the verb that follows it."""

    mood: Mood
    state: str = ""
    """Attribute of a state that it gives its subject, with the words of what follows as value."""
    negative: bool = False
    """Whether what follows does not happen: `forgot to`."""
    opposite: bool = False
    """Whether the state is denied: `hates to` is not `likes`."""
    silent: bool = False
    """Whether what follows is no happening of its own, only the value of the state."""
    before: bool = False
    """Whether it was so before: `stopped smoking`."""
    gerund_only: bool = False
    """Whether an infinitive behind it is a purpose: `stopped to rest`."""


def _controls(table: str, key: Literal["verbs", "adjectives"]) -> dict[str, Control]:
    found: dict[str, Control] = {}
    for row in _VERBS[table]:
        control = Control(Mood(row["mood"]), **{k: v for k, v in row.items() if k not in (key, "mood")})
        for word in row[key].split():
            found.setdefault(word, control)
    return found


CONTROL = _controls("control", "verbs")
OBJECT_CONTROL = _controls("object_control", "verbs")
ADJECTIVE_CONTROL = _controls("adjective_control", "adjectives")


def is_adjective(word: str) -> bool:
    """Return whether a lower-case word that can be a noun or a form of a verb may be an adjective."""
    return not {word, word.removeprefix("un")}.isdisjoint(ADJECTIVES | STATE_PARTICIPLES)


@lru_cache(maxsize=_CACHE)
def is_noun(word: str) -> bool:
    """Return whether a lower-case word is known as a noun."""
    return any(w in _nouns() for w in (word, *singulars(word)))


@cache
def _nouns() -> frozenset[str]:
    return (
        THINGS | PERSONS | GROUPS | ANIMALS | PLACES | ABSTRACT | TIMES | RELATIONS | MEASURES | set(sizes())
    )  # fmt: skip


@lru_cache(maxsize=_CACHE)
def noun_lemma(word: str) -> str:
    """Return the singular of a noun, or of several synonyms the one that is kept.

    >>> noun_lemma("kids"), noun_lemma("glasses"), noun_lemma("pants")
    ('child', 'glass', 'pants')
    """
    if word in of("plural_only"):
        return word
    one = singular(word)
    if word.endswith("ies") and word[:-1] in of("in_ie"):
        one = word[:-1]
    return SYNONYMS.get(one, SYNONYMS.get(word, one))


def kind_of(head: str, *, plural: bool) -> Literal["person", "group", "animal", "thing", "place", "abstract"]:
    """Return what kind of participant a noun names."""
    one = singular(head)
    if head in GROUPS or (plural and one in PERSONS):
        return "group"
    if one in PERSONS or head in PERSONS or one in RELATIONS or _does(one):
        return "person"
    if one in ANIMALS:
        return "animal"
    if one in PLACES:
        return "place"
    return "abstract" if one in ABSTRACT or one in TIMES or head in TIMES else "thing"


@lru_cache(maxsize=_CACHE)
def _does(word: str) -> bool:
    """Return whether an unknown noun ends like one for somebody who does something: `glassblower`."""
    if len(word) <= _SHORTEST_DOER or word in _nouns() or word in PLACES:
        return False
    return word.endswith(tuple(of("doers")))


def gender_of(head: str) -> Literal["male", "female", ""]:
    """Return the sex that a noun tells."""
    one = singular(head)
    return "male" if one in MALE else "female" if one in FEMALE else ""
