"""A reasoner that reads with a model: one call makes it, and all its verbs read so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from replies import GOOD, RAIN, WET

from defeasible.llm.reasoning import reasoner
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.checker import check
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict


def test_a_model_reads_and_logic_decides() -> None:
    decision = reasoner(Scripted(GOOD)).entails(RAIN, WET)
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, WET)
    assert check(decision.trace).ok


def test_an_address_will_do_and_options_reach_the_parser(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([GOOD[0], "la la la"]))
    decision = reasoner(f"scripted:{script}", repairs=0).entails(RAIN, WET)
    assert decision.verdict is Verdict.UNPARSED
    assert "no usable reply" in decision.reason


def test_a_wrong_address_and_a_wrong_option_are_refused() -> None:
    with pytest.raises(UsageError, match="is no address of a model"):
        reasoner("parrot")
    with pytest.raises(UsageError, match="votes 0 is not between"):
        reasoner(Scripted([]), votes=0)
