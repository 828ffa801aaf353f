"""Metrics of generated texts by name: what a task lists, and a table shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from defeasible.eval.metrics.answers import em, f1, f1_word
from defeasible.eval.metrics.bertscore import Encode, bertscore
from defeasible.eval.metrics.cider import cider
from defeasible.eval.metrics.overlap import bleu, gleu, meteor, rouge_l, rouge_lsum
from defeasible.eval.metrics.tokens import Tokens
from defeasible.reasoner.errors import UsageError

OneText: TypeAlias = Callable[[str, str, Tokens], float]
AllTexts: TypeAlias = Callable[[Sequence[str], Sequence[str], Tokens], float]

PER_TEXT: Mapping[str, OneText] = {
    "f1": f1,
    "f1_word": lambda prediction, reference, _: f1_word(prediction, reference),
    "em": lambda prediction, reference, _: em(prediction, reference),
    "meteor": meteor,
    "rouge_l": rouge_l,
    "rouge_lsum": rouge_lsum,
}
"""Metrics of one text; of several, their mean."""

OF_ALL: Mapping[str, AllTexts] = {
    "bleu1": partial(bleu, order=1),
    "bleu2": partial(bleu, order=2),
    "gleu": gleu,
    "cider": cider,
}
"""Metrics of all texts together."""

BERTSCORE = "bertscore"
NAMES = (*PER_TEXT, *OF_ALL, BERTSCORE)


def measure_texts(
    predictions: Sequence[str],
    references: Sequence[str],
    names: Sequence[str],
    tokens: Tokens,
    encode: Encode | None = None,
) -> dict[str, float]:
    """Return metrics of generated texts by name.

    Args:
        predictions: What was written; an empty text where nothing was.
        references: What was wanted, one text each.
        names: Some of `NAMES`.
        tokens: What n-grams, F1, METEOR and ROUGE count: `characters`, `chinese_words`, `english_words`,
            `spaced`. `em` and `f1_word` have tokens of their own.
        encode: The encoder of `bertscore`.

    Raises:
        UsageError: If a name is unknown, predictions and references make no pairs, or `bertscore` has no
            encoder.
        MissingExtraError: If the package of a metric is not installed.
    """
    if unknown := [name for name in names if name not in NAMES]:
        raise UsageError(f"there is no metric `{unknown[0]}`", hint=f"metrics are {', '.join(NAMES)}")
    if len(predictions) != len(references) or not predictions:
        raise UsageError(
            f"{len(predictions)} predictions and {len(references)} references make no pairs to measure"
        )
    found: dict[str, float] = {}
    for name in names:
        if name in PER_TEXT:
            pairs = zip(predictions, references, strict=True)
            found[name] = _mean([PER_TEXT[name](a, b, tokens) for a, b in pairs])
        elif name in OF_ALL:
            found[name] = OF_ALL[name](predictions, references, tokens)
        elif encode is None:
            raise UsageError("BERTScore needs an encoder", hint="`encode` gives the token vectors of texts")
        else:
            found[name] = _mean(bertscore(predictions, references, encode))
    return found


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
