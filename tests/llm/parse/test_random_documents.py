"""Whatever a model writes within its schema ends in a form or in a reason why there is none."""

import json
import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as reader  # type: ignore[import-not-found]
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from defeasible.llm.backend import Request
from defeasible.llm.parse import ModelParser, Text
from defeasible.llm.parse.judge import assumed
from defeasible.llm.scripted import Scripted
from defeasible.llm.spec import Json
from defeasible.reasoner.forms import FORMS, Unparsed
from defeasible.reasoner.forms.codec import from_json, to_json

TEXTS = {
    "premises": Text.premises(
        ["If it rains, the street gets wet.", "It rains or snows."], ["The street gets wet."]
    ),
    "sizes": Text.sizes("The vase holds the rose, which is taller than the cup.", ("rose", "vase")),
    "story": Text.story(["Ben lost his hat.", "He was sad."], ["Ben has a hat."]),
    "dialogue": Text.dialogue(["A: 我昨天感冒了，所以没去上班。", "B: The soup is salty."]),
}
SCRAPS = ["", " ", "it rains", "the street", "\t", "感冒", "=x", "ß’", "A", "\u0000", "🎲", "if", '"', "a1"]


parsed = cache(reader.parse)


def written(pattern: str, random: Random) -> str:
    """Return a text that a pattern matches."""

    def walk(nodes: Any) -> str:
        return "".join(one(*node) for node in nodes)

    def one(op: Any, arg: Any) -> str:
        if op is sre.LITERAL:
            return chr(arg)
        if op is sre.MAX_REPEAT:
            low, high, inside = arg
            return "".join(walk(inside) for _ in range(random.randint(low, min(high, low + 3))))
        if op is sre.SUBPATTERN:
            return walk(arg[-1])
        if op is sre.BRANCH:
            return walk(random.choice(arg[1]))
        if op is sre.IN:
            kind, value = random.choice(arg)
            return chr(value if kind is sre.LITERAL else random.randint(*value))
        assert op is sre.AT
        return ""

    return walk(parsed(pattern))


def document(schema: dict[str, Any], defs: dict[str, Any], random: Random) -> Any:
    """Return a value that a schema admits."""
    if "$ref" in schema:
        return document(defs[schema["$ref"].rpartition("/")[2]], defs, random)
    if "const" in schema or "enum" in schema:
        return random.choice(schema.get("enum", [schema.get("const")]))
    if "anyOf" in schema:
        return document(random.choice(schema["anyOf"]), defs, random)
    match schema["type"]:
        case "object":
            return {key: document(part, defs, random) for key, part in schema["properties"].items()}
        case "array":
            least, most = schema.get("minItems", 0), schema["maxItems"]
            count = min(most, random.choice([least, least + 1, least + 2, most]))
            return [document(schema["items"], defs, random) for _ in range(count)]
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case "string" if "pattern" in schema:
            return written(schema["pattern"], random)[: schema["maxLength"]]
    scraps = random.choices(SCRAPS, k=random.randint(1, 4))
    return " ".join(scraps)[: schema["maxLength"]] or "x" * schema.get("minLength", 0)


def babble(seed: int) -> Scripted:
    random = Random(seed)

    def say(request: Request) -> str:
        assert isinstance(request.spec, Json)
        schema = json.loads(request.spec.schema)
        return json.dumps(document(schema, schema.get("$defs", {}), random), ensure_ascii=False)

    return Scripted(say)


@pytest.mark.parametrize("family", FORMS)
def test_every_well_formed_reply_ends_well(family: str) -> None:
    parser = ModelParser(babble(1), repairs=0, consistent=False, examples=0, max_tokens=10**5)
    ends: Counter[str] = Counter()
    for _ in range(2500):
        read = parser.parse(TEXTS[family])
        if isinstance(read.form, Unparsed):
            # All that a schema leaves open: what a pattern forbids, and undeclared names, it cannot say.
            assert re.search(r" is empty\n", read.form.reason), read.form.reason
            assert (read.share, read.readings) == (0.0, ())
            ends["unparsed"] += 1
            continue
        assert read.share == 1.0
        assert sum("no words of the text" in note for note in read.notes) == len(assumed(read.form))
        assert from_json(to_json(read.form)) == read.form
        ends["form"] += 1
    assert ends["form"] >= 1000
