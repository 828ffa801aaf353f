"""GGUF models through llama.cpp, in this process."""

from defeasible.llm.gguf.backend import LlamaCpp

__all__ = ["LlamaCpp"]
