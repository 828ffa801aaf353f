"""The tiny model shipped with the package, on either engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import unknown

if TYPE_CHECKING:
    from defeasible.llm.backend import Generator

FOLDER = Path(__file__).with_name("weights")
"""The model in the format of transformers."""
ENGINES = ("hf", "gguf")


def gguf_file() -> Path:
    """Return the same weights in single precision for llama.cpp, created in the cache on first use."""
    from defeasible.llm.gguf.export import export, made  # noqa: PLC0415 - only where it is wanted

    return made(FOLDER / "model.safetensors", lambda path: export(FOLDER, path))


def open_tiny(engine: str = "hf") -> Generator:
    """Return the shipped model; it generates and scores, offline.

    Args:
        engine: `hf` for transformers, `gguf` for llama.cpp.

    Raises:
        UsageError: If there is no such engine.
        MissingExtraError: If the packages for it are not installed; the message says how to install them.
    """
    if engine == "hf":
        from defeasible.llm.hf import Transformers  # noqa: PLC0415 - only where it is wanted

        # Single precision on a GPU too, so that every machine gives the same replies.
        model = Transformers(str(FOLDER), dtype="float32")
        model.name = model.model_name = "tiny"
        return model
    if engine == "gguf":
        from defeasible.llm.gguf import LlamaCpp  # noqa: PLC0415 - only where it is wanted

        made = LlamaCpp(gguf_file(), cache="f32")
        made.name = "tiny:gguf"
        return made
    raise unknown("engine", engine, ENGINES, of="the tiny model")
