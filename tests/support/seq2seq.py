"""A T5 of random weights, with a tokenizer that reads the end of a line as a space, as that of T5 does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def build_t5(folder: Path, texts: Sequence[str], *, seed: int = 0) -> Path:
    """Write the model; its tokenizer knows the words of some texts."""
    import torch  # noqa: PLC0415 - tests without the extra import this module too
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors  # noqa: PLC0415
    from tokenizers.trainers import UnigramTrainer  # noqa: PLC0415
    from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration  # noqa: PLC0415

    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.Replace("\n", " ")
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    special = ["<pad>", "</s>", "<unk>"]
    trainer = UnigramTrainer(vocab_size=400, special_tokens=special, unk_token="<unk>", show_progress=False)
    made.train_from_iterator(texts, trainer)
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
