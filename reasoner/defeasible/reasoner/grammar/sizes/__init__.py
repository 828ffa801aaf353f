"""Reads out of a text which object it makes bigger: a lexicon of frames by meaning, and a small reader."""

from defeasible.reasoner.grammar.sizes.parse import parse_sizes

__all__ = ["parse_sizes"]
