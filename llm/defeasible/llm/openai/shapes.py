"""How requests express a spec in each dialect, and the fallbacks if a server does not support one."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, assert_never, get_args

from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec

if TYPE_CHECKING:
    from collections.abc import Sequence

Dialect: TypeAlias = Literal["openai", "vllm", "llama_cpp"]
DIALECTS: tuple[str, ...] = get_args(Dialect)

Rung: TypeAlias = Literal[
    "structured", "grammar", "json_schema", "json_schema_plain", "json_object", "prompt"
]
"""A form of request, from strictest to weakest: vLLM's `structured_outputs`, llama.cpp's `grammar`, OpenAI's
`json_schema`, the same without keywords that hosted servers refuse, `json_object` with a schema, and an
instruction in the prompt."""

_AS_JSON: tuple[Rung, ...] = ("json_schema", "json_schema_plain", "json_object")

_LOOSE = ("minLength", "maxLength", "minProperties", "maxProperties", "uniqueItems", "format")
"""Keywords that hosted servers refuse in strict schemas."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The part of a request that describes the form of its reply."""

    fields: dict[str, Any] = field(default_factory=dict)
    """Fields of the request's body."""
    enforced: bool = True
    """Whether a server that complies can send nothing else."""
    wrapped: bool = False
    """Whether the reply's text is inside `{"answer": ...}`."""
    instruction: str = ""
    """Appended to the prompt."""


def ladder(dialect: Dialect, spec: Spec) -> tuple[Rung, ...]:
    """Return the request forms for a spec, best first. The last one is always `prompt`."""
    lark = isinstance(spec, Lark)
    match dialect:
        case "openai":
            return ("prompt",) if lark else (*_AS_JSON, "prompt")
        case "vllm":
            return ("structured", "prompt") if lark else ("structured", *_AS_JSON, "prompt")
        case "llama_cpp":
            if lark:
                return ("grammar", "prompt")
            first: tuple[Rung, ...] = ("grammar",) if isinstance(spec, Choice) else ()
            return (*first, "json_object", "json_schema", "prompt")
        case _:
            assert_never(dialect)


def shape(dialect: Dialect, spec: Spec, rung: Rung) -> Shape:
    """Return what a request must contain so that its reply fits a spec."""
    match rung:
        case "structured":
            return Shape({"structured_outputs": _structured(spec)})
        case "grammar":
            return Shape({"grammar": _grammar(spec)})
        case "json_schema":
            return _json_schema(_schema(spec), _wraps(spec), enforced=True)
        case "json_schema_plain":
            plain, whole = _plain(_schema(spec))
            return _json_schema(plain, _wraps(spec), enforced=whole)
        case "json_object":
            schema = _schema(spec)
            told = {"type": "json_object", "schema": schema}
            # Hosted servers require that the prompt mention JSON; llama.cpp does not.
            words = "" if dialect == "llama_cpp" else _json_words(schema)
            return Shape({"response_format": told}, wrapped=_wraps(spec), instruction=words)
        case "prompt":
            return Shape(enforced=False, instruction=_words(spec))
        case _:
            assert_never(rung)


