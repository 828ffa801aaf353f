"""How data lie in the page: JSON that no HTML can end, and packed blocks that the page unpacks when asked."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence

from defeasible.eval.cases import Json

BLOCK = 64
"""Items unpacked together: enough for proofs to share their words, few enough to open at once."""


def embed(value: Json) -> str:
    """Return JSON that can stand inside a `script` element: without `<`, so that nothing ends the element.

    Half of a surrogate pair, which UTF-8 lacks, is written as an escape.
    """
    return _text(value).replace("<", "\\u003c")


def pack(value: Json) -> str:
    """Return JSON, compressed (zlib, RFC 1950), in base64."""
    return base64.b64encode(zlib.compress(_text(value).encode(), 9)).decode()


def pack_blocks(values: Sequence[Json]) -> list[str]:
    """Return values in packed lists of `BLOCK` each: value `i` is at `i % BLOCK` of block `i // BLOCK`."""
    return [pack(values[start : start + BLOCK]) for start in range(0, len(values), BLOCK)]


def _text(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace").decode()
