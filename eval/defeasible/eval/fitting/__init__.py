"""Small heads and fine-tuned models, each scored on what it has not seen."""
