"""Models through Hugging Face transformers, on a CPU or a GPU."""

from defeasible.llm.hf.backend import Transformers

__all__ = ["Transformers"]
