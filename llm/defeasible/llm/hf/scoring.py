"""Log-probabilities of options after a prompt that is read once, on transformers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Score
from defeasible.llm.scoring import common
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


def score_options(
    model: Any, tokenizer: Any, prompt: str, options: Sequence[str], context: int
) -> list[Score]:
    """Return the log-probability of each option as the continuation of a prompt.

    The prompt's keys and values are computed once and repeated; then one pass over the tokens of all options.
    Where the last token of the prompt merges with an option's first one, the shared part ends before it.

    Raises:
        UsageError: If prompt and option have more tokens than the context.
    """
    import torch  # noqa: PLC0415 - loaded by now
    from transformers import DynamicCache  # noqa: PLC0415 - loaded by now

    read = tokenizer(prompt).input_ids
    whole = [tokenizer(prompt + option).input_ids for option in options]
    if max(map(len, whole)) > context:
        raise UsageError(
            f"the prompt with its longest option has {max(map(len, whole))} tokens, the context {context}"
        )
    shared = min(common(read, ids) for ids in whole)
    longest = max(map(len, whole)) - shared
    device = model.device
    with torch.inference_mode():
        cache = DynamicCache(config=model.config)
        out = model(
            torch.tensor([read[:shared]], device=device),
            past_key_values=cache,
            use_cache=True,
            logits_to_keep=1,
        )
        first = torch.log_softmax(out.logits[0, -1].float(), -1)
        total = torch.stack([first[ids[shared]] for ids in whole])
        if longest > 1:
            cache.batch_repeat_interleave(len(whole))
            pad = [[0] * (longest - (len(ids) - shared)) for ids in whole]
            rows = [ids[shared:-1] + p for ids, p in zip(whole, pad, strict=True)]
            after = [ids[shared + 1 :] + p for ids, p in zip(whole, pad, strict=True)]
            kept = [
                [1.0] * (len(ids) - shared - 1) + [0.0] * len(p) for ids, p in zip(whole, pad, strict=True)
            ]
            logits = model(torch.tensor(rows, device=device), past_key_values=cache, use_cache=True).logits
            each = torch.log_softmax(logits.float(), -1)
            chosen = each.gather(-1, torch.tensor(after, device=device)[..., None]).squeeze(-1)
            total = total + (chosen * torch.tensor(kept, device=device)).sum(1)
    return [
        Score(float(logprob), len(ids) - shared, len(option.encode()))
        for logprob, ids, option in zip(total.tolist(), whole, options, strict=True)
    ]
