"""Antecedents of `one`, of lone possessives and of lone quantities: `has one`, `mine`, `Tom's`, `both`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.closed import INDEFINITE, PRONOMINAL, PRONOUNS, TIMES, UNITS
from defeasible.reasoner.english.numbers import read_count
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief.canonical import LONE
from defeasible.reasoner.grammar.belief.lists import HAVING, LINKS, ORDERED
from defeasible.reasoner.grammar.belief.words import Word, Words

_UNITS = {*UNITS, *(u for bases in LINKS["units_of"].values() for units in bases.values() for u in units)}
WHOSE = "'s"
"""Key of the last noun with an owner."""
OBJECT = "no"
"""Key of the last noun that is an object."""
OF_THEM = "of them"
"""Key of the last things, with their number: `the ten eggs`, for `three of them`, `three are white`."""
AMOUNTS = frozenset({"none", "some", "any", "several", "many", "few"})
OBJECTS = frozenset({"dobj", "attr"})
"""Relations of what `has none` and `there was none` leave out."""
_ARGUMENTS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj"})
_SINGULAR = frozenset({"is", "was", "has", "does"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
COUNTS = frozenset({"both", "all", "most", "several", "many", "few"})
_BESIDE = frozenset(
    {"above", "below", "under", "over", "beside", "behind", "like", "opposite", "unlike", "than", "as"}
)
_THE = Word("the", "the", "the", "DT", "", -1, -1)
_OF = Word("of", "of", "of", "IN", "", -1, -1)
_A = Word("a", "a", "a", "DT", "", -1, -1)


def nouns_of(analysis: Analysis, before: float = inf) -> dict[str | int, Words]:
    """Return the last nouns of a text: for `one` that of an indefinite phrase, for `ones` that of any phrase.

    Args:
        analysis: The text.
        before: The index of a token; nouns after it are ignored.
    """
    found: dict[str | int, Words] = {}
    for mention in analysis.mentions:
        phrase, head = mention.phrase, mention.phrase.head
        amount = phrase.quantifier is not None and head.lemma in _UNITS  # `costs 3 euros`
        misread = head.tag == "NNP" and head.text.islower()  # not the tag of a name
        noted = head.tag in {"NN", "NNS"} or misread or (head.tag == "JJ" and phrase.owner is not None)
        if noted and not amount and head.lemma not in TIMES and head.index < before:
            noun = Word(head.lemma, head.lemma, head.lemma, "NN", "", -1, -1)
            new = phrase.determiner in INDEFINITE or phrase.quantifier is not None
            if phrase.quantifier is not None and phrase.quantifier.count and phrase.plural:
                found[f"the {phrase.quantifier.count}"] = (
                    noun._replace(text=head.low, low=head.low, tag="NNS"),
                )
            if head.tag == "NNS":
                found[OF_THEM] = _group(phrase, analysis)
            if head.dep in OBJECTS and not phrase.name:
                found[OBJECT] = (noun._replace(text=head.low, low=head.low, tag=head.tag),)
            if phrase.owner is not None:
                found[WHOSE] = (noun._replace(text=head.low, low=head.low, tag=head.tag),)
            if head.low not in PRONOMINAL and head.low not in PRONOUNS:
                found["ones"] = (noun,)
                if new:
                    found["one"] = (_A, noun)
    return found


def _group(phrase: Phrase, analysis: Analysis) -> Words:
    """Return `the ten eggs` for `ten eggs`, `Ann's ten eggs` where she has them; else nothing."""
    of = next((c for c in analysis.clauses if phrase in c.objects), None)
    known = phrase.determiner or phrase.owner or phrase.name
    bare = of is not None and phrase.quantifier is None and not known  # `bought plums`
    number = phrase.quantifier is not None and phrase.quantifier.kind == "number"
    if not (bare or number) or phrase.joined:
        return ()
    own = [t for t in analysis.tokens if phrase.start <= t.start <= phrase.head.start]
    words = [*map(_word, own)]
    who = of.subject if of is not None and of.lemma in HAVING and not (of.denied or of.modals) else None
    if who is not None and who.name and not who.joined:
        name = [t for t in analysis.tokens if who.start <= t.start <= who.head.start]
        return (*map(_word, name), Word("'s", "'s", "'s", "POS", "", -1, -1), *words)
    return (*words,) if own[0].tag in {"DT", "PRP$", "NNP"} else (_THE, *words)


def _word(token: Token) -> Word:
    return Word(token.text, token.low, token.lemma, token.tag, "", -1, -1)


def _is_told_apart(head: Token, tokens: Sequence[Token]) -> bool:
    """Return whether a phrase behind a word says which ones it means: `three of the cups`."""
    return any(t.head == head.index and t.dep in {"relcl", "prep", "acl"} for t in tokens)


def left_out(phrase: Phrase, analysis: Analysis, lent: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return the words with the noun that `mine`, `Ann's`, `none` or `the red one` leaves out, by index.

    Args:
        phrase: The phrase.
        analysis: The text; its nouns before the phrase count first.
        lent: The last nouns of the texts before it.
    """
    head, tokens = phrase.head, analysis.tokens
    lone = head.low in LONE or head.low in AMOUNTS | COUNTS or head.tag == "CD" or head.low in {"one", "them"}
    if not lone and [t.tag for t in tokens[head.index + 1 : head.index + 2]] != ["POS"]:
        return {}
    known = {**lent, **nouns_of(analysis, head.index)}
    ways = (_whose, _some, _one, _of_them)
    return next((found for way in ways if (found := way(phrase, tokens, known))), {})


