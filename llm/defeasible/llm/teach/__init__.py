"""Training a causal model to read texts into forms: a LoRA adapter, on texts with known forms."""
