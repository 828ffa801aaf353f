"""The tiny model's tokenizer: byte-level BPE that merges only within words, so that copies share tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from defeasible.llm.tiny.dialogue import CHINESE
from defeasible.llm.tiny.drill import english
from defeasible.llm.tiny.generate import samples
from defeasible.llm.tiny.sample import words
from defeasible.reasoner.errors import MissingExtraError

PAD, BEGIN, END, USER, ASSISTANT = SPECIAL = ("<pad>", "<s>", "</s>", "<|user|>", "<|assistant|>")
TEMPLATE = f"{USER}{{{{ messages[-1]['content'] }}}}{ASSISTANT}"
"""The chat template: the last message alone. The model knows only one task, so it needs no instructions, and
a million weights learn nothing from examples in a prompt."""

VOCABULARY = 2048
"""Most tokens in the vocabulary."""
_SAMPLES = 4000
_OFTEN = 20
"""How often the trainer sees a word that should become one token."""
_CHINESE = re.compile(r"[^\x00-\x7f]+")


def tokenizer(seed: int = 0) -> Any:
    """Train the tokenizer, as an object of transformers.

    Raises:
        MissingExtraError: If transformers is not installed.
    """
    try:
        import tokenizers  # noqa: PLC0415 - needs an extra
        from transformers import PreTrainedTokenizerFast  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("building the tiny model", "transformers") from error
    made = tokenizers.Tokenizer(tokenizers.models.BPE())
    made.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = tokenizers.decoders.ByteLevel()
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        min_frequency=2,
        special_tokens=list(SPECIAL),
        initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(_texts(seed), trainer)
    whole = [*_frames(seed), *_labels()]
    made.add_tokens([tokenizers.AddedToken(text, normalized=False) for text in whole])
    begin = (BEGIN, made.token_to_id(BEGIN))
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single=f"{BEGIN} $A", special_tokens=[begin]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        bos_token=BEGIN,
        eos_token=END,
        pad_token=PAD,
        additional_special_tokens=[USER, ASSISTANT],
        chat_template=TEMPLATE,
        clean_up_tokenization_spaces=False,
    )


def _frames(seed: int) -> list[str]:
    """Return the text between the values of replies, such as `", "gloss": "`; each becomes one token.

    This halves the length of a reply, and leaves only the values to be learned.
    """
    found: dict[str, None] = {}
    for sample in islice(samples(seed=seed), _SAMPLES):
        for _, said in sample.asked:
            # Every other part is the content of a string. Frames end where the engine forbids tokens to
            # continue: after the bracket of a list that may be empty, and across a choice of types.
            for frame in re.split(r'(?<=": ")[^"]*(?=")', said):
                found |= dict.fromkeys(re.split(r"(?<=\[)|(?<=: )(?=true|false)|(?<=true)|(?<=false)", frame))
    return [frame for frame in found if frame]


def _labels() -> list[str]:
    """Return the labels and references of lines, `a1:` and `a1`; each becomes one token.

    A label is then adjacent to what it labels, where attention finds it soonest.
    """
    names = [f"{letter}{number}" for letter in "aopxsqt" for number in range(1, 7)]
    return [text for name in names for text in (f"{name}:", name)]


def _texts(seed: int) -> Iterator[str]:
    """Yield the training texts, with Chinese cut into words: without spaces, it would merge across them.

    Each word of the drills also comes alone, so that it is one token with and without a space before it.
    """
    for sample in islice(samples(seed=seed), _SAMPLES):
        for prompt, said in sample.asked:
            yield _CHINESE.sub("", prompt)
            yield from (_CHINESE.sub("", value) for value in re.findall(r'(?<=": ")[^"]*(?=")', said))
    listed = [entry for entries in words("chinese").values() for entry in entries]
    framed = [part for pattern in CHINESE for part in re.split(r"\{\d\}", pattern.words)]
    for text in (*listed, *framed):
        for run in _CHINESE.findall(text):
            yield from [run] * _OFTEN
    for word in english():
        yield from [word, f" {word}"] * _OFTEN
