"""Identity of runs and answers: the configuration of a run, and the key of each item in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import FiniteFloat

from defeasible.eval.cases import Case, Setting

Config = dict[str, bool | int | FiniteFloat | str | None]
"""Every setting that can change an answer or the choice of items; flat, so that differences have names."""

KEY_DIGITS = 24


def items_digest(cases: Sequence[Case[Any]]) -> str:
    """Return a hash of all items that a run may draw from, independent of their order in the file."""
    return _digest(sorted(case.id for case in cases))[:KEY_DIGITS]


def config_hash(config: Mapping[str, Setting | None]) -> str:
    """Return the hash of a configuration."""
    return _digest(dict(config))


def item_key(item: str, hashed_config: str) -> str:
    """Return the key of an answer: a hash of the item and of the configuration, pipeline included."""
    # The 0 was the number of a repeat, before each repeat became a run; existing logs have keys with it.
    return hashlib.sha256(f"{item}\n{hashed_config}\n0".encode()).hexdigest()[:KEY_DIGITS]


def differing(old: Mapping[str, Setting | None], new: Mapping[str, Setting | None]) -> list[str]:
    """Return the names of the fields in which two configurations differ, in alphabetical order."""
    return sorted(name for name in {*old, *new} if old.get(name) != new.get(name))


def sample(cases: Sequence[Case[Any]], limit: int | None, seed: int) -> list[Case[Any]]:
    """Return `limit` items drawn at random, in the order of the file.

    Items are ranked by a hash of the seed and their content: a larger limit keeps every item of a smaller
    one, and neither the order of the file nor its other items matter.

    Args:
        cases: All items.
        limit: Number of items, at least 1; None for all.
        seed: Any integer.
    """
    if limit is None or limit >= len(cases):
        return list(cases)
    ranked = sorted(range(len(cases)), key=lambda i: _digest([seed, cases[i].id]))
    return [cases[i] for i in sorted(ranked[:limit])]


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
