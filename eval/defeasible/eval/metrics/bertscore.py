"""BERTScore: similarity of two texts by their token vectors in an encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from defeasible.llm.encoders.bert import Bert
from defeasible.reasoner.errors import UsageError

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """The token vectors of a text."""

    vectors: Array
    """One row per token, special tokens included; shape (tokens, dimensions), of any length."""
    weights: Array
    """The weight of each token, shape (tokens,): 0 for special tokens; 1, or an inverse document frequency,
    for the others."""


Encode: TypeAlias = Callable[[Sequence[str]], Sequence[TokenVectors]]
"""Returns the token vectors of each text."""


def bertscore(predictions: Sequence[str], references: Sequence[str], encode: Encode) -> list[float]:
    """Return the BERTScore F1 of each text, from -1 to 1, not rescaled.

    Each token is matched to the most similar one of the other text by cosine. As in `bert-score`, tokens may
    be matched to special tokens, which have no weight themselves. A text whose tokens have no weight scores
    0.0.

    Args:
        predictions: The generated texts.
        references: The wanted texts, one for each prediction.
        encode: Returns token vectors. The score depends on the encoder and its layer: PASTA's released code
            uses bert-base-uncased, for which `bert-score` takes the ninth layer.

    Raises:
        UsageError: If the numbers of predictions and references differ, or an encoder's output has the wrong
            shape.

    References:
        T. Zhang, V. Kishore, F. Wu, K. Q. Weinberger, Y. Artzi (2020), BERTScore, section 3.
    """
    if len(predictions) != len(references):
        raise UsageError(
            f"expected as many predictions as references, got {len(predictions)} and {len(references)}"
        )
    texts = list(dict.fromkeys((*predictions, *references)))
    encoded = dict(zip(texts, map(_unit, encode(texts)), strict=True))
    return [_f1(encoded[a], encoded[b]) for a, b in zip(predictions, references, strict=True)]


def encoder(model: Bert) -> Encode:
    """Return an `Encode` of a BERT model, whose two special tokens have no weight.

    >>> encode = encoder(Bert("models/bert-base-uncased", layer=9))  # doctest: +SKIP
    """

    def encode(texts: Sequence[str]) -> list[TokenVectors]:
        found = []
        for text in texts:
            vectors = model.read(text).vectors
            weights = np.ones(len(vectors))
            weights[[0, -1]] = 0.0
            found.append(TokenVectors(vectors, weights))
        return found

    return encode


def _unit(text: TokenVectors) -> TokenVectors:
    vectors, weights = np.asarray(text.vectors, np.float64), np.asarray(text.weights, np.float64)
    if vectors.ndim != 2 or weights.shape != vectors.shape[:1]:
        raise UsageError(
            f"an encoder gave vectors of shape {vectors.shape} and weights of shape {weights.shape}",
            hint="expected (tokens, dimensions) and (tokens,)",
        )
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return TokenVectors(vectors / np.where(norms, norms, 1.0), weights)


def _f1(prediction: TokenVectors, reference: TokenVectors) -> float:
    if not prediction.weights.sum() or not reference.weights.sum():
        return 0.0
    near = prediction.vectors @ reference.vectors.T
    precision = np.average(near.max(axis=1), weights=prediction.weights)
    recall = np.average(near.max(axis=0), weights=reference.weights)
    both = precision + recall
    return float(2 * precision * recall / both) if both else 0.0
