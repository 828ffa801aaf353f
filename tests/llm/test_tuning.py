"""Training: what was learnt by heart is what the saved model then says, through its own address."""

from __future__ import annotations

from pathlib import Path

import pytest
from encoders import build_bert
from seq2seq import build_t5
from tiny import build as build_llama

from defeasible.llm.backend import Reply, Request
from defeasible.llm.models import open_any, open_model
from defeasible.llm.spec import Choice
from defeasible.llm.tuning import Lesson, Schedule, Tuned, TunedEncoder, TunedLora, TunedSeq2Seq, train
from defeasible.reasoner.errors import UsageError

pytest.importorskip("torch", reason="needs torch: pip install 'defeasible[tune]'")
pytest.importorskip("outlines", reason="needs outlines: pip install 'defeasible[tune]'")


def _save(tuned: Tuned, folder: Path) -> str:
    tuned.save(folder)
    return f"{tuned.scheme}:{folder}"


def _said(address: str, question: str) -> str:
    (reply,) = open_model(address).generate([Request(question, max_tokens=40)])
    assert isinstance(reply, Reply)
    return reply.text


def test_an_encoder_finds_the_reply_that_it_learnt(tmp_path: Path) -> None:
    tuned = TunedEncoder(str(build_bert(tmp_path / "base")))
    lessons = [Lesson("the size of a lake", ("smaller", "bigger"), 1)]
    course = train(tuned, lessons, (), Schedule(epochs=100, batch=4, rate=1e-3))
    assert course.trained[-1] < course.trained[0] / 2
    assert not any(course.held_out)
    scorer = open_any(_save(tuned, tmp_path / "out"))
    for lesson in lessons:
        scores = [score.logprob for score in scorer.score(lesson.prompt, lesson.replies)]  # type: ignore[union-attr]
        assert scores.index(max(scores)) == lesson.right


def test_an_encoder_that_knows_the_relations_keeps_their_order(tmp_path: Path) -> None:
    labels = ("contradiction", "neutral", "entailment")
    base = build_bert(tmp_path / "base", "SequenceClassification", labels=labels)
    tuned = TunedEncoder(str(base))
    assert [tuned.model.config.id2label[n] for n in range(3)] == list(labels)
    (right, wrong) = tuned.rows(Lesson("a lake", ("bigger", "smaller")))
    assert (right["labels"], wrong["labels"]) == ([2], [0])


def test_an_encoder_decoder_model_writes_the_lines_that_it_learnt(tmp_path: Path) -> None:
    reply = "Ada opened it.\nShe read it."
    base = build_t5(tmp_path / "base", [reply, "What did Ada do? Tell it in two lines."])
    tuned = TunedSeq2Seq(str(base))
    train(tuned, [Lesson("What did\nAda do?", (reply,))], (), Schedule(epochs=200, batch=1, rate=1e-2))
    address = _save(tuned, tmp_path / "out")
    assert _said(address, "What did\nAda do?") == reply
    (held,) = open_model(address).generate([Request("What?", Choice(("a", "b")))])
    assert not isinstance(held, Reply)
    assert held.kind == "rejected"


def test_merged_adapters_say_what_they_learnt(tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="needs peft: pip install 'defeasible[tune]'")
    tuned = TunedLora(str(build_llama(tmp_path / "base")))
    before = _said(f"hf:{tmp_path / 'base'}", "为什么？")
    train(tuned, [Lesson("为什么？", ("下雨",))], (), Schedule(epochs=60, batch=1, rate=1e-2))
    assert _said(_save(tuned, tmp_path / "out"), "为什么？") == "下雨" != before


def test_only_the_reply_is_learnt(tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="needs peft: pip install 'defeasible[tune]'")
    tuned = TunedLora(str(build_llama(tmp_path / "base")))
    (row,) = tuned.rows(Lesson("yes", ("no",)))
    learnt = [token for token in row["labels"] if token >= 0]
    assert tuned.tokenizer.decode(learnt) == "no</s>"
    assert row["input_ids"][-len(learnt) :] == learnt


def test_what_is_too_long_is_left_out_and_counted(tmp_path: Path) -> None:
    tuned = TunedEncoder(str(build_bert(tmp_path / "base")))
    lessons = [Lesson("lake " * 90, ("smaller", "bigger")), Lesson("a lake", ("smaller", "bigger"), 1)]
    assert train(tuned, lessons, (), Schedule(epochs=1)).too_long == 1
    with pytest.raises(UsageError, match="all 1 questions exceed the model's limit of 64 tokens"):
        train(tuned, lessons[:1], (), Schedule(epochs=1))
