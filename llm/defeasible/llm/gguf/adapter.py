"""Export a LoRA adapter of a Llama model as GGUF, and apply one to a model of llama.cpp."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Any, NamedTuple

from defeasible.llm.gguf.export import TENSORS, interleaved, made
from defeasible.reasoner.errors import MissingExtraError, UsageError

WEIGHTS, SETTINGS, TEMPLATE = "adapter_model.safetensors", "adapter_config.json", "chat_template.jinja"
"""The files of an adapter as peft writes them, and the chat template that it was trained with."""
GGUF = "adapter.gguf"
HINT = "`defeasible teach` writes one"
"""The hint if a folder holds no adapter."""
_TEMPLATE_KEY = "tokenizer.chat_template"
_MOST = 1 << 16
"""The most bytes of a template."""


class Shape(NamedTuple):
    """The dimensions of the base model that the export needs."""

    layers: int
    heads: int
    key_heads: int


def export_adapter(folder: Path, path: Path, shape: Shape) -> None:
    """Write an adapter folder as one GGUF file.

    Args:
        folder: The adapter, as `hf:...?adapter=FOLDER` takes it.
        path: The file to write.
        shape: The dimensions of the base model.

    Raises:
        MissingExtraError: If the package gguf is not installed.
    """
    try:
        import gguf  # noqa: PLC0415 - needs an extra
        import numpy  # noqa: PLC0415 - comes with it
        from safetensors.numpy import load_file  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("writing GGUF files", "llamacpp") from error
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string("adapter.type", "lora")
    settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    writer.add_float32("adapter.lora.alpha", float(settings["lora_alpha"]))
    writer.add_string(_TEMPLATE_KEY, (folder / TEMPLATE).read_text(encoding="utf-8"))
    heads = {"attn_q": shape.heads, "attn_k": shape.key_heads}
    tensors = load_file(folder / WEIGHTS)
    for layer in range(shape.layers):
        for name, source in TENSORS.items():
            key = f"base_model.model.model.layers.{layer}.{source}"
            if f"{key}.lora_A.weight" not in tensors:
                continue
            down, up = tensors[f"{key}.lora_A.weight"], tensors[f"{key}.lora_B.weight"]
            if name in heads:
                up = interleaved(up, heads[name])
            for tensor, side in ((down, "lora_a"), (up, "lora_b")):
                contiguous = numpy.ascontiguousarray(tensor, dtype=numpy.float16)
                writer.add_tensor(f"blk.{layer}.{name}.weight.{side}", contiguous)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def lay_over(llama_cpp: Any, model: Any, context: Any, path: Path) -> str:
    """Apply an adapter to a context of llama.cpp; return its chat template, empty if it has none.

    If a folder has only peft's files, the GGUF file is created in the cache.

    Raises:
        MissingExtraError: If the GGUF file must be created and a package for that is not installed.
        UsageError: If there is no such file, or it is not an adapter of this model.
    """
    file = path / GGUF if path.is_dir() else path
    if not file.is_file() and (path / WEIGHTS).is_file():
        shape = Shape(
            llama_cpp.llama_model_n_layer(model),
            llama_cpp.llama_model_n_head(model),
            llama_cpp.llama_model_n_head_kv(model),
        )
        file = made(path / WEIGHTS, lambda place: export_adapter(path, place, shape))
    adapter = llama_cpp.llama_adapter_lora_init(model, str(file).encode()) if file.is_file() else None
    if not adapter:
        raise UsageError(f"`{file}` is not an adapter for this model", hint=HINT)
    kind = llama_cpp.llama_adapter_lora_p_ctypes
    if llama_cpp.llama_set_adapters_lora(context, (kind * 1)(adapter), 1, (ctypes.c_float * 1)(1.0)):
        raise UsageError(f"cannot apply `{file}` to this model", hint="was it trained on this model?")
    buffer = ctypes.create_string_buffer(_MOST)
    length = llama_cpp.llama_adapter_meta_val_str(adapter, _TEMPLATE_KEY.encode(), buffer, _MOST)
    return buffer.value.decode("utf-8", "replace") if length > 0 else ""
