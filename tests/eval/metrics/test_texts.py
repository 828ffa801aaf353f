"""Metrics of texts: worked out by hand, and equal to reference implementations to 1e-6 on shared cases."""

from __future__ import annotations

import builtins
import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pytest

from defeasible.eval.metrics.answers import em, f1, f1_word
from defeasible.eval.metrics.bertscore import TokenVectors, bertscore
from defeasible.eval.metrics.cider import cider
from defeasible.eval.metrics.overlap import bleu, gleu, meteor, rouge_l, rouge_lsum
from defeasible.eval.metrics.texts import NAMES, measure_texts
from defeasible.eval.metrics.tokens import Tokens, characters, chinese_words, english_words, spaced
from defeasible.reasoner.errors import MissingExtraError, UsageError

WRITTEN = ["B发烧了", "因为下雨", "他想换工作", "A没来", "妈妈生病了，需要照顾"]
WANTED = ["B发烧了", "下雨了", "他不喜欢现在的工作", "A迟到了", "妈妈需要人照顾"]
STORY = ["the lid was loose", "she spilled the soda on the seat", "he left"]
TOLD = ["the lid was tight", "she spilled no soda", "he went home"]

COCO = {
    # pycocoevalcap 1.2: BleuScorer(n=2) with the closest length, CiderScorer.
    "characters": (WRITTEN, WANTED, characters, 0.5907944616401833, 0.46706403194665375, 3.554688395543156),
    "words": (WRITTEN, WANTED, chinese_words, 0.5515605640464272, 0.29748964513197385, 2.635904357749126),
}


def random_pairs(seed: int) -> tuple[list[str], list[str]]:
    rng = random.Random(seed)

    def text() -> str:
        return " ".join(rng.choice("abcdef") for _ in range(rng.randint(2, 9)))

    return [text() for _ in range(8)], [text() for _ in range(8)]


def test_tokens() -> None:
    assert characters("Ｂ 发烧了，38.5 度！") == ["ｂ", "发", "烧", "了", "3", "8", "5", "度"]
    assert chinese_words("我今天发烧了，所以没来。") == ["我", "今天", "发烧", "了", "所以", "没", "来"]
    assert english_words("She didn't spill it.") == ["She", "didn't", "spill", "it", "."]
    assert spaced("因为 下雨了。") == ["因为", "下雨了。"]
    for tokens in (characters, chinese_words, english_words, spaced):
        assert tokens("") == []


@pytest.mark.parametrize(
    ("written", "wanted", "value"),
    [
        ("B发烧了", "B发烧了。", 1.0),
        ("发烧", "没来", 0.0),
        ("因为下雨", "下雨了", 4 / 7),  # two shared of four and three
        ("人人人", "人", 2 / 4),  # one of them counts
        ("", "下雨", 0.0),
        ("！", "。", 1.0),  # neither has a token
        ("", "", 1.0),
    ],
)
def test_f1_of_characters_by_hand(written: str, wanted: str, value: float) -> None:
    assert f1(written, wanted) == pytest.approx(value)
    assert f1(wanted, written) == pytest.approx(value)


def test_f1_of_words_and_exact_match_by_hand() -> None:
    # 因为 | 下雨 against 下雨 | 了
    assert f1_word("因为下雨", "下雨了") == pytest.approx(2 / 4)
    assert (em("B发烧了。", "b发烧了"), em("发烧", "发烧了"), em("烧发", "发烧")) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("place", range(len(WRITTEN)))
def test_f1_of_characters_equals_sacrebleu_chrf(place: int) -> None:
    """chrF of single characters with beta 1 is F1 of the multiset of characters (sacrebleu, `CHRF`)."""
    chrf = pytest.importorskip("sacrebleu.metrics.chrf", reason="sacrebleu is not installed")
    metric = chrf.CHRF(char_order=1, word_order=0, beta=1)
    a, b = ("".join(characters(texts[place])) for texts in (WRITTEN, WANTED))
    assert f1(a, b) == pytest.approx(metric.sentence_score(a, [b]).score / 100, abs=1e-6)


def test_bleu_by_hand() -> None:
    # Unigrams: 2 of 3 and 1 of 2 match; 5 tokens stand against 7, so the penalty is exp(1 - 7/5).
    written, wanted = ["a b c", "d e"], ["a b x y", "d f g"]
    penalty = math.exp(1 - 7 / 5)
    assert bleu(written, wanted, spaced, order=1) == pytest.approx(3 / 5 * penalty)
    # Bigrams: 1 of 2 and 0 of 1.
    assert bleu(written, wanted, spaced, order=2) == pytest.approx(math.sqrt(3 / 5 * 1 / 3) * penalty)
    assert bleu(["a b c"], ["c b a"], spaced, order=2) == 0.0  # no smoothing
    assert bleu(["a a a"], ["a b c"], spaced, order=1) == pytest.approx(1 / 3)  # clipped
    assert bleu(["a"], ["a"], spaced, order=2) == 0.0  # one token has no bigram
    assert bleu(["", "a b"], ["a", "a b"], spaced, order=1) == pytest.approx(math.exp(1 - 3 / 2))


