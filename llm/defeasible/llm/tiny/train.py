"""Train the tiny model: next-token prediction on replies only, over texts that are never repeated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from defeasible.llm.tiny.descent import Descent
from defeasible.llm.tiny.drill import Drill
from defeasible.llm.tiny.generate import KINDS, samples
from defeasible.llm.tiny.start import start
from defeasible.llm.tiny.tokens import ASSISTANT, END, USER


@dataclass(frozen=True, slots=True)
class Recipe:
    """The settings of a training run."""

    steps: int = 9000
    """Number of batches."""
    seed: int = 0
    device: str = "cpu"
    kinds: tuple[str, ...] = (*KINDS, "premises", "sizes", "story")
    """The kinds of texts, in turn; hard ones occur twice."""
    hidden: int = 128
    layers: int = 5
    heads: int = 4
    turns: float = 100_000.0
    """Base of the rotary positions."""
    batch: int = 20
    """Texts per batch; each gives two sequences, one for each pass."""
    drills: int = 300
    """Number of batches of drills alone, before the texts."""
    beside: int = 8
    """Drills in each batch of texts, so that copying is not forgotten."""
    matrices: float = 0.006
    """Learning rate in layers. Rates rise over the first steps and fall to 0 over the last."""
    rest: float = 2e-3
    """Learning rate of the embedding and the scales."""
    warm: int = 50
    fall: float = 0.5
    """Share of the steps over which rates fall."""
    context: int = 4096
    """The context length that the model declares."""


def model(recipe: Recipe, tokenizer: Any) -> Any:
    """Return an untrained Llama."""
    import torch  # noqa: PLC0415 - 1.6 s
    from transformers import LlamaConfig, LlamaForCausalLM  # noqa: PLC0415 - needs an extra

    torch.manual_seed(recipe.seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=recipe.hidden,
        intermediate_size=3 * recipe.hidden,
        num_hidden_layers=recipe.layers,
        num_attention_heads=recipe.heads,
        num_key_value_heads=recipe.heads,
        max_position_embeddings=recipe.context,
        rope_parameters={"rope_type": "default", "rope_theta": recipe.turns},
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=True,
    )
    made = LlamaForCausalLM(config).float()
    start(made, tokenizer, recipe.seed)
    return made.to(recipe.device)


def train(made: Any, tokenizer: Any, recipe: Recipe, say: Callable[[str], None] = print) -> None:
    """Train a model in place."""
    descent = Descent(made, matrices=recipe.matrices, rest=recipe.rest)
    made.train()
    started, tokens = time.perf_counter(), 0
    for step, rows in enumerate(_batches(tokenizer, recipe), 1):
        loss, read = _loss(made, rows, recipe.device, tokenizer.pad_token_id)
        tokens += read
        loss.backward()
        descent.step(_rate(step, recipe))
        if step % 100 == 0 or step == recipe.steps:
            seconds = time.perf_counter() - started
            lost = float(loss.detach())
            say(f"step {step} loss {lost:.4f} {seconds:.0f} s {tokens / seconds:.0f} tokens/s")
    made.eval()


def _rate(step: int, recipe: Recipe) -> float:
    left = (recipe.steps - step + 1) / recipe.steps
    return min(1.0, step / recipe.warm, left / recipe.fall)


_Row = tuple[list[int], int]
"""Token ids, and the index at which the reply begins."""


def _batches(tokenizer: Any, recipe: Recipe) -> Iterator[list[_Row]]:
    """Yield batches of rows of similar length, drawn from a larger heap."""
    random = Random(recipe.seed)  # noqa: S311 - nothing secret
    supply = samples(recipe.kinds, seed=recipe.seed)
    drill = Drill(recipe.seed)
    heap: list[list[_Row]] = []
    size = 2 * recipe.batch
    for step in range(recipe.steps):
        drills = [drill.next() for _ in range(size if step < recipe.drills else recipe.beside)]
        if not heap:
            many = [next(supply) for _ in range(16 * recipe.batch)]
            rows = _rows(tokenizer, [pair for sample in many for pair in sample.asked])
            rows.sort(key=lambda row: len(row[0]))
            heap = [rows[n : n + size] for n in range(0, len(rows), size)]
            random.shuffle(heap)
        texts = heap.pop() if step >= recipe.drills else []
        yield texts + _rows(tokenizer, drills)


def _rows(tokenizer: Any, pairs: list[tuple[str, str]]) -> list[_Row]:
    """Return prompts with their replies, as tokens."""
    prompts = tokenizer([f"{USER}{prompt}{ASSISTANT}" for prompt, _ in pairs]).input_ids
    replies = tokenizer([f"{said}{END}" for _, said in pairs], add_special_tokens=False).input_ids
    return [(prompt + said, len(prompt)) for prompt, said in zip(prompts, replies, strict=True)]


def _loss(made: Any, rows: list[_Row], device: str, pad: int) -> tuple[Any, int]:
    """Return the loss on the replies of a batch, and the number of tokens read."""
    import torch  # noqa: PLC0415 - loaded by now

    longest = max(len(ids) for ids, _ in rows)
    # Rows are padded at the end, which the causal mask hides from everything before.
    ids = torch.tensor([row + [pad] * (longest - len(row)) for row, _ in rows], device=device)
    taught = torch.zeros(ids.shape, dtype=torch.bool, device=device)
    for number, (row, begin) in enumerate(rows):
        taught[number, begin - 1 : len(row) - 1] = True
    states = made.model(ids[:, :-1]).last_hidden_state[taught[:, :-1]]
    # Logits are computed only where needed, at a third of all positions.
    return torch.nn.functional.cross_entropy(made.lm_head(states), ids[:, 1:][taught[:, :-1]]), ids.numel()