def _whose(phrase: Phrase, tokens: Sequence[Token], known: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return `my car` for `mine` and `'s car` for the end of `Ann's` if the last noun with an owner is `car`.

    Not where it is a predicate (`the car is mine`), a home (`at Ann's`), or one of many (`a friend of mine`).
    """
    head, nouns = phrase.head, known.get(WHOSE, ())
    above, after = tokens[head.head], tokens[head.index + 1 : head.index + 2]
    if not nouns or head.dep not in _ARGUMENTS or (head.dep == "pobj" and above.low not in _BESIDE):
        return {}
    if head.low in LONE:
        own = LONE[head.low]
        return {head.index: (Word(own, own, own, "PRP$", "", -1, -1), *nouns)}
    named = (head.tag == "NNP" and not phrase.determiner) or phrase.owner is not None  # not `the baker's`
    for token in after if named else ():
        if token.tag == "POS" and token.head == head.index:
            return {token.index: (Word("'s", "'s", "'s", "POS", "", -1, -1), *nouns)}
    return {}


def _some(phrase: Phrase, tokens: Sequence[Token], known: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return `no apples` for `none` in `bought none`, `two apples` for `two`, after the object `apples`."""
    head, nouns = phrase.head, known.get(OBJECT, ())
    counted = head.low in AMOUNTS or (head.tag == "CD" and head.low != "one")
    led = any(t.head == head.index and t.dep == "prep" for t in tokens)  # `two of them`
    if not (nouns and counted and head.dep in OBJECTS) or led or phrase.start != head.start:
        return {}
    amount = "no" if head.low == "none" else head.low
    many = [nouns[0]._replace(tag="NNS")] if head.tag == "CD" else [*nouns]
    return {head.index: (Word(amount, amount, amount, "CD" if head.tag == "CD" else "DT", "", -1, -1), *many)}


def _of_them(phrase: Phrase, tokens: Sequence[Token], known: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return `the ten eggs` for `them` in `three of them`, and `three of the ten eggs` for `three`."""
    head, them = phrase.head, known.get(OF_THEM, ())
    if not them or (head.low == "them" and not (head.index and tokens[head.index - 1].low == "of")):
        return {}
    if head.low == "them":
        return {head.index: them}
    verb = {t.low for t in tokens if head.head in {t.index, t.head}}
    counted = (head.low in COUNTS and verb.isdisjoint(_SINGULAR)) or head.tag == "CD"  # not `all is well`
    led = _is_told_apart(head, tokens)
    if led or not counted or head.dep not in SUBJECTS or phrase.start != head.start:
        return {}
    return {head.index: (_word(head), _OF, *them)}


def worded_as(words: Words, form: str | None) -> Words:
    """Return the words for a token that has another form in its clause: `some apples` for `none`, denied."""
    if form is None:
        return words
    none = words[:1] and words[0].low == "no"
    return (words[0]._replace(text=form, low=form), *words[1:]) if none else ()


def _one(phrase: Phrase, tokens: Sequence[Token], known: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return the antecedent of `one` in `has one` and `the red one`, keyed by the index of `one`."""
    head, alone = phrase.head, phrase.start == phrase.head.start
    key, pronoun = "one" if alone else "ones", phrase.pronoun is not None and head.low == "one"
    led = _is_told_apart(head, tokens)
    if not pronoun or led or key not in known or (alone and head.dep not in {"dobj", "pobj"}):
        return {}
    return {head.index: known[key]} if alone or phrase.adjectives else {}


def counted_of(phrase: Phrase, known: Mapping[str | int, Words]) -> dict[int, Words]:
    """Return the antecedent of `the four`, keyed by its index: `sisters` after a mention of four sisters."""
    head = phrase.head
    count = read_count(head.low) if head.tag == "CD" and phrase.determiner == "the" else None
    nouns = known.get(f"the {count}", ())
    return {head.index: nouns} if nouns else {}


def completed(words: Words, like: Words) -> Words:
    """Return `the second bus` for `the second`, `the blue one`, and `Tom's bus` for `Tom's`.

    Args:
        words: A subject.
        like: The subject of the clause that it is compared with: `the first bus`.
    """
    own = like[: next((n for n, word in enumerate(like) if word.tag == "IN"), len(like))]
    last = words[-1] if words else _A
    counted = last.low in ORDERED or last.low == "other"
    if not own or own[-1].tag[:2] != "NN" or len(words) < 2:
        return words
    noun = own[-1]._replace(role=last.role, start=last.start, end=last.end)
    if last.low in {"one", "ones"}:
        return (*words[:-1], noun)
    whose = last.low == "'s" and any(
        word.tag in {"POS", "PRP$"} for word in own
    )  # not `the baker's` of shops
    return (*words, noun._replace(start=last.end)) if counted or whose else words
