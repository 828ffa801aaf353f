"""Words of a text with their places: clitics and possessives split off, everything else left alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*(?:/\d+)?"  # 30, 1.5, 1,000, 3/4
    r"|[^\W\d_]+?(?=n['’]t\b)|n['’]t\b"  # is|n't
    r"|['’](?:s|ve|re|d|ll|m)\b"  # 's, 've
    r"|[^\W\d_]+(?:-[^\W\d_]+)*"  # words, also chock-full
    r"|[^\s]",
    re.IGNORECASE,
)

SENTENCE_END = frozenset(".!?;:\n。！？；")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a mark of a text."""

    text: str
    """As written."""
    low: str
    """In lower case, with a straight apostrophe."""
    start: int
    """First character in the text."""
    end: int
    """One past the last character."""

    @property
    def is_word(self) -> bool:
        """Whether it is made of letters (a clitic is not)."""
        return self.low[0].isalpha()


def tokenize(text: str) -> list[Token]:
    """Split a text into words and marks, in order."""
    return [
        Token(m.group(), m.group().lower().replace("’", "'"), m.start(), m.end())
        for m in _TOKEN.finditer(text)
    ]
