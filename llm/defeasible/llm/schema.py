"""JSON Schemas made finite: closed objects; bounded strings, lists and numbers; fixed whitespace."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from math import inf
from typing import Any

MAX_STRING, MAX_ITEMS, MAX_INTEGER = 200, 16, 10**9
"""Default limits of characters, items and absolute values, where a schema sets none."""

LAYOUT = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""The JSON layout of the decoding engine, as of `json.dumps`. Free whitespace can loop forever, and no
whitespace at all keeps models from the tokens they know."""

_NESTED = ("items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties")
_NAMED = ("properties", "$defs", "patternProperties")
_REMARKS = ("title", "description", "default", "examples")


def harden(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that admits finitely many texts, for an engine that supports `x-guidance`.

    Existing limits are kept. Annotations that do not constrain anything are dropped, since engines may not
    accept them.
    """
    hard = deepcopy(schema)
    _harden(hard)
    return {"x-guidance": LAYOUT, **{k: v for k, v in hard.items() if k != "x-guidance"}}


def _harden(node: object) -> None:
    if isinstance(node, list):
        for part in node:
            _harden(part)
    if not isinstance(node, dict):
        return
    for limit, value in _limits(node).items():
        node.setdefault(limit, value)
    for remark in _REMARKS:
        # A property may have such a name; then its value is a schema.
        if not isinstance(node.get(remark, {}), dict):
            del node[remark]
    for key, part in node.items():
        if key in _NAMED:
            _harden(list(part.values()))
        elif key in _NESTED:
            _harden(part)


def _limits(node: dict[str, Any]) -> dict[str, Any]:
    """Return the limits that a schema node gets unless it sets its own."""
    match node.get("type", "object" if "properties" in node else None):
        case "object" if isinstance(node.get("additionalProperties"), dict):
            return {"maxProperties": MAX_ITEMS}
        case "object":
            return {"additionalProperties": False}
        case "array":
            return {"maxItems": len(node.get("prefixItems", ())) or MAX_ITEMS}
        case "string" if not node.keys() & {"enum", "const", "format", "pattern"}:
            return {"maxLength": MAX_STRING}
        case "integer":
            low = {} if "exclusiveMinimum" in node else {"minimum": -MAX_INTEGER}
            return low if "exclusiveMaximum" in node else {**low, "maximum": MAX_INTEGER}
        case _:
            return {}


def max_bytes(schema: dict[str, Any]) -> float:
    """Return the most bytes (so the most tokens) of a text of a hardened schema; infinite if unbounded."""
    return _bytes(schema, schema.get("$defs", {}), ())


def _bytes(node: object, defs: dict[str, Any], inside: tuple[str, ...]) -> float:  # noqa: PLR0912 - one case a keyword
    if not isinstance(node, dict):
        return inf
    if "$ref" in node:
        name = str(node["$ref"]).rpartition("/")[2]
        return inf if name in inside or name not in defs else _bytes(defs[name], defs, (*inside, name))
    if "const" in node:
        return len(json.dumps(node["const"]))
    if "enum" in node:
        return max(len(json.dumps(value)) for value in node["enum"])
    for key in ("anyOf", "oneOf"):
        if key in node:
            return max(_bytes(part, defs, inside) for part in node[key])
    match node.get("type"):
        case "null" | "boolean":
            return 5
        case "integer":
            low = node.get("minimum", node.get("exclusiveMinimum"))
            high = node.get("maximum", node.get("exclusiveMaximum"))
            return inf if low is None or high is None else max(len(str(low)), len(str(high)))
        case "string" if "maxLength" in node:
            # An engine may write any character as `\uXXXX`.
            return 6.0 * int(node["maxLength"]) + 2
        case "string" if "pattern" in node:
            plain = re.sub(r"\\.|\[(?:\\.|[^\]])*\]", "x", node["pattern"])
            if re.search(r"[*+]|\{\d*,\}", plain):
                return inf
            longest = sum(int(n) for n in re.findall(r"\{(?:\d+,)?(\d+)\}", plain)) + len(plain)
            return 6.0 * longest + 2
        case "array":
            fixed = sum(_bytes(part, defs, inside) + 2 for part in node.get("prefixItems", ()))
            more = float(node.get("maxItems", inf)) - len(node.get("prefixItems", ()))
            return 2 + fixed + (more * (_bytes(node.get("items"), defs, inside) + 2) if more else 0)
        case "object" if node.get("additionalProperties") is False:
            parts = node.get("properties", {}).items()
            return 2 + sum(len(json.dumps(key)) + 4 + _bytes(part, defs, inside) for key, part in parts)
        case _:
            return inf