def unwrapped(text: str) -> str:
    """Return the text inside `{"answer": ...}`; any other text stays as it is."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if isinstance(found, dict) and found.keys() == {"answer"} and isinstance(found["answer"], str):
        return found["answer"]
    return text


def bare(text: str) -> str:
    """Return a reply without surrounding whitespace and code fence, if only the prompt asked for its form."""
    text = text.strip()
    fenced = re.fullmatch(r"```\w*\n(.*?)\n?```", text, re.DOTALL)
    return fenced[1] if fenced else text


def exactly(dialect: Dialect, text: str) -> Shape:
    """Return what a request must contain so that its reply is exactly one text."""
    match dialect:
        case "vllm":
            return Shape({"structured_outputs": {"choice": [text]}})
        case "llama_cpp":
            return Shape({"grammar": f"root ::= {_literal(text)}"})
        case "openai":
            return _json_schema(_answer({"enum": [text]}), wrapped=True, enforced=True)
        case _:
            assert_never(dialect)


def in_tokens(tokens: Sequence[int]) -> Shape:
    """Return what a request to llama.cpp must contain so that its reply consists of the given tokens.

    GBNF of `llama.cpp` has had `<[NUMBER]>`, one token, since the end of 2025.
    """
    return Shape({"grammar": "root ::= " + " ".join(f"<[{token}]>" for token in tokens)})


def _structured(spec: Spec) -> dict[str, Any]:
    match spec:
        case Json(schema=schema):
            return {"json": json.loads(schema)}
        case Regex(pattern):
            return {"regex": pattern}
        case Choice(options):
            return {"choice": list(options)}
        case Lark(grammar):
            return {"grammar": grammar}


def _grammar(spec: Spec) -> str:
    if isinstance(spec, Choice):
        return "root ::= " + " | ".join(_literal(option) for option in spec.options)
    assert isinstance(spec, Lark)
    # llama-server supports Lark if built with llguidance; otherwise it reports that it does not.
    return f"%llguidance {{}}\n{spec.grammar}"


def _literal(text: str) -> str:
    """Return a text as a terminal of llama.cpp's GBNF."""
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}
    signs = (named.get(s) or (f"\\x{ord(s):02X}" if s < " " else s) for s in text)
    return f'"{"".join(signs)}"'


def _wraps(spec: Spec) -> bool:
    return not isinstance(spec, Json)


def _schema(spec: Spec) -> dict[str, Any]:
    match spec:
        case Json(schema=schema):
            found: dict[str, Any] = json.loads(schema)
            return found
        case Choice(options):
            return _answer({"enum": list(options)})
        case Regex(pattern):
            # `pattern` matches anywhere unless anchored, and llama.cpp does not support non-capturing groups.
            return _answer({"pattern": f"^({pattern})$"})
        case Lark():
            raise AssertionError("a grammar is never put as JSON")


def _answer(limits: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"answer": {"type": "string", **limits}},
        "required": ["answer"],
        "additionalProperties": False,
    }


def _json_schema(schema: dict[str, Any], wrapped: bool, *, enforced: bool) -> Shape:
    told = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}
    return Shape({"response_format": told}, enforced=enforced, wrapped=wrapped)


def _plain(schema: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return a schema as hosted servers accept it, and whether it is still as strict.

    They require every property to be required, which only narrows the schema, and support neither lengths nor
    `oneOf`.
    """
    whole = True

    def simple(node: Any, *, names: bool = False) -> Any:
        nonlocal whole
        if isinstance(node, list):
            return [simple(part) for part in node]
        if not isinstance(node, dict):
            return node
        made: dict[str, Any] = {}
        for key, part in node.items():
            if names:
                made[key] = simple(part)
            elif key in _LOOSE:
                whole = False
            elif key == "oneOf":
                made["anyOf"] = simple(part)
            elif key not in ("x-guidance", "discriminator"):
                made[key] = part if key in ("enum", "const") else simple(part, names=_named(key))
        if not names and "properties" in made:
            made["required"] = list(made["properties"])
        return made

    return simple(schema), whole


def _named(key: str) -> bool:
    return key in ("properties", "$defs")


def _json_words(schema: dict[str, Any]) -> str:
    shown = {key: part for key, part in schema.items() if key != "x-guidance"}
    written = json.dumps(shown, ensure_ascii=False)
    return f"Answer with JSON that fits this JSON Schema, and nothing else:\n{written}"


def _words(spec: Spec) -> str:
    match spec:
        case Json(schema=schema):
            return _json_words(json.loads(schema))
        case Choice(options):
            return "\n".join(("Answer with one of these, word for word, and nothing else:", *options))
        case Regex(pattern):
            return f"Answer with text that this regular expression matches, and nothing else:\n{pattern}"
        case Lark(grammar):
            return f"Answer with text of this grammar (Lark's notation), and nothing else:\n{grammar}"
