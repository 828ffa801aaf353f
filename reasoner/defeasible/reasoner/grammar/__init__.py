"""The grammar parser: conditionals, negation and sizes in English, read by rules. No model, no download."""

from defeasible.reasoner.grammar.parser import GrammarParser

__all__ = ["GrammarParser"]
