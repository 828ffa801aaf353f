"""A belief base reads English with the pipeline of its reasoner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

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
