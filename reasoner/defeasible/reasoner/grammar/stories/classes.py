"""Closed classes of English as the story reader uses them."""

from __future__ import annotations

from defeasible.reasoner.english.wordlists import phrases, word_set

BE = word_set("be am is are was were been being")
HAVE = word_set("have has had having")
DO = word_set("do does did")
GET = word_set("get gets got getting gotten")
MODALS = word_set("can could will would may might must shall should ought 'll 'd")
AUXILIARIES = BE | HAVE | DO | MODALS
NEGATIONS = word_set("not never")
FINITE_BE = word_set("am is are was were")

PRONOUNS = {
    "i": "i", "me": "i", "myself": "i", "mine": "i", "you": "you", "yourself": "you", "yours": "you",
    "he": "he", "him": "he", "himself": "he", "she": "she", "herself": "she", "hers": "she",
    "it": "it", "itself": "it", "we": "we", "us": "we", "ourselves": "we", "ours": "we",
    "they": "they", "them": "they", "themselves": "they", "theirs": "they", "themself": "they",
}  # fmt: skip
"""Every case of a personal pronoun, without the possessives before a noun, to its subject form."""
SUBJECT_PRONOUNS = word_set("i you he she it we they")
OBJECT_PRONOUNS = word_set("me him us them myself yourself himself herself itself ourselves themselves")
POSSESSIVES = {
    "my": "i", "your": "you", "his": "he", "her": "she", "its": "it", "our": "we", "their": "they",
}  # fmt: skip
INDEFINITE = {
    "someone": "someone", "somebody": "someone", "anyone": "someone", "anybody": "someone",
    "nobody": "someone", "everyone": "everyone", "everybody": "everyone", "something": "something",
    "anything": "something", "nothing": "something", "everything": "everything", "none": "something",
}  # fmt: skip
"""Indefinite pronoun to the head that its negative shares: `nobody helped` denies `someone helped`."""
NEGATIVE = word_set("nobody nothing none")
DEMONSTRATIVES = word_set("this that these those")
ARTICLES = word_set("a an the")
NUMBERS = word_set(
    "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty "
    "hundred thousand million dozen"
)
QUANTIFIERS = word_set(
    "some any no every each another other both all many several few more most much enough half such "
    "various less fewer what which whatever own"
)
DETERMINERS = ARTICLES | DEMONSTRATIVES | frozenset(POSSESSIVES) | NUMBERS | QUANTIFIERS

PREPOSITIONS = word_set("""
    of in on at to for from with without by about into onto over under above below between among through
    during before after against across along around behind beside near off out up down toward towards
    upon within per than as like despite inside outside beyond until till since past throughout besides
    underneath beneath via unlike except amongst round
    """)
PARTICLES = word_set("up down out away off over back apart together aside along forth around by through")
DIRECTIONS = word_set("up down over along around through off past by")
"""Prepositions that are particles elsewhere; after a verb of motion their noun is a place."""
CONJUNCTIONS = word_set("and or but nor yet & plus")
SUBORDINATORS = word_set("""
    because when while since if unless although though until till before after whenever once as whereas
    whether so cause
    """)
COMPLEX_SUBORDINATORS = phrases(
    "as soon as; even though; as long as; so that; in order for; now that; by the time; every time; "
    "the next time; even if; only if; the moment; in case; as if; as though; ever since; each time; "
    "right after; right before; just as; just after; just before; right when; just when; even when"
)
FIXED = phrases("""
    all of a sudden; at first; at last; at least; of course; for example; in fact; by the way; as usual;
    as well; so far; no doubt; after all; in general; right away; at once; by accident; on purpose; for
    sure; once again; a lot; a bit; a little; all the time; for free; for good; all over; by far; no
    matter what; a little bit; in the end; one by one; little by little; step by step; so much; very
    much; too much; as much; in time; on time; in person; by himself; by herself; by themselves; by
    myself; by hand; in advance; in public; in private; once more; over and over; again and again; up
    and down; back and forth; in vain; from now on; ever again
    """)
"""Adverbs of several words."""
RELATIVES = word_set("who which that whose whom where")
WH = word_set("what how why where who when which whether whose")
HEDGES = word_set("maybe perhaps possibly probably likely")
FREQUENT = word_set("always often usually sometimes regularly frequently generally typically everyday")
NEARLY = word_set("almost nearly")
"""Adverbs before a verb that say it did not happen after all."""
SELDOM = word_set("rarely seldom hardly scarcely")
"""Adverbs that as good as deny."""
INTERJECTIONS = word_set("oh well wow hey ok okay yes alas lol thus unfortunately luckily")
SENTENCE_END = frozenset(".!?;:\n。！？；…")
