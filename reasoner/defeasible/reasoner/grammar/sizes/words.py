"""The word classes that the reader of sizes steers by, from `words.toml`, which says what each holds."""

from __future__ import annotations

from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

_DATA = read_toml("defeasible.reasoner.grammar.sizes", "words.toml")


def _words(name: str) -> frozenset[str]:
    return word_set(_DATA[name])


BODY_PARTS = _words("body_parts")
PARTS = _words("parts")
WITHIN = _words("within")
ENDS = _words("ends")
INNER_ENDS = _words("inner_ends")
MEASURED = _words("measured")
CONTENTS = _words("contents")
HOLDERS = _words("holders")
MINORS = _words("minors")
DWELLINGS = _words("dwellings")
DEPENDENTS = _words("dependents")
COLLECTIVES = _words("collectives")
CONTAINERS = _words("containers")
PART_WORDS = _words("part_words")
IMAGES = _words("images")
FAKES = _words("fakes")
MEDIA = _words("media")
DEPICTING = _words("depicting")
MANNERS = _words("manners")
LIGHT_OBJECTS = _words("light_objects")
DREAMS = _words("dreams")
OPINIONS = _words("opinions")
CAPACITY = _words("capacity")
FAILURE = _words("failure")
UNABLE = _words("unable")
ABLE = _words("able")
WITHIN_IT = _words("within_it")
ADJECTIVES = _words("adjectives")
BIG = _words("big")
SMALL = _words("small")
EXTREME_BIG = _words("extreme_big")
EXTREME_SMALL = _words("extreme_small")
TOYS = _words("toys")
GIANTS = _words("giants")
BIGGEST = _words("biggest")
SMALLEST = _words("smallest")
OTHER = _words("other")
NEARLY = _words("nearly")
SIZES = _words("sizes")
DIMENSIONS = _words("dimensions")
FULL = _words("full")
YES = _words("yes")
NO = _words("no")
INTENSIONAL = _words("intensional")
OWNING = _words("owning")
WEARABLES = _words("wearables")
TIMES = closed.TIMES | closed.DATES | _words("times")
EVENTS = TIMES | _words("events")
GRIPPERS = BODY_PARTS | _words("grippers")
ORDINALS = _words("ordinals")
ALSO = _words("also")
AMONG, COMPARED, BESIDE = (
    frozenset(map(" ".join, phrases(_DATA[key]))) for key in ("among", "compared", "beside")
)
MORE = dict.fromkeys(_DATA["bigger"].split(), 1) | dict.fromkeys(_DATA["smaller"].split(), -1)
"""Comparative adjectives of size: 1 says bigger, -1 smaller."""
METRE, SQUARE, VOLUME = "metre", "square metre", "litre"
UNITS: dict[str, tuple[str, Fraction]] = {
    name: (base, Fraction(size))
    for base, units in _DATA["units"].items()
    for names, size in units.items()
    for name in names.split()
}
"""What a unit measures, by its base unit, and how many of those one is."""
POWERS: dict[str, int] = _DATA["powers"]
"""Words before a unit of length that make it one of area or of volume."""
ACROSS = {name: word_set(words) for name, words in _DATA["across"].items()}
"""Dimension of a measure that is compared with none but its own kind, to the words for it."""
