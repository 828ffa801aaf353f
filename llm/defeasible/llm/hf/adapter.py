"""Merge a LoRA adapter into a model of transformers."""

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
    """Turn errors while an adapter is applied into a `UsageError` that names its folder.

    Raises:
        UsageError: Instead of an error that shows that the files are damaged or belong to another model.
    """
    from safetensors import SafetensorError  # noqa: PLC0415 - comes with transformers

    try:
        yield
    except (OSError, ValueError, KeyError, AttributeError, RuntimeError, SafetensorError) as error:
        raise UsageError(
            f"`{folder}` is not an adapter for this model: {str(error).strip().partition(chr(10))[0]}",
            hint=HINT,
        ) from error


def merge(model: Any, tokenizer: Any, folder: Path) -> None:
    """Add an adapter to a model's matrices, in place, and adopt its chat template.

    Args:
        model: A model of transformers.
        tokenizer: Its tokenizer.
        folder: Contains the files that peft and `defeasible teach` write.

    Raises:
        UsageError: If there is no adapter, or it belongs to another model.
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
