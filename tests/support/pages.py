"""The data in a report page, unpacked as a browser would."""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Page:
    """A report page."""

    html: str

    def _data(self, name: str) -> str:
        found = re.findall(rf'<script type="[a-z/]+" id="data-{name}">(.*?)</script>', self.html, re.DOTALL)
        assert len(found) == 1
        return str(found[0])

    @cached_property
    def overview(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._data("overview"))
        return found

    @cached_property
    def index(self) -> dict[str, Any]:
        found: dict[str, Any] = _unpacked(self._data("index"))
        return found

    @cached_property
    def records(self) -> list[Any]:
        return [record for block in json.loads(self._data("blocks"))["blocks"] for record in _unpacked(block)]

    def cells(self, run: int = 0) -> list[dict[str, Any]]:
        """The cells of a run by their fields, in the order of the items."""
        fields = self.index["cell"]
        return [dict(zip(fields, cell, strict=True)) for cell in self.index["cells"][run] if cell]

    def place(self, item: str) -> int:
        """The place of an item, by its id."""
        return [row[1] for row in self.index["items"]].index(item)


def _unpacked(packed: str) -> Any:
    return json.loads(zlib.decompress(base64.b64decode(packed)))
