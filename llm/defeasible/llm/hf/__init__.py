"""Models through Hugging Face transformers, on a CPU or a GPU."""

from defeasible.llm.hf.backend import Transformers
from defeasible.llm.hf.seq2seq import Seq2Seq

__all__ = ["Seq2Seq", "Transformers"]
