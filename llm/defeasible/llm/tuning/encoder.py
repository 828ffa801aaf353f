"""Fine-tuning of a classifier of pairs of texts: which reply does a question entail?"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from defeasible.llm.encoders.nli import LABELS
from defeasible.llm.tuning.loop import Lesson, Row, Tuned
from defeasible.reasoner.errors import UsageError

RIGHT, WRONG = "entailment", "contradiction"


class TunedEncoder(Tuned):
    """Trains an NLI classifier: a question entails the right option and contradicts the others.

    An encoder without a classifier gets one with random weights. One that knows the three relations keeps its
    own, in its own order. `nli:FOLDER` opens the result.
    """

    scheme: ClassVar[Literal["nli", "seq2seq", "hf"]] = "nli"

    def load(self, folder: str) -> Any:
        """Return the model with a classifier for `LABELS`."""
        import transformers  # noqa: PLC0415 - loaded by now

        config = transformers.AutoConfig.from_pretrained(folder)
        known = [str(label).casefold() for _, label in sorted(config.id2label.items())]
        order = known if sorted(known) == sorted(LABELS) else list(LABELS)
        return transformers.AutoModelForSequenceClassification.from_pretrained(
            folder,
            num_labels=len(order),
            id2label=dict(enumerate(order)),
            label2id={label: number for number, label in enumerate(order)},
            ignore_mismatched_sizes=True,
        )

    def rows(self, lesson: Lesson) -> list[Row]:
        """Return a row for each reply."""
        if not isinstance(lesson.prompt, str):
            raise UsageError("an encoder takes plain text, not a chat", hint="`--prompt nli`")
        number = {label: place for place, label in self.model.config.id2label.items()}
        found = []
        for place, reply in enumerate(lesson.replies):
            read = self.tokenizer(lesson.prompt, reply)
            label = RIGHT if place == lesson.right else WRONG
            found.append({**{key: list(read[key]) for key in read}, "labels": [number[label]]})
        return found
