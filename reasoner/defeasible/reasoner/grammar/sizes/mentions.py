"""Mentions of the two objects of a question in a text, which may spell them differently."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial

from defeasible.reasoner.english.closed import CLOSED, DETERMINERS, PREPOSITIONS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.spelling import is_variant, nearest
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.sizes import words as w

LONGEST_JOINED = 6
"""Most words that are tried as one: `fire - fly` for `firefly`."""
FARTHEST = 8
"""Most words from `one` to what it is: `one of the two boxes is very big`."""
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\d+")


def name_words(name: str, *, own: bool = False) -> tuple[str, ...]:
    """Return the words of a name: lower case, singular, without article or marks; with `my` if `own`."""
    words = _WORD.findall(re.sub(r"['’]s\b", "", name.lower()))
    kept = w.SMALL | w.MINE.keys() if own else w.SMALL  # `my tent`, `little dog`
    while len(words) > 1 and words[0] in DETERMINERS and words[0] not in kept:
        del words[0]
    return tuple(singular(word) for word in words)


def find_mentions(
    tokens: Sequence[Token], names: Sequence[tuple[str, ...]], knows: Callable[[str], bool]
) -> dict[int, int]:
    """Return the words that name the objects, as place of a word to number of the name.

    Match the words of the name first, written together or apart, the longer name before the shorter; then the
    head noun alone; then words one or two edits away, if either side is no English word. Try a
    looser match only for a name without a stricter one, and on words that no other name has matched.

    Args:
        tokens: The text.
        names: The words of each object's name.
        knows: Returns whether the dictionary has a word.
    """
    lemmas = [singular(t.text.lower()) for t in tokens]  # as written: a name may be of `the little goat`
    known = {n for n, token in enumerate(tokens) if token.known}
    alike = len({name[-1] for name in names}) < len(names)  # `jug` is neither the red jug nor the blue one
    near = partial(_near, known=known, knows=knows, alike=alike)
    found: dict[int, int] = {}
    missing = sorted(range(len(names)), key=lambda i: -len(names[i]))
    for way in (_whole, _owned, _one, *(() if alike else (_head,)), near):
        for number in missing:
            for place in way(lemmas, names[number]):
                if found.keys().isdisjoint(place):
                    found.update(dict.fromkeys(place, number))
        missing = [number for number in missing if number not in found.values()]
    heads = [name[-1] for name in names]
    for number, name in enumerate(names):  # `a cookie tin ... the tin`
        first = min((i for i, n in found.items() if n == number), default=len(lemmas))
        for (i,) in _head(lemmas, name) if len(name) > 1 and heads.count(name[-1]) == 1 else ():
            if i > first and lemmas[i - 1] == "the" and not any(name[-1] in n[:-1] for n in names):
                found.setdefault(i, number)
    return found


def _whole(lemmas: Sequence[str], name: tuple[str, ...]) -> Iterator[range]:
    joined = "".join(name).replace("-", "")
    for i in range(len(lemmas)):
        text = ""
        for end in range(i + 1, min(i + LONGEST_JOINED, len(lemmas)) + 1):
            text += lemmas[end - 1].replace("-", "")
            # The second of two is not a name: `a tower towers over`.
            if text == joined and lemmas[i] and not (i > 0 and lemmas[i - 1] == text):
                yield range(i, end)
            if not joined.startswith(text):
                break


def _owned(lemmas: Sequence[str], name: tuple[str, ...]) -> Iterator[range]:
    """Yield `Kurt's tent`, and `Kurt's` if the noun is elided."""
    for place in _head(lemmas, name[:1]) if len(name) > 1 else ():
        behind = [*lemmas[place.stop : place.stop + len(name)], ""]
        if behind[0] == "'s" and tuple(behind[1 : len(name)]) == name[1:]:
            yield range(place.start, place.stop + len(name))
        elif behind[0] == "'s" and (not behind[1][:1].isalpha() or behind[1] in CLOSED):
            yield place


def _one(lemmas: Sequence[str], name: tuple[str, ...]) -> Iterator[range]:
    """Yield `the white one` for a white box, `the white`, and `one` in `one (of them) is white`."""
    if len(name) > 1:
        yield from _whole(lemmas, (*name[:-1], "one"))
        size = len(name) - 1
        for i in range(1, len(lemmas) - size + 1):
            behind = [*lemmas[i + size :], "."][0]
            alone = behind in {",", ".", "and", "or", "but"} | CLOSED | PREPOSITIONS
            if tuple(lemmas[i : i + size]) != name[:-1]:
                continue
            if lemmas[i - 1] == "the" and alone:
                yield range(i, i + size)
            for n in range(i - 1, max(i - FARTHEST, -1), -1):
                # `the box on the left`
                if lemmas[n] in w.PARTED or lemmas[n : n + 2] == [name[-1], "on"]:
                    yield range(n, n + 1)
                elif lemmas[n] not in w.PARTING and lemmas[n] != name[-1]:
                    break


def _head(lemmas: Sequence[str], name: tuple[str, ...]) -> Iterator[range]:
    return (range(i, i + 1) for i, lemma in enumerate(lemmas) if lemma == name[-1] and len(lemma) > 1)


def _near(
    lemmas: Sequence[str],
    name: tuple[str, ...],
    *,
    known: Set[int],
    knows: Callable[[str], bool],
    alike: bool,
) -> Iterator[range]:
    """Yield the words nearest to the name, if one spelling is nearest and either side is no English word."""
    known = known if knows(name[-1]) else frozenset()
    texts: dict[str, list[range]] = {}
    for n in {1, len(name)}:
        for place in (range(i, i + n) for i in range(len(lemmas) - n + 1)):
            texts.setdefault(" ".join(lemmas[place.start : place.stop]), []).append(place)
    strange = [text for text, places in texts.items() if text[:1].isalpha() and not known >= {*places[0]}]
    for target in dict.fromkeys((" ".join(name), *(() if alike else name[-1:]))) if texts else ():
        found = nearest(target, strange, min(2, len(target) // 4))
        found = found or next((text for text in texts if is_variant(text, target)), "")
        if found:
            yield from texts[found]
            return
