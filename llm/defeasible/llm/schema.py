"""JSON Schemas made finite: closed objects, bounded strings, lists and numbers, one way to put spaces."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from math import inf
from typing import Any

MAX_STRING, MAX_ITEMS, MAX_INTEGER = 200, 16, 10**9
"""Characters, items and absolute values where a schema names no limit."""

LAYOUT = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""How the decoding engine lays JSON out: as `json.dumps` does. Free spaces can loop for ever, and none at all
keep models from the tokens they know."""

_NESTED = ("items", "prefixItems", "anyOf", "oneOf", "allOf", "additionalProperties")
_NAMED = ("properties", "$defs", "patternProperties")
_REMARKS = ("title", "description", "default", "examples")


def harden(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that admits finitely many texts, for an engine that knows `x-guidance`.

    Limits that are there are kept; remarks that do not constrain are dropped, as engines may choke on them.
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
        # A property may have such a name; then it holds a schema.
        if not isinstance(node.get(remark, {}), dict):
            del node[remark]
    for key, part in node.items():
        if key in _NAMED:
            _harden(list(part.values()))
        elif key in _NESTED:
            _harden(part)


def _limits(node: dict[str, Any]) -> dict[str, Any]:
    """Return the limits that a schema node must have, and has unless they are named."""
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
    """Return the most bytes (so the most tokens) of a hardened schema's texts; infinite where unbounded."""
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
