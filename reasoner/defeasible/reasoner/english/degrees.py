"""Repairs of degree and measure: `three times as big`, `double its size`, `offered her more money`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import MODIFYING, NONE, SUBJECTS, Mends, Word

_ONE_PHRASE = frozenset({"DT", "PRP$", "NN", "NNP", "POS", "JJ"})


def _multiple(word: Word) -> None:
    """Make `double` in `is double its size` a modifier of the size, `tenth` in `a tenth of it` a noun."""
    size = next((one for one in word.words[word.n + 1 :] if one.lemma in closed.DIMENSIONS), NONE)
    between = {one.tag for one in word.words[word.n + 1 : size.n]}
    if word.after.low == "of":
        word.tag = "NN"
    elif size and word.dep != "predet" and between <= _ONE_PHRASE:
        if size.head is word:
            size.lift(word, "predet")
        else:
            word.move("predet", size)


def _times_as(word: Word) -> None:
    """Attach `three times` in `is three times as big` to the adjective."""
    number, like = word.head, word.after.after
    if word.after.low == "as" and number is word.before and number.dep == "attr" and like.tag == "JJ":
        if like.dep == "amod":
            like.lift(number, "npadvmod")
            like.dep = "acomp"
        else:
            number.move("npadvmod", like)


def _bigger(word: Word) -> None:
    """Give the verb its object in `carried a crumb bigger than a plate`, of which it is no measure."""
    noun = word.child("npadvmod")
    if word.tag == "JJR" and noun and noun is word.before and noun.child("det", "poss"):
        noun.lift(word, "amod")
        noun.dep = "dobj"


def _of_its_size(word: Word) -> None:
    """Make `three times its size` in `a trap three times its size` a measure of the trap."""
    times = word.opening.before if word.opening.tag in {"PRP$", "DT"} else NONE
    number = times.before if times.low == "times" else NONE
    noun = (number or word.opening).before
    if word.dep in {"npadvmod", "dobj"} and noun.dep == "dobj" and noun.head is word.head:
        if number:
            number.move("nummod", word)
            times.move("quantmod", number)
        word.move("npadvmod", noun)


def _standard(word: Word) -> None:
    """Make the church the standard in `a tree taller than the church fell`, `a stone as big as it fell`."""
    clause, degree = word.head, word.head
    if word.dep == "mark" and clause.dep == "advcl":
        degree = clause.head
        noun = degree.child("compound", "nsubj")
        if degree.is_root and degree.tag == "JJR" and noun and noun < degree < word:
            clause.lift(degree, "amod")
            noun.move("nsubj", clause)
            noun.adopt(degree, *(one for one in degree.children(*MODIFYING) if one < degree))
            word.move("prep", degree)
    subjects = degree.head.head.children(*SUBJECTS, "csubj", "expl")
    own = not word.child("pobj") and degree.tag in {"JJ", "JJR"} and degree.dep == "amod"
    if own and word.dep == "prep" and subjects[1:] and word < subjects[-1]:
        next(who for who in subjects if word < who).move("pobj", word)


def _fraction(word: Word) -> None:
    """Make `big` the predicate in `is a tenth as big as the box`."""
    said = word.child("amod", after=word)
    if word.tag == "JJ" and any(one.low == "as" for one in said.children()):
        said.move("acomp", word.head)
        word.move("npadvmod", said)


def _taken_for_noun(than: Word) -> None:
    """Make `cleverer` in `is cleverer than Tom` a comparative, which the parser takes for a noun."""
    word = than.before
    bare = word.tag == "NN" and word.dep in {"attr", "acomp"} and not word.child("det", "amod", "poss")
    if bare and word.low.endswith("er"):
        base = word.low[:-2]
        word.tag, word.dep = "JJR", "acomp"
        word.lemma = base[:-1] if base[-1:] == base[-2:-1] else base


def _more_for_her(word: Word) -> None:
    """Make `her` in `offered her more money` the indirect object: `her more money` is no phrase."""
    money, more = word.head, word.after
    direct = more.low in {"more", "less", "enough"} and more.head is money is more.after
    if word.dep == "poss" and direct and money.dep == "dobj":
        word.tag = "PRP"
        word.move("dative", money.head)


DEGREES: Mends = {
    _multiple: {*closed.MULTIPLES}, _times_as: {"times"}, _bigger: {"ccomp", "advmod"},
    _of_its_size: {*closed.DIMENSIONS}, _taken_for_noun: {"than"}, _standard: {"than", "as"},
    _fraction: {"attr"}, _more_for_her: {"her"},
}  # fmt: skip
