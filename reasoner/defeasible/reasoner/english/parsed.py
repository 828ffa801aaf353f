"""A parse of one sentence, as the pipeline gives it, and how faults in it are mended."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import bases, is_base

FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
"""Tags of verbs with a tense."""
IS, HAS = "VBZ be", "VBZ have"
"""What a word is suspected to be in place of a tag: `is` or `has`, for a possessive."""
_SURE = frozenset({"VBD", "VBN", "PRP"})
"""Tags that words which stand in for others must get, for those to be what was suspected."""
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
    """Number of each word's head in the sentence; a root has its own."""
    lows: list[str] = field(init=False)
    """The words in lower case."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "lows", [word.lower() for word in self.words])

    @property
    def root(self) -> int:
        """Number of the first root."""
        return next((n for n, head in enumerate(self.heads) if head == n), 0)

    def child(self, head: int, *deps: str, after: int = -1) -> int:
        """Return the first word behind a place that hangs on a head in one of some relations, or -1."""
        return next(iter(self.children(head, *deps, after=after)), -1)

    def children(self, head: int, *deps: str, after: int = -1) -> list[int]:
        """Return the words behind a place that hang on a head; only those in some relations, if any."""
        found = [n for n, above in enumerate(self.heads) if above == head and n > after]
        return [n for n in found if self.deps[n] in deps] if deps else found

    def move(self, n: int, dep: str, head: int) -> None:
        """Give a word another relation and head."""
        self.deps[n], self.heads[n] = dep, head

    def lift(self, n: int, old: int, dep: str) -> None:
        """Put a word in the place of another, which hangs on it from then on, and hang its marks there."""
        self.move(n, self.deps[old], n if self.heads[old] == old else self.heads[old])
        self.move(old, dep, n)
        self.hang(n, *self.children(old, "punct"))

    def hang(self, head: int, *words: int) -> None:
        """Give words another head."""
        for n in words:
            self.heads[n] = head

    def restored(self, words: list[str], changed: dict[int, str]) -> Parsed:
        """Return the parse with the words as written, and their tags, where others stood in for them."""
        lemmas = list(self.lemmas)
        for n, tag in changed.items():
            if tag not in {IS, HAS}:
                lemmas[n] = words[n].lower() if tag == "NNP" else base_form(words[n].lower())
        tags = [changed.get(n, tag) if tag in _SURE else tag for n, tag in enumerate(self.tags)]
        return replace(self, words=words, lemmas=lemmas, tags=tags)


Mends: TypeAlias = Mapping[Callable[[Parsed, int], None], Set[str]]
"""What mends a parse at a word, and the relations or the words that call for it."""


def mended(tree: Parsed, mends: Mends) -> Parsed:
    """Return a parse, with columns of its own, without heads that no English sentence has."""
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
    """Return the base form of a verb; of one that nobody knows, its stem."""
    found = stem(word)
    return found if is_base(found) else next(iter(bases(word)), found)


def is_tree(heads: list[int]) -> bool:
    """Whether every word leads up to a root: a mend of word salad may close a circle."""
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
