"""Merges an adapter (LoRA) into a model of transformers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from defeasible.llm.gguf.adapter import HINT, SETTINGS, TEMPLATE, WEIGHTS
from defeasible.reasoner.errors import UsageError


@contextmanager
def of_this_model(folder: Path) -> Iterator[None]:
    """Name the folder of an adapter in what goes wrong while it is laid over a model.

    Raises:
        UsageError: In the place of what shows that the files are damaged, or are of another model.
    """
    from safetensors import SafetensorError  # noqa: PLC0415 - comes with transformers

    try:
        yield
    except (OSError, ValueError, KeyError, AttributeError, RuntimeError, SafetensorError) as error:
        raise UsageError(
            f"`{folder}` holds no adapter of this model: {str(error).strip().partition(chr(10))[0]}",
            hint=HINT,
        ) from error


def merge(model: Any, tokenizer: Any, folder: Path) -> None:
    """Add an adapter to a model's matrices, in place, and take over its chat template.

    Args:
        model: Of transformers.
        tokenizer: Its tokenizer.
        folder: With the files that peft, and `defeasible teach`, write.

    Raises:
        UsageError: If there is no adapter, or it is none of this model.
    """
    import torch  # noqa: PLC0415 - loaded by now
    from safetensors.torch import load_file  # noqa: PLC0415 - comes with transformers

    with of_this_model(folder):
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        tensors = load_file(folder / WEIGHTS)
        template = (folder / TEMPLATE).read_text(encoding="utf-8") if (folder / TEMPLATE).is_file() else ""
        scale = float(settings["lora_alpha"]) / float(settings["r"])
        for key, down in tensors.items():
            if not key.endswith(".lora_A.weight"):
                continue
            up = tensors[key.replace(".lora_A.", ".lora_B.")]
            place = key.removeprefix("base_model.model.").removesuffix(".lora_A.weight")
            weight = model.get_parameter(f"{place}.weight")
            with torch.no_grad():
                added = scale * (up.float() @ down.float())
                weight += added.to(weight.device, weight.dtype)
    tokenizer.chat_template = template or tokenizer.chat_template
