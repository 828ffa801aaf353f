"""The words of a noun phrase in one order: `Ann's brother` for `the brother of Ann`."""

from __future__ import annotations

from defeasible.reasoner.english.closed import (
    ARTICLES,
    DATES,
    INDEFINITE,
    NEGATORS,
    ONLY,
    PRIVATIVE,
    QUANTIFIERS,
)
from defeasible.reasoner.english.numbers import LARGE, read_count
from defeasible.reasoner.english.people import PERSONS, RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.lists import FOND
from defeasible.reasoner.grammar.belief.words import Word, Words

SOME_OR_ANY = INDEFINITE | {"some", "any"}
BEHIND = frozenset({"IN", "WP", "WP$", "WDT", "WRB", "VBZ", "VBD", "VBP"})
"""Tags that open a postmodifier of a noun: `in the yard`, `who hates the dog`, `Ann hates`."""
_ALMOST = {word for word, kind in NEGATORS.items() if kind == "nearly"}
OTHERS = frozenset({"other", "another", "next", "second", "third", "not", *map(stem, PRIVATIVE | _ALMOST)})
"""Words that distinguish a thing from the one that is named without them."""
LONE = {"mine": "my", "ours": "our", "yours": "your", "hers": "her", "theirs": "their"}
"""Possessives that stand alone, each with what stands before a noun."""
OWNED = LONE.keys() | {"his"}


def canonical(words: Words) -> Words:
    """Return the words of a phrase in the order, and with the words, in which phrases are compared."""
    return _owner_first(_count_first(named(numbers_joined(words))))


def _count_first(words: Words) -> Words:
    """Return `none of the kettles` for `of the kettles, none`."""
    last = len(words) - 1
    if last < 1 or words[0].low != "of" or not (words[last].tag == "CD" or words[last].low in QUANTIFIERS):
        return words
    first = last - (words[last - 1].low in ONLY)
    return (*words[first:], *words[:first])


def _owner_first(words: Words) -> Words:
    """Return `my friend` for `a friend of mine`, `Ann's brother` for `the brother of Ann`."""
    place = next((n for n, w in enumerate(words) if n and w.low == "of"), 0)
    before, behind = words[:place], tuple(w for w in words[place + 1 :] if w.tag != "POS")
    known = behind[:1] and (behind[0].low == "the" or behind[0].tag in {"PRP$", "NNP"})
    plain = not any(w.tag in BEHIND or w.tag == "CD" for w in words[:place] + words[place + 1 :])
    whose = behind[behind[:1] != () and behind[0].low == "the" :]
    one = bool(before) and len(behind) == 1 and before[0].low in ARTICLES and before[-1].lemma in PERSONS
    if one and behind[0].low in OWNED:
        return (behind[0]._replace(tag="PRP$"), *before[1:])
    related = one and behind[0].tag == "NNP" and before[-1].lemma in RELATIONS
    if related or (before[1:] and before[0].low == "the" and known and plain and whose):
        return (*whose, whose[-1]._replace(text="'s", low="'s", tag="POS"), *before[1:])
    return words


def numbers_joined(words: Words) -> Words:
    """Return words with number words such as `thirty` and `four`, `two hundred and ten`, joined into one."""
    out: list[Word] = []
    for word in words:
        linked = len(out) > 1 and out[-1].low == "and" and out[-2].low.endswith(LARGE)
        first = out[-2 if linked else -1] if out else word
        low = f"{first.low}-{word.low}"
        if out and first.tag == word.tag == "CD" and read_count(low) is not None:
            out[-2 if linked else -1 :] = [first._replace(low=low, lemma=low)]
        else:
            out.append(word)
    return tuple(out)


def named(words: Words) -> Words:
    """Return a name without the descriptive noun before it: `my cousin Aoife`, `old Mrs Szabo`."""
    end = next((n for n, w in enumerate(words) if w.tag == "IN"), len(words))
    first = end
    while first and (words[first - 1].tag == "NNP" and words[first - 1].lemma not in DATES):
        first -= 1
    while first + 1 < end and words[first].low in FOND:
        first += 1
    before = [w for w in words[:first] if w.text != ","]
    if not before or first == end:
        return words
    noun = before[-1].tag == "NN" and before[0].low not in SOME_OR_ANY
    fond = before[-1].low in FOND and words[0].tag not in {"DT", "PRP$"}
    counted = any(w.low in QUANTIFIERS and w.low not in FOND for w in before)  # not `little Timo`
    other = counted or any(w.tag == "POS" or w.low in OTHERS for w in before)
    return words[first:] if (noun or fond) and not other else words
