"""`teach`: train a causal model on the replies of both passes, as a LoRA adapter, with resumption."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from typing import Any

from defeasible.llm.gguf import adapter as files
from defeasible.llm.hf.adapter import of_this_model
from defeasible.llm.prompt import Message
from defeasible.llm.teach.samples import KINDS, samples
from defeasible.llm.tuning import Lesson, TunedLora
from defeasible.llm.tuning.loop import IGNORED, MOST_NORM, Row
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.record import Record

TAUGHT = (
    *("premises", "sizes", "everyday", "everyday-sizes") * 3,
    *("everyday", "story", "dialogue-en", "dialogue-zh"),
)
"""The kinds of texts in the default curriculum, in turn."""
TEMPLATE = "<|im_start|>user\n{{ messages[-1]['content'] }}<|im_end|>\n<|im_start|>assistant\n"
"""Chat template of a trained model: the last message alone. The model needs no instructions or examples."""
_STATE, _PLAN = "state.pt", "plan.json"
_HEAP = 10
"""Batches drawn at a time and sorted by length."""
_LONGEST = 400
"""Most tokens of a row; the few longer ones are left out, since the longest row sets a batch's memory."""
_HELPERS = 8
"""Most processes that generate texts while a GPU trains."""


@dataclass(frozen=True, slots=True)
class Plan(Record):
    """The settings of a training run.

    Raises:
        UsageError: On construction, if a number is out of range or a kind is unknown.
    """

    kinds: tuple[str, ...] = TAUGHT
    """The kinds of texts, in turn; a kind may occur more than once."""
    steps: int = 600
    """Most batches."""
    minutes: float = 60.0
    """Most minutes. The learning rate falls to 0 as either limit approaches."""
    batch: int = 16
    """Rows in a batch: a text, with its vocabulary for the second pass, and the reply to it."""
    rate: float = 1e-3
    """Highest learning rate."""
    warm: int = 20
    """Number of batches of warm-up."""
    seed: int = 0

    def __post_init__(self) -> None:
        if self.steps < 1 or self.batch < 1 or not self.minutes > 0 or not 0 < self.rate < 1:
            raise UsageError(
                "steps and batch must be at least 1, minutes above 0, rate between 0 and 1; got "
                f"{self.steps}, {self.batch}, {self.minutes:g}, {self.rate:g}"
            )
        if odd := [kind for kind in self.kinds if kind not in KINDS]:
            raise unknown("kind of text", odd[0], KINDS)


class Taught(TunedLora):
    """Trains a model on replies to single messages, without dropout, since no text is repeated."""

    dropout = 0.0

    def __init__(
        self, folder: str, *, adapter: Path | None = None, seed: int = 0, device: str | None = None
    ) -> None:
        self.adapter = adapter
        super().__init__(folder, seed=seed, device=device)
        self.tokenizer.chat_template = TEMPLATE
        self.half = halves(self.model.device.type)
        """Whether to multiply in bfloat16."""

    def adapted(self, peft: Any, model: Any) -> Any:
        """Return the model with the initial adapter, or with a new one.

        Raises:
            UsageError: If the folder holds no adapter, or one of another model.
        """
        folder = self.adapter
        if folder is None:
            return super().adapted(peft, model)
        # If the weights were missing, peft would ask the hub for a model with the folder's name.
        if not all((folder / name).is_file() for name in (files.SETTINGS, files.WEIGHTS)):
            raise UsageError(f"`{folder}` is not an adapter", hint=files.HINT)
        with of_this_model(folder):
            return peft.PeftModel.from_pretrained(model, str(folder), is_trainable=True)

    def save(self, folder: Path) -> None:
        """Write the adapter: peft's files in half precision, the chat template, and GGUF if gguf is there."""
        self.model.half().save_pretrained(folder)
        (folder / files.TEMPLATE).write_text(TEMPLATE, encoding="utf-8")
        if find_spec("gguf") is not None:
            of = self.model.config
            shape = files.Shape(of.num_hidden_layers, of.num_attention_heads, of.num_key_value_heads)
            files.export_adapter(folder, folder / files.GGUF, shape)

    def loss(self, rows: list[Row]) -> Any:
        """Return the mean loss on the replies of rows. Logits are computed only for these.

        There is no attention mask: rows are padded on the right and attention is causal, so no token sees the
        padding of its row. Without a mask a CPU trains on three quarters more tokens in the same time.
        """
        import torch  # noqa: PLC0415 - loaded by now

        batch = self.together(rows)
        network, labels = self.model.get_base_model(), batch["labels"][:, 1:]
        with torch.autocast(self.model.device.type, dtype=torch.bfloat16, enabled=self.half):
            read = network.model(batch["input_ids"], use_cache=False)
            logits = network.lm_head(read.last_hidden_state[:, :-1][labels != IGNORED])
        return torch.nn.functional.cross_entropy(logits.float(), labels[labels != IGNORED])


