"""The JSON form of a trace: one line without defaults, sealed with a SHA-256 of its content."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from defeasible.reasoner.errors import FormError, TraceError

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from defeasible.reasoner.trace.trace import Trace


def to_document(adapter: TypeAdapter[Trace], trace: Trace) -> dict[str, Any]:
    """Return the trace as plain JSON values without a seal; `schema` and `kind` are always present."""
    document: dict[str, Any] = adapter.dump_python(trace, mode="json", exclude_defaults=True)
    document.pop("seal", None)
    document["schema"] = trace.schema
    for step, written in zip(trace.steps, document["steps"], strict=True):
        written["kind"] = step.kind
    return document


def seal(document: dict[str, Any]) -> str:
    """Return the SHA-256 (hexadecimal) of a document's canonical JSON without its `seal`."""
    content = {key: value for key, value in document.items() if key != "seal"}
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    # JSON can represent half of a surrogate pair, which UTF-8 cannot.
    return hashlib.sha256(canonical.encode(errors="surrogatepass")).hexdigest()


def to_json(adapter: TypeAdapter[Trace], trace: Trace) -> str:
    """Return the sealed document as one line of JSON. Deterministic: equal traces give equal bytes."""
    document = to_document(adapter, trace)
    document["seal"] = seal(document)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_json(adapter: TypeAdapter[Trace], document: str | bytes) -> Trace:
    """Read a trace document.

    Raises:
        TraceError: If it is not JSON, has another schema version, or is malformed; says where.
    """
    try:
        value = json.loads(document, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise TraceError(f"a trace document is not JSON: {error}") from error
    if not isinstance(value, dict) or value.get("schema") != "defeasible.trace/1":
        found = value.get("schema") if isinstance(value, dict) else type(value).__name__
        raise TraceError(
            f"cannot read a trace of schema {found!r}", hint="this version reads `defeasible.trace/1`"
        )
    try:
        return adapter.validate_json(document, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the top"
        raise TraceError(f"malformed trace at {where}: {first['msg']}") from error
    except FormError as error:
        raise TraceError(f"malformed trace: {error.message}", hint=error.hint) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse a duplicate key, of which some readers take the first value and others the last."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError(f"duplicate key among {[key for key, _ in pairs]}")
    return value
