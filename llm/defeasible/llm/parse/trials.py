"""A model's results on texts whose forms are known: shipped with the package, or measured on this machine."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from defeasible.llm.kept import Identified
from defeasible.llm.named import READER
from defeasible.llm.parse.wires import WIRES
from defeasible.reasoner.folders import cache_dir
from defeasible.reasoner.parsing import Trial
from defeasible.reasoner.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from defeasible.llm.parse.parser import ModelParser

_SHIPPED = tuple(f"smollm2{engine}?adapter={READER.name}" for engine in ("", ":hf"))


def known(parser: ModelParser, backend: object) -> dict[str, Trial]:
    """Return the stored trials of a model: those of this machine, else those shipped with the package.

    Args:
        parser: The parser, whose settings the trials depend on.
        backend: The model, identified by its fingerprint.
    """
    shipped = READER / "trials.json" if getattr(backend, "name", "") in _SHIPPED else None
    place = _place(parser, backend)
    found: dict[str, Trial] = {}
    for path in filter(None, (shipped, place)):
        found |= _read(path)
    return found


def keep(parser: ModelParser, backend: object, trials: Mapping[str, Trial]) -> None:
    """Save trials in the user's cache, replacing earlier ones."""
    place = _place(parser, backend)
    if place is None:
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    scratch = place.with_suffix(f".{os.getpid()}")
    scratch.write_text(json.dumps(dict(trials)), encoding="utf-8")
    scratch.replace(place)


def _place(parser: ModelParser, backend: object) -> Path | None:
    """Return the file of a model's trials, named by all they depend on; None without a fingerprint."""
    if not isinstance(backend, Identified):
        return None
    asked = (parser.votes, parser.thinking, parser.repairs, parser.examples, parser.temperature)
    prompts = [parser.versions(family) for family in WIRES]
    told = json.dumps([__version__, backend.fingerprint, asked, prompts])
    return cache_dir() / "trials" / f"{hashlib.sha256(told.encode()).hexdigest()[:24]}.json"


def _read(path: Path) -> dict[str, Trial]:
    """Return the trials in a file; empty if the file is missing or incomplete."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return {family: Trial(*counts) for family, counts in held.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
