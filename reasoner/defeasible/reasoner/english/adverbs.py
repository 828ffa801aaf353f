"""Adverbs in -ly, distinguished from adjectives, nouns, verbs and names in -ly."""

from __future__ import annotations

from defeasible.reasoner.english import closed

SHORTEST_ADVERB = 5
"""Letters."""
NO_ADVERB = closed.NO_ADVERB
"""Words in -ly that are not adverbs."""


def is_ly_adverb(word: str) -> bool:
    """Return whether a lower-case word is an adverb by its ending: `slowly`, not `family`."""
    return word.endswith("ly") and len(word) >= SHORTEST_ADVERB and word not in NO_ADVERB
