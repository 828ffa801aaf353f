"""A Llama of 0.1B random weights with a vocabulary of 128,000 tokens, built offline to measure speed.

Its tokenizer is byte-level BPE over invented words (with and without a leading space, in lower case and
capitalised), numbers and Chinese characters: a vocabulary of the size and shape of real models, so that masks
cost as much as there. Weights are random, so its replies are nonsense.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

TOKENS = 128_000
SPECIAL = ("<pad>", "<s>", "</s>")
ONSETS = [
    "b",
    "br",
    "c",
    "ch",
    "d",
    "dr",
    "f",
    "fl",
    "g",
    "gr",
    "h",
    "l",
    "m",
    "n",
    "p",
    "r",
    "s",
    "st",
    "t",
    "w",
]
NUCLEI = ["a", "e", "i", "o", "u", "ai", "ea", "ee", "ie", "oa", "oo", "ou"]
CODAS = ["", "b", "ck", "d", "ft", "g", "ll", "m", "n", "nd", "ng", "p", "r", "rk", "s", "st", "t", "th"]


def vocabulary(seed: int = 0) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Return tokens with their numbers, and the merges that build them."""
    from tokenizers import pre_tokenizers  # noqa: PLC0415 - needs an extra

    random = Random(seed)
    coder = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokens = [*SPECIAL, *sorted(pre_tokenizers.ByteLevel.alphabet())]
    known = set(tokens)
    merges: list[tuple[str, str]] = []

    def learn(word: str) -> None:
        ((written, _),) = coder.pre_tokenize_str(word)
        for end in range(2, len(written) + 1):
            if written[:end] not in known and len(tokens) < TOKENS:
                known.add(written[:end])
                tokens.append(written[:end])
                merges.append((written[: end - 1], written[end - 1]))

    for number in range(1000):
        learn(str(number))
    for _ in range(8000):
        learn("".join(chr(random.randrange(0x4E00, 0x9FA5)) for _ in range(random.choice((1, 1, 2)))))
    while len(tokens) < TOKENS:
        syllables = random.choice((1, 2, 2, 3))
        word = "".join(
            random.choice(ONSETS) + random.choice(NUCLEI) + random.choice(CODAS) for _ in range(syllables)
        )
        for form in (f" {word}", word, f" {word.capitalize()}"):
            learn(form)
    return {token: number for number, token in enumerate(tokens)}, merges


def build(folder: Path, *, width: int = 512, layers: int = 12, seed: int = 0) -> Path:
    """Write the model in the format of transformers: 107 million weights by default."""
    import torch  # noqa: PLC0415 - needs an extra
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors  # noqa: PLC0415 - likewise
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast  # noqa: PLC0415

    made = Tokenizer(models.BPE(*vocabulary(seed)))
    made.add_special_tokens(list(SPECIAL))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    begin = ("<s>", made.token_to_id("<s>"))
    made.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[begin])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
    )
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=TOKENS,
        hidden_size=width,
        intermediate_size=3 * width,
        num_hidden_layers=layers,
        num_attention_heads=8,
        num_key_value_heads=8,
        max_position_embeddings=2048,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        tie_word_embeddings=True,
    )
    LlamaForCausalLM(config).float().eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
