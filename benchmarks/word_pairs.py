"""Ask the reader of premises about WordNet's pairs of words, and list the answers that cannot be right.

- **Antonyms**: one must not entail the other (*the thing is maximal*, *the thing is minimal*).
- **Kinds of one thing** (co-hyponyms; words that are synonyms in another sense are left out): likewise.
- **Synonyms and kinds of a thing**: one must not deny the other.

A few are right after all, for WordNet has senses that a sentence does not mean: read the list. Run from the
root, with the folder of WordNet's files (`dict`; on Debian `/usr/share/wordnet` of `wordnet-base`):
`python benchmarks/word_pairs.py FOLDER [PAIRS]`. PAIRS are drawn of each part of speech, by default 6,000.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.english.inflection import past_tense

SAYING = {
    "adj": "The thing was {}.",
    "adv": "Ann worked {}.",
    "noun": "Ann saw the {}.",
    "verb": "Ann {} it.",
}
"""A sentence with a word, by part of speech."""
PAIRS = 6000
_ANTONYM, _ABOVE, _SIMILAR = "!", "@", "&"


class Synset(NamedTuple):
    """Words with one meaning, and what they point to."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, str, int, int], ...]
    """Kind, synset, and the numbers of the two words, from 1; 0 for all words."""


def synsets(file: Path) -> dict[str, Synset]:
    """Read a file of WordNet 3.0, `data.adj`, as wndb(5WN) describes it, without pointers to other files."""
    found: dict[str, Synset] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):  # the licence
            continue
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        words = tuple(word.partition("(")[0].lower() for word in fields[4 : 4 + 2 * count : 2])
        rest = fields[5 + 2 * count :]
        kind = fields[2]
        pointers = (rest[n : n + 4] for n in range(0, 4 * int(fields[4 + 2 * count]), 4))
        found[fields[0]] = Synset(
            words,
            tuple(
                (symbol, target, int(ends[:2], 16), int(ends[2:], 16))
                for symbol, target, part, ends in pointers
                if part == kind or {part, kind} == {"a", "s"}
            ),
        )
    return found


def antonyms(known: dict[str, Synset]) -> Iterator[tuple[str, str]]:
    """Yield pairs of words that WordNet calls antonyms."""
    for synset in known.values():
        for symbol, target, one, other in synset.pointers:
            if symbol == _ANTONYM and target in known:
                yield synset.words[one - 1], known[target].words[other - 1]


def alike(known: dict[str, Synset]) -> Iterator[tuple[str, str]]:
    """Yield pairs of synonyms, of a kind and what it is a kind of, and of similar words."""
    for synset in known.values():
        near = [known[t].words[0] for symbol, t, *_ in synset.pointers if symbol in {_ABOVE, _SIMILAR}]
        yield from ((one, other) for one in synset.words for other in (*synset.words, *near) if one != other)


def kinds(known: dict[str, Synset]) -> Iterator[tuple[str, str]]:
    """Yield the first words of two kinds of one thing, if no sense of the one is the other or above it."""
    below: dict[str, list[str]] = defaultdict(list)
    for synset in known.values():
        for symbol, target, *_ in synset.pointers:
            if symbol == _ABOVE:
                below[target].append(synset.words[0])
    near = {frozenset(pair) for pair in alike(known)}
    for words in below.values():
        yield from (pair for pair in combinations(dict.fromkeys(words), 2) if frozenset(pair) not in near)


def odd(pairs: Iterable[tuple[str, str]], part: str, verdict: Verdict) -> list[str]:
    """Return the pairs of which one word has a verdict, told the other."""
    reasoner, say = Reasoner(), SAYING[part]
    found = []
    for pair in pairs:
        one, other = (say.format(past_tense(word) if part == "verb" else word) for word in pair)
        decision = reasoner.entails([one], other) if one != other else None
        if decision is not None and decision.verdict is verdict:
            found.append(f"{' > '.join(pair)} ({decision.confidence:.2f})")
    return found


def main() -> None:
    """Print what each kind of pair gets wrong, by part of speech."""
    folder, most = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else PAIRS
    for part in SAYING:
        known = synsets(folder / f"data.{part}")
        for name, pairs_of, verdict in (
            ("antonyms", antonyms, Verdict.ENTAILED),
            ("kinds of one thing", kinds, Verdict.ENTAILED),
            ("alike", alike, Verdict.REFUTED),
        ):
            plain = sorted({pair for pair in pairs_of(known) if all(word.isalpha() for word in pair)})
            drawn = random.Random(0).sample(plain, min(most, len(plain)))
            found = odd(drawn, part, verdict)
            print(f"{part:<6}{name:<20}{len(drawn):>6} pairs, {verdict}: {len(found)}", *found, sep="\n    ")


if __name__ == "__main__":
    main()
