"""`NLI`: relations between a premise and a hypothesis, from a natural language inference model."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from defeasible.llm.backend import Score
from defeasible.llm.encoders.rows import Encoder
from defeasible.llm.scoring import check_options
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.llm.prompt import Prompt

LABELS = ("entailment", "neutral", "contradiction")


@dataclass(frozen=True, slots=True)
class Inference:
    """Probabilities of the three relations. They add up to 1."""

    entailment: float
    neutral: float
    contradiction: float


class NLI(Encoder):
    """An NLI classifier as a scorer: an option scores the log-probability that the prompt entails it.

    Args:
        name: Name on the hub, or a folder.
        labels: The model's labels in its own order, as `entailment,neutral,contradiction`; None to read them
            from its configuration.
        revision: Branch, tag or commit to pin the files to; None for the default.
        device: `cpu`, `cuda`, ...; None for a GPU if there is one.
        dtype: `bfloat16`, `float32`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        batch: Most pairs in a batch.

    Raises:
        MissingExtraError: If the packages are not installed.
        UsageError: If the model cannot be loaded, is not a classifier or lacks these three labels, or `batch`
            is not positive.

    References:
        Yin, Hay and Roth (2019), Benchmarking zero-shot text classification.
    """

    def __init__(  # noqa: PLR0913 - all but the name are options
        self,
        name: str,
        *,
        labels: str | None = None,
        revision: str | None = None,
        device: str | None = None,
        dtype: str | None = None,
        batch: int = 32,
    ) -> None:
        super().__init__(
            "nli", name, "SequenceClassification", revision=revision, device=device, dtype=dtype, batch=batch
        )
        known = self._model.config.id2label
        told = [str(known[n]) for n in sorted(known)] if labels is None else labels.split(",")
        order = [label.strip().casefold() for label in told]
        if sorted(order) != sorted(LABELS) or len(known) != len(LABELS):
            raise UsageError(
                f"`{name}` has {len(known)} labels ({', '.join(told)}), expected {', '.join(LABELS)}",
                hint="if these mean the same, pass them in order: nli:NAME?labels=entailment,neutral,...",
            )
        self.fingerprint += f" labels={','.join(order)}"
        self._order = [order.index(label) for label in LABELS]

    def infer(self, pairs: Sequence[tuple[str, str]]) -> list[Inference]:
        """Return the relation between the premise and the hypothesis of each pair.

        Raises:
            UsageError: If a pair has more tokens than the model accepts.
        """
        return [Inference(*map(math.exp, logs)) for logs in self._logs(pairs)]

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return the log-probability that the prompt entails each option.

        Raises:
            UsageError: If there are no options, one is empty, or the prompt is a chat or too long.
        """
        check_options(options)
        premise = self._plain(prompt)
        sizes = [row["special_tokens_mask"].count(0) for row in self._rows(options)]
        found = self._logs([(premise, option) for option in options])
        return [
            Score(logs[0], tokens, len(option.encode()))
            for logs, tokens, option in zip(found, sizes, options, strict=True)
        ]

    def _logs(self, pairs: Sequence[tuple[str, str]]) -> list[list[float]]:
        """Return the three log-probabilities of each pair."""
        if not pairs:
            return []
        premises, hypotheses = zip(*pairs, strict=True)

        def take(logits: Any, numbers: Sequence[int]) -> list[list[float]]:
            logs: list[list[float]] = logits.log_softmax(-1)[:, self._order].tolist()
            return logs

        return self._read(self._rows(premises, hypotheses), take)
