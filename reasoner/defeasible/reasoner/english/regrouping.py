"""Repairs of whose act a second verb is: `waited until the train stopped and got off`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.kinds import is_alive
from defeasible.reasoner.english.parsed import Mends, Word
from defeasible.reasoner.english.people import GIVEN_NAMES
from defeasible.reasoner.english.verbs import OF_PEOPLE

_SOMEBODY = frozenset({"i", "you", "he", "she", "we", "they", "who"})
_IT = frozenset({"it", "they"})
_HOME = frozenset({"home", "bed", "upstairs", "downstairs", "inside", "indoors", "outside", "away", "back"})
_ALIKE = frozenset({"read", "put", "cut", "shut", "let", "set"})
"""Verbs whose past tense is like the base form, as which they may be tagged."""
_TENSED = frozenset({"VBD", "VBZ", "VBP"})


def _acts_above(word: Word) -> None:
    """Conjoin to the main verb what only somebody does, after a clause about a thing: `and turned it off`."""
    inner = word.head
    main, cc = inner.head, inner.child("cc", after=inner)
    tensed = word.tag in _TENSED or (word.tag == "VB" and (main.tag == "VB" or word.low in _ALIKE))
    below = inner.dep == "advcl" and main < inner and main.is_verb and tensed
    if not below or word.subject or cc.low != "and":
        return
    if not (_is_somebody(main.subject) and _is_thing(inner.subject)):
        return
    on_it = word.child("dobj").lemma in _IT and not inner.child("dobj")
    if on_it or word.lemma in OF_PEOPLE or _moves(word):
        word.tag = main.tag if word.tag == "VB" else word.tag  # `and read a book`
        word.move("conj", main)
        cc.move("cc", main)


def _moves(word: Word) -> bool:
    """Return whether a verb says that somebody gets off, or goes home."""
    if word.lemma == "get":
        return bool(word.child("prt")) or any(w.low in closed.PATHS for w in word.children("prep"))
    where = {w.low for w in word.children("advmod")}
    where |= {w.child("pobj").low for w in word.children("prep")} & {"bed", "work", "school"}
    return word.lemma in {"go", "come", "return", "run", "hurry"} and bool(
        where & (_HOME | {"work", "school"})
    )


def _is_somebody(subject: Word) -> bool:
    return subject.lemma in _SOMEBODY or subject.tag == "NNP" or is_alive(subject.lemma)


def _is_thing(subject: Word) -> bool:
    if subject.low in _IT:
        return subject.low == "it" or _of_things(subject)
    return subject.tag in {"NN", "NNS"} and subject.low not in GIVEN_NAMES and not is_alive(subject.lemma)


def _of_things(they: Word) -> bool:
    """Return whether `they` are the things just mentioned: `boiled the eggs until they were hard`."""
    before = [w for w in they.words[: they.n] if w.tag == "NNS"]
    return bool(before) and not is_alive(before[-1].lemma)


REGROUPED: Mends = {_acts_above: {"conj"}}
