"""Repairs of two objects of one verb: `owes Ann money`, `sold Tom her boat`, `passed Tom the salt`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import Mends, Word
from defeasible.reasoner.english.people import PERSONS


def _receiver(word: Word) -> None:
    """Make the noun in `owes Ann money`, `owes her brother money` the indirect object, no part of another."""
    noun, verb = word.head, word.head.head
    if verb.lemma not in closed.GIVING or noun.tag not in {"NN", "NNS"} or noun.dep != "dobj":
        return
    apart = any(one > word for one in noun.children("det", "poss"))
    named = word.tag == "NNP" and verb is word.before and (apart or noun is word.after)
    kin = word.tag == "NN" and word.lemma in PERSONS and noun is word.after and noun.child("poss")
    if named:
        word.move("dative", verb)  # unless an article makes it part of a name
    elif kin:
        word.part("dative", verb)


def _given(word: Word) -> None:
    """Make `the salt` in `passed Tom the salt` the object, which the parser takes for another name of Tom."""
    who, verb = word.head, word.head.head
    known = verb.lemma in closed.GIVING and who.dep == "dobj" and (who.tag == "NNP" or who.lemma in PERSONS)
    known &= word.lemma not in PERSONS
    if known and word.child("det", "poss") is who.after and word.tag in {"NN", "NNS"}:
        who.dep = "dative"
        word.move("dobj", verb)


OBJECTS: Mends = {_receiver: {"compound", "nmod"}, _given: {"appos"}}
"""Applied in this order."""
