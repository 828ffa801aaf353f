"""Tokenizers of texts, for metrics that count tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from defeasible.reasoner.errors import MissingExtraError, UsageError

Tokens: TypeAlias = Callable[[str], list[str]]
"""Splits a text into tokens, none of which is empty or contains whitespace."""


def characters(text: str) -> list[str]:
    """Return the letters and digits of a text in lower case, one by one. A Chinese character is a letter.

    >>> characters("B 发烧了。")
    ['b', '发', '烧', '了']
    """
    return [low for sign in text if unicodedata.category(sign)[0] in "LN" for low in sign.lower()]


def chinese_words(text: str) -> list[str]:
    """Return the words of a Chinese text in lower case, without punctuation, segmented by jieba's dictionary.

    Raises:
        MissingExtraError: If rjieba is not installed.

    References:
        J. Sun, jieba; here its port rjieba, which includes the dictionary.
    """
    try:
        import rjieba  # noqa: PLC0415 - loads a dictionary of 5 MB
    except ImportError as error:
        raise MissingExtraError("segmenting Chinese", "metrics") from error
    return [word.lower() for word in rjieba.cut(text) if characters(word)]


def english_words(text: str) -> list[str]:
    """Return the tokens of an English text by mteval-v13a: case is kept, punctuation is separate.

    Raises:
        MissingExtraError: If sacrebleu is not installed.

    References:
        M. Post (2018), A call for clarity in reporting BLEU scores; also the tokeniser of Hugging Face's
        metric `google_bleu`.
    """
    tokens: list[str] = _mteval()(text).split()
    return tokens


def spaced(text: str) -> list[str]:
    """Return the parts of a text between whitespace. A Chinese answer without spaces is a single token.

    With these tokens the published BLEU, ROUGE-L and CIDEr of CORECODE agree.
    """
    return text.split()


@cache
def _mteval() -> Callable[[str], str]:
    try:
        from sacrebleu.tokenizers import tokenizer_13a  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("tokenizing English", "metrics") from error
    make: Callable[[], Callable[[str], str]] = tokenizer_13a.Tokenizer13a
    return make()


def require_pairs(predictions: Sequence[str], references: Sequence[str]) -> None:
    """Check that texts are pairs.

    Raises:
        UsageError: If there are none, or their numbers differ.
    """
    if len(predictions) != len(references) or not predictions:
        numbers = f"{len(predictions)} and {len(references)}"
        raise UsageError(f"expected as many predictions as references, got {numbers}")
