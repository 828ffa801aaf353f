"""Reads from a text which object is bigger: a lexicon of semantic frames, and a small reader."""

from defeasible.reasoner.grammar.sizes.parse import parse_sizes

__all__ = ["parse_sizes"]
