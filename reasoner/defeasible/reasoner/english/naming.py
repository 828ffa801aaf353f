"""Repairs of names beside nouns: `my cousin Bob sang`, `a dog called Rex`."""

from __future__ import annotations

from defeasible.reasoner.english.parsed import Mends, Word
from defeasible.reasoner.english.people import PERSONS


def _apposed_name(word: Word) -> None:
    """Make Bob an apposition to the cousin: `my cousin Bob sang`."""
    noun, verb = word.before, word.head
    of = noun.low in PERSONS or (verb.is_verb and noun.tag == "NN" and noun.child("poss"))
    if (
        word.tag == "NNP"
        and of
        and noun.head is verb
        and word < verb
        and (word.dep != "compound" or verb.is_verb)
    ):
        word.move("appos", noun)


def _called(word: Word) -> None:
    """Make Rex an apposition to the dog: `a dog called Rex`."""
    noun, name = word.head, word.after
    if word.dep == "acl" and word.tag == "VBN" and noun is word.before and name.tag == "NNP":
        name = name if name.head is word else name.head
        if name.head is word:
            name.move("appos", noun)
            word.move("case", name)


NAMES: Mends = {_apposed_name: {"npadvmod", "compound"}, _called: {"called", "named"}}
