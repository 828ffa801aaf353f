"""Encoding of data in the page: JSON that is safe inside HTML, and blocks compressed until needed."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence

from defeasible.eval.cases import Json

BLOCK = 64
"""Items per block: enough for proofs to share their words, few enough to unpack quickly."""


def embed(value: Json) -> str:
    """Return JSON that is safe inside a `script` element: without `<`, so that nothing ends the element.

    Lone surrogates, which UTF-8 cannot encode, are escaped.
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
