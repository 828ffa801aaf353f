"""Forms as JSON documents, written by a user, a model or another program."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms.form import FORMS, Form
from defeasible.reasoner.forms.premises import Premises
from defeasible.reasoner.text import quote

SCHEMA: Literal["defeasible.form/1"] = "defeasible.form/1"


def to_json(form: Form) -> str:
    """Return a form as one line of JSON without defaults; `from_json` is the inverse.

    >>> from defeasible.reasoner.forms import AtomDecl, Fact
    >>> from defeasible.reasoner.logic import Atom
    >>> to_json(Premises((), (AtomDecl("a1", "it rains"),), (Fact("f1", Atom("a1")),)))[:60]
    '{"schema":"defeasible.form/1","family":"premises","sources":'

    Raises:
        FormError: If it is not a form, such as `Unparsed`.
    """
    if not isinstance(form, Form):
        raise FormError(f"a {type(form).__name__} is not a form: {str(form)[:60]}")
    content = _adapter(form.family).dump_python(form, mode="json", exclude_defaults=True, by_alias=True)
    document = {"schema": SCHEMA, "family": form.family, **content}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_json(document: str | bytes) -> Form:
    """Read a form.

    Raises:
        FormError: If it is not JSON, has another schema or family, or is malformed; the message says where.
    """
    try:
        value = json.loads(document)
    except (ValueError, RecursionError) as error:
        raise FormError(f"a form is not JSON: {error}") from error
    schema, family = (value.get(key) for key in ("schema", "family")) if isinstance(value, dict) else (0, 0)
    if schema != SCHEMA:
        raise FormError(f"cannot read a form of schema {schema!r}", hint=f"this version reads `{SCHEMA}`")
    if not isinstance(family, str) or family not in FORMS:
        raise FormError(f"unknown family {family!r} of forms", hint=f"choose from {', '.join(FORMS)}")
    content = {key: part for key, part in value.items() if key not in ("schema", "family")}
    try:
        form: Form = _adapter(family).validate_json(
            json.dumps(content), strict=True, by_alias=True, by_name=False
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the top"
        raise FormError(f"malformed {family} form at {where}: {first['msg']}") from error
    except RecursionError as error:
        raise FormError(f"a {family} form is nested too deeply to be read") from error
    if isinstance(form, Premises):
        # In a conversation an earlier text may have introduced an atom; a document is self-contained.
        for atom in form.atoms:
            if atom.span is not None:
                quote(form.sources, atom.span)
    return form


def json_schema(family: str) -> dict[str, Any]:
    """Return the JSON Schema of the documents of one family."""
    schema = _adapter(family).json_schema(by_alias=True)
    schema["properties"] = {
        "schema": {"const": SCHEMA},
        "family": {"const": family},
        **schema["properties"],
    }
    schema["required"] = ["schema", "family", *schema.get("required", [])]
    return schema


@cache
def _adapter(family: str) -> TypeAdapter[Any]:
    return TypeAdapter(FORMS[family])
