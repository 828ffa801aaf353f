"""What makes a thing one of a kind: `is a nurse`, `is quiet`, `has a key`, `is one of the kids`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import ARTICLES, EXCEPT, QUANTIFIERS
from defeasible.reasoner.english.nouns import plural, singular
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.belief.lists import LINKS
from defeasible.reasoner.grammar.belief.node import HOLE, Denied, Joined, Leaf, Node
from defeasible.reasoner.grammar.belief.words import Word, Words, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader
    from defeasible.reasoner.grammar.belief.view import View

PRONOMINAL = frozenset(QUANTIFIERS) | {"one", "those"}
"""Words that combine a quantifier and a noun: `nobody`, `none`."""
_PEOPLE = frozenset({"people", "person", "persons"})
_THINGS = frozenset({"thing", "things"})
_PLACES = {verb: frozenset(nouns.split()) for verb, nouns in LINKS["places"].items()}


def hole(like: Words) -> Words:
    """Return the placeholder for each thing of a kind, in place of the given words."""
    place = (like[0].start, like[-1].end) if like else (0, 0)
    return (Word(HOLE, HOLE, HOLE, "NNP", "subject", *place),)


def placed_of(subject: Phrase) -> Phrase | None:
    """Return `the chairs in the hall` of `all of the chairs in the hall`; None for `all of the chairs`."""
    of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
    placed = of is not None and of.determiner == "the" and bool(of.obliques) and of.quantifier is None
    return of if placed and subject.head.low in PRONOMINAL else None


def of_anybody(subject: Phrase) -> bool:
    """Return whether a phrase is about people or things of no kind: `nobody`, `those who`, `people who`."""
    return subject.head.low in PRONOMINAL or (subject.head.low in _PEOPLE and not subject.adjectives)


def amount(subject: Phrase) -> str:
    """Return the kind of a quantifier, `some` for `at least one pupil`; empty without one."""
    many = subject.quantifier
    one = many is not None and (many.kind, many.count) == ("at least", 1) and subject.head.tag != "CD"
    return "some" if one else subject.amount


def uncounted(view: View, subject: Phrase) -> set[int]:
    """Return the tokens of a phrase, but `bird` alone of `at least one bird`, and `birds` of `most birds`."""
    many, own = subject.quantifier, view.phrase(subject)
    if many is None or many.kind not in {"at least", "most"} or subject.head.tag == "CD":
        return own
    return {n for n in own if n == subject.head.index or not many.start <= view.tokens[n].start < many.end}


def qualities(r: Reader, subject: Phrase, noun: set[int]) -> list[set[int]]:
    """Return the adjectives of `quiet and smart people`, `red things`, if the phrase says nothing more."""
    if subject.head.low not in _PEOPLE | _THINGS:
        return []
    tokens = r.view.tokens
    ways = [{a.index} | {n for n in r.view.tree(a) if tokens[n].dep == "advmod"} for a in subject.adjectives]
    rest = noun - set[int]().union(*ways) - {subject.head.index}
    loose = all(not tokens[n].is_word or tokens[n].dep in {"cc", "det", "predet"} for n in rest)
    return ways if loose else []


def kinds(r: Reader, subject: Phrase, noun: set[int], thing: Words) -> list[Node]:
    """Return the conditions under which a thing belongs to the kind that a subject describes."""
    view = r.view
    found: list[Node] = []
    for oblique in subject.obliques:  # `no car with an even plate`
        if oblique.preposition in {"with", "without"} and oblique.phrase is not None:
            noun = noun - view.led(oblique)
            each = (oblique.phrase, *oblique.phrase.joined)
            had = tuple(has(thing, view.say(view.between(one.start, one.end))) for one in each)
            holding = Joined("or" if oblique.phrase.conjunction == "or" else "and", had)
            with_it = oblique.preposition == "with"
            found.append(holding if with_it else Denied(holding, "negation: without"))
        aged = oblique.preposition in {"over", "under"} and not of_anybody(subject)
        if aged and oblique.phrase is not None and oblique.phrase.head.tag == "CD":  # `children under ten`
            noun = noun - view.led(oblique)
            found.append(is_a(thing, view.say(view.led(oblique)), article=False))
    said = {t.index for t in view.children(subject.head) if t.dep in {"det", "predet"} or t.low in EXCEPT}
    noun = noun - said
    owned = any(view.tokens[n].dep == "poss" for n in noun)
    if them := them_of(r, subject):
        one = is_a(thing, (*them[:-1], _singular(them[-1])), article=False)
        return [Joined("or", (_is_one_of(thing, them), one)), *found]
    if subject.quantifier is not None and subject.quantifier.words == "both" and not owned:  # not any doctor
        return [_is_one_of(thing, view.say(noun - {t.index for t in view.tokens if t.low in {"of", "the"}}))]
    if ways := qualities(r, subject, noun):
        return [is_a(thing, view.say(own), article=False) for own in ways] + found
    if not of_anybody(subject):
        return [is_a(thing, one_of(r, noun, subject.head, thing)), *found]
    noun.discard(subject.head.index)
    rest = view.say(noun)
    if rest and rest[0].low == "of":
        placed = placed_of(subject)
        if placed is not None:
            kind = {n for n in noun if n >= placed.head.index or view.tokens[n].dep in {"amod", "compound"}}
            return [is_a(thing, one_of(r, kind, placed.head, thing)), *found]
        of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
        return [one_of_them(r, of, noun, thing), *found]
    own = [
        verb for verb, nouns in _PLACES.items() if rest and rest[0].low == "in" and rest[-1].lemma in nouns
    ]
    if own and view.main is not None and view.main.tense == "present":  # `nobody in the office smokes`
        where = (*with_role(thing, "subject"), made(own[0], "VBZ", "verb", rest), *with_role(rest, "by:in"))
        return [Joined("or", (is_a(thing, rest, article=False), Leaf(where))), *found]
    return [is_a(thing, rest, article=False), *found] if rest else found


def them_of(r: Reader, subject: Phrase) -> Words:
    """Return `guests` for `none of them`, `both`, of the guests; nothing for a phrase with its own noun."""
    of = next((o.phrase for o in subject.obliques if o.preposition == "of"), None)
    lone = of is None and subject.head.low in QUANTIFIERS
    if not lone and (of is None or of.pronoun is None):
        return ()
    them = r.view.say({(of or subject).head.index})
    return tuple(w for w in them if w.tag not in {"CD", "DT", "PDT", "IN"}) if len(them) > 1 else ()


def _is_one_of(thing: Words, group: Words) -> Leaf:
    """Return that a thing is one of a group: `one of the eggs`, `one of Ann's eggs`."""
    owned = any(w.tag in {"PRP$", "POS"} for w in group)
    one = (("one", "CD"), ("of", "IN"), *(() if owned else (("the", "DT"),)))
    return is_a(thing, (*(made(word, tag, "complement", thing) for word, tag in one), *group))


def _singular(noun: Word) -> Word:
    sole = singular(noun.low)
    return noun._replace(text=sole, low=sole, lemma=sole, tag="NN")


def one_of_them(r: Reader, of: Phrase | None, noun: set[int], thing: Words) -> Node:
    """Return that a thing is one `of the kids in Year 4`, which any kid in Year 4 is."""
    view = r.view
    rest = view.say(noun)
    rest = rest if rest[:1] and rest[0].low == "of" else (made("of", "IN", "complement", rest), *rest)
    one: Node = is_a(thing, (made("one", "CD", "complement", rest), *rest))
    number = set() if of is None else {t.index for t in view.children(of.head) if t.tag == "CD"}
    if of is not None and of.definite and number & noun:  # `none of the six guests`
        uncounted = one_of_them(r, replace(of, quantifier=None), noun - number, thing)
        return Joined("or", (one, uncounted))
    if of is None or (of.determiner != "the" and of.owner is None) or of.quantifier is not None:
        return one
    if of.owner is not None:
        own = is_a(
            thing, one_of(r, {n for n in noun if view.tokens[n].low != "of"}, of.head, thing), article=False
        )
        return Joined("or", (one, own))
    kind = {n for n in noun if n >= of.head.index or view.tokens[n].dep in {"amod", "compound"}}
    return Joined("or", (one, is_a(thing, one_of(r, kind, of.head, thing))))


def one_of(r: Reader, numbers: set[int], head: Token, like: Words) -> Words:
    """Return the words of a plural noun phrase in the singular; `like` if it has none."""
    return r.view.say(numbers, {head.index: one_noun(head)}) or like


def one_noun(noun: Token) -> str:
    """Return the singular of a noun, or of a name that opens a sentence."""
    plural = noun.tag[-1:] == "S" or (noun.index == 0 and noun.tag == "NNP")
    return singular(noun.low) if plural else noun.text


def article_of(before: str) -> str:
    """Return the indefinite article for a word."""
    return "an" if before[:1].lower() in "aeiou" else "a"


def is_a(thing: Words, kind: Words, *, article: bool = True) -> Leaf:
    """Return that a thing is of a kind."""
    owned = any(w.tag in {"PRP$", "POS"} for w in kind)
    plain = kind and kind[0].low not in ARTICLES | {"one"} and article and not owned
    det = (made(article_of(kind[0].text), "DT", "complement", kind),) if plain else ()
    be = made("is", "VBZ", "verb", kind)
    return Leaf((*with_role(thing, "subject"), be, *det, *with_role(kind, "complement")))


def in_plural(leaf: Leaf) -> Leaf:
    """Return what is said of one thing as it is said of several: `are singers`, for `is a singer`."""
    counted = any(w.role == "complement" and w.low in {"a", "an"} for w in leaf.words)
    out: list[Word] = []
    for word in leaf.words:
        text = word.text
        if word.role in {"verb", "aux"} and (word.tag == "VBZ" or word.low == "was"):
            text = {"is": "are", "was": "were"}.get(word.low, word.lemma)
        elif counted and word.role == "complement" and word.tag == "NN":
            text = plural(word.low)
        if not (counted and word.role == "complement" and word.low in {"a", "an"}):
            out.append(word._replace(text=text, low=text.lower()) if text != word.text else word)
    return replace(leaf, words=tuple(out))


def has(thing: Words, what: Words, *, past: bool = False) -> Leaf:
    """Return that a thing has another."""
    verb = made("had" if past else "has", "VBD" if past else "VBZ", "verb", what)
    return Leaf((*with_role(thing, "subject"), verb, *with_role(what, "object")), past=past)
