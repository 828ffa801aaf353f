"""Fine-tuning on questions and answers: encoders, sequence-to-sequence models, LoRA adapters."""

from defeasible.llm.tuning.encoder import TunedEncoder
from defeasible.llm.tuning.loop import Course, Lesson, Schedule, Tuned, train
from defeasible.llm.tuning.lora import TunedLora
from defeasible.llm.tuning.seq2seq import TunedSeq2Seq

__all__ = ["Course", "Lesson", "Schedule", "Tuned", "TunedEncoder", "TunedLora", "TunedSeq2Seq", "train"]
