"""What the tiny model can do before it is taught: look back, and look up."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from defeasible.llm.tiny.start import NOTE
from defeasible.llm.tiny.tokens import tokenizer
from defeasible.llm.tiny.train import Recipe, model

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("transformers", reason="needs the extra `transformers`")

TEXT = "Texts:\ns1: hid Monday school\n\nDeclared:\na1: play\na2: school\na3: Monday\na4: hid"


@pytest.fixture(scope="module")
def words() -> Any:
    return tokenizer()


def attended(words: Any, text: str, layer: int, head: int) -> tuple[list[str], Any]:
    """Return the tokens of a text, and how a head of an untaught model attends: a row for each token."""
    torch.set_num_threads(1)
    made = model(replace(Recipe(), layers=3), words)
    made.set_attn_implementation("eager")
    ids = words(text).input_ids
    with torch.inference_mode():
        found = made(torch.tensor([ids]), output_attentions=True).attentions
    return [words.decode([number]).strip() for number in ids], found[layer][0, head]


def test_the_first_layer_looks_back_by_one_whatever_is_there(words: Any) -> None:
    tokens, weights = attended(words, TEXT, 0, 0)
    for place in range(1, len(tokens)):
        assert float(weights[place, place - 1]) > 0.95, tokens[place]


def test_a_word_that_comes_again_finds_what_followed_it(words: Any) -> None:
    tokens, weights = attended(words, f"{TEXT}\n\ns1: hid", 1, 0)
    found = sum(float(weights[-1, n + 1]) for n, token in enumerate(tokens[:-1]) if token == "hid")
    assert found > 0.8


def test_what_comes_after_a_word_finds_where_that_word_came_before(words: Any) -> None:
    tokens, weights = attended(words, f'{TEXT}<|assistant|>{{"s1": [{{"words": "school", "if": "', 1, 1)
    assert tokens[-2] == "school"
    found = sum(float(weights[-1, n]) for n, token in enumerate(tokens) if token == "school")
    assert found > 0.8


def test_tokens_that_differ_in_a_space_or_a_colon_begin_alike(words: Any) -> None:
    weights = model(Recipe(), words).model.embed_tokens.weight.detach()
    one, other, colon = (
        words(text, add_special_tokens=False).input_ids[0] for text in ("box", " box", "a1:")
    )
    label = words("a1", add_special_tokens=False).input_ids[0]

    def likeness(a: int, b: int) -> float:
        first, second = (weights[n, 1:-NOTE] for n in (a, b))
        return float(torch.cosine_similarity(first, second, dim=0))

    assert one != other
    assert likeness(one, other) > 0.7
    assert likeness(colon, label) > 0.7
    assert abs(likeness(one, label)) < 0.5
