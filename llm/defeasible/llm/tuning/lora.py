"""Fine-tuning of a causal language model with a low-rank adapter, through peft."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, ClassVar, Literal

from defeasible.llm.hf.batches import laid_out
from defeasible.llm.tuning.loop import IGNORED, Lesson, Row, Tuned
from defeasible.reasoner.errors import MissingExtraError

RANK, SCALE, DROPOUT = 16, 32, 0.05


class TunedLora(Tuned):
    """Trains a model to continue the question with the reply.

    Saving merges the adapter into the weights; `hf:FOLDER` opens the result.

    References:
        E. Hu et al. (2022), LoRA: Low-rank adaptation of large language models.
    """

    scheme: ClassVar[Literal["nli", "seq2seq", "hf"]] = "hf"
    dropout: ClassVar[float] = DROPOUT

    def load(self, folder: str) -> Any:
        """Return the model with an adapter beside each linear layer.

        Raises:
            MissingExtraError: If peft is not installed.
        """
        import transformers  # noqa: PLC0415 - loaded by now

        try:
            import peft  # noqa: PLC0415 - needs an extra
        except ImportError as error:
            raise MissingExtraError("training adapters", "tune") from error
        model = transformers.AutoModelForCausalLM.from_pretrained(folder)
        with warnings.catch_warnings():  # peft reads a name that transformers 5 has renamed
            warnings.simplefilter("ignore", FutureWarning)
            return self.adapted(peft, model)

    def adapted(self, peft: Any, model: Any) -> Any:
        """Return the model with the adapter to train, here a new one."""
        adapters = peft.LoraConfig(
            r=RANK,
            lora_alpha=SCALE,
            lora_dropout=self.dropout,
            target_modules="all-linear",
            task_type="CAUSAL_LM",
        )
        return peft.get_peft_model(model, adapters)

    def rows(self, lesson: Lesson) -> list[Row]:
        """Return one row: the question, then the reply and the end token. Only the latter two have loss."""
        asked = self.tokenizer(laid_out(self.tokenizer, lesson.prompt)).input_ids
        reply = self.tokenizer(lesson.replies[lesson.right], add_special_tokens=False).input_ids
        reply = [*reply, self.tokenizer.eos_token_id]
        ids = [*asked, *reply]
        return [
            {
                "input_ids": ids,
                "attention_mask": [1] * len(ids),
                "labels": [IGNORED] * len(asked) + reply,
            }
        ]

    def save(self, folder: Path) -> None:
        """Write the model with the adapters merged into its weights."""
        self.model.merge_and_unload().save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)