@pytest.mark.parametrize("case", COCO)
def test_bleu_and_cider_equal_pycocoevalcap(case: str) -> None:
    written, wanted, tokens, bleu1, bleu2, ciders = COCO[case]
    assert bleu(written, wanted, tokens, order=1) == pytest.approx(bleu1, abs=1e-6)
    assert bleu(written, wanted, tokens, order=2) == pytest.approx(bleu2, abs=1e-6)
    assert cider(written, wanted, tokens) == pytest.approx(ciders, abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_bleu_equals_nltk(seed: int) -> None:
    """Of texts of two tokens or more: nltk counts one n-gram in a text that is too short for any."""
    scores = pytest.importorskip("nltk.translate.bleu_score", reason="nltk is not installed")
    written, wanted = random_pairs(seed)
    for order in (1, 2):
        theirs = scores.corpus_bleu(
            [[spaced(text)] for text in wanted], list(map(spaced, written)), weights=[1 / order] * order
        )
        assert bleu(written, wanted, spaced, order=order) == pytest.approx(theirs, abs=1e-6)


def test_gleu_by_hand() -> None:
    # `a b c` against `a b d e`: 2 unigrams and 1 bigram match; 6 n-grams stand against 10.
    assert gleu(["a b c"], ["a b d e"], spaced) == pytest.approx(3 / 10)
    # With a second text of 1 match and 1 n-gram the sums are 4 of 11, not the mean of the two.
    assert gleu(["a b c", "x"], ["a b d e", "x"], spaced) == pytest.approx(4 / 11)
    assert gleu([""], ["a"], spaced) == 0.0


def test_gleu_of_its_paper_as_in_the_documentation_of_nltk() -> None:
    written = "It is a guide to action which ensures that the military always obeys the commands of the party"
    wanted = "It is a guide to action that ensures that the military will forever heed Party commands"
    assert gleu([written], [wanted], spaced) == pytest.approx(0.4393, abs=1e-4)


def test_meteor_by_hand() -> None:
    # Three of three and of four words match in two chunks.
    p, r = 1.0, 3 / 4
    mean = p * r / (0.9 * p + 0.1 * r)
    assert meteor("a b d", "a b c d", spaced) == pytest.approx(mean * (1 - 0.5 * (2 / 3) ** 3))
    # One word that matches is one chunk of one: half is lost.
    assert meteor("发烧", "发烧", spaced) == 0.5
    assert meteor("Opened", "opens", spaced) == 0.5  # by its stem
    assert meteor("big", "large", spaced) == 0.0  # synonyms do not count
    assert meteor("", "a", spaced) == meteor("a", "", spaced) == 0.0


def test_meteor_says_how_to_get_synonyms() -> None:
    nltk = pytest.importorskip("nltk", reason="nltk is not installed")
    try:
        nltk.data.find("corpora/wordnet.zip")
    except LookupError:
        wanted = r"needs WordNet.*\n  hint: run `python -m nltk.downloader wordnet`"
        with pytest.raises(UsageError, match=wanted):
            meteor("big", "large", spaced, synonyms=True)
    else:
        assert meteor("big", "large", spaced, synonyms=True) == 0.5


def test_rouge_l_by_hand() -> None:
    # The longest common subsequence of `police killed the gunman` and `police kill the gunman` has three
    # words, of `the gunman kill police` two (Lin 2004, section 3.1).
    assert rouge_l("police kill the gunman", "police killed the gunman") == pytest.approx(3 / 4)
    assert rouge_l("the gunman kill police", "police killed the gunman") == pytest.approx(2 / 4)
    assert rouge_l("下雨了", "下雨") == 0.0  # its own words are Latin
    assert rouge_l("下雨了", "下雨", characters) == pytest.approx(2 * (2 / 3) * 1 / (2 / 3 + 1))
    assert rouge_l("", "a", spaced) == 0.0


def test_rouge_lsum_takes_the_union_over_lines() -> None:
    # Lin 2004, section 3.2: w1 w2 w3 w4 w5 against two lines; the union of both subsequences is w1 w2 w3 w5.
    written, wanted = "w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5", "w1 w2 w3 w4 w5"
    recall, precision = 4 / 5, 4 / 10
    expected = 2 * recall * precision / (recall + precision)
    assert rouge_lsum(written, wanted) == pytest.approx(expected)
    one_line = written.replace("\n", " ")
    assert rouge_lsum(one_line, wanted) == pytest.approx(rouge_l(one_line, wanted))


def test_cider_by_hand() -> None:
    # Both words of each text are in one of two items, so every idf is ln 2. `a b` and `a c` share one of two
    # unigrams and no bigram: cosines 1/2, 0, 0, 0. The second text is exact: 1, 1, 0, 0.
    one, two = 10 * (1 / 2) / 4, 10 * 2 / 4
    assert cider(["a b", "x y"], ["a c", "x y"], spaced) == pytest.approx((one + two) / 2)
    # A word that every item has says nothing.
    assert cider(["a", "a"], ["a", "a"], spaced) == 0.0
    # One token too many: the cosine of unigrams is 1/sqrt(2), times exp(-1 / (2 * 36)).
    assert cider(["a z", ""], ["a", "b"], spaced) == pytest.approx(
        10 / 4 * math.exp(-1 / 72) / math.sqrt(2) / 2
    )
    # Clipping: a word said twice counts as often as it was wanted.
    twice = cider(["a a", "b"], ["a", "b"], spaced)
    assert twice == pytest.approx((10 / 4 * (1 / 2) * math.exp(-1 / 72) + 10 / 4) / 2)


def test_an_exact_answer_of_one_token_has_the_published_ratio() -> None:
    """In CORECODE's tables 2, 6 and 7 CIDEr is 2.5 times ROUGE-L: what one token an answer comes to."""
    written = ["发烧了", "下雨", "没来", "生病"]
    wanted = ["发烧了", "下雨了", "没来", "加班"]
    rouge = sum(rouge_l(a, b, spaced) for a, b in zip(written, wanted, strict=True)) / 4
    assert cider(written, wanted, spaced) == pytest.approx(2.5 * rouge)
    assert bleu(written, wanted, spaced, order=1) == pytest.approx(rouge)
    assert bleu(written, wanted, spaced, order=2) == 0.0


VECTORS = {sign: np.random.default_rng(ord(sign)).uniform(size=5) for sign in "abcdefgh^$ "}
"""A tiny deterministic encoder: each letter has a vector that its neighbours bend. None points away from
another: bert-score then matches a token to the padding of its batch, which is not the definition."""


def encode(texts: Sequence[str]) -> list[TokenVectors]:
    found = []
    for text in texts:
        signs = f"^{text}$"
        plain = np.array([VECTORS[sign] for sign in signs])
        bent = plain + 0.3 * np.roll(plain, 1, axis=0)
        found.append(TokenVectors(bent, np.array([0.0, *[1.0] * len(text), 0.0])))
    return found


def greedy_cos_idf(written: Sequence[TokenVectors], wanted: Sequence[TokenVectors]) -> list[float]:
    """The computation of bert-score 0.3.13, `greedy_cos_idf`, on padded batches, with numpy for torch."""

    def padded(texts: Sequence[TokenVectors]) -> tuple[Any, Any, Any]:
        longest = max(len(text.weights) for text in texts)
        embedding = np.zeros((len(texts), longest, 5))
        mask, idf = np.zeros((len(texts), longest)), np.zeros((len(texts), longest))
        for row, text in enumerate(texts):
            n = len(text.weights)
            embedding[row, :n], mask[row, :n], idf[row, :n] = text.vectors, 1, text.weights
        return embedding, mask, idf

    hyp, hyp_mask, hyp_idf = padded(written)
    ref, ref_mask, ref_idf = padded(wanted)
    with np.errstate(invalid="ignore", divide="ignore"):
        ref = np.nan_to_num(ref / np.linalg.norm(ref, axis=-1, keepdims=True))
        hyp = np.nan_to_num(hyp / np.linalg.norm(hyp, axis=-1, keepdims=True))
    sim = np.einsum("bid,bjd->bij", hyp, ref) * (hyp_mask[:, :, None] * ref_mask[:, None, :])
    p = (sim.max(axis=2) * hyp_idf / hyp_idf.sum(axis=1, keepdims=True)).sum(axis=1)
    r = (sim.max(axis=1) * ref_idf / ref_idf.sum(axis=1, keepdims=True)).sum(axis=1)
    return [float(x) for x in 2 * p * r / (p + r)]


def test_bertscore_equals_bert_score() -> None:
    rng = random.Random(1)
    texts = ["".join(rng.choice("abcdefgh ") for _ in range(rng.randint(1, 12))) for _ in range(40)]
    written, wanted = texts[:20], texts[20:]
    theirs = greedy_cos_idf(encode(written), encode(wanted))
    assert bertscore(written, wanted, encode) == pytest.approx(theirs, abs=1e-6)
    assert bertscore(wanted, wanted, encode) == pytest.approx([1.0] * 20, abs=1e-6)


def test_bertscore_by_hand() -> None:
    def axes(texts: Sequence[str]) -> list[TokenVectors]:
        unit = {"x": [2.0, 0.0], "y": [0.0, 3.0], "d": [1.0, 1.0], "$": [0.0, 1.0]}
        return [
            TokenVectors(np.array([unit[s] for s in text]), np.array([float(s != "$") for s in text]))
            for text in texts
        ]

    half = math.sqrt(0.5)
    # `xy` against `xd`: x finds x, y finds d; x finds x, d finds either.
    assert bertscore(["xy"], ["xd"], axes) == pytest.approx([(1 + half) / 2])
    # Longer texts weigh by their tokens: precision (1 + 1/sqrt 2)/2, recall 1.
    p = (1 + half) / 2
    assert bertscore(["xd"], ["x"], axes) == pytest.approx([2 * p / (p + 1)])
    # A special token is found, and finds nothing itself.
    assert bertscore(["x$"], ["y$"], axes) == pytest.approx([0.0])
    assert bertscore(["y"], ["x$"], axes)[0] == 0.0  # precision 1 by the special token, recall 0
    assert bertscore(["$"], ["x"], axes) == [0.0]
    assert bertscore(["x"], ["y"], axes) == [0.0]  # neither finds anything


def test_an_encoder_of_another_shape_is_refused() -> None:
    def flat(texts: Sequence[str]) -> list[TokenVectors]:
        return [TokenVectors(np.ones(3), np.ones(3)) for _ in texts]

    wanted = r"shape \(3,\).*\n  hint: expected \(tokens, dimensions\) and \(tokens,\)"
    with pytest.raises(UsageError, match=wanted):
        bertscore(["a"], ["b"], flat)


def test_all_metrics_by_name() -> None:
    found = measure_texts(STORY, TOLD, NAMES, spaced, lambda texts: encode(["abc" for _ in texts]))
    assert tuple(found) == NAMES
    assert found["rouge_l"] == pytest.approx(
        sum(rouge_l(a, b, spaced) for a, b in zip(STORY, TOLD, strict=True)) / 3
    )
    assert found["bleu2"] == bleu(STORY, TOLD, spaced, order=2)
    assert found["bertscore"] == pytest.approx(1.0)
    assert measure_texts(TOLD, TOLD, ["f1", "em", "bleu1", "gleu"], spaced) == pytest.approx(
        dict.fromkeys(("f1", "em", "bleu1", "gleu"), 1.0)
    )


@pytest.mark.parametrize(
    ("written", "wanted", "name", "message"),
    [
        (["a"], ["a"], "bleu9", "unknown metric 'bleu9'\n  hint: choose from f1, "),
        (["a"], ["a", "b"], "f1", "expected as many predictions as references, got 1 and 2"),
        ([], [], "cider", "expected as many predictions as references, got 0 and 0"),
        (["a"], ["a"], "bertscore", "BERTScore needs an encoder"),
    ],
)
def test_what_cannot_be_measured(written: list[str], wanted: list[str], name: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        measure_texts(written, wanted, [name], spaced)
    if name == "cider":
        for metric in (cider, gleu, partial(bleu, order=1)):
            for pair in ((written, wanted), (["a"], ["a", "b"])):
                given = f"expected as many predictions as references, got {len(pair[0])} and {len(pair[1])}"
                with pytest.raises(UsageError, match=given):
                    metric(*pair, spaced)


@pytest.mark.parametrize(
    ("package", "use"),
    [
        ("rjieba", lambda: chinese_words("下雨")),
        ("sacrebleu", lambda: bleu(["a"], ["a"], spaced, order=1)),
        ("nltk", lambda: gleu(["a"], ["a"], spaced)),
        ("nltk", lambda: meteor("a", "a", spaced)),
        ("rouge_score", lambda: rouge_l("a", "a", list)),
    ],
)
def test_a_missing_package_names_the_pip_line(
    monkeypatch: pytest.MonkeyPatch, package: str, use: Callable[[], float]
) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".", maxsplit=1)[0] == package:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"pip install 'defeasible\[metrics\]'"):
        use()


def test_f1_of_an_own_cut() -> None:
    halves: Tokens = lambda text: [text[:1], text[1:]]  # noqa: E731
    assert f1("ab", "ac", halves) == 0.5
