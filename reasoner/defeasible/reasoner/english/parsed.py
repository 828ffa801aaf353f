"""A parse of one sentence, as linked words that can be moved while its errors are repaired."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeAlias

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import bases, is_base

FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
"""Tags of finite verbs."""
NOMINAL = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "DT"})
SUBJECTS = ("nsubj", "nsubjpass")
HELPERS = ("aux", "auxpass")
MODIFYING = frozenset({"det", "poss", "amod", "compound", "case", "nummod"})
"""Relations of the words before the head of a phrase, with the `'s` of a possessor."""
MODIFIERS = ("det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod")


@dataclass(slots=True, eq=False, repr=False)
class Word:
    """A word in its sentence, whose place in the tree can change. The word that is not there is false."""

    n: int
    text: str
    low: str
    lemma: str
    tag: str
    dep: str
    words: list[Word]
    """All words of the sentence."""
    head: Word = field(init=False)
    """The word that it depends on; a root's is the root itself."""

    def __post_init__(self) -> None:
        self.head = self

    def __bool__(self) -> bool:
        return self.n >= 0

    def __lt__(self, other: Word) -> bool:
        return self.n < other.n

    @property
    def before(self) -> Word:
        """The word before it."""
        return self.words[self.n - 1] if self.n > 0 else NONE

    @property
    def after(self) -> Word:
        """The word after it."""
        return self.words[self.n + 1] if 0 <= self.n < len(self.words) - 1 else NONE

    @property
    def rest(self) -> list[str]:
        """The text from it on, word by word."""
        return [word.text for word in self.words[self.n :]] if self else []

    @property
    def is_root(self) -> bool:
        """Whether it depends on no other word."""
        return self.head is self

    @property
    def is_noun(self) -> bool:
        """Whether it is tagged as a noun or a name."""
        return self.tag[:2] == "NN"

    @property
    def is_verb(self) -> bool:
        """Whether it is tagged as a verb, not as a modal."""
        return self.tag[:2] == "VB"

    @property
    def is_finite(self) -> bool:
        """Whether it is tagged as a finite verb."""
        return self.tag in FINITE

    @property
    def root(self) -> Word:
        """The first root of the sentence."""
        return next((word for word in self.words if word.is_root), NONE)

    @property
    def verb_above(self) -> Word:
        """The nearest verb above it, or the root."""
        verb = self.head
        while not (verb.is_verb or verb.is_root):
            verb = verb.head
        return verb

    @property
    def subject(self) -> Word:
        """Its subject, expletive or not."""
        return self.child(*SUBJECTS, "csubj", "expl")

    @property
    def opening(self) -> Word:
        """The first of it and its modifiers."""
        return min([self, *self.children(*MODIFIERS)])

    def child(self, *deps: str, after: Word | None = None) -> Word:
        """Return the first dependent after a word in one of some relations."""
        return next(iter(self.children(*deps, after=after)), NONE)

    def children(self, *deps: str, after: Word | None = None) -> list[Word]:
        """Return the dependents after a word, only those in some relations if any are given."""
        start = after.n + 1 if after else 0
        found = [word for word in self.words[start:] if word.head is self and word is not self]
        return [word for word in found if word.dep in deps] if deps else found

    def move(self, dep: str, head: Word) -> None:
        """Change its relation and head, unless that would make a cycle."""
        above = head
        while above is not self and not above.is_root:
            above = above.head
        if self and (above is not self or head is self):
            self.dep, self.head = dep, head

    def adopt(self, *words: Word) -> None:
        """Become the head of words, except of those that are above it."""
        for word in words:
            if word is not self:
                word.move(word.dep, self)

    def lift(self, old: Word, dep: str) -> None:
        """Take the place of another word, which becomes a dependent, and its punctuation."""
        self.move(old.dep, self if old.is_root else old.head)
        old.move(dep, self)
        self.adopt(*old.children("punct"))

    def part(self, dep: str, head: Word) -> None:
        """Move with the modifiers before it that hang on its head: `the hall` in `the hall light`."""
        self.adopt(*(word for word in self.head.children(*MODIFIERS) if word < self))
        self.move(dep, head)

    def retag(self, tag: str, dep: str = "") -> None:
        """Change its tag, and the lemma of a verb or name with it, and its relation if one is given."""
        self.tag, self.dep = tag, dep or self.dep
        if tag[:2] == "VB" or tag == "NNP":
            self.lemma = base_form(self.low) if tag[:2] == "VB" else self.low


NONE = Word(-1, "", "", "", "", "", [])
"""The word that is not there."""
_RELATION = attrgetter("dep")
Mends: TypeAlias = Mapping[Callable[[Word], None], Set[str]]
"""Repair of a parse at a word to the relations or the words that trigger it."""


def linked(rows: Iterable[tuple[str, str, str, str, int]]) -> list[Word]:
    """Return the words of a sentence, given the text, lemma, tag, relation and number of the head of each."""
    words: list[Word] = []
    for n, (text, lemma, tag, dep, _) in enumerate(rows := [*rows]):
        words.append(Word(n, text, text.lower(), lemma, tag, dep, words))
    for word, row in zip(words, rows, strict=True):
        word.head = words[row[-1]]
    return words


def mend(words: list[Word], *tables: Mends) -> None:
    """Repair a parse by each table in turn."""
    there = {*map(_RELATION, words), *(word.low for word in words)}
    for repair, wanted in (one for table in tables for one in table.items()):
        if not wanted.isdisjoint(there):
            for word in words:
                if word.dep in wanted or word.low in wanted:
                    repair(word)
            there.update(map(_RELATION, words))


def base_form(word: str) -> str:
    """Return the base form of a verb; of an unknown verb, its stem."""
    found = stem(word)
    return found if is_base(found) else next(iter(bases(word)), found)
