"""The word classes that the reader of sizes steers by, from `words.toml`, which says what each holds."""

from __future__ import annotations

from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

_DATA = read_toml("defeasible.reasoner.grammar.sizes", "words.toml")
_NAMES = """
    body_parts parts within ends inner_ends measured contents holders minors dwellings dependents
    collectives containers part_words manners light_objects dreams opinions capacity failure unable able
    within_it adjectives big small extreme_big extreme_small toys giants biggest smallest sizes
    dimensions
    yes no intensional wearables"""
(
    BODY_PARTS, PARTS, WITHIN, ENDS, INNER_ENDS, MEASURED, CONTENTS, HOLDERS, MINORS, DWELLINGS,
    DEPENDENTS, COLLECTIVES, CONTAINERS, PART_WORDS, MANNERS, LIGHT_OBJECTS, DREAMS, OPINIONS, CAPACITY,
    FAILURE, UNABLE, ABLE, WITHIN_IT, ADJECTIVES, BIG, SMALL, EXTREME_BIG, EXTREME_SMALL, TOYS, GIANTS,
    BIGGEST, SMALLEST, SIZES, DIMENSIONS, YES, NO, INTENSIONAL, WEARABLES,
) = (word_set(_DATA[name]) for name in _NAMES.split())  # fmt: skip
TIMES = closed.TIMES | closed.DATES | word_set(_DATA["times"])
EVENTS = TIMES | word_set(_DATA["events"])
GRIPPERS = BODY_PARTS | word_set(_DATA["grippers"])
COMPARED, BESIDE = (frozenset(map(" ".join, phrases(_DATA[key]))) for key in ("compared", "beside"))
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
