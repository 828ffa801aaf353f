"""Closed word classes, from `closed.toml`, shared by all readers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

_DATA = read_toml("defeasible.reasoner.english", "closed.toml")


def _by_word(table: str, key: str) -> Mapping[str, str]:
    rows: list[dict[str, Any]] = _DATA[table]
    return {word: row[key] for row in rows for word in row["words"].split()}


def _by_first(found: Iterable[tuple[str, ...]]) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    out: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in sorted(found, key=len, reverse=True):
        out[words[0]] = (*out.get(words[0], ()), words)
    return out


_OWN = frozenset({"words", "nouns", "verbs", "names"})
_LISTS = {
    table if key in _OWN else key: word_set(words)
    for table, rows in _DATA.items()
    for key, words in (rows.items() if isinstance(rows, dict) else ())
    if isinstance(words, str)
}


def __getattr__(name: str) -> frozenset[str]:
    """Return a list of `closed.toml` by its name in capitals: `TIMES` is `[times]`, `ONLY` its key `only`."""
    if name.lower() not in _LISTS:
        raise AttributeError(f"`closed.toml` has no list `{name.lower()}`")
    found = globals()[name] = _LISTS[name.lower()]
    return found


@dataclass(frozen=True, slots=True)
class PronounClass:
    """A personal or demonstrative pronoun in all its cases."""

    id: str
    """Its subject form: `he`."""
    gender: str
    """`male`, `female`, `thing`, `any`, `speaker` or `hearer`."""
    plural: bool


NEGATORS = {word.replace("_", " "): kind for word, kind in _by_word("negator", "id").items()}
"""Word, or multiword expression (`by no means`), to its kind: `not`, `never`, `nor`, ..."""
JOINED: Mapping[str, str] = _DATA["joined"]
"""Multiword quantifier to its one-word equivalents, before other words and before `of`."""
SEEN: Mapping[str, tuple[str, ...]] = {k: tuple(v.split()) for k, v in _DATA["seen"].items()}
"""Two words to the two that the parser sees: `tea and not coffee`, for `tea rather than coffee`."""
NEGATING: Mapping[str, tuple[tuple[str, ...], ...]] = _by_first(
    tuple(w.split()) for w in [*NEGATORS, *JOINED] if " " in w
)
"""First word to the multiword negators and quantifiers that begin with it, longest first."""
QUANTIFIERS = _by_word("quantifier", "kind")
"""Word to the kind of quantifier: `everyone` to `every`."""
QUANTIFIER_PHRASES: tuple[tuple[tuple[str, ...], str], ...] = tuple(
    sorted(
        ((words, row["kind"]) for row in _DATA["quantifier_phrase"] for words in phrases(row["words"])),
        key=lambda pair: -len(pair[0]),
    )
)
"""Words before a number to the kind of quantifier, longest first: `at least`."""
WHEN = _LISTS["times"] | _LISTS["dates"]
"""Nouns and names of times: `morning`, `friday`."""
ARTICLES = _LISTS["indefinite"] | _LISTS["definite"]
EXCEPTING = frozenset(map(" ".join, phrases(_DATA["focus"]["excepting"])))
"""Prepositions of exception: `nothing apart from a pea`."""
EXCEPTIONS = _LISTS["except"] | EXCEPTING
"""The same, with those that are other words too: `everyone but Ann`."""
NUMBERS: Mapping[str, int] = _DATA["numbers"]
"""Number word to its value; articles count one."""
MULTIPLES: Mapping[str, Fraction] = {word: Fraction(value) for word, value in _DATA["multiples"].items()}
"""Multiplier to its factor: `twice`."""
UNITS: Mapping[str, tuple[str, Fraction]] = {
    name: (base, Fraction(size))
    for base, units in _DATA["units"].items()
    for names, size in units.items()
    for name in names.split()
}
"""Unit to its base unit, which tells what it measures, and how many of those it is."""
MODALS = _by_word("modal", "kind")
"""Modal verb, or verb and words joined by `_`, to its kind: `have_to` to `necessity`."""
ADVERBS = _by_word("adverb", "kind")
"""Adverb to its kind, if it affects whether or how often a clause holds."""
PRONOUNS: Mapping[str, PronounClass] = {
    word: PronounClass(row["id"], row["gender"], row.get("plural", False))
    for row in _DATA["pronoun"]
    for word in row["words"].split()
}
"""Pronoun in any case to its class."""
DEMONSTRATIVES = frozenset(word for word, p in PRONOUNS.items() if p.id in {"this", "these"})
DETERMINERS = (
    _LISTS["determiners"]
    | _LISTS["possessives"]
    | {word for word in [*QUANTIFIERS, *NUMBERS] if not word.endswith(("one", "body", "thing", "where"))}
    | {"one"}
)
"""Words that open a noun phrase."""
DEGREES: Mapping[str, str] = {word: kind for kind, words in _DATA["degree"].items() for word in words.split()}
"""Word of degree to its kind: `more`, `less`, `most`, `least`, `too`, `enough`, `equal`."""
PREPOSITION_PHRASES: Mapping[str, tuple[tuple[str, ...], ...]] = _by_first(
    phrases(_DATA["prepositions"]["phrases"])
)
"""First word to the multiword prepositions that begin with it, longest first."""
HELPERS = _LISTS["auxiliaries"] | frozenset(word for word in MODALS if "_" not in word)
"""Auxiliaries and modal verbs of one word."""
PRONOMINAL: Mapping[str, str] = {
    word: word.removesuffix(end).removesuffix("-").replace("any", "some") + new
    for end, new in {"body": "one", "one": "one", "thing": "thing", "where": "where"}.items()
    for word in QUANTIFIERS
    if word.endswith(end) and word not in {end, "none"}
}
"""Words that fuse a quantifier and a noun, each to the canonical one: `anybody`, `someone`."""
CLOSED = frozenset[str]().union(
    {"there", "than", "as", "not"}
    | NEGATORS.keys()
    | QUANTIFIERS.keys() | NUMBERS.keys() | MULTIPLES.keys() | MODALS.keys() | ADVERBS.keys()
    | PRONOUNS.keys() | DEGREES.keys() | DETERMINERS,
    *(_LISTS[name] for name in ("only", "even", "except", "particles", "relatives", "auxiliaries")),
)  # fmt: skip
"""All words of the classes above."""
