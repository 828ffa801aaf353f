"""Where the two objects of a question are named in a text, although they may be spelt otherwise there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from defeasible.reasoner.english.closed import CLOSED, DETERMINERS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import distance
from defeasible.reasoner.english.tokens import Token

LONGEST_JOINED = 3
"""Words that are tried as one: `light bulb` for `lightbulb`."""


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+")


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of an object's name: lower case, singular, no article, no marks."""
    words = _WORD.findall(re.sub(r"['’]s\b", "", name.lower()))
    while len(words) > 1 and words[0] in DETERMINERS:
        del words[0]
    return tuple(singular(w) for w in words)


def find_mentions(tokens: Sequence[Token], names: Sequence[tuple[str, ...]]) -> dict[int, tuple[int, int]]:
    """Find the objects: position of a first word to (position after the last word, number of the name).

    Exact words go first, the longer name before the shorter; then words written together or apart; then
    the head noun alone; then words a letter or two off. A looser way is tried only for a name that no
    stricter way found, on words no other name has taken.
    """
    lemmas = [singular(t.low) for t in tokens]
    taken: dict[int, tuple[int, int]] = {}
    used: set[int] = set()
    open_names = sorted((i for i, name in enumerate(names) if name), key=lambda i: -len(names[i]))
    for way in (_exact, _owned, _one, _joined, _head, _near):
        for number in open_names:
            places = [
                (start, end)
                for start, end in way(lemmas, names[number], used)
                if used.isdisjoint(range(start, end))
            ]
            for start, end in places:
                if used.isdisjoint(range(start, end)):
                    taken[start] = (end, number)
                    used.update(range(start, end))
        found = {number for _, number in taken.values()}
        open_names = [number for number in open_names if number not in found]
    return taken


def _exact(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    for i, lemma in enumerate(lemmas):
        # The second of two: `a tower towers over`.
        again = i > 0 and len(name) == 1 and lemmas[i - 1] == lemma
        if lemma == name[0] and not again and tuple(lemmas[i : i + len(name)]) == name:
            yield i, i + len(name)


def _owned(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    """Yield `Kurt's tent`, and `Kurt's` where the noun is left out."""
    for i, lemma in enumerate(lemmas[:-1]):
        if len(name) > 1 and lemma == name[0] and lemmas[i + 1] == "'s":
            whole = tuple(lemmas[i + 2 : i + 1 + len(name)]) == name[1:]
            alone = i + 2 >= len(lemmas) or not lemmas[i + 2][:1].isalpha() or lemmas[i + 2] in CLOSED
            if whole or alone:
                yield i, i + (1 + len(name) if whole else 1)


def _one(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    """Yield `the white one` for a white box."""
    for i in range(len(lemmas)):
        if len(name) > 1 and tuple(lemmas[i : i + len(name)]) == (*name[:-1], "one"):
            yield i, i + len(name)


def _joined(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    joined = "".join(name).replace("-", "")
    for i, first in enumerate(lemmas):
        if first and joined.startswith(first[:1]):
            text = ""
            for end in range(i + 1, min(i + 2 * LONGEST_JOINED, len(lemmas) + 1)):
                text += lemmas[end - 1].replace("-", "")
                if text == joined:
                    yield i, end
                if len(text) >= len(joined):
                    break


def _head(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    return (
        (i, i + 1) for i, lemma in enumerate(lemmas) if lemma == name[-1] and len(lemma) > 1 and i not in used
    )


def _near(lemmas: Sequence[str], name: tuple[str, ...], used: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the words nearest to the name, when one spelling alone is nearest."""
    best: dict[int, set[str]] = {}
    seen: dict[str, list[tuple[int, int]]] = {}
    wanted = {" ".join(name), name[-1]}
    width = len(name)
    for i in range(len(lemmas)):
        for n in {1, width}:
            words = lemmas[i : i + n]
            if not used.isdisjoint(range(i, i + n)) or len(words) < n or not words[0][:1].isalpha():
                continue
            text = " ".join(words)
            if text in seen:
                seen[text].append((i, i + n))
                continue
            seen[text] = [(i, i + n)]
            for target in wanted:
                limit = min(2, len(target) // 4)
                if limit and text[0] in (target[0], target[1:2]):
                    off = distance(text, target, limit)
                    if off <= limit:
                        best.setdefault(off, set()).add(text)
    if best:
        nearest = best[min(best)]
        if len(nearest) == 1:
            yield from seen[next(iter(nearest))]