def halves(device: str) -> bool:
    """Return whether to train in bfloat16 on a kind of device, such as `cpu` or `cuda`.

    A processor without instructions for it emulates them, at a fifteenth of the speed of float32. A torch
    before 2.11 does not say which it has; then it is taken to have them.
    """
    import torch  # noqa: PLC0415 - loaded by now

    read = getattr(torch.cpu, "get_capabilities", None)
    return device != "cpu" or read is None or any(has for name, has in read().items() if "bf16" in name)


@dataclass(slots=True)
class _Progress:
    """The progress of a training run."""

    step: int = 0
    seconds: float = 0.0
    tokens: int = 0
    texts: int = 0
    """Number of texts drawn."""


def teach(  # noqa: PLR0913 - all but the first three are options
    model: str,
    out: Path,
    plan: Plan,
    *,
    adapter: Path | None = None,
    device: str | None = None,
    save_every: float = 180.0,
    say: Callable[[str], None] = print,
) -> None:
    """Train a model, or resume training, and write its adapter for transformers and llama.cpp.

    Args:
        model: Folder of the model, or its name on the hub.
        out: Folder for the adapter; during training it holds the state, from which a later call resumes.
        plan: The settings.
        adapter: Folder of the initial adapter; None for a new one.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        save_every: Seconds between checkpoints.
        say: Called with progress messages.

    Raises:
        MissingExtraError: If transformers, torch or peft is not installed.
        UsageError: If the folder holds a run with another plan, or the model or adapter cannot be loaded.
    """
    import torch  # noqa: PLC0415 - 1.6 s

    out.mkdir(parents=True, exist_ok=True)
    _same_plan(out, model, adapter, plan)
    taught = Taught(model, adapter=adapter, seed=plan.seed, device=device)
    learnt = [weight for weight in taught.model.parameters() if weight.requires_grad]
    optimiser = torch.optim.AdamW(learnt, lr=plan.rate, weight_decay=0.0)
    progress = _Progress()
    if (out / _STATE).is_file():
        state = torch.load(out / _STATE, weights_only=True)
        taught.model.load_state_dict(state["learnt"], strict=False)
        optimiser.load_state_dict(state["optimiser"])
        progress = _Progress(**state["progress"])
        say(f"resuming after {progress.step} batches, {progress.seconds / 60:.0f} minutes")

    def save() -> None:
        weights = {name: weight for name, weight in taught.model.state_dict().items() if "lora_" in name}
        parts = {"learnt": weights, "optimiser": optimiser.state_dict(), "progress": asdict(progress)}
        torch.save(parts, out / f"{_STATE}.new")
        os.replace(out / f"{_STATE}.new", out / _STATE)  # noqa: PTH105 - at once

    taught.model.train()
    began, before, saved = time.monotonic(), progress.seconds, time.monotonic()
    for rows, drawn in _batches(taught, plan, progress.texts):
        if (left := _left(plan, progress)) <= 0:
            break
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, (progress.step + 1) / plan.warm) * left
        loss = taught.loss(rows)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learnt, MOST_NORM)
        optimiser.step()
        progress.step += 1
        progress.texts = drawn
        progress.tokens += sum(len(row["input_ids"]) for row in rows)
        progress.seconds = before + time.monotonic() - began
        if progress.step % 10 == 0:
            pace = progress.tokens / progress.seconds
            spent, lost = progress.seconds / 60, float(loss.detach())
            say(f"batch {progress.step} loss {lost:.4f} {spent:.1f} min {pace:.0f} tokens/s")
        if time.monotonic() - saved > save_every:
            save()
            saved = time.monotonic()
    save()
    taught.model.eval()
    taught.save(out)


