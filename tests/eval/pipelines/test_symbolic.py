"""The symbolic pipeline: what it prepares for many questions at once."""

import pytest

from defeasible.eval.pipelines.symbolic import Symbolic
from defeasible.eval.tasks import find
from defeasible.reasoner import Reasoner, no_sizes
from defeasible.reasoner.english import pipeline
from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.question import SizeQuestion


def test_texts_about_sizes_are_analysed_in_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []
    parse_all = pipeline.parse_all

    def counted(name: str, texts: list[str]) -> object:
        batches.append(len(texts))
        return parse_all(name, texts)

    monkeypatch.setattr(pipeline, "parse_all", counted)
    reasoner = Reasoner(parser=GrammarParser(English()), sizes=no_sizes)
    symbolic = Symbolic(find("ccons/context").asking, reasoner)
    questions = [SizeQuestion(f"A {one} is in a box.", one, "box") for one in ("cat", "dog", "hen")]
    symbolic.prepare(questions)
    assert [reasoner.decide(question).answer for question in questions] == ["box"] * 3
    assert batches == [3]
