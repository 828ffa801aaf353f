"""The base class of every dataclass that is read from and written to files."""

from __future__ import annotations

from typing import ClassVar

from pydantic import ConfigDict


class Record:
    """Makes pydantic refuse unknown fields when it reads the dataclass."""

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")
