"""Masked models and NLI models as scorers, against what one gets text by text, token by token."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("transformers", reason="needs the extra `transformers`")

import torch
from encoders import build_bert, build_roberta

from defeasible.eval.asking import SIZES as SIZE_QUESTIONS
from defeasible.eval.pipelines import Settings, build
from defeasible.llm.backend import Generator, Score, Scorer
from defeasible.llm.cache import Cache, cached
from defeasible.llm.encoders import NLI, MaskedLM
from defeasible.llm.models import open_any
from defeasible.llm.prompt import Message
from defeasible.llm.prompts import load
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import ChoiceQuestion, SizeQuestion

SIZES = {"context": "A pea holds a lake.", "options": ("pea", "lake")}
TEXTS = ["the size of a pea is [MASK]", "a house is probably [MASK] than the bulb ."]
PREMISES = ("it rains, ada stays in a house", "it rains")


@pytest.fixture(scope="session")
def masked_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_bert(tmp_path_factory.mktemp("bert"))


@pytest.fixture(scope="session")
def nli_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    labels = ("CONTRADICTION", "entailment", "Neutral")
    return build_bert(tmp_path_factory.mktemp("nli"), "SequenceClassification", labels=labels)


@pytest.fixture(scope="session")
def masked(masked_folder: Path) -> MaskedLM:
    return MaskedLM(str(masked_folder), batch=3)


@pytest.fixture(scope="session")
def nli(nli_folder: Path) -> NLI:
    return NLI(str(nli_folder), batch=2)


def naive(model: MaskedLM, text: str) -> list[float]:
    """The log-probability of each token when it alone is hidden, without batches or padding."""
    ids = model._tokenizer(text, return_tensors="pt").input_ids
    found = []
    for n in range(1, ids.shape[1] - 1):
        hidden = ids.clone()
        hidden[0, n] = model._tokenizer.mask_token_id
        with torch.inference_mode():
            logits = model._model(input_ids=hidden).logits
        found.append(float(torch.log_softmax(logits[0, n], -1)[ids[0, n]]))
    return found


def near(logprob: float, tokens: int, size: int) -> object:
    """What `parts` of a score of these must equal."""
    return (pytest.approx(logprob, rel=1e-4), tokens, size)


def parts(score: Score) -> object:
    return (score.logprob, score.tokens, score.bytes)


def test_words_of_one_token_are_scored_at_the_blank(masked: MaskedLM) -> None:
    words = ("larger", "smaller")
    for text, scores in zip(TEXTS, masked.fill(TEXTS, words), strict=True):
        at = text.split().index("[MASK]")
        for word, score in zip(words, scores, strict=True):
            each = naive(masked, text.replace("[MASK]", word))
            assert parts(score) == near(each[at], 1, len(word))
        alone = masked.score(text, words)
        assert [s.logprob for s in alone] == pytest.approx([s.logprob for s in scores], rel=1e-4)


def test_where_a_word_has_several_tokens_whole_texts_are_scored(masked: MaskedLM) -> None:
    words = ("greenhouse", "house")
    for text, scores in zip(TEXTS, masked.fill(TEXTS, words), strict=True):
        for word, score in zip(words, scores, strict=True):
            whole = text.replace("[MASK]", word)
            each = naive(masked, whole)
            assert parts(score) == near(sum(each), len(each), len(whole))


def test_some_texts_may_need_whole_scores_and_others_not(masked: MaskedLM) -> None:
    mixed = masked.fill(["green[MASK] is light", "a [MASK] is light"], ["house", "lake"])
    assert [[score.tokens for score in scores] for scores in mixed] == [[4, 3], [1, 1]]


def test_pseudo_log_likelihood(masked: MaskedLM) -> None:
    texts = ["the pea is bigger than the lake .", "it rains", "a greenhouse"]
    for text, score in zip(texts, masked.likelihood(texts), strict=True):
        each = naive(masked, text)
        assert parts(score) == near(sum(each), len(each), len(text))
    with pytest.raises(UsageError, match="a text has no tokens"):
        masked.likelihood([""])


def test_an_option_without_a_blank_goes_to_the_end(masked: MaskedLM) -> None:
    assert masked.score("the pea is", [" larger"]) == masked.score("the pea is[MASK]", [" larger"])


def test_the_last_blank_is_the_one_that_is_meant(masked: MaskedLM) -> None:
    first, second = masked.score("the [MASK] is [MASK] than a pea", ["larger", "smaller"])
    ids = masked._tokenizer("the [MASK] is [MASK] than a pea", return_tensors="pt").input_ids
    with torch.inference_mode():
        spread = torch.log_softmax(masked._model(input_ids=ids).logits[0, 4], -1)
    known = masked._tokenizer.convert_tokens_to_ids(["larger", "smaller"])
    assert [first.logprob, second.logprob] == pytest.approx(spread[known].tolist(), rel=1e-4)


def test_tokens_that_take_in_the_space_before_them(tmp_path: Path) -> None:
    model = MaskedLM(str(build_roberta(tmp_path)))
    assert model.context == 40  # of 42 positions two are of padding
    big, wet = model.score("it is [MASK] here", ["big", "wet"])
    assert (big.tokens, wet.tokens) == (1, 1)
    each = naive(model, "it is big here")
    assert big.logprob == pytest.approx(each[5], rel=1e-4)  # i, t, a space, i, s
    (parted, _) = model.score("it is [MASK] here", ["bo", "wet"])
    assert parted.logprob == pytest.approx(sum(naive(model, "it is bo here")), rel=1e-4)


def test_a_cloze_end_to_end(masked: MaskedLM) -> None:
    cloze = load("ccons", "cloze")
    scores = masked.score(cloze.render(SIZES), cloze.choices(("pea", "lake")))
    chances = [math.exp(score.logprob) for score in scores]
    shares = cloze.shares([score.logprob for score in scores], ("pea", "lake"))
    assert shares[0] == pytest.approx((chances[0] + chances[1]) / sum(chances))
    assert sum(shares) == pytest.approx(1)


def test_inference(nli: NLI) -> None:
    pairs = [PREMISES, ("a lake is bigger", "the pea is smaller than a house ."), ("it rains", "it rains")]
    for (premise, hypothesis), found in zip(pairs, nli.infer(pairs), strict=True):
        ids = nli._tokenizer(premise, hypothesis, return_tensors="pt")
        with torch.inference_mode():
            contradiction, entailment, neutral = nli._model(**ids).logits[0].softmax(-1).tolist()
        assert (found.entailment, found.neutral, found.contradiction) == pytest.approx(
            (entailment, neutral, contradiction), rel=1e-4
        )
    assert nli.infer([]) == []


def test_an_option_is_as_likely_as_it_is_entailed(nli: NLI) -> None:
    prompt = load("belief-r", "nli")
    options = ["ada stays in", "it rains"]
    premise = prompt.render({"premises": PREMISES, "options": options})
    scores = nli.score(premise, prompt.choices(options))
    assert isinstance(premise, str)
    found = nli.infer([(premise, f"Conclusion: {option}") for option in options])
    assert [math.exp(s.logprob) for s in scores] == pytest.approx([f.entailment for f in found], rel=1e-4)
    assert [s.tokens for s in scores] == [5, 4]


def test_a_batch_that_does_not_fit_is_halved(nli: NLI, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = nli.infer([PREMISES] * 3)
    model = nli._model

    class Short:
        device = model.device

        def __call__(self, **given: torch.Tensor) -> object:
            if len(given["input_ids"]) > 1:
                raise torch.OutOfMemoryError("not today")
            return model(**given)

    monkeypatch.setattr(nli, "_model", Short())
    for found, known in zip(nli.infer([PREMISES] * 3), whole, strict=True):
        assert found.entailment == pytest.approx(known.entailment, rel=1e-4)


def test_scores_are_kept(masked: MaskedLM, nli: NLI, tmp_path: Path) -> None:
    for model in (masked, nli):
        assert isinstance(model, Scorer)
        kept = cached(model, Cache(tmp_path / "cache.db"))
        (first,), (again,) = (kept.score("it rains", ["a lake"]) for _ in range(2))
        assert parts(first) == parts(again)
        assert (first.cached, again.cached) == (False, True)
        assert (kept.found, kept.asked) == (1, 1)
    assert masked.fingerprint != nli.fingerprint


def test_what_cannot_be_scored_is_named(masked: MaskedLM, nli: NLI) -> None:
    for model in (masked, nli):
        for options in ([], [""]):
            with pytest.raises(UsageError, match="options must be non-empty"):
                model.score("it rains", options)
        with pytest.raises(UsageError, match=r"8\d tokens, limit 64: 'it rains it"):
            model.score("it rains " * 40, ["larger"])
        with pytest.raises(
            UsageError, match=r"takes plain text, not a chat\n  hint: use cloze, likelihood or nli"
        ):
            model.score((Message("user", "it rains"),), ["larger"])
    with pytest.raises(UsageError, match=r"the text has no \[MASK\]: 'it rains'"):
        masked.fill(["it rains"], ["larger"])


def test_a_model_of_another_kind_is_refused(masked_folder: Path, nli_folder: Path) -> None:
    with pytest.raises(UsageError, match="is not a trained MaskedLM: it lacks the weights cls"):
        MaskedLM(str(nli_folder))
    with pytest.raises(UsageError, match="is not a trained SequenceClassification"):
        NLI(str(masked_folder))
    with pytest.raises(UsageError, match="cannot load `/nowhere/at/all`"):
        NLI("/nowhere/at/all")
    with pytest.raises(UsageError, match="batch must be at least 1, got 0"):
        MaskedLM(str(masked_folder), batch=0)


def test_labels_must_be_known_or_told(tmp_path: Path, nli_folder: Path) -> None:
    folder = build_bert(tmp_path, "SequenceClassification", labels=("LABEL_0", "LABEL_1", "LABEL_2"))
    with pytest.raises(UsageError, match=r"has 3 labels \(LABEL_0, LABEL_1, LABEL_2\), expected entailment"):
        NLI(str(folder))
    told = NLI(str(folder), labels="contradiction,entailment,neutral")
    assert told.infer([PREMISES]) == NLI(str(nli_folder)).infer([PREMISES])
    with pytest.raises(UsageError, match=r"has 3 labels \(entailment, neutral\), expected"):
        NLI(str(folder), labels="entailment,neutral")
    two = build_bert(tmp_path / "two", "SequenceClassification", labels=("entailment", "not_entailment"))
    with pytest.raises(UsageError, match="has 2 labels \\(entailment, not_entailment\\)"):
        NLI(str(two))


def test_threads_take_turns(masked: MaskedLM, nli: NLI) -> None:
    words = [["larger", "smaller"], ["greenhouse", "house"]] * 4

    def both(options: list[str]) -> list[float]:
        scores = masked.score("the pea is [MASK] than a lake", options) + nli.score("it rains", options)
        return [score.logprob for score in scores]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(both, words))
    assert found == [both(options) for options in words]


def test_addresses(masked_folder: Path, nli_folder: Path) -> None:
    cloze = open_any(f"mlm:{masked_folder}?batch=2&device=cpu")
    inference = open_any(f"nli:{nli_folder}?labels=contradiction,entailment,neutral&dtype=float32")
    assert isinstance(cloze, MaskedLM)
    assert isinstance(inference, NLI)
    assert not isinstance(cloze, Generator)
    assert (cloze.batch, cloze.name) == (2, f"mlm:{masked_folder}")


def test_a_pipeline_that_scores_alone(masked_folder: Path, nli_folder: Path, tmp_path: Path) -> None:
    """From an address to an answer, kept in the cache."""
    cache = tmp_path / "cache.db"
    settings = Settings(model=f"mlm:{masked_folder}", answer_by="score", prompt="cloze")
    sizes = build("neural", settings, asking=SIZE_QUESTIONS, cache=cache).answerer
    decision = sizes.decide(SizeQuestion("A pea is in a house.", "pea", "house"))
    cloze = load("ccons", "cloze")
    fields = {"context": "A pea is in a house.", "options": ("pea", "house")}
    scores = MaskedLM(str(masked_folder)).score(cloze.render(fields), cloze.choices(("pea", "house")))
    shares = cloze.shares([score.logprob for score in scores], ("pea", "house"))
    assert decision.answer == ("pea" if shares[0] > 0.5 else "house")
    assert decision.confidence == pytest.approx(max(shares), rel=1e-4)
    settings = Settings(model=f"nli:{nli_folder}", answer_by="score", prompt="nli")
    beliefs = build("neural", settings, cache=cache).answerer
    options = ("ada stays", "it rains", "a lake is bigger")
    found = NLI(str(nli_folder)).score(
        "Premise 1: it rains\nPremise 2: ada stays", [f"Conclusion: {o}" for o in options]
    )
    best = max(range(3), key=lambda n: found[n].logprob)
    assert beliefs.decide(ChoiceQuestion(("it rains", "ada stays"), options)).answer == options[best]
    assert len(Cache(cache).holdings()) == 2
