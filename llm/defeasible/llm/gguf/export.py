"""Export a small Llama model of transformers as a GGUF file with the same logits."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.folders import cache_dir

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

TENSORS = {
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
"""Matrices and norms of a layer: the name in llama.cpp to the name in transformers."""


def made(weights: Path, write: Callable[[Path], None]) -> Path:
    """Return the GGUF file made from some weights, cached under their hash; write it on first use.

    Args:
        weights: The source file.
        write: Writes the GGUF file to a path.

    Raises:
        UsageError: If the cache cannot be written to.
    """
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    path = cache_dir() / "models" / "made" / f"{digest}.gguf"
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent) as scratch:
            write(Path(scratch) / path.name)
            os.replace(Path(scratch) / path.name, path)  # noqa: PTH105 - at once
    except OSError as error:
        raise UsageError(
            f"cannot write `{path}`: {error.strerror}", hint="set DEFEASIBLE_CACHE to another folder"
        ) from error
    return path


def export(folder: Path, path: Path, numbers: Literal["f32", "f16"] = "f32") -> None:
    """Write a folder with a Llama model and a byte-level BPE tokenizer as one GGUF file.

    Args:
        folder: Contains config.json, model.safetensors, tokenizer.json and tokenizer_config.json.
        path: The file to write.
        numbers: Number format of matrices; f32 gives the logits of transformers within 1e-5.

    Raises:
        MissingExtraError: If the package gguf is not installed.
        UsageError: If the model has another architecture.
    """
    try:
        import gguf  # noqa: PLC0415 - needs an extra
        from safetensors.numpy import load_file  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("writing GGUF files", "llamacpp") from error
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    if config.get("model_type") != "llama":
        raise UsageError(f"only Llama models can be written as GGUF, not {config.get('model_type')!r}")
    writer = gguf.GGUFWriter(str(path), "llama")
    _describe(writer, gguf, config, numbers)
    _tokens(writer, gguf, folder, config["vocab_size"])
    _weights(writer, load_file(folder / "model.safetensors"), config, numbers)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: Any, gguf: Any, config: dict[str, Any], numbers: str) -> None:
    heads, width = config["num_attention_heads"], config["hidden_size"]
    rope = config.get("rope_theta") or (config.get("rope_parameters") or {}).get("rope_theta", 10_000.0)
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(width)
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(heads)
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(float(rope))
    writer.add_rope_dimension_count(width // heads)
    writer.add_vocab_size(config["vocab_size"])
    kind = gguf.LlamaFileType.ALL_F32 if numbers == "f32" else gguf.LlamaFileType.MOSTLY_F16
    writer.add_file_type(kind)


def _tokens(writer: Any, gguf: Any, folder: Path, size: int) -> None:
    written = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    added = {token["content"]: token["id"] for token in written["added_tokens"]}
    special = {token["content"] for token in written["added_tokens"] if token["special"]}
    names = {number: name for name, number in (written["model"]["vocab"] | added).items()}
    tokens = [names.get(number, f"[PAD{number}]") for number in range(size)]
    kinds = [
        gguf.TokenType.UNUSED
        if number not in names
        else gguf.TokenType.CONTROL
        if names[number] in special
        else gguf.TokenType.USER_DEFINED
        if names[number] in added
        else gguf.TokenType.NORMAL
        for number in range(size)
    ]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([m if isinstance(m, str) else " ".join(m) for m in written["model"]["merges"]])
    numbers = {name: number for number, name in names.items()}
    writer.add_bos_token_id(numbers[settings["bos_token"]])
    writer.add_eos_token_id(numbers[settings["eos_token"]])
    writer.add_pad_token_id(numbers[settings["pad_token"]])
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(False)
    template = folder / "chat_template.jinja"
    if template.is_file():
        writer.add_chat_template(template.read_text(encoding="utf-8"))


def _weights(writer: Any, tensors: dict[str, Any], config: dict[str, Any], numbers: str) -> None:
    import numpy  # noqa: PLC0415 - loaded by now

    def put(name: str, tensor: NDArray[np.float32]) -> None:
        kind = numpy.float16 if numbers == "f16" and tensor.ndim == 2 else numpy.float32
        writer.add_tensor(f"{name}.weight", numpy.ascontiguousarray(tensor, dtype=kind))

    put("token_embd", tensors["model.embed_tokens.weight"])
    put("output_norm", tensors["model.norm.weight"])
    put("output", tensors.get("lm_head.weight", tensors["model.embed_tokens.weight"]))
    heads = {"attn_q": config["num_attention_heads"], "attn_k": config["num_key_value_heads"]}
    for layer in range(config["num_hidden_layers"]):
        for name, source in TENSORS.items():
            tensor = tensors[f"model.layers.{layer}.{source}.weight"]
            if name in heads:
                tensor = interleaved(tensor, heads[name])
            put(f"blk.{layer}.{name}", tensor)


def interleaved(tensor: NDArray[np.float32], heads: int) -> NDArray[np.float32]:
    """Return a rotary matrix in llama.cpp's order, where the two rows of each rotated pair are adjacent."""
    half = tensor.shape[0] // heads // 2
    return tensor.reshape(heads, 2, half, *tensor.shape[1:]).swapaxes(1, 2).reshape(tensor.shape)
