"""Word classes of the reader of sizes: `words.BODY_PARTS` is the list `body_parts` of `words.toml`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

_DATA = read_toml("defeasible.reasoner.grammar.sizes", "words.toml")


def __getattr__(name: str) -> frozenset[str]:
    """Return a list of `words.toml` by its name in capitals, split once."""
    if name.lower() not in _DATA:
        raise AttributeError(f"`words.toml` has no list `{name.lower()}`")
    found = globals()[name] = word_set(_DATA[name.lower()])
    return found


TIMES = closed.WHEN | word_set(_DATA["times"])
EVENTS = TIMES | word_set(_DATA["events"])
AMONG, COMPARED, BESIDE, CONDITIONS, COVERS, HABITS = (
    frozenset(map(" ".join, phrases(_DATA[key])))
    for key in ("among", "compared", "beside", "conditions", "covers", "habits")
)
MORE = dict.fromkeys(_DATA["bigger"].split(), 1) | dict.fromkeys(_DATA["smaller"].split(), -1)
"""Comparative adjectives of size to 1 for bigger, -1 for smaller."""
HOOKS = word_set(_DATA["grippers"]) | word_set(_DATA["body_parts"]) | word_set(_DATA["parts"])
"""Instruments that cannot contain what they take."""
METRE, SQUARE, VOLUME = "metre", "square metre", "litre"
RANKS: dict[str, int] = _DATA["ranks"]
"""Words before a superlative to the rank: one more than the number of bigger things."""
ORDERS: dict[str, int] = _DATA["orders"]
POWERS: dict[str, int] = _DATA["powers"]
"""Words that make a unit of length one of area or volume, to the power."""
MINE: dict[str, str] = _DATA["mine"]
ORDER: dict[str, int] = _DATA["order"]
ACROSS, SCALES = (
    {name: word_set(words) for name, words in _DATA[key].items()} for key in ("across", "scales")
)
"""Dimension to its words: of measures that are compared only with their own kind, and of adjectives."""
KNOWN = frozenset(word for words in _DATA.values() if isinstance(words, str) for word in words.split())
"""All words of all lists."""
