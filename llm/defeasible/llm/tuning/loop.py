"""The training loop of all fine-tuning: AdamW, warm-up and linear decay, clipped gradients."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Literal

from defeasible.llm.prompt import Prompt
from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.record import Record

WARM_UP = 0.1
"""Share of the steps in which the learning rate rises."""
MOST_NORM = 1.0
IGNORED = -100
"""Label of a token without loss, as in transformers."""

Row = dict[str, list[int]]
"""The model's inputs for one text, and `labels`."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A training example: a question and the wanted reply."""

    prompt: Prompt
    replies: tuple[str, ...]
    """All possible replies, or only the wanted one."""
    right: int = 0
    """Index of the wanted reply."""


@dataclass(frozen=True, slots=True)
class Schedule(Record):
    """The settings of a training run.

    Raises:
        UsageError: On construction, if a number is out of range.
    """

    epochs: int = 3
    batch: int = 8
    rate: float = 5e-5
    """The highest learning rate."""
    seed: int = 0
    """Seed of new weights, dropout and the order of the lessons."""

    def __post_init__(self) -> None:
        if self.epochs < 1 or self.batch < 1 or not 0 < self.rate < 1:
            raise UsageError(
                "epochs and batch must be at least 1, rate between 0 and 1; got "
                f"{self.epochs}, {self.batch}, {self.rate}"
            )


@dataclass(frozen=True, slots=True)
class Course(Record):
    """The mean losses of a training run, in nats per label or token."""

    before: float
    """Loss on the held-out lessons before the first step."""
    trained: tuple[float, ...]
    """Loss on the training lessons during each epoch."""
    held_out: tuple[float, ...]
    """Loss on the held-out lessons after each epoch."""
    too_long: int
    """Number of lessons left out because they do not fit into the model's context."""


class Tuned(ABC):
    """A model to fine-tune.

    Args:
        folder: Folder of the base model, or its name on the hub.
        seed: Seed of weights that the base model lacks.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded.
    """

    scheme: ClassVar[Literal["nli", "seq2seq", "hf"]]
    """The scheme of the address that opens the result."""

    def __init__(self, folder: str, *, seed: int = 0, device: str | None = None) -> None:
        try:
            import torch  # noqa: PLC0415 - needs an extra
            import transformers  # noqa: PLC0415 - likewise
        except ImportError as error:
            raise MissingExtraError("training a model further", "tune") from error
        transformers.utils.logging.disable_progress_bar()
        transformers.utils.logging.set_verbosity_error()  # a new classifier is meant to be new
        transformers.set_seed(seed)
        try:
            self.tokenizer: Any = transformers.AutoTokenizer.from_pretrained(folder)
            self.model: Any = self.load(folder)
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            first = str(error).strip().splitlines()
            raise UsageError(
                f"cannot load `{folder}`: {first[0] if first else type(error).__name__}",
                hint="expected a hub name or a folder with config.json, model.safetensors, tokenizer.json",
            ) from error
        if self.tokenizer.pad_token_id is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        self.model.to(device or ("cuda" if torch.cuda.is_available() else "cpu"))

    @abstractmethod
    def load(self, folder: str) -> Any:
        """Return the model, ready for training."""

    @abstractmethod
    def rows(self, lesson: Lesson) -> list[Row]:
        """Return the rows that the model reads for a lesson."""

    def save(self, folder: Path) -> None:
        """Write the model and its tokenizer, so that `scheme` opens them."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)

    @property
    def context(self) -> int:
        """The most tokens that the model reads."""
        known = getattr(self.model.config, "max_position_embeddings", None)
        return min(int(known or self.tokenizer.model_max_length), int(self.tokenizer.model_max_length))

    def together(self, rows: Sequence[Row]) -> Mapping[str, Any]:
        """Return rows as tensors, padded to one length."""
        import torch  # noqa: PLC0415 - loaded by now

        pads = {"input_ids": self.tokenizer.pad_token_id, "labels": IGNORED}
        found = {}
        for key in rows[0]:
            longest = max(len(row[key]) for row in rows)
            padded = [row[key] + [pads.get(key, 0)] * (longest - len(row[key])) for row in rows]
            found[key] = torch.tensor(padded, device=self.model.device)
        return found


def train(
    tuned: Tuned,
    lessons: Sequence[Lesson],
    held_out: Sequence[Lesson],
    schedule: Schedule,
    progress: Callable[[int, int, float], None] | None = None,
) -> Course:
    """Train a model on lessons.

    Args:
        tuned: The model; its weights change.
        lessons: The training lessons.
        held_out: Lessons on which only the loss is measured.
        schedule: The settings.
        progress: Called after each step with its number, the number of steps, and its loss.

    Raises:
        UsageError: If no lesson fits into the model's context.
    """
    import torch  # noqa: PLC0415 - loaded by now

    rows, long = _rows(tuned, lessons)
    others, longer = _rows(tuned, held_out)
    if not rows:
        raise UsageError(f"all {len(lessons)} questions exceed the model's limit of {tuned.context} tokens")
    steps = schedule.epochs * -(-len(rows) // schedule.batch)
    optimiser = torch.optim.AdamW(
        [weight for weight in tuned.model.parameters() if weight.requires_grad], lr=schedule.rate
    )
    warm = max(1, round(WARM_UP * steps))
    pace = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
    )
    order = random.Random(schedule.seed)  # noqa: S311 - no secret
    torch.manual_seed(schedule.seed)
    before = _loss(tuned, others, schedule.batch)
    trained, after, done = [], [], 0
    for _ in range(schedule.epochs):
        tuned.model.train()
        order.shuffle(rows)
        whole = 0.0
        for start in range(0, len(rows), schedule.batch):
            part = rows[start : start + schedule.batch]
            loss = tuned.model(**tuned.together(part)).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(tuned.model.parameters(), MOST_NORM)
            optimiser.step()
            pace.step()
            optimiser.zero_grad()
            whole += float(loss.detach()) * len(part)
            done += 1
            if progress is not None:
                progress(done, steps, float(loss.detach()))
        trained.append(whole / len(rows))
        after.append(_loss(tuned, others, schedule.batch))
    tuned.model.eval()
    return Course(before, tuple(trained), tuple(after), long + longer)


def _rows(tuned: Tuned, lessons: Sequence[Lesson]) -> tuple[list[Row], int]:
    """Return the rows of lessons, and the number of lessons that are too long."""
    found: list[Row] = []
    long = 0
    for lesson in lessons:
        rows = tuned.rows(lesson)
        if max(len(part) for row in rows for part in row.values()) > tuned.context:
            long += 1
        else:
            found += rows
    return found, long


def _loss(tuned: Tuned, rows: Sequence[Row], batch: int) -> float:
    """Return the mean loss on rows; 0 if there are none."""
    import torch  # noqa: PLC0415 - loaded by now

    tuned.model.eval()
    whole = 0.0
    with torch.inference_mode():
        for start in range(0, len(rows), batch):
            part = rows[start : start + batch]
            whole += float(tuned.model(**tuned.together(part)).loss) * len(part)
    return whole / len(rows) if rows else 0.0
