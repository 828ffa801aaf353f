"""Named models: their facts, where their weights are, and how to get them."""

from defeasible.llm.named.catalog import MODELS, Named, named
from defeasible.llm.named.weights import READER, get, gguf_file, hf_folder

__all__ = ["MODELS", "READER", "Named", "get", "gguf_file", "hf_folder", "named"]
