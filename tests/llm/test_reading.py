"""A reasoner that reads with a model: one argument makes it, and all its verbs read so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from checking import complaints
from replies import GOOD, RAIN, WET

from defeasible.llm.parse import ModelParser
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.grammar import GrammarParser


def test_a_model_reads_and_logic_decides() -> None:
    decision = Reasoner(llm=Scripted(GOOD)).entails(RAIN, WET)
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, WET)
    assert not complaints(decision.trace)


def test_an_address_will_do(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([GOOD[0], *["la la la"] * 4]))
    decision = Reasoner(llm=f"scripted:{script}", timeout=3).entails(RAIN, WET)
    assert decision.verdict is Verdict.UNPARSED
    assert "no usable reply" in decision.reason


@pytest.mark.parametrize(
    ("model", "message"),
    [("parrot", "unknown model address"), (7, "7 is neither a model address nor a backend")],
    ids=["address", "number"],
)
def test_what_is_no_model_is_refused(model: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Reasoner(llm=model)


def test_beside_a_parser_a_model_is_a_second_reader() -> None:
    decision = Reasoner(parser=GrammarParser(), llm=Scripted(GOOD)).entails(RAIN, WET)
    assert (decision.verdict, decision.confidence, decision.reason) == (Verdict.ENTAILED, 1.0, "")
    parser = ModelParser(Scripted(["la la la"] * 4))
    decision = Reasoner(parser=GrammarParser(), llm=parser).entails(RAIN, WET)
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert "read by the parser alone; the language model: the model gave no usable reply" in decision.reason


def test_without_the_model_layer_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("defeasible.reasoner.parsing.ENTRY_GROUP", "defeasible.none")
    with pytest.raises(UsageError, match="no parser with a language model is installed"):
        Reasoner(llm="tiny")
