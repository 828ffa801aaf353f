"""The lexicons behind `EnablingRoles`, read once: cue words and fields of life."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from defeasible.reasoner.commonsense.data import read_toml
from defeasible.reasoner.commonsense.words import stem
from defeasible.reasoner.forms import Role


@dataclass(frozen=True, slots=True)
class Cue:
    """A family of words that speak for one role."""

    name: str
    role: Role
    grade: str
    """`strong`, `plain` or `weak`."""
    reason: str
    words: frozenset[str]
    """Stems."""
    phrases: frozenset[tuple[str, str]]
    """Pairs of neighbouring stems."""


@cache
def cues() -> tuple[Cue, ...]:
    """Return the cue families of `roles.toml`."""
    return tuple(
        Cue(
            name=row["name"],
            role=Role(row["role"]),
            grade=row["grade"],
            reason=row["reason"],
            words=frozenset(stem(w) for w in row["words"].split() if "_" not in w),
            phrases=frozenset(
                (stem(a), stem(b)) for a, _, b in (w.partition("_") for w in row["words"].split()) if b
            ),
        )
        for row in read_toml("roles.toml")["cue"]
    )


@cache
def fields() -> dict[str, frozenset[str]]:
    """Return the fields of life that a stem brings to mind, by stem."""
    known: dict[str, set[str]] = {}
    for name, words in read_toml("topics.toml")["field"].items():
        for word in words.split():
            known.setdefault(stem(word), set()).add(name)
    return {word: frozenset(names) for word, names in known.items()}
