"""The lexicon of the story reader: verbs and their complements, adjectives, people, places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from defeasible.reasoner.commonsense.nouns import lexicon as sizes
from defeasible.reasoner.english.closed import COLOURS
from defeasible.reasoner.english.kinds import kinds_of_nouns, transitive
from defeasible.reasoner.english.nouns import singular, singulars
from defeasible.reasoner.english.people import FEMALE, GROUPS, MALE, PERSONS, RELATIONS
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.laws.library import library
from defeasible.reasoner.laws.reading import members

_PACKAGE = "defeasible.reasoner.grammar.stories"
_WORDS = read_toml(_PACKAGE, "words.toml")
_VERBS = read_toml(_PACKAGE, "verbs.toml")
_CACHE = 16384
Kind: TypeAlias = Literal["person", "group", "animal", "thing", "place", "abstract"]
_SHORTEST_DOER = 5


@cache
def of(name: str) -> frozenset[str]:
    """Return a class of words by its name in `words.toml` or `verbs.toml`: `of("fearful")`."""
    listed = next(table[name] for table in (_WORDS["sets"], _WORDS, _VERBS) if name in table)
    return frozenset(part.strip() for part in (listed.split(";") if ";" in listed else listed.split()))


@cache
def law_verbs() -> frozenset[str]:
    """Return all verbs that laws are about: `put_right`."""
    return frozenset(verb for law in library().laws for verb in law.verbs if verb[0] != "~")


@cache
def undone_by(verb: str) -> frozenset[str]:
    """Return the verbs that a verb undoes: `turn_off` for `turn_on`, `lock` for `unlock`."""
    base, _, particle = verb.rpartition("_")
    other = _VERBS["undoing"]["particles"].get(particle)
    turned = {f"{base}_{other}"} if base and other else set()
    pairs = [pair.split() for pair in _VERBS["undoing"]["pairs"].split(";")]
    paired = {a for pair in pairs for a, b in (pair, pair[::-1]) if b == verb}
    return frozenset({f"un{verb}", verb.removeprefix("un"), *turned, *paired} - {verb})


_LAWS = "defeasible.reasoner.laws"
_SAID, _CLASSES = (read_toml(_LAWS, f"{name}.toml") for name in ("synonyms", "classes"))
_CHANGES = read_toml(_LAWS, "changes.toml")["change"]
_FELT_WORDS, _STATE_WORDS = (
    frozenset(word for name, words in _SAID[of].items() for word in (*words.split(), *name.split(" < ")[:-1]))
    for of in ("feels", "is")
)
EMOTIONS = of("emotions") | _FELT_WORDS
LITOTES = frozenset(
    word
    for of_what in _SAID.values()
    for name, words in of_what.items()
    if name.startswith("~") and name[1:] in of("with_a_middle")
    for word in words.split()
)
"""Words whose denial does not affirm the opposite: `not unkind`."""
PLACE_ADVERBS, TIMES, PLACES = of("place_adverbs"), of("time_nouns"), of("places")


def _by_word(table: str) -> dict[str, str]:
    """Return each word of a table, with its name in the table."""
    return {word: name for name, words in _WORDS[table].items() for word in words.split()}


FEELINGS, ATTITUDES = _by_word("feelings"), _by_word("attitudes")
"""Noun for a feeling to the adjective: `fear` to `afraid`; verb to the attribute that it gives."""
PASSED: dict[str, str] = _by_word("passed")
"""Word of a date or hour to the time that may have gone by where it is said to be so `now`."""
NEWBORN: dict[str, str] = _by_word("newborn")
"""Noun for a child to its relation: `boy` to `son` in `had a baby boy`."""
GIVEN: dict[str, str] = _by_word("given")
"""Noun for an action to the verb: `bath` in `gave the dog a bath`."""
ORDER: dict[str, dict[str, int]] = _WORDS["order"]
"""Cycle of times (`day`, `week`, `year`) to its times, each with its hour, day or month."""
TURNS: dict[str, str] = _WORDS["turns"]
"""Modal and verb to the plain verb: `can_not_wait` to `want`."""
MEANT: dict[bool, dict[str, str]] = {True: _WORDS["of_persons"], False: _WORDS["of_things"]}
"""Meaning of an adjective for people and animals, and for things, where these differ: `shattered`."""
WHOLES = {
    (part, verb): row["whole"]
    for row in _WORDS["wholes"] for part in row["parts"].split() for verb in row["verbs"].split()
}  # fmt: skip
"""A part and a verb of which it is the theme, to what happens to the whole: `lid`, `unscrew` to `open`."""
RELATING = {
    words: (said[: said.startswith("~")], *said.lstrip("~").partition("=")[::2])
    for words, said in _WORDS["relating"].items()
}
"""Adjective and preposition to a state: `~` or nothing, attribute, relation."""


def _idioms() -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for idiom in _VERBS["idioms"].split():
        verb, *words = idiom.split("_")
        found.setdefault(verb, []).append(tuple(words))
    return {verb: tuple(sorted(rows, key=lambda row: (-len(row), row))) for verb, rows in found.items()}


IDIOMS = _idioms()
"""Verb to the words that form an idiom with it, longest first: `make` to `fun of`."""


@dataclass(frozen=True, slots=True)
class Stative:
    """A verb that describes a state of its subject."""

    attribute: str
    value: str
    of: frozenset[str]
    """Prepositions of the other participant; empty if it is the object."""
    inverse: bool = False
    """Whether the state is one of the other participant: `belongs to`."""
    result: bool = False
    """Whether it is what the verb ends in: not yet so while it `is melting`."""
    told: bool = False
    """Whether it is a state in a story as well, not just in a query."""
    negative: bool = False
    """Whether it denies the state: `has left the room`."""
    subject: str = ""
    """`person` or `thing`, if it must be one."""
    perfect: bool = False
    """Whether it is a state only in the perfect: `has lost his job`."""
    passive: bool = False
    """Whether it is a state only in the perfect passive: `has been opened`."""


def _class(name: str) -> frozenset[str]:
    """Return a class: `@animals` of this lexicon, `clothes`, `+folded` of the laws, or kinds: `=thing`."""
    if name[0] == "+":
        return members(_CHANGES[name[1:]]["by"].split(), name, _CLASSES)
    if name[0] in "@=":
        return of(name[1:]) if name[0] == "@" else frozenset(name[1:].split())
    return members([f"@{name}"], name, _CLASSES)


@cache
def of_classes(name: str) -> frozenset[str]:
    """Return the verbs of classes of the laws, by the name of the list of these in `verbs.toml`."""
    return frozenset[str]().union(*map(_class, _VERBS[name].split()))


WITH_PREPOSITION = of("particle_verbs") | of("prepositional_verbs")
"""Verbs with a particle, and with a preposition that makes one meaning with them: `pay_for`."""


def is_adverb(verb: str, particle: str) -> bool:
    """Return whether a particle makes no meaning with a verb: `glued it back onto the cup` did so again."""
    again = particle == "back" and f"{verb}_back" not in law_verbs() and verb in of_classes("putting")
    jointly = particle == "together" and f"{verb}_together" not in law_verbs() | WITH_PREPOSITION
    return again or jointly or particle in of("into_places")


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
    # A kind of participant counts only for words that select no class of nouns.
    for name, row in sorted(_VERBS["selects"].items(), key=lambda row: row[0][0] == "="):
        for word in members(row[place].split(), name, _CLASSES):
            if name[0] != "=" or word not in found:
                found[word] = found.get(word, frozenset()) | _class(name)
    return found


FARE = _class("food") | _class("drink")
LIMBS, OPEN_AIR = _class("limbs"), _class("open_air")
VEHICLES = _class("vehicles")
CLOTHES, CONTAINERS = _class("clothes"), _class("containers") | {"bath", "bathtub", "tub", "sink"}
SELECTED = {"object": _selections("object"), "subject": _selections("subject")}
"""Verb to its usual objects, or adjective to its usual subjects: `close` to `window`."""
KINDS: dict[str, frozenset[str]] = {
    word: frozenset[str]().union(*map(_class, classes.split()))
    for words, classes in _WORDS["kinds"].items()
    for word in words.split()
}
"""Hypernym to its nouns: `the dish` may be the casserole mentioned before, `the tree` the elm."""
for _noun, _above in transitive(kinds_of_nouns()).items():
    for _kind in _above:
        KINDS[_kind] = KINDS.get(_kind, frozenset()) | {_noun}
ROLES = {
    preposition.strip(): role for role, words in _WORDS["roles"].items() for preposition in words.split(";")
}
"""Preposition to the role of its object."""
SIDES = {words.strip(): side for side, of_it in _WORDS["sides"].items() for words in of_it.split(";")}
"""Preposition to where something then is to its object: `beneath` to `under`."""
RETOLD: dict[str, str] = _VERBS["retold"]
"""What is asked in other words than it was told, by kind: `same`, `less`, `denied`, `sides`; see `retold`."""
LINKING = of("linking_be") | of("linking_sense")
"""Copulas: `become`, `smell`."""
MINDED = _by_word("minded")
"""Adjective to what a clause after it is to the subject: `afraid` to `fears`."""
TITLES = {title: noun for noun, titles in _WORDS["titles"].items() for title in titles.split()}
"""Title to the noun for whoever bears it: `mr` to `man`."""
MODALS = {words: row["name"] for row in _VERBS["modal"] for words in row["words"].split()}
MODAL_MOODS = {row["name"]: Mood(row["mood"]) for row in _VERBS["modal"] if "mood" in row}
STATES = _FELT_WORDS | _STATE_WORDS
"""Words and, with `_`, phrases that describe somebody or something."""
KNOWN_STATES = STATES | {name.split(" < ")[0].lstrip("~") for name in _SAID["is"]}
"""These words, and the names under which laws know them."""
PASSING = STATES - COLOURS
"""States that do not tell one thing from another: what was wet may be dry by now."""
STATE_PHRASES = frozenset(word.replace("_", " ") for word in STATES if "_" in word)
"""Phrases that describe somebody or something: `over the moon`, `in one piece`."""

SYNONYMS: dict[str, str] = {
    word: first for row in _WORDS["synonyms"].split(";") for first in row.split()[:1] for word in row.split()
}
"""Noun to its canonical form: `kid` to `child`."""


@dataclass(frozen=True, slots=True)
class Control:
    """The effect of a verb or an adjective on its complement."""

    mood: Mood
    state: str = ""
    """Attribute of a state whose value is the complement; of the subject, or of the person taught."""
    negative: bool = False
    """Whether the complement does not happen: `forgot to`."""
    opposite: bool = False
    """Whether the state is denied: `hates to` is not `likes`."""
    silent: bool = False
    """Whether the complement is no event of its own, only the value of the state."""
    before: bool = False
    """Whether the complement held before: `stopped smoking`."""
    gerund_only: bool = False
    """Whether an infinitive after it is a purpose: `stopped to rest`."""


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
    """Return whether a lower-case word that can be a noun or a verb form may be an adjective."""
    known = of("adjectives") | EMOTIONS | of("state_participles")
    return word in known or word.removeprefix("un") in known


@lru_cache(maxsize=_CACHE)
def is_noun(word: str) -> bool:
    """Return whether a lower-case word is known as a noun."""
    return any(w in _nouns() for w in (word, *singulars(word)))


@cache
def _nouns() -> frozenset[str]:
    return (
        of("things") | PERSONS | GROUPS | of("animals") | PLACES | of("abstract") | TIMES | RELATIONS
        | of("measures") | set(sizes())
    )  # fmt: skip


@lru_cache(maxsize=_CACHE)
def noun_lemma(word: str) -> str:
    """Return the singular of a noun, and its canonical synonym.

    >>> noun_lemma("kids"), noun_lemma("glasses"), noun_lemma("pants")
    ('child', 'glass', 'pants')
    """
    if word in of("plural_only"):
        return word
    one = singular(word)
    if word.endswith("ies") and word[:-1] in of("in_ie"):
        one = word[:-1]
    return SYNONYMS.get(one, SYNONYMS.get(word, one))


def kind_of(head: str, *, plural: bool) -> Kind:
    """Return the kind of participant that a noun names."""
    one = singular(head)
    if head in GROUPS or (plural and one in PERSONS):
        return "group"
    if one in PERSONS or head in PERSONS or one in RELATIONS or _does(one):
        return "person"
    if one in of("animals"):
        return "animal"
    if one in PLACES:
        return "place"
    return "abstract" if one in of("abstract") or one in TIMES or head in TIMES else "thing"


@lru_cache(maxsize=_CACHE)
def _does(word: str) -> bool:
    """Return whether an unknown noun ends like an agent noun: `glassblower`."""
    if len(word) <= _SHORTEST_DOER or word in _nouns() or word in PLACES:
        return False
    return word.endswith(tuple(of("doers")))


def gender_of(head: str) -> Literal["male", "female", ""]:
    """Return the gender of a noun."""
    one = singular(head)
    return "male" if one in MALE else "female" if one in FEMALE else ""


UTTERED = tuple((means, re.compile(rf"\b(?:{words})\b")) for means, words in _WORDS["uttered"].items())
"""What direct speech shows of the speaker, with the words that show it: `thank goodness`."""
