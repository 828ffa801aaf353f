"""A belief base reads English with the pipeline of its reasoner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from defeasible.reasoner import BeliefBase, Reasoner, Verdict
from defeasible.reasoner.english.analysis import Analysis, English
from defeasible.reasoner.grammar import GrammarParser


class Noting(English):
    """Notes what it is given to analyse."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[str] = []

    def analyse_all(self, texts: Sequence[str]) -> list[Analysis]:
        self.given += texts
        return super().analyse_all(texts)


def test_what_a_base_is_told_is_analysed_by_the_pipeline_of_its_parser(tmp_path: Path) -> None:
    english = Noting()
    base = Reasoner(parser=GrammarParser(english)).base()
    base.tell("If it rains, the match is off.")
    base.tell("It rains.")
    told = len(english.given)
    assert told
    base.save(tmp_path / "base.json")
    again = Noting()
    loaded = BeliefBase.load(tmp_path / "base.json", parser=GrammarParser(again))
    assert loaded.ask("The match is off.").verdict is Verdict.ENTAILED
    assert again.given


def test_what_two_parsers_of_one_pipeline_read_is_parsed_once() -> None:
    one, other = GrammarParser(), GrammarParser()
    assert one.english is other.english
    assert GrammarParser("en_core_web_trf").english is not one.english


def test_a_place_is_nobody_whom_he_could_be_also_when_the_base_is_loaded(tmp_path: Path) -> None:
    base = Reasoner().base()
    base.tell("Tim lives in Oslo.")
    base.tell("Oslo is in Norway.")
    base.save(tmp_path / "base.json")
    loaded = BeliefBase.load(tmp_path / "base.json")
    loaded.tell("He is tall.")
    assert loaded.ask("Tim is tall.").verdict is Verdict.ENTAILED


def test_a_question_does_not_make_a_name_a_place() -> None:
    base = Reasoner().base()
    base.tell("Tim sings.")
    base.tell("Oslo is big.")
    base.ask("Tim lives in Oslo.")
    base.tell("He is tall.")
    assert base.ask("Tim is tall.").verdict is Verdict.UNKNOWN


def told(*texts: str) -> BeliefBase:
    base = Reasoner().base()
    for text in texts:
        base.tell(text)
    return base


def test_it_is_what_an_earlier_text_told_of_also_when_the_base_is_loaded(tmp_path: Path) -> None:
    base = told("Tom broke the vase.")
    base.save(tmp_path / "base.json")
    for one in (base, BeliefBase.load(tmp_path / "base.json")):
        one.tell("Max mended it.")
        assert one.ask("The vase is broken.").verdict is Verdict.REFUTED


def test_a_question_and_a_text_that_is_not_read_do_not_change_what_it_is() -> None:
    base = told("Tom bought a vase.")
    base.ask("Ann has a cup.")
    base.tell("Is it a cup?")
    base.tell("It is blue.")
    assert base.ask("The vase is blue.").verdict is Verdict.ENTAILED


def test_of_two_things_told_of_it_is_neither() -> None:
    base = told("Tom bought a vase.", "Ann has a cup.", "It is blue.")
    assert base.ask("The vase is blue.").verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("first", ["opened", "shut"])
def test_what_happened_earlier_is_not_given_up_for_what_undoes_it(first: str) -> None:
    then = {"opened": "closed", "shut": "opened"}[first]
    base = told(f"Tom {first} the gate.", f"Max {then} the gate.")
    assert base.ask(f"Tom {first} the gate.").verdict is Verdict.ENTAILED
    assert base.ask("The gate is open.").verdict is (
        Verdict.ENTAILED if then == "opened" else Verdict.REFUTED
    )


@pytest.mark.parametrize(
    ("rule", "needed"),
    [
        ("All birds sing unless it rains.", "It does not rain."),
        ("All birds sing when it rains.", "It rains."),
        ("All birds sing if they are happy.", "Pip is happy."),
    ],
)
def test_a_general_statement_under_a_condition_holds_of_each_thing_under_it(rule: str, needed: str) -> None:
    base = told(rule, "Pip is a bird.")
    assert base.ask("Pip sings.").verdict is Verdict.UNKNOWN
    base.tell(needed)
    assert base.ask("Pip sings.").verdict is Verdict.ENTAILED
