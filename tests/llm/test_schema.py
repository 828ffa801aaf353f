"""Schemas made finite: nothing that was allowed to run on for ever is, and no stated limit is lost."""

import json
from typing import Any

import pytest

from defeasible.llm.schema import MAX_INTEGER, MAX_ITEMS, MAX_STRING, harden, max_bytes
from defeasible.reasoner.forms.codec import json_schema

OPEN: dict[str, Any] = {
    "type": "object",
    "title": "Person",
    "properties": {
        "title": {"type": "string"},
        "age": {"type": "integer", "minimum": 0, "maximum": 120},
        "height": {"type": "integer", "exclusiveMinimum": 0},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 5}},
        "pair": {"type": "array", "prefixItems": [{"type": "null"}, {"type": "boolean"}], "minItems": 2},
        "kind": {"enum": ["a", "b"]},
        "next": {"anyOf": [{"$ref": "#/$defs/Leaf"}, {"type": "null"}]},
    },
    "$defs": {"Leaf": {"type": "object", "properties": {"x": {"type": "string", "pattern": "^[a-z]{1,8}$"}}}},
}


def test_a_schema_is_closed_and_bounded() -> None:
    hard = harden(OPEN)
    parts = hard["properties"]
    assert hard["additionalProperties"] is False
    assert hard["$defs"]["Leaf"]["additionalProperties"] is False
    assert parts["title"] == {"type": "string", "maxLength": MAX_STRING}, "a property may be called `title`"
    assert parts["age"] == {"type": "integer", "minimum": 0, "maximum": 120}
    assert parts["height"] == {"type": "integer", "exclusiveMinimum": 0, "maximum": MAX_INTEGER}
    assert parts["tags"]["maxItems"] == MAX_ITEMS
    assert parts["tags"]["items"] == {"type": "string", "maxLength": 5}
    assert parts["pair"]["maxItems"] == 2
    assert hard["x-guidance"]["whitespace_flexible"] is False
    assert "title" not in hard
    assert "title" in OPEN, "the schema that was given is as it was"
    assert harden(hard) == hard


def test_no_text_of_a_schema_is_longer_than_its_bound() -> None:
    longest = {
        "title": "\x01" * MAX_STRING,
        "age": 120,
        "height": MAX_INTEGER,
        "tags": ["\x01" * 5] * MAX_ITEMS,
        "pair": [None, False],
        "kind": "b",
        "next": {"x": "a" * 8},
    }
    written = len(json.dumps(longest))
    assert written <= max_bytes(harden(OPEN)) <= written + 200


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "number"},
        {"type": "string", "pattern": "^a+$"},
        {"type": "object", "additionalProperties": {"type": "null"}},
        {"$ref": "#/$defs/N", "$defs": {"N": {"type": "array", "items": {"$ref": "#/$defs/N"}}}},
        {},
    ],
    ids=["number", "pattern", "dictionary", "recursion", "anything"],
)
def test_what_stays_without_bound_is_seen(schema: dict[str, Any]) -> None:
    assert max_bytes(harden(schema)) == float("inf")


def test_the_schema_of_size_contexts_has_a_bound_but_for_its_ratios_and_weights() -> None:
    schema = json_schema("sizes")
    schema["$defs"]["Comparison"]["properties"]["factor"] = {"type": "string", "maxLength": 9}
    stated = next(part for part in schema["$defs"].values() if "weight" in part.get("properties", {}))
    stated["properties"]["weight"] = {"type": "integer", "minimum": 1, "maximum": 9}
    assert max_bytes(harden(schema)) < 300_000
