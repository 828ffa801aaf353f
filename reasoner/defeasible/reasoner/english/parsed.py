"""A parse of one sentence, as the pipeline returns it, and the repair of its errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import bases, is_base

FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
"""Tags of finite verbs."""
IS, HAS = "VBZ be", "VBZ have"
"""Suspicions in place of a tag: a possessive that is really `is` or `has`."""
_SURE = frozenset({"VBD", "VBN", "PRP"})
"""Tags that stand-ins must get for a suspicion to be confirmed."""
NOMINAL = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "DT"})
SUBJECTS = ("nsubj", "nsubjpass")
MODIFIERS = ("det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parse of one sentence, as columns over its words."""

    words: list[str]
    lemmas: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    """Number of each word's head in the sentence; a root's is its own."""
    lows: list[str] = field(init=False)
    """The words in lower case."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lows", [word.lower() for word in self.words])

    @property
    def root(self) -> int:
        """Number of the first root."""
        return next((n for n, head in enumerate(self.heads) if head == n), 0)

    def child(self, head: int, *deps: str, after: int = -1) -> int:
        """Return the first dependent of a head after a place in one of some relations, or -1."""
        return next(iter(self.children(head, *deps, after=after)), -1)

    def children(self, head: int, *deps: str, after: int = -1) -> list[int]:
        """Return the dependents of a head after a place, only those in some relations if any are given."""
        found = [n for n, above in enumerate(self.heads) if above == head and n > after]
        return [n for n in found if self.deps[n] in deps] if deps else found

    def move(self, n: int, dep: str, head: int) -> None:
        """Change the relation and head of a word, unless that would make a cycle."""
        above = head
        while above != n and self.heads[above] != above:
            above = self.heads[above]
        if above != n or head == n:
            self.deps[n], self.heads[n] = dep, head

    def lift(self, n: int, old: int, dep: str) -> None:
        """Give a word the place of another, which becomes its dependent, with that one's punctuation."""
        self.move(n, self.deps[old], n if self.heads[old] == old else self.heads[old])
        self.move(old, dep, n)
        self.hang(n, *self.children(old, "punct"))

    def hang(self, head: int, *words: int) -> None:
        """Change the head of words, except of those that are above it."""
        for n in words:
            self.move(n, self.deps[n], head)

    def restored(self, words: list[str], changed: dict[int, str]) -> Parsed:
        """Return the parse with the words as written, and their tags, in place of their stand-ins."""
        lemmas = list(self.lemmas)
        for n, tag in changed.items():
            if tag not in {IS, HAS}:
                lemmas[n] = words[n].lower() if tag == "NNP" else base_form(words[n].lower())
        tags = [changed.get(n, tag) if tag in _SURE else tag for n, tag in enumerate(self.tags)]
        return replace(self, words=words, lemmas=lemmas, tags=tags)


Mends: TypeAlias = Mapping[Callable[[Parsed, int], None], Set[str]]
"""Repair of a parse at a word to the relations or the words that trigger it."""


def mended(tree: Parsed, mends: Mends) -> Parsed:
    """Return a repaired copy of a parse, without heads that no English sentence has."""
    new = replace(tree, lemmas=[*tree.lemmas], tags=[*tree.tags], deps=[*tree.deps], heads=[*tree.heads])
    there = {*new.deps, *new.lows}
    for mend, wanted in mends.items():
        if not wanted.isdisjoint(there):
            for n, low in enumerate(new.lows):
                if new.deps[n] in wanted or low in wanted:
                    mend(new, n)
            there.update(new.deps)
    if is_tree(new.heads):
        return new
    for mend, wanted in mends.items() if len(mends) > 1 else ():  # word salad
        tree = mended(tree, {mend: wanted})
    return tree


def base_form(word: str) -> str:
    """Return the base form of a verb; of an unknown verb, its stem."""
    found = stem(word)
    return found if is_base(found) else next(iter(bases(word)), found)


def is_tree(heads: list[int]) -> bool:
    """Return whether every word leads up to a root: a repair of word salad may create a cycle."""
    if any(not 0 <= head < len(heads) for head in heads):
        return False
    sound: set[int] = set()
    for start in range(len(heads)):
        path: list[int] = []
        word = start
        while word not in sound and heads[word] != word:
            path.append(word)
            word = heads[word]
            if len(path) > len(heads):
                return False
        sound.update(path, [word])
    return True
