"""The tiny parser model: a Llama of a million parameters that reads generated texts, offline."""

from defeasible.llm.tiny.generate import KINDS, samples
from defeasible.llm.tiny.sample import Sample
from defeasible.llm.tiny.shipped import open_tiny

__all__ = ["KINDS", "Sample", "open_tiny", "samples"]
