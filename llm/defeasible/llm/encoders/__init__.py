"""Encoders as scorers: masked language models and models of natural language inference."""

from defeasible.llm.encoders.masked import MaskedLM
from defeasible.llm.encoders.nli import NLI, Inference

__all__ = ["NLI", "Inference", "MaskedLM"]
