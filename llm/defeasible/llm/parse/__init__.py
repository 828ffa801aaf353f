"""Parsing text with a language model: two passes, a closed vocabulary, spans, repairs and votes."""

from defeasible.llm.parse.parser import ModelParser, Parsed
from defeasible.llm.parse.text import Text

__all__ = ["ModelParser", "Parsed", "Text"]
