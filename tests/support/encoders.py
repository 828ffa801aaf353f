"""Encoders of random weights with a tokenizer of their own, made in a second, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] the size of pea lake house bulb is probably much larger bigger smaller "
    "shorter than a in it rains ada stays . , ? ##s ##r light green ##house situation this"
)


def build_bert(
    folder: Path,
    head: str = "MaskedLM",
    *,
    labels: tuple[str, ...] = (),
    seed: int = 0,
    positions: int = 64,
    words: str = "",
) -> Path:
    """Write a BERT for masked words, or for labels; equal seeds give equal files.

    Args:
        folder: Where to.
        head: What it is for.
        labels: Of a classifier.
        seed: Of the weights.
        positions: Tokens that it reads.
        words: More words that it knows.
    """
    import torch  # noqa: PLC0415 - tests without the extra import this module too
    import transformers  # noqa: PLC0415 - likewise

    known = [*WORDS.split(), *words.split()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "vocab.txt").write_text("\n".join(known), encoding="utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt"), model_max_length=positions)
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(known),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=positions,
        initializer_range=0.5,
        pad_token_id=0,
    )
    if labels:
        config.id2label = dict(enumerate(labels))
        config.label2id = {label: n for n, label in enumerate(labels)}
    getattr(transformers, f"BertFor{head}")(config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def build_roberta(folder: Path, *, seed: int = 0) -> Path:
    """Write a RoBERTa for masked words: bytes as tokens, words with the space before them."""
    import torch  # noqa: PLC0415 - tests without the extra import this module too
    import transformers  # noqa: PLC0415 - likewise
    from tokenizers import pre_tokenizers  # noqa: PLC0415 - likewise

    folder.mkdir(parents=True, exist_ok=True)
    marks = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("Ġ", "b"), ("Ġb", "i"), ("Ġbi", "g"), ("Ġ", "w"), ("Ġw", "e"), ("Ġwe", "t")]
    vocabulary = {word: n for n, word in enumerate(marks + letters + [a + b for a, b in merges])}
    tokenizer = transformers.RobertaTokenizerFast(vocab=vocabulary, merges=merges, model_max_length=512)
    torch.manual_seed(seed)
    config = transformers.RobertaConfig(
        vocab_size=len(vocabulary),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=1,
        num_attention_heads=4,
        max_position_embeddings=42,
        initializer_range=0.5,
        pad_token_id=1,
    )
    transformers.RobertaForMaskedLM(config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
