"""`Heard`: the readings of a base's texts, stored in its file so that no text is read twice."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from defeasible import reasoner
from defeasible.reasoner.base.functional import Given
from defeasible.reasoner.base.generics import Kinds
from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.errors import MissingExtraError
from defeasible.reasoner.grammar.belief.conversation import Known
from defeasible.reasoner.record import Record

_READERS = ("english", "grammar", "base")
"""The packages that determine how a text is read."""


@dataclass(frozen=True, slots=True)
class Heard(Record):
    """The readings of a base's texts."""

    reader: str
    """The fingerprint of the reader; a reader with another fingerprint reads the texts again."""
    known: Known
    kinds: Kinds
    given: tuple[Given, ...] = ()
    """The values of relations with one value at a time."""


@cache
def fingerprint(pipeline: str) -> str:
    """Return a SHA-256 (hexadecimal) that changes if texts may be read differently.

    It covers the code and the word lists, the version of spaCy and the name of the pipeline. Another version
    of a pipeline with the same name is not noticed.

    Args:
        pipeline: The name of the spaCy pipeline.
    """
    whole = hashlib.sha256(f"{pipeline} {version('spacy')}".encode())
    root = Path(reasoner.__file__).parent
    for path in sorted(
        p for name in _READERS for p in (root / name).rglob("*") if p.suffix in {".py", ".toml"}
    ):
        whole.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()


def current(heard: Heard | None, english: English) -> Heard | None:
    """Return stored readings if the present reader would read the texts in the same way, else None."""
    if heard is None:
        return None
    try:
        return heard if heard.reader == fingerprint(english.name) else None
    except MissingExtraError:
        return None  # nothing is read until a text is told or asked
