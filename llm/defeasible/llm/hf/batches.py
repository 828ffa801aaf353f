"""Batching and prompt layout for transformers; needs no package of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.backend import Request
    from defeasible.llm.prompt import Prompt


def batches(requests: Sequence[Request], lengths: Sequence[int], most: int) -> list[list[int]]:
    """Return the indices of the requests of each batch.

    A batch holds only requests with the same token budget, all with a spec or all without. Requests are
    grouped by prompt length, shortest first.

    Args:
        requests: The requests.
        lengths: Tokens of each prompt.
        most: Most requests in a batch.
    """
    kinds: dict[tuple[bool, int], list[int]] = {}
    for n, request in enumerate(requests):
        kinds.setdefault((request.spec is None, request.max_tokens), []).append(n)
    found: list[list[int]] = []
    for numbers in kinds.values():
        numbers.sort(key=lengths.__getitem__)
        found += [numbers[start : start + most] for start in range(0, len(numbers), most)]
    return found


def laid_out(tokenizer: Any, prompt: Prompt) -> str:
    """Lay out a prompt with the model's chat template, without the BOS token that the tokenizer adds itself.

    Args:
        tokenizer: A tokenizer of transformers: `chat_template`, `apply_chat_template`, `bos_token`, and a
            call that gives `input_ids`.
        prompt: A text stays as it is. Without a template, the messages of a chat become paragraphs.
    """
    if isinstance(prompt, str):
        return prompt
    messages = [{"role": m.role, "content": m.text} for m in prompt]
    if tokenizer.chat_template is None:
        return "\n\n".join(m["content"] for m in messages) + "\n\n"
    laid: str = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    begin = tokenizer.bos_token
    doubled = begin and tokenizer(begin).input_ids[:2] == [tokenizer.bos_token_id] * 2
    return laid.removeprefix(begin) if doubled else laid
