"""The language model layer: backends, constrained decoding and model parsers. Empty in this version."""
