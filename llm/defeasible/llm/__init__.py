"""The language model layer: backends, constrained decoding, and prompts."""
