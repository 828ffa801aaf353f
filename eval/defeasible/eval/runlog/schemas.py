"""The published JSON Schemas of the files of a run."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from pydantic import TypeAdapter

from defeasible.eval.cases import Case, Json
from defeasible.eval.runlog import manifest
from defeasible.eval.runlog.events import SCHEMA, adapter
from defeasible.reasoner.trace import Trace

Part: TypeAlias = Literal["events", "items", "manifest", "trace"]
PARTS: tuple[Part, ...] = get_args(Part)


def json_schema(part: Part) -> dict[str, Json]:
    """Return the JSON Schema of a line of `events.jsonl` or `items.jsonl`, of the manifest, or of a trace."""
    match part:
        case "events":
            schema: dict[str, Json] = adapter().json_schema()
        case "items":
            schema = TypeAdapter(Case).json_schema()
        case "manifest":
            schema = manifest.json_schema()
        case "trace":
            schema = Trace.json_schema()
    name = SCHEMA if part != "trace" else "defeasible.trace/1"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}#{part}", **schema}
