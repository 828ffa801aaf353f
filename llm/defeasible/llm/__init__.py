"""The language model layer: backends, constrained decoding, and what is asked of models."""
