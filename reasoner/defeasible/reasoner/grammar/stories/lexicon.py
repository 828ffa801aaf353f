"""The words that the story reader knows: verbs and what they govern, adjectives, people, places."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from defeasible.reasoner.commonsense.nouns import lexicon as sizes
from defeasible.reasoner.english.nouns import singular, singulars
from defeasible.reasoner.english.people import FEMALE, GROUPS, MALE, PERSONS, RELATIONS
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.forms.story import Mood

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


_SAID = read_toml("defeasible.reasoner.laws", "synonyms.toml")
_FELT_WORDS = frozenset(word for words in _SAID["feels"].values() for word in words.split())
EMOTIONS = of("emotions") | _FELT_WORDS
PLACE_ADVERBS, TIMES, PLACES = of("place_adverbs"), of("time_nouns"), of("places")


def _by_word(table: str) -> dict[str, str]:
    """Return each word of a table with the name that the table gives it."""
    return {word: name for name, words in _WORDS[table].items() for word in words.split()}


FEELINGS, ATTITUDES = _by_word("feelings"), _by_word("attitudes")
"""Noun for a feeling to the word for who has it: `fear` to `afraid`; verb to the attribute that it gives."""
GIVEN: dict[str, str] = _by_word("given")
"""Noun for what is done to what it is given: `bath` in `gave the dog a bath`."""
TURNS: dict[str, str] = _WORDS["turns"]
"""Modal and verb to the verb that says it plainly: `can_not_wait` to `want`."""
MEANT: dict[bool, dict[str, str]] = {True: _WORDS["of_persons"], False: _WORDS["of_things"]}
"""What an adjective means of people and animals, and of things, where that differs: `shattered`."""
RELATING = {
    words: (said[: said.startswith("~")], *said.lstrip("~").partition("=")[::2])
    for words, said in _WORDS["relating"].items()
}
"""Adjective and preposition to the state that they are: `~` or nothing, attribute, relation."""


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
    if name[0] == "@":
        return of(name[1:])
    return word_set(read_toml("defeasible.reasoner.laws", "classes.toml")[name])


CLOTHES, CONTAINERS = _class("clothes"), _class("containers") | {"bath", "bathtub", "tub", "sink"}
SELECTED = {"object": _selections("object"), "subject": _selections("subject")}
"""Verb, or adjective, to the nouns that its object, or its subject, usually is: `close` to `window`."""
KINDS: dict[str, frozenset[str]] = {
    word: frozenset[str]().union(*map(_class, classes.split()))
    for words, classes in _WORDS["kinds"].items()
    for word in words.split()
}
"""Noun for things of many kinds to their nouns: `the dish` may be the casserole of which one spoke before."""
ROLES = {
    preposition.strip(): role for role, words in _WORDS["roles"].items() for preposition in words.split(";")
}
"""Preposition to the role of what stands behind it."""
MODALS = {words: row["name"] for row in _VERBS["modal"] for words in row["words"].split()}
MODAL_MOODS = {row["name"]: Mood(row["mood"]) for row in _VERBS["modal"] if "mood" in row}
STATES = _FELT_WORDS | {word for words in _SAID["is"].values() for word in words.split()}
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
    """Attribute of a state with the words of what follows as value: of its subject, or of what is taught."""
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
    return not {word, word.removeprefix("un")}.isdisjoint(
        of("adjectives") | EMOTIONS | of("state_participles")
    )


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


def kind_of(head: str, *, plural: bool) -> Kind:
    """Return what kind of participant a noun names."""
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
    """Return whether an unknown noun ends like one for somebody who does something: `glassblower`."""
    if len(word) <= _SHORTEST_DOER or word in _nouns() or word in PLACES:
        return False
    return word.endswith(tuple(of("doers")))


def gender_of(head: str) -> Literal["male", "female", ""]:
    """Return the sex that a noun tells."""
    one = singular(head)
    return "male" if one in MALE else "female" if one in FEMALE else ""
