"""What the parser sees in place of words that it does not know: of multiword expressions, and of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from defeasible.reasoner.english.closed import (
    CLOSED,
    DATES,
    JOINED,
    NEGATORS,
    ONLY,
    QUANTIFIER_PHRASES,
    QUANTIFIERS,
    SEEN,
)
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.nouns import STUFF
from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.english.parsed import Word
from defeasible.reasoner.english.people import GIVEN_NAMES, NAMES_AND_WORDS, PERSONS
from defeasible.reasoner.english.stems import stem

Row: TypeAlias = tuple[str, str, str, str, int]
"""A word with its tag, its relation, its lemma, and the number of its head."""
_PARTITIVE, _FAR = frozenset({",", "which", "whom"}), 6
"""What opens and ends `, three of which`, and how far apart the two may be."""
_COUNTING = QUANTIFIERS.keys() | ONLY | {word for phrase, _ in QUANTIFIER_PHRASES for word in phrase}
_RELATED = frozenset({"brother", "sister", "one", "finger", "toe"})
"""Of whom `little` says that they are younger, or which of several they are."""
_OF_PAIRS = frozenset(word for pair in SEEN for word in pair.split())
_NAMES = GIVEN_NAMES - DATES
_NAMELIKE = frozenset({"JJ", "NN", "FW", "UH"})
_DERIVED = re.compile(r"^(un|non|re|pre|over|mis)|(ing|ed|able|less|ful|ish|ly|ness|ic|al|er|or|s)$")
"""Words that may be formed from a known one, and are no names."""
_KNOWN_NAMES = ("John", "Mary", "David", "Susan")
"""Common names, which a pipeline is likely to know."""


def paired(words: Sequence[str], place: int) -> str:
    """Return the stand-in for one word of a pair: `and`, `not` in `tea rather than coffee`."""
    if words[place].lower() in _PARTITIVE:
        return _of_which(words, place)
    for first in (place, place - 1) if words[place].lower() in _OF_PAIRS else ():
        pair, behind = " ".join(words[first : first + 2]).lower(), words[first + 2 : first + 3]
        if first > 0 and pair in SEEN and behind:
            seen = SEEN[pair]
            doing = seen[0] == "and" and behind[0].endswith("ing")  # `instead of waiting`
            return "" if doing else seen[place - first]
    return ""


def _of_which(words: Sequence[str], place: int) -> str:
    """Return `and` for the comma of `ten eggs, three of which broke`, and `them` for `which`.

    Only where the sentence ends with that clause, of which it says no more than a clause of its own would.
    """
    near = range(max(place - _FAR, 0), min(place + _FAR, len(words)))
    first = max((n for n in near if n <= place and words[n] == ","), default=len(words))
    last = next((n for n in near if n > first and words[n].lower() in {"which", "whom"}), 0)
    *amount, of = (word.lower() for word in words[first + 1 : last] or [""])
    counted = bool(amount) and all(word in _COUNTING or read_number(word) for word in amount)
    if not counted or of != "of" or "," in words[last:]:
        return ""
    return {first: "and", last: "them"}.get(place, "")


def of_little(word: Word) -> str:
    """Return `small` for `little` of size, `the little girl`, and `never` in `little did she know`.

    Nothing for `little` of amount, as in `a little milk`.
    """
    if word.low != "little" or word.after.lemma in _RELATED:
        return ""
    before, after = word.before, word.after
    if word.n == 0 and after.lemma == "do":
        return "never"
    pointed = before.tag in {"PRP$", "POS"} or before.low in {"the", "this", "that", "these", "those"}
    counted = before.low == "a" and (after.lemma in PERSONS or bool(kinds_of((stem(after.lemma),))))
    small = after.tag == "NNS" or (after.tag == "NN" and after.lemma not in STUFF and (pointed or counted))
    return "small" if small else ""


def seen_as(words: Sequence[str], place: int) -> str:
    """Return the word that the parser sees in place of a multiword expression."""
    word = paired(words, place) or words[place]
    joined = word.lower()
    if " " not in word and joined not in JOINED:
        return word
    plain, partitive = JOINED.get(joined.removesuffix(" of"), "").split() or ("", "")
    plain = partitive if [*words[place + 1 : place + 2]] == ["of"] or joined.endswith(" of") else plain
    plain = plain or NEGATORS.get(joined, word)
    return plain.capitalize() if word[:1].isupper() and plain.islower() else plain


def misread_names(sentence: Sequence[Row], knows: Callable[[str], bool]) -> dict[str, str]:
    """Return the names that were tagged as other words, each with a common name to parse in its place.

    A small model takes a rare name for an adjective or a noun: `Sean paints the door`, `Elif drives`.

    Args:
        sentence: The words with their parse.
        knows: Whether a lower-case word is in the dictionary: one that opens a sentence and is not is a name.
    """
    words = [row[0] for row in sentence]
    word, tag = sentence[0][:2]
    low, alone = word.lower(), word.istitle() and word.isalpha() and tag in _NAMELIKE
    strange = alone and not (low in CLOSED or low in _NAMES or _DERIVED.search(low) or knows(low))
    given = [
        row[0]
        for n, row in enumerate(sentence)
        if row[0].istitle() and row[0].lower() in _NAMES and row[1] not in {"NNP", "POS"}
        if row[0].lower() not in NAMES_AND_WORDS or (n and words[n - 1][-1:].isalnum())
    ]
    names = dict.fromkeys([word, *given] if strange else given)
    return dict(zip(names, (known for known in _KNOWN_NAMES if known not in words), strict=False))
