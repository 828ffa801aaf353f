"""`TfIdf`: similarity of texts by their words, weighted by rarity."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence

_WORD = re.compile(r"[^\W\u3400-\u9fff]+|[\u3400-\u9fff]+")


def terms(text: str) -> list[str]:
    """Return the words of a text. Chinese has no spaces, so it gives single characters and bigrams.

    >>> terms("The cat 下雨了")
    ['the', 'cat', '下', '雨', '了', '下雨', '雨了']
    """
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if "\u3400" <= word[0] <= "\u9fff":
            found += [*word, *(word[n : n + 2] for n in range(len(word) - 1))]
        else:
            found.append(word)
    return found


class TfIdf:
    """Texts as vectors of word counts, each times `1 + ln((1 + texts) / (1 + texts with it))`.

    Args:
        texts: The texts that others are compared with.

    Notes:
        A comparison takes time proportional to the number of texts that share a word, summed over the words.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(terms(text)) for text in texts]
        known = Counter(term for count in counts for term in count)
        self._weights = {term: 1 + math.log((1 + len(texts)) / (1 + n)) for term, n in known.items()}
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for n, count in enumerate(counts):
            for term, weight in self._vector(count).items():
                self._postings[term].append((n, weight))
        self._size = len(texts)

    def similarities(self, text: str) -> list[float]:
        """Return the cosine similarity of a text to each of the texts, from 0 to 1.

        Words that none of them contains do not count.
        """
        found = [0.0] * self._size
        for term, weight in self._vector(Counter(terms(text))).items():
            for n, other in self._postings[term]:
                found[n] += weight * other
        return found

    def _vector(self, count: Counter[str]) -> dict[str, float]:
        # In a fixed order, so that equal texts get exactly equal sums.
        weighted = {
            term: count[term] * self._weights[term] for term in sorted(count) if term in self._weights
        }
        length = math.sqrt(sum(weight * weight for weight in weighted.values()))
        return {term: weight / length for term, weight in weighted.items()}
