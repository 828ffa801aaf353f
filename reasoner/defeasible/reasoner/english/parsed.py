"""A parse of one sentence, as the pipeline gives it."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import bases, is_base

FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
"""Tags of verbs with a tense."""
IS, HAS = "VBZ be", "VBZ have"
"""What a word is suspected to be in place of a tag: `is` or `has`, for a possessive."""
_SURE = frozenset({"VBD", "VBN", "PRP"})
"""Tags that words which stand in for others must get, for those to be what was suspected."""
NOMINAL = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "DT"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parse of one sentence, as columns over its words."""

    words: list[str]
    lemmas: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    """Number of each word's head in the sentence; a root has its own."""

    @property
    def root(self) -> int:
        """Number of the first root."""
        return next((n for n, head in enumerate(self.heads) if head == n), 0)

    def child(self, head: int, *deps: str, after: int = -1) -> int:
        """Return the first word behind a place that hangs on a head in one of some relations, or -1."""
        for n, above in enumerate(self.heads):
            if above == head and n > after and self.deps[n] in deps:
                return n
        return -1

    def copy(self) -> Parsed:
        """Return a parse with columns of its own, for mending."""
        return Parsed(self.words, [*self.lemmas], [*self.tags], [*self.deps], [*self.heads])

    def move(self, n: int, dep: str, head: int) -> None:
        """Give a word another relation and head."""
        self.deps[n], self.heads[n] = dep, head

    def punctuate(self, old: int, new: int) -> None:
        """Hang the marks on a word on another one."""
        for n, head in enumerate(self.heads):
            if head == old and self.deps[n] == "punct":
                self.heads[n] = new

    def governs(self, head: int, deps: Container[str]) -> bool:
        """Return whether a word has one under it in one of some relations."""
        return any(h == head and d in deps for h, d in zip(self.heads, self.deps, strict=True))

    def restored(self, words: list[str], changed: dict[int, str]) -> Parsed:
        """Return the parse with the words as written, and their tags, where others stood in for them."""
        lows = [word.lower() for word in words]
        lemmas = list(self.lemmas)
        for n, tag in changed.items():
            if tag not in {IS, HAS}:
                lemmas[n] = lows[n] if tag == "NNP" else base_form(lows[n])
        tags = [changed.get(n, tag) if tag in _SURE else tag for n, tag in enumerate(self.tags)]
        return replace(self, words=words, lemmas=lemmas, tags=tags)


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
