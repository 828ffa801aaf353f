"""Lines of random words to be copied: what a model must be able to do before it can read.

Taught on readable texts alone, a small model guesses which word follows another before it learns to look the
word up; pairs that are held out it then gets wrong. Random words cannot be guessed.
"""

from __future__ import annotations

from random import Random

from defeasible.llm.parse.sheet import user
from defeasible.llm.tiny.sample import reply, words
from defeasible.reasoner.text import Source

_LISTS = ("people", "things", "premises", "story", "english")
_SMALL = "If then only if unless or and is not does the a".split()  # noqa: SIM905 - reads better
_CHINESE = 0.2
"""Share of lines that are Chinese."""


class Drill:
    """An endless supply of lines and their copies, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed} drill")  # noqa: S311 - nothing secret
        texts = [text for name in _LISTS for text in _texts(words(name))]
        self._english = sorted({word for text in (*texts, *_SMALL) for word in text.split()})
        self._chinese = sorted(set(_texts(words("chinese"))))

    def next(self) -> tuple[str, str]:
        """Return a prompt with one to three lines, and the reply that copies them."""
        lines = [self._line() for _ in range(self._random.randint(1, 3))]
        prompt = user(tuple(Source(f"s{n}", line) for n, line in enumerate(lines, 1)))
        return prompt.text, reply({f"s{n}": [{"words": line}] for n, line in enumerate(lines, 1)})

    def _line(self) -> str:
        count = self._random.randint(3, 9)
        if self._random.random() < _CHINESE:
            return "".join(self._random.choices(self._chinese, k=count))
        return " ".join(self._random.choices(self._english, k=count))


def _texts(value: object) -> list[str]:
    """Return all texts of a table."""
    if isinstance(value, dict):
        value = list(value.values())
    return [text for part in value for text in _texts(part)] if isinstance(value, list) else [str(value)]
