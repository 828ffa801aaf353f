"""The symbolic pipeline: what it prepares for many questions at once."""

import pytest

from defeasible.eval.pipelines.symbolic import Symbolic
from defeasible.eval.tasks import find
from defeasible.reasoner import Reasoner, no_sizes
from defeasible.reasoner.english import pipeline
from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.question import ChoiceQuestion, SizeQuestion, StateQuestion


@pytest.fixture
def batches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many texts each parse is of."""
    found: list[int] = []
    parse_all = pipeline.parse_all

    def counted(name: str, texts: list[str]) -> object:
        found.append(len(texts))
        return parse_all(name, texts)

    monkeypatch.setattr(pipeline, "parse_all", counted)
    return found


def test_texts_about_sizes_are_analysed_in_one_batch(batches: list[int]) -> None:
    reasoner = Reasoner(parser=GrammarParser(English()), sizes=no_sizes)
    symbolic = Symbolic(find("ccons/context").asking, reasoner)
    questions = [SizeQuestion(f"A {one} is in a box.", one, "box") for one in ("cat", "dog", "hen")]
    symbolic.prepare(questions)
    assert [reasoner.decide(question).answer for question in questions] == ["box"] * 3
    assert batches == [3]


def test_texts_about_states_are_analysed_in_one_batch(batches: list[int]) -> None:
    reasoner = Reasoner(parser=GrammarParser(English()))
    symbolic = Symbolic(find("pasta/state").asking, reasoner)
    stories = [
        StateQuestion(("Nora slept.", f"Nora met a {one}."), "Nora was tall.") for one in ("cat", "dog")
    ]
    symbolic.prepare(stories)
    assert {str(reasoner.decide(story).verdict) for story in stories} == {"unknown"}
    assert batches == [4]


def test_premises_and_options_are_analysed_in_one_batch(batches: list[int]) -> None:
    reasoner = Reasoner(parser=GrammarParser(English()))
    symbolic = Symbolic(find("belief-r/t").asking, reasoner)
    questions = [
        ChoiceQuestion((f"If {one} sings, Bob plays.", f"{one} sings."), ("Bob plays.", "Bob does not play."))
        for one in ("Ann", "Eve")
    ]
    unreadable = ChoiceQuestion(("", "Ann sings."), ("Bob plays.", "Bob sings."))
    symbolic.prepare([*questions, unreadable])
    assert [reasoner.decide(question).answer for question in questions] == ["Bob plays."] * 2
    assert len(batches) == 1
