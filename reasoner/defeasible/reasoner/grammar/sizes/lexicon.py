"""The lexicon of size frames, read once from `frames.toml`, and the word forms that evoke them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Any, Literal

from defeasible.reasoner.english.inflection import Form, inflect, learner_forms, past_tense
from defeasible.reasoner.english.spelling import edits
from defeasible.reasoner.english.wordlists import read_toml

LONGEST = 6
"""Most words of a preposition, or of a word with its preposition."""
HANDLING = 9.5
"""Weight, in nats, of what one does to a thing as evidence that one is bigger."""
SHORTEST_CORRECTED = 5
"""Fewest letters of a corrected verb: too many words are one letter away from a shorter one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Which of two roles of a verb is bigger, and under which conditions."""

    bigger: str
    """Role of the bigger object."""
    smaller: str
    """Role of the smaller object."""
    reason: str
    """Why, in one sentence."""
    only: frozenset[str] = frozenset()
    """The verbs of the frame that it applies to; empty for all."""
    when: frozenset[str] = frozenset()
    """Other roles that must be filled."""
    unless: frozenset[str] = frozenset()
    """Roles that must not be filled."""
    weight: float | None = None
    """Weight in nats, if it is only likely."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A class of verbs with one meaning and what it implies about sizes."""

    id: str
    """Name: `covering.conceal`."""
    rules: tuple[Rule, ...]
    """Rules; all that apply are used."""
    mute: frozenset[str] = frozenset()
    """Prepositions that do not locate anything after these verbs."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A preposition, or an adjective with its preposition, and which side of it is bigger."""

    id: str
    """Name of its frame: `containment.in`."""
    words: str
    """As written: `out of`."""
    bigger: Literal["ground", "theme", "none"]
    """The bigger side; `none` if it implies nothing by itself."""
    reason: str
    """Why, in one sentence."""
    adjective: bool
    """Whether it follows `be` or a noun and has the subject as its theme."""
    role: str
    """Role of its noun phrase in the rules of verbs: mostly its own words."""
    verbs: frozenset[str] = frozenset()
    """The verbs with which it implies so; empty for all."""
    place: bool = False
    """Whether it names a place, for rules that require one."""
    weight: float | None = None
    """Weight in nats, if it is only likely."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All frames, by the words that evoke them."""

    frames: dict[str, tuple[Frame, ...]]
    """Lemma, or lemma and particle joined by `_`, to its frames in order of preference."""
    forms: dict[str, dict[str, frozenset[Form]]]
    """Written form to its lemmas, with the forms of each that it may be."""
    slips: dict[str, str]
    """Learners' past form to the correct one: `fleed` to `fled`."""
    phrases: dict[tuple[str, ...], Phrase]
    """The prepositions, and the adjectives with prepositions, by their words."""
    support: dict[tuple[str, str], tuple[tuple[str, tuple[str, ...]], ...]]
    """Light verb and noun to the verb of the same meaning (`take shelter`: `shelter`) and the prepositions
    whose noun phrase is the object of that verb."""
    discourse: dict[str, frozenset[str]]
    """Classes of verbs that affect the clauses around them: `access`, `perceive`, `sight`."""
    parts: dict[str, tuple[str, str]]
    """Kind of a part-whole relation to its frame and its reason."""


@cache
def lexicon() -> Lexicon:
    """Return the lexicon, which is read on first use."""
    data = read_toml("defeasible.reasoner.grammar.sizes", "frames.toml")
    frames: dict[str, tuple[Frame, ...]] = {}
    for row in data["frame"]:
        likely = {"weight": row["weight"]} if "weight" in row else {}
        rules = tuple(Rule(**{**likely, **_fields(rule)}) for rule in row["rules"])
        frame = Frame(**{**_fields(row, "verbs", "source", "weight"), "rules": rules})
        for verb in row["verbs"].split():
            frames[verb] = (*frames.get(verb, ()), frame)
    phrases: dict[tuple[str, ...], Phrase] = {}
    for adjective, row in [(False, r) for r in data["preposition"]] + [(True, r) for r in data["adjective"]]:
        for words in row["words"]:
            fields = {"role": words, **_fields(row, "source"), "words": words, "adjective": adjective}
            phrases.setdefault(tuple(words.split()), Phrase(**fields))
    support: dict[tuple[str, str], tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for pair in data["support"]:
        for verb, noun in product(pair["verbs"].split(), pair["nouns"].split()):
            means = noun if pair["means"] == "=" else pair["means"], tuple(pair.get("object", ()))
            support[verb, noun] = (*support.get((verb, noun), ()), means)
    discourse = {row["id"]: frozenset(row["verbs"].split()) for row in data["discourse"]}
    parts = {row["kind"]: (row["id"], row["reason"]) for row in data["part"]}
    return Lexicon(frames, *_forms(frames), phrases, support, discourse, parts)


def _forms(verbs: Iterable[str]) -> tuple[dict[str, dict[str, frozenset[Form]]], dict[str, str]]:
    """Return the written forms of verbs, and learners' past forms."""
    forms: dict[str, dict[str, frozenset[Form]]] = {}
    lemmas = dict.fromkeys(verb.partition("_")[0] for verb in verbs)
    for lemma in lemmas:
        for word, kinds in inflect(lemma).items():
            forms.setdefault(word, {})[lemma] = frozenset(kinds)
    correct, slips = set(forms), {}
    for lemma in lemmas:
        for word, kinds in learner_forms(lemma).items():
            if word not in correct:  # `stared` is not the past of `star`
                forms.setdefault(word, {})[lemma] = frozenset(kinds)
                slips.update({word: past_tense(lemma)} if "past" in kinds else {})
    return forms, slips


def _fields(row: dict[str, Any], *left_out: str) -> dict[str, Any]:
    """Return the fields of a record of `frames.toml`, lists of words as sets."""
    sets = {"only", "verbs", "when", "unless", "mute"}
    return {
        key: frozenset(value.split() if isinstance(value, str) else value) if key in sets else value
        for key, value in row.items()
        if key not in left_out
    }


def verb_forms(word: str) -> dict[str, frozenset[Form]]:
    """Return the verb lemmas that a written word may be a form of; empty for an unknown verb."""
    return lexicon().forms.get(word, {})


def preposition(words: str) -> Phrase:
    """Return the preposition that these words form."""
    return lexicon().phrases[tuple(words.split())]


def phrase_at(words: Sequence[str]) -> Phrase | None:
    """Return the longest preposition that a text begins with."""
    table = lexicon().phrases
    found = (table.get(tuple(words[:n])) for n in range(min(LONGEST, len(words)), 0, -1))
    return next((phrase for phrase in found if phrase is not None and not phrase.adjective), None)


@lru_cache(maxsize=4096)
def corrected(word: str) -> str | None:
    """Return the one known verb form that a misspelt word stands for, or None if there is none or several."""
    if len(word) < SHORTEST_CORRECTED or not word.isascii():
        return None
    known = lexicon().forms
    found = {form for form in edits(word) if form in known and len(form) >= SHORTEST_CORRECTED}
    lemmas = {frozenset(known[form]) for form in found}
    # `swallown`: the first letters of a word are seldom wrong, so they break a tie.
    if len(lemmas) > 1:
        found = {form for form in found if form[:2] == word[:2]}
        lemmas = {frozenset(known[form]) for form in found}
    return min(found) if len(lemmas) == 1 else None
