"""What a governing verb implies about the truth of its clause, from `attitudes.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.english.wordlists import read_toml

Holds = Literal["yes", "no", "open"]


@dataclass(frozen=True, slots=True)
class Attitude:
    """A class of verbs with a clausal complement."""

    kind: str
    """`factive`, `report`, `belief`, `wish`, `dream`, `question`, `implicative`, `causative`, `truth`, ..."""
    affirmed: Holds
    """Whether the clause holds if the governing verb is affirmed."""
    denied: Holds
    """Whether it holds if the governing verb is denied."""


_DATA = read_toml("defeasible.reasoner.english", "attitudes.toml")
TRUE_OF: Mapping[str, Holds] = {
    word: holds for holds, words in _DATA["adverbs"].items() for word in words.split()
}
"""Adverb of a verb of belief or report to whether its complement is true: `wrongly believed`."""


_ROWS = ((word, row) for row in reversed(_DATA["attitude"]) for word in row["words"].split())
_ATTITUDES = {word: Attitude(row["kind"], row["affirmed"], row["denied"]) for word, row in _ROWS}


NOUNS: Mapping[str, str] = {noun: kind for kind, nouns in _DATA["nouns"].items() for noun in nouns.split()}
"""Noun to the kind of the clause that spells it out: `the rumour that he left`."""


def attitude_of(keys: tuple[str, ...]) -> Attitude | None:
    """Return the class of the first key that has one: `forget_to`, then `forget`."""
    return next((_ATTITUDES[key] for key in keys if key in _ATTITUDES), None)
