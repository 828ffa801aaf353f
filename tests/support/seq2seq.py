"""A T5 of random weights, with a tokenizer that reads the end of a line as a space, as that of T5 does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def build_t5(folder: Path, texts: Sequence[str], *, seed: int = 0) -> Path:
    """Write the model; its tokenizer knows the words of some texts. Equal arguments give equal files."""
    import torch  # noqa: PLC0415 - tests without the extra import this module too
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors  # noqa: PLC0415
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration  # noqa: PLC0415

    # A fixed vocabulary: the trainer of tokenizers orders its pieces differently from run to run.
    words = sorted({f"\N{LOWER ONE EIGHTH BLOCK}{word}" for text in texts for word in text.split()})
    letters = sorted({letter for word in words for letter in word})
    special = ["<pad>", "</s>", "<unk>"]
    pieces = [
        *((token, 0.0) for token in special),
        *((word, -1.0) for word in words),
        *((one, -9.0) for one in letters),
    ]
    made = Tokenizer(models.Unigram(pieces, unk_id=special.index("<unk>")))
    made.normalizer = normalizers.Replace("\n", " ")
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    end = ("</s>", made.token_to_id("</s>"))
    made.post_processor = processors.TemplateProcessing(single="$A </s>", special_tokens=[end])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made, eos_token="</s>", pad_token="<pad>", unk_token="<unk>", model_max_length=2048
    )
    torch.manual_seed(seed)
    config = T5Config(
        vocab_size=len(tokenizer),
        d_model=32,
        d_kv=8,
        d_ff=64,
        num_layers=1,
        num_heads=4,
        dropout_rate=0.0,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
    )
    folder.mkdir(parents=True, exist_ok=True)
    T5ForConditionalGeneration(config).eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
