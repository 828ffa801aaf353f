"""Adverbs in -ly, distinguished from adjectives, nouns, verbs and names in -ly."""

from __future__ import annotations

from defeasible.reasoner.english.wordlists import word_set

SHORTEST_ADVERB = 5
"""Letters."""
NO_ADVERB = word_set("""
    family reply only early friendly lonely lovely daily weekly monthly yearly hourly supply apply rely
    fly jelly belly ally assembly anomaly butterfly bully italy july ugly silly holy elderly comply
    imply multiply curly deadly lively orderly costly cowardly homely jolly kelly emily sally lily molly
    billy polly smelly wooly hilly melancholy monopoly rally tally folly likely
    """)
"""Words in -ly that are not adverbs."""


def is_ly_adverb(word: str) -> bool:
    """Return whether a lower-case word is an adverb by its ending: `slowly`, not `family`."""
    return word.endswith("ly") and len(word) >= SHORTEST_ADVERB and word not in NO_ADVERB
