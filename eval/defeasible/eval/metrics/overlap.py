"""BLEU, GLEU, METEOR and ROUGE of generated texts, by the libraries that define them in practice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from defeasible.eval.metrics.tokens import Tokens, require_pairs
from defeasible.reasoner.errors import MissingExtraError, UsageError

_EXTRA = "metrics"


def bleu(predictions: Sequence[str], references: Sequence[str], tokens: Tokens, *, order: int) -> float:
    """Return the BLEU of n-grams up to `order` of all texts together, from 0 to 1, unsmoothed.

    Args:
        predictions: The generated texts.
        references: The wanted texts, one for each prediction.
        tokens: Splits texts for n-grams.
        order: 1 for BLEU-1, 2 for BLEU-2.

    Raises:
        MissingExtraError: If sacrebleu is not installed.
        UsageError: If the numbers of predictions and references differ, or there are none.

    References:
        K. Papineni, S. Roukos, T. Ward, W.-J. Zhu (2002), BLEU, section 2.3; computed by sacrebleu.
    """
    require_pairs(predictions, references)
    try:
        from sacrebleu.metrics.bleu import BLEU  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("BLEU", _EXTRA) from error
    metric = BLEU(max_ngram_order=order, tokenize="none", smooth_method="none", force=True)
    written, wanted = ([" ".join(tokens(text)) for text in texts] for texts in (predictions, references))
    return min(1.0, float(metric.corpus_score(written, [wanted]).score) / 100)


def gleu(predictions: Sequence[str], references: Sequence[str], tokens: Tokens) -> float:
    """Return the GLEU (Google-BLEU) of 1 to 4-grams of all texts together, from 0 to 1.

    Matches and n-grams are summed over texts before the division, so it is not a mean over texts.

    Raises:
        MissingExtraError: If nltk is not installed.
        UsageError: If the numbers of predictions and references differ, or there are none.

    References:
        Y. Wu et al. (2016), Google's neural machine translation system, section 4; computed by nltk. With
        `english_words` it is `google_bleu` of Hugging Face, which PASTA's released code calls.
    """
    require_pairs(predictions, references)
    try:
        from nltk.translate.gleu_score import corpus_gleu  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("GLEU", _EXTRA) from error
    return float(corpus_gleu([[tokens(text)] for text in references], list(map(tokens, predictions))))


def meteor(prediction: str, reference: str, tokens: Tokens, *, synonyms: bool = False) -> float:
    """Return the METEOR of a text, from 0 to just below 1.

    Words match exactly, then by stem, then by synonym. Without synonyms only the first two stages are used,
    and the score is at most as high. The last stage needs WordNet, which comes with no package and does not
    apply to Chinese.

    Args:
        prediction: The generated text.
        reference: The wanted text.
        tokens: Splits texts into words.
        synonyms: Whether words match that share a WordNet synset.

    Raises:
        MissingExtraError: If nltk is not installed.
        UsageError: If synonyms are requested and nltk has no WordNet.

    References:
        A. Lavie, A. Agarwal (2007), METEOR, section 2, with alpha 0.9, beta 3, gamma 0.5; computed by nltk.
        METEOR 1.5 (Denkowski and Lavie 2014), which the COCO caption toolkit calls, has other weights,
        function words and paraphrases, and gives other numbers.
    """
    try:
        from nltk.translate.meteor_score import single_meteor_score  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("METEOR", _EXTRA) from error
    known = _wordnet() if synonyms else _NoSynonyms()
    return float(single_meteor_score(tokens(reference), tokens(prediction), wordnet=known))


def rouge_l(prediction: str, reference: str, tokens: Tokens | None = None) -> float:
    """Return the ROUGE-L F-measure of two texts, each taken as one sentence, from 0 to 1.

    Args:
        prediction: The generated text.
        reference: The wanted text.
        tokens: By default the words of ROUGE 1.5.5, without stemming: runs of a-z and 0-9 in lower case,
            which leaves nothing of a Chinese text.

    Raises:
        MissingExtraError: If rouge-score is not installed.

    References:
        C.-Y. Lin (2004), ROUGE, section 3.1, equations 2 to 4 with beta 1; computed by rouge-score. The COCO
        caption toolkit uses beta 1.2.
    """
    return _rouge("rougeL", prediction, reference, tokens)


def rouge_lsum(prediction: str, reference: str, tokens: Tokens | None = None) -> float:
    """Return the ROUGE-L F-measure of two texts with one sentence per line, from 0 to 1.

    For texts without line breaks it equals `rouge_l`. PASTA's released code joins the lines of a story with
    spaces, so its published ROUGE-Lsum is that of such texts.

    Raises:
        MissingExtraError: If rouge-score is not installed.

    References:
        C.-Y. Lin (2004), section 3.2, with the clipping of ROUGE 1.5.5; computed by rouge-score.
    """
    return _rouge("rougeLsum", prediction, reference, tokens)


def _rouge(kind: str, prediction: str, reference: str, tokens: Tokens | None) -> float:
    return float(_scorer(kind, tokens).score(reference, prediction)[kind].fmeasure)


@cache
def _scorer(kind: str, tokens: Tokens | None) -> Any:
    try:
        from rouge_score.rouge_scorer import RougeScorer  # noqa: PLC0415 - an extra
        from rouge_score.tokenizers import DefaultTokenizer  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError("ROUGE", _EXTRA) from error
    if tokens is None:
        return RougeScorer([kind])
    given = DefaultTokenizer()
    given.tokenize = tokens
    return RougeScorer([kind], tokenizer=given)


class _NoSynonyms:
    """A replacement for WordNet in which no word has a synonym."""

    def synsets(self, _: str) -> list[Any]:
        return []


def _wordnet() -> Any:
    from nltk.corpus import wordnet  # noqa: PLC0415 - an extra

    try:
        wordnet.ensure_loaded()
    except LookupError as error:
        raise UsageError(
            "METEOR with synonyms needs WordNet, which nltk cannot find",
            hint="run `python -m nltk.downloader wordnet`, or use METEOR without synonyms",
        ) from error
    return wordnet
