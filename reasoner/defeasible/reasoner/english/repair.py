"""Repairs of parses: verbs that a small model takes for nouns, and heads that no English sentence has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from defeasible.reasoner.english.closed import DIMENSIONS
from defeasible.reasoner.english.connectives import INVERTED, borders_of, joins_sentences, opens_condition
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_OF, is_base

STAND_IN = "ate"
"""A verb that is nothing else, with or without object: a second look is taken with it."""
_FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
_NOMINAL = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "DT"})
_BREAKS = frozenset({",", ";", ":"})
_MODIFIERS = frozenset({"det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod"})


@dataclass(frozen=True, slots=True)
class Parsed:
    """A parse of one sentence, as columns over its words."""

    words: list[str]
    lemmas: list[str]
    tags: list[str]
    deps: list[str]
    heads: list[int]
    """Number of each word's head in the sentence; a root has its own."""

    def restored(self, words: list[str], changed: dict[int, str]) -> Parsed:
        """Return the parse with the words as written, and their tags, where others stood in for them."""
        lemmas = [stem(word.lower()) if n in changed else self.lemmas[n] for n, word in enumerate(words)]
        tags = [changed.get(n, tag) if tag == "VBD" else tag for n, tag in enumerate(self.tags)]
        return replace(self, words=words, lemmas=lemmas, tags=tags)


def suspects(tree: Parsed) -> dict[int, str]:
    """Return words that must be verbs and are not tagged so, with the tag of each."""
    return {
        n: form
        for start, stop, wants in _segments(tree)
        if wants and not any(tag in _FINITE for tag in tree.tags[start:stop])
        for n, form in _candidate(tree, start, stop)
    }


def _segments(tree: Parsed) -> list[tuple[int, int, bool]]:
    """Cut at marks and connectives; say of each piece whether it must have a finite verb."""
    out: list[tuple[int, int, bool]] = []
    start, opened, joined = 0, opens_condition(tree.words), False
    size = len(tree.words)
    borders = borders_of(tree.words)
    for n in range(size + 1):
        coordinator = n < size and tree.tags[n] == "CC"
        if n < size and tree.words[n] not in _BREAKS and not coordinator and n not in borders:
            continue
        if n > start:
            # `Ann leaves unless Bob stays`, `Max drives and Eve walks`
            name = n == 2 or tree.tags[n - 2 : n - 1] in (["NNP"], ["PRP"])
            first = not out and (n in borders or (coordinator and name))
            out.append((start, n, joined or first))
        # `A sings and B drives`, `If A sings, B drives`
        joined = coordinator or n in borders or (opened and n < size)
        start = n + 1
    lone = not any(tag in _FINITE for tag in tree.tags) and not {"VB"} & set(tree.tags[:1])
    return [(a, b, wants or (lone and a == out[0][0])) for a, b, wants in out]


def _candidate(tree: Parsed, start: int, stop: int) -> list[tuple[int, str]]:
    """Return the last word of a piece that may be its verb: behind a name, a pronoun or a singular noun."""
    for n in range(stop - 1, start, -1):
        if tree.tags[n] not in {"NN", "NNS", "NNP", "NNPS", "JJ", "VBN"}:
            continue
        before = tree.tags[n - 1]
        if (
            before == "NNP"
            and n == 1
            and tree.words[0].endswith("s")
            and stem(tree.words[n]) == tree.words[n]
        ):
            before = "NNS"
        form = _form(tree.words[n], before)
        subject = (
            before in {"NNP", "PRP"}
            or (
                before in {"NN", "NNS"}
                and any(t in {"DT", "PRP$", "CD", "JJ", "WDT"} for t in tree.tags[start : n - 1])
            )
            or (before in {"NN", "NNS"} and n - 1 == start)
        )
        if form and subject:
            return [(n, form)]
    return []


def _form(word: str, before: str) -> str:
    low = word.lower()
    if word[:1].isupper():
        return ""
    base = stem(low)
    if not is_base(base):
        return ""
    if low == base:
        return "VBP" if before in {"NNS", "NNPS"} else ""
    if low.endswith("s") and not low.endswith("ss"):
        return "VBZ" if before not in {"NNS", "NNPS"} else ""
    return "VBD" if low in BASE_OF or low.endswith("ed") else ""


def tidied(tree: Parsed) -> Parsed:
    """Mend heads that no English sentence has."""
    return _subjects(_likeness(_second_clause(_inverted(_provided(tree)))))


