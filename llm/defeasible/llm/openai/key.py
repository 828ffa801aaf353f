"""`Key`: a secret that is sent to a server and written nowhere else."""

from __future__ import annotations

import os

from defeasible.reasoner.errors import UsageError

HIDDEN = "[key]"


class Key:
    """A key, or none. Never printed; `clean` takes it out of what others wrote.

    Args:
        text: The secret; empty for none.
        variable: The environment variable that it is from, for messages.
    """

    __slots__ = ("_text", "variable")

    def __init__(self, text: str, variable: str) -> None:
        self._text = text
        self.variable = variable

    @classmethod
    def of_environment(cls, variable: str) -> Key:
        """Read a key from an environment variable.

        Raises:
            UsageError: If it holds what no header can carry. The message does not show it.
        """
        text = os.environ.get(variable, "").strip()
        if not all("!" <= sign <= "~" for sign in text):
            raise UsageError(
                f"the environment variable {variable} holds no key: there are spaces or other odd signs in it"
            )
        return cls(text, variable)

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return f"Key({self.variable!r}, {'set' if self._text else 'not set'})"

    @property
    def header(self) -> str:
        """What the header `Authorization` says."""
        return f"Bearer {self._text}"

    def clean(self, text: str) -> str:
        """Return a text without the key; servers repeat it in what they complain about."""
        return text.replace(self._text, HIDDEN) if self._text else text
