"""`Key`: a secret that is sent to a server and never written anywhere else."""

from __future__ import annotations

import os

from defeasible.reasoner.errors import UsageError

HIDDEN = "[key]"


class Key:
    """A key, or none. It is never printed; `clean` removes it from text that a server sends back.

    Args:
        text: The secret; empty for none.
        variable: The environment variable that it comes from, for messages.
    """

    __slots__ = ("_text", "variable")

    def __init__(self, text: str, variable: str) -> None:
        self._text = text
        self.variable = variable

    @classmethod
    def of_environment(cls, variable: str) -> Key:
        """Read a key from an environment variable.

        Raises:
            UsageError: If a header cannot carry its value. The message does not show the value.
        """
        text = os.environ.get(variable, "").strip()
        if not all("!" <= sign <= "~" for sign in text):
            raise UsageError(f"the key in the environment variable {variable} has invalid characters")
        return cls(text, variable)

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return f"Key({self.variable!r}, {'set' if self._text else 'not set'})"

    @property
    def header(self) -> str:
        """The value of the header `Authorization`."""
        return f"Bearer {self._text}"

    def clean(self, text: str) -> str:
        """Return a text without the key, which servers repeat in error messages."""
        return text.replace(self._text, HIDDEN) if self._text else text
