"""A Llama of a hundred thousand random weights with a tokenizer of its own, made in a second, offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SPECIAL = ("<pad>", "<s>", "</s>", "<|user|>", "<|assistant|>")
CHAT = (
    "{{ bos_token }}{% for m in messages %}<|{{ 'assistant' if m['role'] == 'assistant' else 'user' }}|>"
    "{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}"
)
"""Begins with the token that the tokenizer adds too, as many real templates do."""
TEXTS = (
    "If it rains, the street gets wet.",
    "下雨的话地面会湿。",
    '{"id": "a1", "gloss": "it rains"}',
    "yes no unknown",
)


def build(folder: Path, *, seed: int = 0, context: int = 1024, terse: float = 0.0) -> Path:
    """Write the model in the format of transformers; equal seeds give equal files.

    Args:
        folder: Where to.
        seed: Of the weights.
        context: Tokens that the model reads.
        terse: Nats by which the mark that ends a string is likelier than by chance. Without, a string runs on
            to its limit, since one token in some hundred ends it.
    """
    import torch  # noqa: PLC0415 - tests without the extra import this module too
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers  # noqa: PLC0415
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast  # noqa: PLC0415

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(
        TEXTS * 4,
        trainers.BpeTrainer(
            vocab_size=400, special_tokens=list(SPECIAL), initial_alphabet=alphabet, show_progress=False
        ),
    )
    begin = ("<s>", made.token_to_id("<s>"))
    made.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[begin])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token="<s>",
        eos_token="</s>",
        pad_token="<pad>",
        additional_special_tokens=list(SPECIAL[3:]),
        chat_template=CHAT,
        clean_up_tokenization_spaces=False,
    )
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=context,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        initializer_range=0.05,
        tie_word_embeddings=False,
    )
    model = LlamaForCausalLM(config).float().eval()
    if terse:
        with torch.no_grad():
            # One dimension holds the same in every state, about the root of the width after the norm.
            model.model.embed_tokens.weight[:, 0] = 4.0
            model.lm_head.weight[:, 0] = 0.0
            model.lm_head.weight[made.token_to_id('"'), 0] = terse / config.hidden_size**0.5
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
