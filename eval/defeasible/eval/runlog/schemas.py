"""The published JSON Schemas of the files of a run."""

from __future__ import annotations

from pydantic import TypeAdapter

from defeasible.eval.cases import Case, Json
from defeasible.eval.runlog import manifest
from defeasible.eval.runlog.events import SCHEMA, adapter
from defeasible.reasoner.forms import FORMS, codec
from defeasible.reasoner.question.codec import Written
from defeasible.reasoner.trace import SCHEMA as TRACE
from defeasible.reasoner.trace import Trace

PARTS = ("events", "items", "manifest", "trace", *FORMS)
"""What has a schema: parts of a run, a trace, the forms of each family."""


def json_schema(part: str) -> dict[str, Json]:
    """Return the JSON Schema of a part of a run, of a trace, or of a form of one family."""
    match part:
        case "events":
            schema: dict[str, Json] = adapter().json_schema()
        case "items":
            schema = TypeAdapter(Case[Written]).json_schema()
        case "manifest":
            schema = manifest.json_schema()
        case "trace":
            schema = Trace.json_schema()
        case _:
            schema = codec.json_schema(part)
    name = {"events": SCHEMA, "items": SCHEMA, "manifest": SCHEMA, "trace": TRACE}.get(part, codec.SCHEMA)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{name}#{part}", **schema}
