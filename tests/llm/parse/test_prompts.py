"""The worked examples that models are shown must themselves be right."""

import pytest

from defeasible.llm.parse import ModelParser, Text
from defeasible.llm.parse.judge import assumed, contradiction, coverage
from defeasible.llm.parse.sheet import Example, sheet
from defeasible.llm.parse.wires import WIRES
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.forms import FORMS, Unparsed
from defeasible.reasoner.forms.codec import from_json, to_json

EXAMPLES = [(family, example) for family in FORMS for example in sheet(family).examples]
IDS = [f"{family}-{n}" for family in FORMS for n, _ in enumerate(sheet(family).examples, 1)]


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=IDS)
def test_an_example_is_a_good_reading(family: str, example: Example) -> None:
    text = Text(family, example.texts)
    parsed = ModelParser(Scripted([example.declare, example.bind]), repairs=0).parse(text)
    form = parsed.form
    assert not isinstance(form, Unparsed), form.reason
    assert from_json(to_json(form)) == form
    assert (assumed(form), parsed.notes, contradiction(form, 10)) == ((), (), "")
    assert coverage(form) >= (0.5 if family != "dialogue" else 0.3)


@pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=IDS)
def test_an_example_is_written_as_the_engine_writes(family: str, example: Example) -> None:
    """Models are shown the very layout that decoding holds them to."""
    wire, text = WIRES[family], Text(family, example.texts)
    declared = wire.declare(text).read(example.declare)
    bound = wire.bind(text, wire.vocabulary(text, declared))
    assert bound is not None
    for value, reply in ((declared, example.declare), (bound.read(example.bind), example.bind)):
        dumped = value.model_dump_json(by_alias=True)
        assert dumped == reply.replace('": ', '":').replace(', "', ',"').replace(", {", ",{")


@pytest.mark.parametrize("family", FORMS)
def test_every_pass_has_a_version(family: str) -> None:
    assert ModelParser.versions(family) == (f"{family}.think/1", f"{family}.declare/1", f"{family}.bind/1")
