"""Closed word classes of English, as the grammar uses them."""

from __future__ import annotations

from types import MappingProxyType

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.wordlists import word_set

ARTICLES = frozenset({"a", "an", "the"})
DETERMINERS = ARTICLES | word_set("""
    this that these those my your his her its our their some any no every each all both few many several
    more most another other one two three four five six seven eight nine ten 's
    """)
PREPOSITIONS = word_set("""
    of in on at to for from with without by about into onto over under above below between among through
    during before after against across along around behind beside near off out up down toward towards
    upon within per via than as like despite inside outside beyond until till since
    """)
BE = word_set("am is are was were be been being")
FINITE_BE = word_set("am is are was were")
HAVE = word_set("have has had having")
DO = word_set("do does did")
FUTURE = word_set("will would shall 'll 'd")
MODALS = MappingProxyType(
    {
        "can": "can",
        "could": "can",
        "may": "may",
        "might": "may",
        "must": "must",
        "should": "should",
        "ought": "should",
    }
)
"""Modal verb to what it says. The future is none: `will study` and `studies` are one proposition here."""
FINITE_AUXILIARIES = FINITE_BE | word_set("have has had") | DO | FUTURE | frozenset(MODALS)

PRONOUNS = MappingProxyType(
    {
        "he": "he",
        "him": "he",
        "his": "he",
        "she": "she",
        "her": "she",
        "hers": "she",
        "they": "they",
        "them": "they",
        "their": "they",
        "theirs": "they",
        "it": "it",
        "its": "it",
        "i": "i",
        "me": "i",
        "my": "i",
        "mine": "i",
        "we": "we",
        "us": "we",
        "our": "we",
        "ours": "we",
        "you": "you",
        "your": "you",
        "yours": "you",
    }
)
"""Every case of a personal pronoun to its subject form."""
SUBJECT_PRONOUNS = word_set("he she they it i we you there everyone everybody nobody somebody someone")
BARE_VERB_SUBJECTS = word_set("i we you they")

CONNECTIVES = MappingProxyType(
    {"and": "and", "&": "and", "but": "and", "yet": "and", "or": "or", "nor": "or"}
)
CLAUSE_OPENERS = word_set("""
    that who which whom whose because when where whether how why what although though while since if
    unless before after until whenever wherever
    """)
RELATIVES = word_set("who which whom whose")

INDEFINITES = MappingProxyType(
    {
        "someone": "someone",
        "everyone": "everyone",
        "everybody": "everyone",
        "somebody": "someone",
        "anyone": "someone",
        "anybody": "someone",
        "anything": "something",
        "anywhere": "somewhere",
    }
)
NEGATIVE_PRONOUNS = MappingProxyType(
    {
        "nobody": ("someone", "somebody"),
        "nothing": ("something", "something"),
        "nowhere": ("somewhere", "somewhere"),
    }
)
"""Negative pronoun to the stem it is compared by and the affirmative word for the gloss."""

HEDGES = word_set("""
    likely probably possibly potentially perhaps maybe presumably apparently seemingly supposedly almost
    nearly allegedly
    """)
"""Adverbs that weaken: `p` entails `likely p`, and not the other way round."""
EMPTY_ADVERBS = word_set("then also too indeed actually thus therefore hence moreover please")
"""Adverbs that change nothing in what holds."""
ALSO_PREDICATED = word_set("hard fast well alone together")
"""Adverbs that are adjectives after `be`: `the sign is hard to read`."""
_MANNER = word_set("""
    always often sometimes usually very quite really just still already soon once again even ever fast
    hard well slightly somewhat more-or-less rather so together alone rarely seldom twice
    """)


def is_adverb(word: str) -> bool:
    """Return whether a lower-case word is an adverb: it qualifies a proposition that stands without it."""
    return word in _MANNER or word in HEDGES or is_ly_adverb(word)


def _opposites() -> dict[str, str]:
    by_prefix = {
        "un": """
            happy fair kind lucky safe healthy usual known certain sure clear comfortable
            conscious employed familiar friendly grateful helpful important interested
            interesting necessary paid popular pleasant prepared reliable satisfied successful
            true willing aware available acceptable affected tidy locked occupied finished
            married armed harmed hurt injured seen noticed motivated appreciated
        """,
        "in": """
            active accurate complete correct visible sufficient secure capable convenient
            effective valid eligible consistent competent efficient tolerant audible
        """,
        "im": "possible polite perfect mature probable proper moral mortal",
        "ir": "regular relevant responsible rational reversible",
        "il": "legal logical legible literate",
        "dis": "honest loyal satisfied pleased obedient",
    }
    pairs = {prefix + word: word for prefix, words in by_prefix.items() for word in words.split()}
    return pairs | {"false": "true", "absent": "present", "dead": "alive", "asleep": "awake"}


OPPOSITES = MappingProxyType(_opposites())
"""Adjective to the one it denies: `unhappy` to `happy`."""
FEWER = MappingProxyType({"fewer": "more", "less": "more", "few": "many"})
"""Quantifier to the one it denies."""
