"""Models on any server with an OpenAI-compatible API: vLLM, llama-server, hosted services."""

from defeasible.llm.openai.backend import OpenAI
from defeasible.llm.openai.patience import Patience
from defeasible.llm.openai.scoring import ScoringOpenAI

__all__ = ["OpenAI", "Patience", "ScoringOpenAI"]
