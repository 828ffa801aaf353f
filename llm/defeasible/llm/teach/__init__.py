"""Training a causal model to read texts into forms: a LoRA adapter, trained on generated texts."""
