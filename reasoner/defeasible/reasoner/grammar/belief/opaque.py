"""Words that no rule analyses, which make their proposition opaque.

`Several guests did not sing` is one proposition here, the denial of `Several guests sang`, because `several`
is not analysed. Words of six classes take scope over a clause, or stand for something that is not worked
out: quantifiers, numbers, adverbs of frequency and doubt, modal verbs but `can`, conjunctions inside a clause
(`and` beside a negation), and pronouns that may refer to several names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from defeasible.reasoner.english.closed import (
    ADVERBS,
    EVEN,
    INDEFINITE,
    MODALS,
    NEGATORS,
    NUMBERS,
    ONLY,
    PRONOUNS,
    QUANTIFIERS,
)
from defeasible.reasoner.english.connectives import conditional_at
from defeasible.reasoner.english.numbers import YEAR
from defeasible.reasoner.grammar.belief.lists import FOND
from defeasible.reasoner.grammar.belief.measures import compared_to, measure_of
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.words import Word, Words

_ONE = INDEFINITE | {"one"}
_FOCUS = ONLY | EVEN
_LABEL = re.compile(r"\d+[A-Z]\.?")
"""A number with a letter that is a name: `10B`."""
_JOINS = frozenset({"and", "or", "nor", "but", "yet"})


def opaque_places(clause: Clause, unclear: Collection[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the words of a clause that its reading does not account for, in order.

    Args:
        clause: A clause that is read as one proposition.
        unclear: Pronouns, in subject form, that may refer to several names.
    """
    if clause.read == "all" or measure_of(clause, {}) is not None:
        return
    compared = compared_to(clause)
    for place, word in enumerate(clause.words):
        if place < compared and word.role != "subject":
            continue
        if word.text and _is_opaque(clause, place, word, unclear):
            yield word.start, word.end
    read = clause.words[compared].start if compared else 0
    yield from (span for span in clause.unread if span[0] >= read)


def _is_opaque(clause: Clause, place: int, word: Word, unclear: Collection[str]) -> bool:
    low = word.low
    kind = QUANTIFIERS.get(low)
    kind = None if kind is not None and _counts_nothing(clause.words, place) else kind
    if clause.read == "subject" and word.role == "subject" and kind in {"some", "every", "no"}:
        return False
    if kind == "any":
        return not clause.denied and low != "either"
    if kind == "no":
        return False
    if kind == "some" or (place == 0 and low in _ONE):
        said = QUANTIFIERS.get(word.lemma) not in {"no", "any"}  # else it stands for `nobody`, `any`
        return (clause.denied or clause.apart) and word.tag != "NNP" and said
    inside = 0 < place < len(clause.words) - 1
    if low in _JOINS:
        # `Tea and toast are served` stays one clause; the scope of a negation beside it is not worked out.
        denied = clause.denied or bool(clause.inner)
        return not clause.open and inside and (denied or low in {"or", "nor"})
    modal = MODALS.get(low, "future") not in {"future", "conditional"} and low not in {"can", "ca"}
    if modal or conditional_at([low], 0)[0] or low in {"because", "although", "whether", "while"}:
        return not clause.open and inside and word.tag[:2] in {"MD", "IN", "WR"}
    number = (low in NUMBERS and low not in _ONE) or (low[:1].isdigit() and not _LABEL.fullmatch(word.text))
    known = _names, _dates, _describes
    since = clause.denied and place > 0 and clause.words[place - 1].low == "since"  # at no time since
    number = number and (since or not any(is_known(clause.words, place) for is_known in known))
    recent = low == "just" and clause.words[max(place - 1, 0)].lemma == "have"  # `has just left`
    adverb = ADVERBS.get(low) in {"likelihood", "frequency"} or NEGATORS.get(low) == "seldom"
    adverb |= low in _FOCUS and not recent and not (low in ONLY and _of_object(clause))
    pronoun = PRONOUNS.get(low)
    unsure = pronoun is not None and pronoun.id in unclear
    return number or unsure or (adverb and low != "likely") or (kind is not None and low != "another")


def _counts_nothing(words: Words, place: int) -> bool:
    """Return whether a quantifier is a noun or describes a name: `the second half`, `little Timo`."""
    before, own, after = words[max(place - 1, 0)], words[place], words[min(place + 1, len(words) - 1)]
    return (own.tag == "NN" and before.tag == "JJ") or (own.low in FOND and after.tag == "NNP")


def _of_object(clause: Clause) -> bool:
    """Return whether `only` is of the object, as nothing else stands beside it: `only drinks tea`."""
    behind = {w.role for w in clause.words if w.is_word} - {"subject", "verb", "aux", "adverb", ""}
    return behind == {"object"} and not clause.denied and not clause.modal


def _dates(words: Words, place: int) -> bool:
    """Return whether a numeral alone is a year or a time of the clock: `in 1990`, `at nine`."""
    own = words[place]
    if YEAR.fullmatch(own.low) and place and words[place - 1].low in {"in", "since"}:
        return True  # `in Oslo in 1990`
    alone = not any(w.role == own.role and w.is_word and w.tag != "IN" for w in words if w is not own)
    return alone and own.role == "by:at"


def _describes(words: Words, place: int) -> bool:
    """Return whether a number describes things that are known: `one of my two sisters`, `the three hens`."""
    before = words[max(place - 1, 0)]
    known = before.tag in {"PRP$", "POS"} or before.low in {"the", "these", "those"}
    return known and before.role == words[place].role and place + 1 < len(words)


def _names(words: Words, place: int) -> bool:
    """Return whether a numeral after its noun distinguishes things of one kind: `lamp 4 of room 0`."""
    before, own = words[max(place - 1, 0)], words[place]
    behind = words[place + 1 : place + 2]
    counted = any(w.tag[:2] in {"NN", "JJ", "CD"} and w.role == own.role for w in behind)
    return before.tag in {"NN", "NNP"} and before.role == own.role and place > 0 and not counted
