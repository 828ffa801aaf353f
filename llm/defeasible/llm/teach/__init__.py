"""Teaches a causal model to read texts into forms, by an adapter, on texts of our own making."""
