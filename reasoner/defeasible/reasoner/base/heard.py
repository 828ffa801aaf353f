"""`Heard`: what a base made of its texts, as it is kept in its file so that no text is read twice."""

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
"""The packages that say what is made of a text."""


@dataclass(frozen=True, slots=True)
class Heard(Record):
    """What a base made of its texts."""

    reader: str
    """The fingerprint of the reader; another reads the texts again."""
    known: Known
    kinds: Kinds
    given: tuple[Given, ...] = ()
    """The values of relations that have one at a time."""


@cache
def fingerprint(pipeline: str) -> str:
    """Return a SHA-256 (hexadecimal) that changes with what is made of a text.

    It is of the code and the word lists, the version of spaCy and the name of the pipeline. Another version
    of the pipeline under the same name is not noticed.

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
    """Return what was made of texts, if it is what the reader of a base would make of them here."""
    if heard is None:
        return None
    try:
        return heard if heard.reader == fingerprint(english.name) else None
    except MissingExtraError:
        return None  # nothing is read here, until somebody tells or asks a text
