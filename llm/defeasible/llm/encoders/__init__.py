"""Encoders as scorers: masked language models and natural language inference (NLI) models."""

from defeasible.llm.encoders.masked import MaskedLM
from defeasible.llm.encoders.nli import NLI, Inference

__all__ = ["NLI", "Inference", "MaskedLM"]
