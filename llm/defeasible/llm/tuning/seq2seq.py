"""Fine-tuning of a sequence-to-sequence model: it reads a question and writes the reply."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from defeasible.llm.hf.batches import laid_out
from defeasible.llm.hf.seq2seq import LINE, keeps_lines, with_lines
from defeasible.llm.tuning.loop import Lesson, Row, Tuned


class TunedSeq2Seq(Tuned):
    """Trains a model to write the reply; `seq2seq:FOLDER` opens the result.

    If the tokenizer drops line breaks, as T5's does, it gets a token for them.
    """

    scheme: ClassVar[Literal["nli", "seq2seq", "hf"]] = "seq2seq"

    def load(self, folder: str) -> Any:
        """Return the model."""
        import transformers  # noqa: PLC0415 - loaded by now

        model = transformers.AutoModelForSeq2SeqLM.from_pretrained(folder)
        if not keeps_lines(self.tokenizer):
            self.tokenizer.add_tokens([LINE])
            if len(self.tokenizer) > model.get_input_embeddings().weight.shape[0]:
                model.resize_token_embeddings(len(self.tokenizer))
        return model

    def rows(self, lesson: Lesson) -> list[Row]:
        """Return one row: the question, and the reply as its labels."""
        read = self.tokenizer(with_lines(self.tokenizer, laid_out(self.tokenizer, lesson.prompt)))
        reply = self.tokenizer(text_target=with_lines(self.tokenizer, lesson.replies[lesson.right]))
        given = {key: list(read[key]) for key in ("input_ids", "attention_mask")}
        return [{**given, "labels": list(reply["input_ids"])}]
