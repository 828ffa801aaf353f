"""Repairs of whose act a second verb is: `waited until the train stopped and got off`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.kinds import is_alive
from defeasible.reasoner.english.parsed import NONE, Mends, Word
from defeasible.reasoner.english.people import GIVEN_NAMES, SOMEBODY
from defeasible.reasoner.english.verbs import OF_PEOPLE, PEOPLE_ALONE

_IT = frozenset({"it", "they"})
_HOME = frozenset({"home", "upstairs", "downstairs", "inside", "indoors", "outside", "away", "back"})
_ALIKE = frozenset({"read", "put", "cut", "shut", "let", "set"})
"""Verbs whose past tense is like the base form, as which they may be tagged."""
_SPOTS = frozenset(
    {"in", "into", "on", "onto", "at", "under", "behind", "beside", "near", "by", "above", "below"}
)
_OPENING = frozenset({"DT", "PRP$", "CD"})
"""Tags of what opens the object of a clause without its verb."""


def _acts_above(word: Word) -> None:
    """Conjoin to the main verb what only somebody does, after a clause about a thing: `and turned it off`."""
    inner = word.head
    main, cc = inner.head, inner.child("cc", after=inner)
    tensed = word.is_finite or (word.tag == "VB" and (main.tag == "VB" or word.low in _ALIKE))
    below = inner.dep == "advcl" and main < inner and main.is_verb and tensed
    if not below or word.subject or cc.low != "and":
        return
    if not (_is_somebody(main.subject) and _is_thing(inner.subject)):
        return
    on_what = word.child("dobj")
    on_it = on_what.lemma in _IT and not inner.child("dobj")
    done = word.lemma in PEOPLE_ALONE or (word.lemma in OF_PEOPLE and bool(on_what or word.child("prep")))
    if on_it or done or _moves(word):
        word.tag = main.tag if word.tag == "VB" else word.tag  # `and read a book`
        word.move("conj", main)
        cc.move("cc", main)


def _moves(word: Word) -> bool:
    """Return whether a verb says that somebody gets off, or goes home."""
    if word.lemma == "get":
        return bool(word.child("prt")) or any(w.low in closed.PATHS for w in word.children("prep"))
    where = {w.low for w in word.children("advmod")} & _HOME
    where |= {w.child("pobj").low for w in word.children("prep")} & {"bed", "work", "school"}
    return word.lemma in {"go", "come", "return", "run", "hurry"} and bool(where)


def _is_somebody(subject: Word) -> bool:
    return subject.low in SOMEBODY or subject.tag == "NNP" or is_alive(subject.lemma)


def _is_thing(subject: Word) -> bool:
    if subject.low in _IT:
        return subject.low == "it" or _of_things(subject)
    return subject.tag in {"NN", "NNS"} and subject.low not in GIVEN_NAMES and not is_alive(subject.lemma)


def _of_things(they: Word) -> bool:
    """Return whether `they` are the things just mentioned: `boiled the eggs until they were hard`."""
    before = [w for w in they.words[: they.n] if w.tag == "NNS"]
    return bool(before) and not is_alive(before[-1].lemma)


def _gapped(word: Word) -> None:
    """Set apart a clause without its verb, which is not read: `and Bob a hat`, `and Bob to Paris`."""
    verb, rest = word.root, word.words[word.n + 1 :]
    named = word.tag == "NNP" and word.before.low == "and" and verb.is_verb and verb < word
    if not named or not rest or any(w.is_verb or w.tag == "MD" or w.low == "," for w in rest):
        return
    before = word.before.before
    if before.low in GIVEN_NAMES or is_alive(before.lemma):
        return  # `gave Tom and Bob a book`
    first, last = rest[0], next((w for w in reversed(rest) if w.is_noun), NONE)
    led = {w.low for w in word.words[verb.n : word.n] if w.dep == "prep"}
    again = first.tag in {"IN", "TO"} and first.low in led
    other = first.tag in _OPENING and last.lemma not in closed.WHEN and last.lemma != "lot"
    if not (again or other) or last.after.is_noun or not verb.subject:
        return
    if before.dep in {"nmod", "compound"}:
        before.move("dobj", verb)  # `gave Bob a pen and Eve a book`
    for one in (word, *(w for w in rest if w.head.n <= word.n and w.dep != "punct")):
        one.move("dep", verb)


def _again_without(word: Word) -> None:
    """Conjoin the milk to the verb in `put the tea in a cup and the milk in a jug`, not to the cup."""
    behind, at = word.child("prep", after=word), word.head.head
    verb, tea = at.head, at.head.child("dobj")
    once = word.head.dep == "pobj" and at.dep == "prep" and verb.is_verb
    told = tea and tea < at and tea.tag[:2] == "NN"
    if once and told and behind and (behind.low == at.low or {behind.low, at.low} <= _SPOTS):
        verb.adopt(*word.head.children("cc"))
        word.move("conj", verb)


def _place_first(word: Word) -> None:
    """Make `in it` the place in `In it floated a ship`, and the ship what floated."""
    verb, ground = word.head, word.after
    thing = verb.child("dobj", after=verb)
    fronted = (
        word.n == 0 and word.tag == "IN" and verb.is_root and ground.after is verb and ground.dep == "nsubj"
    )
    if fronted and thing and ground.tag == "PRP" and verb.lemma not in _SETTING:
        word.dep = "prep"
        ground.move("pobj", word)
        thing.dep = "nsubj"


def _not_until(word: Word) -> None:
    """Make `not` deny the main verb in `Not until she saw it did Fay stop`, not that she saw it."""
    until, main = word.after, word.root
    does = main.child("aux")
    if word.n or until.low != "until" or not word < until < does < main or does.low not in _INVERTED:
        return
    if until.dep == "mark" and until.head is not main:
        until.head.dep = "advcl"
    elif until.dep == "prep":
        until.move("prep", main)
    if does.after.tag == "NNP" and not main.subject:
        does.after.move("nsubj", main)
    word.move("neg", main)


def _homewards(word: Word) -> None:
    """Make `home` in `when Tom got home` an adverb, which the parser takes for what he got."""
    verb = word.head
    if word.dep == "dobj" and verb is word.before and verb.lemma in _GOING and not word.child():
        word.retag("RB", "advmod")


def _of_the_subject(word: Word) -> None:
    """Attach `under ten` in `anyone under ten travels free` to the noun before it, not to the verb."""
    who, verb = word.before, word.head
    led = who.dep == "nsubj" and who.head is verb and word < verb and verb.is_verb
    if led and word.dep == "prep" and word.child("pobj") and who.tag in {"NN", "NNS"}:
        word.move("prep", who)


_GOING = frozenset(
    {"get", "come", "go", "run", "walk", "drive", "ride", "fly", "hurry", "arrive", "return", "head"}
)
"""Verbs that take somebody `home`."""
_INVERTED = frozenset({"did", "does", "do", "had", "was", "were", "could", "would"})
"""Auxiliaries before the subject of a main clause behind `not until`."""
_SETTING = frozenset({"put", "place", "have", "need", "want"})
"""Verbs whose object stays their object."""

REGROUPED: Mends = {
    _acts_above: {"conj"},
    _again_without: {"conj"},
    _gapped: {"conj", "npadvmod", "appos"},
    _place_first: {"mark"},
    _homewards: {"home"},
    _of_the_subject: {"prep"},
    _not_until: {"not"},
}
