"""CIDEr: n-gram overlap with the reference, weighted by how rare the n-grams are among all items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from defeasible.eval.metrics.tokens import Tokens, require_pairs

ORDERS = 4
SIGMA = 6.0
SCALE = 10.0

Gram = tuple[str, ...]


def cider(predictions: Sequence[str], references: Sequence[str], tokens: Tokens) -> float:
    """Return the mean CIDEr-D of texts, from 0 to 10.

    The rarity of n-grams is computed from the references of all items, so the value of one item depends on
    the others: the CIDEr of a single item is 0.

    Args:
        predictions: The generated texts.
        references: The wanted texts, one for each prediction.
        tokens: Splits texts for n-grams. If each text is one token, an exact answer scores 2.5, the mean of
            10 for its unigram and 0 for its missing n-grams of 2 to 4 tokens.

    Raises:
        UsageError: If the numbers of predictions and references differ, or there are none.

    References:
        R. Vedantam, C. L. Zitnick, D. Parikh (2015), CIDEr, equations 1 to 3, and CIDEr-D, equation 4 with
        sigma 6: what the COCO caption toolkit (`pycocoevalcap`) calls CIDEr, without its stemming.
    """
    require_pairs(predictions, references)
    written = [_grams(tokens(text)) for text in predictions]
    wanted = [_grams(tokens(text)) for text in references]
    documents = Counter(gram for grams in wanted for gram in grams)
    items = math.log(len(references))
    rare = {gram: items - math.log(n) for gram, n in documents.items()}
    return math.fsum(_similarity(a, b, rare, items) for a, b in zip(written, wanted, strict=True)) / len(
        written
    )


def _grams(tokens: Sequence[str]) -> Counter[Gram]:
    return Counter(tuple(tokens[i : i + n]) for n in range(1, ORDERS + 1) for i in range(len(tokens) - n + 1))


def _similarity(
    written: Counter[Gram], wanted: Counter[Gram], rare: Mapping[Gram, float], unknown: float
) -> float:
    total = 0.0
    length = _length(written) - _length(wanted)
    for n in range(1, ORDERS + 1):
        a, b = (
            {gram: count * rare.get(gram, unknown) for gram, count in grams.items() if len(gram) == n}
            for grams in (written, wanted)
        )
        shared = math.fsum(min(a[gram], weight) * weight for gram, weight in b.items() if gram in a)
        norms = math.hypot(*a.values()) * math.hypot(*b.values())
        total += shared / norms if norms else 0.0
    return SCALE * total / ORDERS * math.exp(-(length**2) / (2 * SIGMA**2))


def _length(grams: Counter[Gram]) -> int:
    return sum(count for gram, count in grams.items() if len(gram) == 1)
