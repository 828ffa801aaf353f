"""Repairs of what `not` sets against something else: `the door, but not the window`, `Ann won, not Bob`."""

from __future__ import annotations

from defeasible.reasoner.english.kinds import is_alive
from defeasible.reasoner.english.parsed import MODIFYING, NONE, Mends, Word

_BY = frozenset({"by", "mistake", "accident", "chance", "oversight"})
"""Words of `by mistake`, to which the parser attaches what follows `instead of`."""


def _head_behind(word: Word) -> Word:
    """Return the head of the phrase behind a word."""
    return next((one for one in word.words[word.n + 1 :] if one.dep not in MODIFYING), NONE)


def _beside(noun: Word, other: Word) -> Word:
    """Return what a name is set against: Bob, not the shop, in `Bob opened the shop instead of Ann`."""
    thing = noun.dep == "dobj" and noun.tag in {"NN", "NNS"} and not is_alive(noun.lemma)
    who = noun.head.subject
    return who if thing and other.tag == who.tag == "NNP" else noun


def _contrasted(word: Word) -> None:
    """Conjoin the window to the door, not to the verb: `painted the door, but not the window`."""
    verb = word.head
    if word.low == "not" and word.before.low in {"and", "but", ","}:
        noun = _head_behind(word)
        first = noun.head.child("dobj")
        if noun.dep == "dobj" and first < noun:  # `took the tea by mistake and not the coffee`
            noun.move("conj", first)
            word.before.move("cc", first)
        if noun.dep == "conj" and noun.is_noun:
            noun.adopt(word)  # `Ann and not Bob sang`
    if word.child("neg") and _beside(verb, word) is not verb:
        _beside(verb, word).adopt(word, *verb.children("cc", "punct"))
    named = word.is_noun or word.low == "one"
    above = verb.head.head if verb.dep == "pobj" else verb.head
    if word.child("neg") and named and verb.lemma in _BY and above.is_verb:
        above.adopt(word, verb.child("cc"))  # `took it by mistake instead of the other`
        verb = above
    if word.dep != "conj" or not named or not verb.is_verb:
        return
    between = word.words[verb.n : word.n]
    denied = any(one.low == "not" and one.head is word for one in between)
    # `it was not Ann but my uncle`
    but = any(one.text == "but" for one in between) and verb.child("attr") and verb.child("neg")
    if (denied or but) and not word.subject:
        person = word.tag == "NNP" or word.child("poss")  # `went in the box, but not a spoon` is gapped
        roles = ("attr",) if verb.child("attr") else ("dobj", "nsubj") if person else ("dobj",)
        hosts = [host for role in roles for host in verb.children(role) if host < word]
        like = [host for host in hosts if (host.tag == "NNP") == (word.tag == "NNP")]
        for host in (like or hosts)[:1]:
            host.adopt(word, *(one for one in verb.children("cc", "punct", after=verb) if one < word))


def _denied(word: Word) -> None:
    """Attach `not` to the verb in `it was not Ann who won`, to the later one in `not until then did she`."""
    host, verb = word.head, word.head.head
    cleft = host.dep == "attr" and verb.lemma == "be" and word.before is verb and host.child("relcl")
    late = word.after.low in {"until", "till"} and host.dep == "advcl" and host < verb
    if cleft or late:
        verb.adopt(word)


def _who_did(word: Word) -> None:
    """Make `who lost it` say of what stands before it in `it was not Ann but Bob who lost it`."""
    who, be = word.child("nsubj"), word.head
    noun = be.child("attr", "acomp")
    if who.tag == "WP" and be.lemma == "be" and be.subject.low == "it" and noun.is_noun and noun < who:
        noun.dep = "attr"
        word.move("relcl", noun)


def _clefted(word: Word) -> None:
    """Conjoin Ann to Tom in `it was not Tom who broke the cup but Ann`."""
    verb = word.head if word.head.dep == "relcl" else word.head.head
    who, be = verb.head, verb.head.head
    cleft = verb.dep == "relcl" and who.dep == "attr" and be.subject.low == "it" and be.child("neg")
    but = [one for one in word.head.children("cc") if one.low == "but"]
    if cleft and but and word.is_noun:
        who.adopt(word, but[0])


def _adjectival(word: Word) -> None:
    """Make `annoyed` an adjective in `was annoyed but not furious`, as in `was annoyed and furious`."""
    state, be = word.head, word.head.child("auxpass")
    apart = word.tag[:2] == "JJ" and word.child("neg") and state.tag == "VBN" and be.lemma == "be"
    if apart and not state.child("agent", "dobj", "aux"):
        before = [one for one in state.children() if one < state]
        be.lift(state, "acomp")
        be.adopt(*before)
        state.retag("JJ")
        for one in be.children("nsubjpass"):
            one.dep = "nsubj"


def _afterthought(word: Word) -> None:
    """Conjoin what a comma and `not` add: `a bike, not a car`; `Ann won, not Bob`; `dull, not funny`."""
    last = word.before.before
    other = _head_behind(word)
    if word.before.text != "," or not other or (other.after and other.after.tag not in {",", "."}):
        return
    if other.tag[:2] == "JJ" and last.tag[:2] == "JJ":
        if last.head is other:
            last.lift(other, "conj")
        host = last
    elif other.is_noun or other.tag == "PRP":
        done = last.is_verb and last.subject and not last.child("dobj", "attr", "pobj", after=last)
        host = _beside(last, other) if last.is_noun else last.subject if done else NONE
    else:
        host = NONE
    if host:
        other.adopt(*word.words[word.n + 1 : other.n])
        other.move("conj", host)
        word.move("neg", other)
        word.before.move("punct", host)


def _not_to(word: Word) -> None:
    """Conjoin Carl to Bob in `gave it to Bob, not to Carl`, which denies nothing of the gift."""
    to = word.after
    other, verb = to.child("pobj"), to.head
    led = (*verb.children("prep"), *verb.children("dative"), verb)
    first = next((one for one in led if one < word and one.low == to.low), NONE)
    one = first.child("pobj")
    behind = word.low == "not" and word.before.low in {",", "and", "but"} and to.dep in {"prep", "conj"}
    instead = word.low == "but" and to.dep in {"prep", "conj"} and first.before.low == "not"
    if (behind or instead) and one and other:  # `gave it not to Bob but to Carl`
        other.move("conj", one)
        word.move("neg" if behind else "cc", other if behind else one)
        to.move("case", other)


CONTRASTS: Mends = {
    _not_to: {"not", "but"},
    _denied: {"neg"},
    _who_did: {"ccomp"},
    _clefted: {"conj"},
    _contrasted: {"neg", "conj"},
    _adjectival: {"conj"},
    _afterthought: {"not"},
}
