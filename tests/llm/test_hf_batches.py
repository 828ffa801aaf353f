"""What goes to a model together, and as which text; a tokenizer of single signs stands for a model's."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from defeasible.llm.backend import Request
from defeasible.llm.hf.batches import batches, laid_out
from defeasible.llm.prompt import Message
from defeasible.llm.spec import Choice

YES, RAIN = Choice(("yes", "no")), Choice(("rain", "sun"))
CHAT = (Message("system", "Be brief."), Message("user", "Why?"))


def asked(*kinds: tuple[Choice | None, int]) -> list[Request]:
    return [Request(f"prompt {n}", spec, budget) for n, (spec, budget) in enumerate(kinds)]


def test_only_requests_of_one_budget_are_decoded_together() -> None:
    requests = asked((YES, 8), (YES, 9), (YES, 8), (YES, 9))
    assert batches(requests, [1, 1, 1, 1], 8) == [[0, 2], [1, 3]]


def test_specs_share_a_batch_and_free_texts_another() -> None:
    requests = asked((YES, 8), (None, 8), (RAIN, 8), (YES, 8), (None, 8))
    assert batches(requests, [1, 1, 1, 1, 1], 8) == [[0, 2, 3], [1, 4]]


def test_prompts_of_like_length_come_together_the_shortest_first() -> None:
    requests = asked(*[(YES, 8)] * 5)
    assert batches(requests, [50, 3, 40, 2, 41], 2) == [[3, 1], [2, 4], [0]]


@pytest.mark.parametrize("most", range(1, 7))
def test_each_request_is_in_one_batch_and_none_is_too_large(most: int) -> None:
    requests = asked(*[(YES, 8), (None, 8), (YES, 3)] * 4)
    found = batches(requests, list(range(12)), most)
    assert sorted(n for batch in found for n in batch) == list(range(12))
    assert max(map(len, found)) == min(most, 4)


class Tokenizer:
    """Reads `^` as the token that begins a text, and any other sign as itself.

    Args:
        begins: Whether it puts `^` before what it reads.
        template: Whether it knows how a chat is laid out.
    """

    bos_token: str | None = "^"
    bos_token_id: int | None = 0

    def __init__(self, *, begins: bool, template: bool = True) -> None:
        self.begins = begins
        self.chat_template = "a template" if template else None

    def __call__(self, text: str) -> SimpleNamespace:
        ids = [0 if sign == "^" else ord(sign) for sign in text]
        return SimpleNamespace(input_ids=[0, *ids] if self.begins else ids)

    def apply_chat_template(
        self, messages: Sequence[dict[str, str]], *, tokenize: bool, add_generation_prompt: bool
    ) -> str:
        assert not tokenize
        assert add_generation_prompt
        return "^" + "".join(f"<{m['role']}>{m['content']}" for m in messages) + "<assistant>"


@pytest.mark.parametrize("begins", [True, False])
def test_a_text_begins_with_one_token_of_beginning(begins: bool) -> None:
    tokenizer = Tokenizer(begins=begins)
    ids = tokenizer(laid_out(tokenizer, CHAT)).input_ids
    assert ids[0] == 0
    assert ids.count(0) == 1
    assert laid_out(tokenizer, CHAT).endswith("<system>Be brief.<user>Why?<assistant>")


def test_a_tokenizer_without_such_a_token_changes_nothing() -> None:
    tokenizer = Tokenizer(begins=False)
    tokenizer.bos_token = tokenizer.bos_token_id = None
    assert laid_out(tokenizer, CHAT) == "^<system>Be brief.<user>Why?<assistant>"


def test_plain_text_stays_as_it_is() -> None:
    assert laid_out(Tokenizer(begins=True), "^ Why?") == "^ Why?"


def test_a_model_without_a_template_reads_paragraphs() -> None:
    assert laid_out(Tokenizer(begins=True, template=False), CHAT) == "Be brief.\n\nWhy?\n\n"
