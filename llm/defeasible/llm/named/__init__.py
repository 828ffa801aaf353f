"""Models with a name: what is known of them, where their weights are, how to get these."""

from defeasible.llm.named.catalog import MODELS, Named, named
from defeasible.llm.named.weights import READER, get, gguf_file, hf_folder

__all__ = ["MODELS", "READER", "Named", "get", "gguf_file", "hf_folder", "named"]
