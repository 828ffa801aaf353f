"""Metrics of generated texts by name, as tasks list them and tables show them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from defeasible.eval.metrics.answers import em, f1, f1_word
from defeasible.eval.metrics.bertscore import Encode, bertscore
from defeasible.eval.metrics.cider import cider
from defeasible.eval.metrics.overlap import bleu, gleu, meteor, rouge_l, rouge_lsum
from defeasible.eval.metrics.tokens import Tokens, require_pairs
from defeasible.reasoner.errors import UsageError, unknown

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
"""Metrics of single texts; for several texts, their mean."""

OF_ALL: Mapping[str, AllTexts] = {
    "bleu1": partial(bleu, order=1),
    "bleu2": partial(bleu, order=2),
    "gleu": gleu,
    "cider": cider,
}
"""Metrics of all texts together."""

NAMES = (*PER_TEXT, *OF_ALL, "bertscore")


def measure_texts(
    predictions: Sequence[str],
    references: Sequence[str],
    names: Sequence[str],
    tokens: Tokens,
    encode: Encode | None = None,
) -> dict[str, float]:
    """Return metrics of generated texts by name.

    Args:
        predictions: The generated texts; an empty text for a missing one.
        references: The wanted texts, one for each prediction.
        names: Some of `NAMES`.
        tokens: The tokens that n-grams, F1, METEOR and ROUGE count: `characters`, `chinese_words`,
            `english_words`, `spaced`. `em` and `f1_word` use their own.
        encode: The encoder of `bertscore`.

    Raises:
        UsageError: If a name is unknown, predictions and references do not form pairs, or `bertscore` has no
            encoder.
        MissingExtraError: If the package of a metric is not installed.
    """
    require_names(names)
    require_pairs(predictions, references)
    found: dict[str, float] = {}
    for name in names:
        if name in OF_ALL:
            found[name] = OF_ALL[name](predictions, references, tokens)
        else:
            values = text_values(predictions, references, name, tokens, encode)
            found[name] = sum(values) / len(values)
    return found


def text_values(
    predictions: Sequence[str],
    references: Sequence[str],
    name: str,
    tokens: Tokens,
    encode: Encode | None = None,
) -> list[float]:
    """Return the value of each text by a metric that is a mean over texts; see `measure_texts`.

    Raises:
        UsageError: If the metric is `bertscore` and there is no encoder.
        MissingExtraError: If the package of the metric is not installed.
    """
    if name in PER_TEXT:
        return [PER_TEXT[name](a, b, tokens) for a, b in zip(predictions, references, strict=True)]
    if encode is None:
        raise UsageError("BERTScore needs an encoder", hint="`encode` gives the token vectors of texts")
    return bertscore(predictions, references, encode)


def require_names(names: Sequence[str]) -> None:
    """Check that all metrics are known.

    Raises:
        UsageError: If one is not; the message lists the names.
    """
    if odd := [name for name in names if name not in NAMES]:
        raise unknown("metric", odd[0], NAMES)
