"""Log-probabilities of options after prompts, each read once, on transformers."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.llm.backend import Score
from defeasible.llm.scoring import common
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


class _Asked(NamedTuple):
    """One prompt with its options, as tokens."""

    read: list[int]
    whole: list[list[int]]
    """The prompt with each option."""
    shared: int
    """Length of the prefix that all share and that is read once."""
    options: Sequence[str]


def score_options(
    model: Any, tokenizer: Any, asked: Sequence[tuple[str, Sequence[str]]], context: int
) -> list[list[Score]]:
    """Return the log-probability of each option as the continuation of its prompt.

    Keys and values of the prompts are computed once, in one batch, and repeated for the options; a second
    pass reads the tokens of all options. If the last token of a prompt merges with the first one of an
    option, the shared part ends before it.

    Raises:
        UsageError: If a prompt and an option have more tokens than the context.
    """
    items = [_asked(tokenizer, prompt, options, context) for prompt, options in asked]
    totals = _totals(model, items)
    return [
        [
            Score(total, len(ids) - item.shared, len(option.encode()), len(item.read))
            for total, ids, option in zip(total_of, item.whole, item.options, strict=True)
        ]
        for item, total_of in zip(items, totals, strict=True)
    ]


def _asked(tokenizer: Any, prompt: str, options: Sequence[str], context: int) -> _Asked:
    read = tokenizer(prompt).input_ids
    whole = [tokenizer(prompt + option).input_ids for option in options]
    if (longest := max(map(len, whole))) > context:
        raise UsageError(f"prompt too long: {longest} tokens with its longest option, limit {context}")
    return _Asked(read, whole, min(common(read, ids) for ids in whole), options)


def _cache_name(model: Any) -> str:
    """Return the name of the model's argument for the KV cache. transformers renamed it in 5.24."""
    return "cache" if "cache" in inspect.signature(model.forward).parameters else "past_key_values"


def _totals(model: Any, items: list[_Asked]) -> list[list[float]]:
    import torch  # noqa: PLC0415 - loaded by now
    from transformers import DynamicCache  # noqa: PLC0415 - loaded by now

    device, width = model.device, max(item.shared for item in items)
    # Prompts are padded on the left, so that all options begin at the same position.
    gaps = [width - item.shared for item in items]
    ids = [[0] * gap + item.read[: item.shared] for gap, item in zip(gaps, items, strict=True)]
    mask = torch.tensor([[0] * gap + [1] * (width - gap) for gap in gaps], device=device)
    with torch.inference_mode():
        cache = DynamicCache(config=model.config)
        kept = {_cache_name(model): cache, "use_cache": True}
        out = model(
            torch.tensor(ids, device=device),
            attention_mask=mask,
            position_ids=(mask.cumsum(-1) - 1).clamp_min(0),
            logits_to_keep=1,
            **kept,
        )
        first = torch.log_softmax(out.logits[:, -1].float(), -1)
        rows = [(n, tokens[item.shared :]) for n, item in enumerate(items) for tokens in item.whole]
        total = torch.stack([first[n, tokens[0]] for n, tokens in rows])
        longest = max(len(tokens) for _, tokens in rows)
        if longest > 1:
            cache.batch_select_indices(torch.tensor([n for n, _ in rows], device=device))
            more = torch.tensor([tokens[:-1] + [0] * (longest - len(tokens)) for _, tokens in rows])
            after = torch.tensor([tokens[1:] + [0] * (longest - len(tokens)) for _, tokens in rows])
            counts = torch.tensor([[1.0] * (len(t) - 1) + [0.0] * (longest - len(t)) for _, t in rows])
            places = torch.tensor([items[n].shared for n, _ in rows])[:, None] + torch.arange(longest - 1)
            seen = torch.cat([mask[[n for n, _ in rows]], torch.ones_like(more).to(device)], 1)
            logits = model(
                more.to(device),
                attention_mask=seen,
                position_ids=places.to(device),
                **kept,
            ).logits
            each = torch.log_softmax(logits.float(), -1)
            chosen = each.gather(-1, after.to(device)[..., None]).squeeze(-1)
            total = total + (chosen * counts.to(device)).sum(1)
    found = iter(total.tolist())
    return [[next(found) for _ in item.whole] for item in items]