def _left(plan: Plan, progress: _Progress) -> float:
    """Return the remaining share of the run."""
    return 1.0 - max(progress.step / plan.steps, progress.seconds / 60 / plan.minutes)


def _same_plan(out: Path, model: str, adapter: Path | None, plan: Plan) -> None:
    """Refuse to resume a run with other settings. Only its limits of steps and minutes may change."""
    wanted = {"model": model, "adapter": None if adapter is None else str(adapter), **asdict(plan)}
    file = out / _PLAN
    if file.is_file():
        begun = json.loads(file.read_text(encoding="utf-8"))
        lasting = {"steps": plan.steps, "minutes": plan.minutes}
        if {"adapter": None} | begun | lasting != json.loads(json.dumps(wanted)):
            hint = f"see {file}, or choose another folder"
            raise UsageError(f"`{out}` holds a course with another plan", hint=hint)
    file.write_text(json.dumps(wanted, indent=2), encoding="utf-8")


class _Heaps:
    """A dataset for torch's loader: item N is a heap of rows, in batches of similar length."""

    def __init__(self, taught: Taught, plan: Plan) -> None:
        self.rows = taught.rows
        self.plan = plan
        self.texts = _HEAP * plan.batch // 2
        """Texts per heap."""

    def __getitem__(self, number: int) -> list[list[Row]]:
        plan, rows = self.plan, []
        drawn = islice(samples(plan.kinds, seed=plan.seed, start=number * self.texts), self.texts)
        for prompt, said in chain.from_iterable(sample.asked for sample in drawn):
            rows += self.rows(Lesson((Message("user", prompt),), (said,)))
        rows = [row for row in rows if len(row["input_ids"]) <= _LONGEST]
        rows.sort(key=lambda row: len(row["input_ids"]))
        heap = [rows[n : n + plan.batch] for n in range(0, len(rows), plan.batch)]
        Random(f"{plan.seed} {number}").shuffle(heap)  # noqa: S311 - nothing secret
        return heap


def _batches(taught: Taught, plan: Plan, start: int) -> Iterator[tuple[list[Row], int]]:
    """Yield batches of rows of similar length, each with the number of texts drawn up to then."""
    import torch  # noqa: PLC0415 - loaded by now

    heaps = _Heaps(taught, plan)
    # One process cannot generate texts as fast as a GPU trains. The order of the heaps stays the same.
    fast = taught.model.device.type == "cuda" and "fork" in multiprocessing.get_all_start_methods()
    made = torch.utils.data.DataLoader(
        heaps,
        batch_size=None,
        sampler=count(start // heaps.texts),
        num_workers=min(_HELPERS, (os.cpu_count() or 1) - 1) if fast else 0,
        collate_fn=_as_it_is,
        multiprocessing_context="fork" if fast else None,
    )
    drawn = start
    for heap in made:
        for n, batch in enumerate(heap):
            # When a run resumes, a heap that was in progress is drawn again.
            yield batch, drawn + (heaps.texts if n == len(heap) - 1 else 0)
        drawn += heaps.texts


def _as_it_is(heap: list[list[Row]]) -> list[list[Row]]:
    return heap
