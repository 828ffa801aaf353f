"""Drills: lines of random words to copy, to search for phrases, and to look up in a vocabulary.

Trained on readable texts alone, a small model guesses which word follows another before it learns to look the
word up, and then gets held-out pairs wrong. Random words cannot be guessed. Also, a readable text needs two
or three such steps in fifty tokens, a drill one in five.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from defeasible.llm.parse.sheet import user
from defeasible.llm.tiny.sample import reply, words
from defeasible.reasoner.text import Source

_LISTS = ("people", "things", "premises", "story", "english")
_SMALL = "if then only or and is not does the".split()  # noqa: SIM905 - reads better
_CHINESE = 0.2
"""Share of lines in Chinese."""


class _Family(NamedTuple):
    """How the replies of a family list and refer to what a text names."""

    letter: str
    listed: str
    """Name of the list; empty if the objects of a text are not all in one list."""
    again: str
    """The field of an entry that repeats the words."""
    left: str
    right: str


_FAMILIES = (
    _Family("a", "atoms", "gloss", "if", "then"),
    _Family("o", "", "", "left", "right"),
    _Family("p", "participants", "name", "who", "other"),
    _Family("x", "phrases", "text", "subject", "value"),
)


class Drill:
    """An endless supply of prompts and replies, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"{seed} drill")  # noqa: S311 - nothing secret
        self._english, self._chinese = english(), sorted(set(_texts(words("chinese"))))

    def next(self) -> tuple[str, str]:
        """Return a prompt and the reply to it."""
        return self._random.choice((self._copy, self._declare, self._refer, self._refer))()

    def _copy(self) -> tuple[str, str]:
        """Return one or two lines to copy."""
        lines = [
            self._line(self._phrases(self._random.randint(2, 6))) for _ in range(self._random.randint(1, 2))
        ]
        prompt = user(_sources(lines))
        return prompt.text, reply({f"s{n}": [{"words": line}] for n, line in enumerate(lines, 1)})

    def _declare(self) -> tuple[str, str]:
        """Return lines that repeat phrases, to list once each, in order."""
        family = self._random.choice([family for family in _FAMILIES if family.listed])
        phrases = self._phrases(self._random.randint(1, 4))
        named = [
            self._random.choices(phrases, k=self._random.randint(1, 3))
            for _ in range(self._random.randint(1, 2))
        ]
        entries = [
            {"words": phrase, family.again: phrase}
            for phrase in dict.fromkeys(p for some in named for p in some)
        ]
        prompt = user(_sources([self._line(some) for some in named]))
        return prompt.text, reply({family.listed: entries})

    def _refer(self) -> tuple[str, str]:
        """Return sentences of one or two declared phrases, to express with their labels."""
        family, phrases = self._random.choice(_FAMILIES), self._phrases(self._random.randint(2, 4))
        labels = {phrase: f"{family.letter}{n}" for n, phrase in enumerate(phrases, 1)}
        declared = "\n".join(f"{label}: {phrase}" for phrase, label in labels.items())
        lines, bound = [], {}
        for n in range(1, self._random.randint(1, 2) + 1):
            some = [
                self._random.sample(phrases, self._random.randint(1, 2))
                for _ in range(self._random.randint(1, 3))
            ]
            said = [self._line(pair) for pair in some]
            lines.append(". ".join(said))
            # For a single phrase only the first label is given.
            keys = (family.left, family.right)
            bound[f"s{n}"] = [
                {"words": line, **{key: labels[name] for key, name in zip(keys, pair, strict=False)}}
                for line, pair in zip(said, some, strict=True)
            ]
        return user(_sources(lines), declared=declared).text, reply(bound)

    def _line(self, phrases: list[str]) -> str:
        """Return phrases on a line, with small words between them."""
        if phrases[0][0] > "z":
            return "，".join(phrases)
        said = phrases[0]
        for phrase in phrases[1:]:
            said += f" {self._random.choice(_SMALL)} {phrase}"
        return said

    def _phrases(self, count: int) -> list[str]:
        """Return different phrases of one or two words, in one language."""
        chinese = self._random.random() < _CHINESE
        listed = self._random.sample(self._chinese if chinese else self._english, 2 * count)
        if chinese:
            return listed[:count]
        return [
            f"{one} {two}" if self._random.random() < 0.3 else one
            for one, two in zip(listed[:count], listed[count:], strict=True)
        ]


def english() -> list[str]:
    """Return all English words that drills use."""
    texts = [text for name in _LISTS for text in _texts(words(name))]
    return sorted({word for text in texts for word in text.split()} - set(_SMALL))


def _sources(lines: list[str]) -> tuple[Source, ...]:
    return tuple(Source(f"s{n}", line) for n, line in enumerate(lines, 1))


def _texts(value: object) -> list[str]:
    """Return all texts in a table."""
    if isinstance(value, dict):
        value = list(value.values())
    return [text for part in value for text in _texts(part)] if isinstance(value, list) else [str(value)]