def _provided(tree: Parsed) -> Parsed:
    """Make `provided` in `Ann goes provided that Bob stays` the connective that it is."""
    for n, word in enumerate(tree.words):
        helper = next((c for c, h in enumerate(tree.heads) if h == n and tree.deps[c] == "auxpass"), -1)
        if word.lower() != "provided" or helper < 0 or tree.lemmas[helper] in {"be", "get"}:
            continue
        deps, heads = list(tree.deps), [helper if h == n else h for h in tree.heads]
        deps[helper], heads[helper] = tree.deps[n], helper if tree.heads[n] == n else tree.heads[n]
        stays = next((c for c, h in enumerate(tree.heads) if h == n and tree.deps[c] == "ccomp"), -1)
        if stays < 0:
            return tree
        deps[stays], deps[n], heads[n] = "advcl", "mark", stays
        return replace(tree, deps=deps, heads=heads)
    return tree


def _inverted(tree: Parsed) -> Parsed:
    """Make the first clause of `Should it rain, Ann walks` hang on the second."""
    if tree.words[0].lower() not in INVERTED or tree.words[-1] == "?" or "," not in tree.words:
        return tree
    comma = tree.words.index(",")
    for n in range(comma):
        if tree.deps[n] == "ccomp" and tree.heads[n] > comma:
            return replace(tree, deps=[*tree.deps[:n], "advcl", *tree.deps[n + 1 :]])
    root = next((n for n in range(comma) if tree.heads[n] == n), -1)
    second = next(
        (n for n, h in enumerate(tree.heads) if n > comma and h == root and tree.tags[n] in _FINITE), -1
    )
    if root < 0 or second < 0:
        return tree
    deps, heads = list(tree.deps), list(tree.heads)
    deps[second], heads[second], deps[root], heads[root] = "ROOT", second, "advcl", second
    return replace(tree, deps=deps, heads=heads)


def _second_clause(tree: Parsed) -> Parsed:
    """Make the second clause of `You pay, otherwise you are fined` hang on the first, not the first on it."""
    for n, word in enumerate(tree.words[:-1]):
        if word not in {",", ";"} or not joins_sentences(tree.words[n + 1 : n + 4]):
            continue
        for left in range(n):
            right = tree.heads[left]
            if tree.deps[left] == "ccomp" and right > n and tree.heads[right] == right:
                deps, heads = list(tree.deps), list(tree.heads)
                deps[left], heads[left], deps[right], heads[right] = "ROOT", left, "conj", left
                return replace(tree, deps=deps, heads=heads)
    return tree


def _likeness(tree: Parsed) -> Parsed:
    """Hang `the size of a bus` on the noun before it: `a beetle the size of a bus`."""
    for n in range(2, len(tree.words) - 1):
        low = tree.words[n].lower()
        if low not in DIMENSIONS or tree.words[n - 1].lower() not in {"the", "twice", "half"}:
            continue
        noun = n - 2
        if tree.tags[noun][:2] != "NN" or tree.words[n + 1].lower() != "of" or tree.heads[n] == n:
            continue
        deps, heads = list(tree.deps), list(tree.heads)
        if heads[noun] in {heads[n], n} and deps[noun] not in {"nsubj", "nsubjpass", "dobj", "pobj", "attr"}:
            deps[noun], heads[noun] = deps[n], heads[n]
        deps[n], heads[n] = "npadvmod", noun
        return replace(tree, deps=deps, heads=heads)
    return tree


def _subjects(tree: Parsed) -> Parsed:
    """Give a verb that has determiners or adjectives before it the noun between as its subject."""
    deps, heads = tree.deps, tree.heads
    for verb, tag in enumerate(tree.tags):
        if tag not in _FINITE | {"VB"}:
            continue
        left = [n for n in range(verb) if heads[n] == verb and deps[n] in _MODIFIERS]
        if not left or any(heads[n] == verb and deps[n].startswith("nsubj") for n in range(len(deps))):
            continue
        nouns = [n for n in left if tree.tags[n] in _NOMINAL]
        if not nouns:
            continue
        if deps is tree.deps:
            deps, heads = list(deps), list(heads)
        subject = nouns[-1]
        deps[subject] = "nsubj"
        for n in left:
            if n < subject:
                heads[n] = subject
    return tree if deps is tree.deps else replace(tree, deps=deps, heads=heads)
