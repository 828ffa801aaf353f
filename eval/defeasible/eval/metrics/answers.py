"""F1 and exact match of short answers."""

from __future__ import annotations

from collections import Counter

from defeasible.eval.metrics.tokens import Tokens, characters, chinese_words


def f1(prediction: str, reference: str, tokens: Tokens = characters) -> float:
    """Return the F1 of two texts as multisets of tokens, from 0 to 1.

    If a text has no tokens, the F1 is 1.0 if neither has any, else 0.0.

    Args:
        prediction: The answer.
        reference: The wanted answer.
        tokens: By default single letters and digits (`f1` of CORECODE, whose paper does not say what it
            counts). With `chinese_words` this is `f1_word`.

    References:
        P. Rajpurkar, J. Zhang, K. Lopyrev, P. Liang (2016), SQuAD, section 6.1, and its evaluation script.
        Not the F1 of CMRC 2018, which uses the longest common substring instead of the common tokens.

    >>> f1("B发烧了", "因为发烧")
    0.5
    """
    a, b = Counter(tokens(prediction)), Counter(tokens(reference))
    if not a or not b:
        return float(not a and not b)
    return 2 * (a & b).total() / (a.total() + b.total())


def f1_word(prediction: str, reference: str) -> float:
    """Return the F1 of two Chinese texts as multisets of words.

    Raises:
        MissingExtraError: If rjieba is not installed.
    """
    return f1(prediction, reference, chinese_words)


def em(prediction: str, reference: str) -> float:
    """Return 1.0 if two texts have the same letters and digits in the same order, ignoring case, else 0.0.

    References:
        P. Rajpurkar et al. (2016), section 6.1, but articles are kept, of which Chinese has none.
    """
    return float(characters(prediction) == characters(reference))
