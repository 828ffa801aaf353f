"""The lexicons of `EnablingRoles`, read once: cue words and fields of life."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from defeasible.reasoner.english.stems import light_stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Role


@dataclass(frozen=True, slots=True)
class Cue:
    """A family of words that indicate one role."""

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
            words=frozenset(light_stem(w) for w in row["words"].split() if "_" not in w),
            phrases=frozenset(
                (light_stem(a), light_stem(b))
                for a, _, b in (w.partition("_") for w in row["words"].split())
                if b
            ),
        )
        for row in read_toml("defeasible.reasoner.commonsense", "roles.toml")["cue"]
    )


@cache
def fields() -> dict[str, frozenset[str]]:
    """Return the fields of life that each stem evokes."""
    known: dict[str, set[str]] = {}
    for name, words in read_toml("defeasible.reasoner.commonsense", "topics.toml")["field"].items():
        for word in words.split():
            known.setdefault(light_stem(word), set()).add(name)
    return {word: frozenset(names) for word, names in known.items()}
