"""Models behind any server that speaks OpenAI's protocol: vLLM, llama-server, hosted ones."""

from defeasible.llm.openai.backend import OpenAI
from defeasible.llm.openai.patience import Patience
from defeasible.llm.openai.scoring import ScoringOpenAI

__all__ = ["OpenAI", "Patience", "ScoringOpenAI"]
