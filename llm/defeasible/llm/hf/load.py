"""Load a model and its tokenizer: pinned, safetensors only, and remote code only on request."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

from defeasible.reasoner.errors import MissingExtraError, UsageError, unknown

Head: TypeAlias = Literal["CausalLM", "MaskedLM", "Seq2SeqLM", "SequenceClassification"]
"""The task of a model, as transformers names it."""


class Loaded(NamedTuple):
    """A model and its tokenizer, as objects of transformers (untyped)."""

    model: Any
    tokenizer: Any
    revision: str
    """Commit of the files if the model's configuration has it, else the requested revision; may be empty."""


def load(  # noqa: PLR0913 - all but the name are options
    name: str,
    *,
    revision: str | None,
    device: str | None,
    dtype: str | None,
    trust: bool = False,
    head: Head = "CausalLM",
) -> Loaded:
    """Load a model and its tokenizer.

    Args:
        name: Name on the hub, or a folder.
        revision: Branch, tag or commit; None for the default.
        device: `cpu`, `cuda`, `cuda:1`, ...; None for a GPU if there is one.
        dtype: `float32`, `bfloat16`, ...; None for bfloat16 on a GPU and float32 on a CPU.
        trust: Whether code that comes with the model may run.
        head: The model's task.

    Raises:
        MissingExtraError: If transformers or torch is not installed.
        UsageError: If there is no such model, device or type, if the files cannot be read, or if the model
            was not trained for `head`, so that some of its weights would be random.
    """
    try:
        import torch  # noqa: PLC0415 - 1.6 s
        import transformers  # noqa: PLC0415 - 3 s with its models
        from safetensors import SafetensorError  # noqa: PLC0415 - needs an extra
    except ImportError as error:
        raise MissingExtraError("a model through transformers", "transformers") from error
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    dtype = dtype or ("bfloat16" if device.startswith("cuda") else "float32")
    number = getattr(torch, dtype, None)
    if not isinstance(number, torch.dtype):
        raise unknown("dtype", dtype, ("bfloat16", "float16", "float32"))
    transformers.utils.logging.disable_progress_bar()
    given = {"revision": revision, "trust_remote_code": trust}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, **given)
        model, read = getattr(transformers, f"AutoModelFor{head}").from_pretrained(
            name, dtype=number, use_safetensors=True, output_loading_info=True, **given
        )
        model = model.to(device).eval()
    except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as error:
        first = str(error).strip().splitlines()
        raise UsageError(
            f"cannot load `{name}`: {first[0] if first else type(error).__name__}",
            hint="expected a hub name or a folder with config.json, model.safetensors, tokenizer.json",
        ) from error
    if read["missing_keys"]:
        raise UsageError(
            f"`{name}` is not a trained {head}: it lacks the weights {min(read['missing_keys'])}, ...",
            hint="choose a model that is",
        )
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    commit = getattr(model.config, "_commit_hash", None) or revision or ""
    return Loaded(model, tokenizer, str(commit))
