"""Which words of a story are names: capitalised where no sentence begins, or unknown where one does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.tokens import Tokens

_NO_NAMES = word_set("""
    i mr mrs ms dr tv gps dvd pc suddenly valentine's christmas english spanish french chinese japanese
    american italian mexican indian german god internet mom dad grandma grandpa ok okay soon nobody
    someone everyone
    luckily thankfully sadly fortunately unfortunately finally eventually immediately instead
    hopefully uh um hi hello
""") | lx.TIMES  # fmt: skip
_CLOSED = (
    c.DETERMINERS | c.AUXILIARIES | c.PREPOSITIONS | c.CONJUNCTIONS | c.SUBORDINATORS | c.WH | c.NEGATIONS
    | frozenset(c.PRONOUNS) | frozenset(c.INDEFINITE) | lx.ADVERBS | c.INTERJECTIONS
)  # fmt: skip
_BEHIND_A_NAME = word_set(
    "was is had has 's wanted went got did does decided loved felt knew told thought told will would could"
)
"""Verbs before which no adverb or adjective opens a sentence: `Shelly was`, `Rich had`."""
_LONGEST_INITIALS = 4
_OPENING = frozenset(".!?;:\"'“”‘’-–—*•(")


def find_names(texts: Iterable[Tokens]) -> frozenset[str]:
    """Return the lower-case words that are names in these texts.

    A capitalised word within a sentence is a name unless it is a day or the like; one that opens a sentence
    is a name if it is a given name, or if it is no word that the lexicon knows.
    """
    inside: Counter[str] = Counter()
    opening: Counter[str] = Counter()
    lower: set[str] = set()
    for tokens in texts:
        opens = True
        for token, after in zip_longest(tokens, tokens[1:]):
            low = token.text.lower()
            if token.text[:1].isupper() and token.text.isalpha() and not (_initials(token.text)):
                # `Kiwi the cat`
                beside = (
                    after is not None
                    and low not in _CLOSED
                    and (
                        after.text == "the"
                        or (after.text in _BEHIND_A_NAME and not lx.is_noun(low) and not lx.kinds(low))
                    )
                )
                (opening if opens and not beside else inside)[low] += 1
            elif token.is_word:
                lower.add(low)
            opens = token.text in _OPENING
    names = {word for word in inside if _may_be(word) and not (word in lower and _common(word))}
    for word in opening:
        given = word in w.MALE_NAMES or word in w.FEMALE_NAMES
        if word not in names and _may_be(word) and ((given and not _common(word)) or word not in lower):
            names |= {word} if given or not _common(word) else set()
    # `Billys fish` has an apostrophe left out
    return frozenset(
        word for word in names if not (word.endswith("s") and len(word) > 4 and word[:-1] in names)
    )


def _initials(text: str) -> bool:
    return text.isupper() and 1 < len(text) <= _LONGEST_INITIALS


def _may_be(word: str) -> bool:
    return len(word) > 1 and word not in _NO_NAMES and word not in _CLOSED


def _common(word: str) -> bool:
    if is_ly_adverb(word) or lx.is_adjective(word):
        return True
    return bool(lx.kinds(word)) or lx.is_noun(word)
