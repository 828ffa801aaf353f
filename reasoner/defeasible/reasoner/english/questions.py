"""Repairs of yes-no questions, whose subject small models take for part of the predicate."""

from __future__ import annotations

from defeasible.reasoner.english.parsed import NOMINAL, NONE, Word
from defeasible.reasoner.english.verbs import is_base


def asked_of(word: Word) -> None:
    """Separate subject and predicate in `Is the window open?`, which small models parse as one phrase."""
    be = word.words[0]
    if be.lemma != "be" or word.words[-1].text != "?":
        return
    if be.dep == "aux" and word.tag == "VBD":
        word.tag, be.dep = "VBN", "auxpass"  # `Are Ann and Bob married?`
        for who in (*word.children("attr", "nsubj"), *be.children("attr")):
            who.move("nsubjpass", word)
    if word is not be:
        return
    beside = [one for one in be.children() if one.dep != "punct"]
    first, last = beside[0] if beside else NONE, word.words[-1].before
    inside = [one for one in first.children() if one < first and one.tag in NOMINAL and one.dep != "det"]
    where = [place for place in first.children("prep") if place.low != "of"]
    said = first.child("acl")
    if where and [one.dep for one in beside if one.dep != "npadvmod"] == ["nsubj"]:
        where[-1].move("prep", be)  # `Is the cat in the kitchen?`
    elif beside == [last] and inside:
        inside[-1].part("nsubj", be)
        last.retag("JJ", "acomp")
    elif beside == [first] and said and said is last:
        said.move("acomp", be)  # `Is the cup broken?`
        said.tag, said.lemma = "JJ", said.low
    elif beside == [first] and said.tag == "VBN":
        said.move("ROOT", said)  # `Was the cup broken by Ann?`
        first.move("nsubjpass", said)
        be.move("auxpass", said)


def whether(word: Word) -> None:
    """Make `swim` in `Can Ann's twin swim?` a verb, and the noun before it the subject."""
    helper = word.words[0]
    verb = helper.child("nsubj") if word is helper else word
    asks = word.words[-1].text == "?" and (helper.tag == "MD" or helper.lemma == "do")
    subject = verb.before
    if not asks or not subject.before or not verb.is_noun or not is_base(verb.low):
        return
    if subject.dep == "det" or {helper.dep, verb.dep} == {"ROOT"}:
        return
    if word is helper:
        verb.lift(helper, "aux")
    verb.tag = "VB"
    if not verb.subject:
        verb.adopt(subject)
        subject.part("nsubj", verb)
        subject.tag = "NN" if subject.tag == "JJ" else subject.tag
