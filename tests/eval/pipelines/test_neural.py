"""The model alone: what it says is logged as its own, and whatever goes wrong has a name."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from oracles import says

from defeasible.eval.asking import SIZES
from defeasible.eval.asking.stories import REVISIONS
from defeasible.eval.cases import Status
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Interrupted, Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.llm.backend import Failure, Request
from defeasible.llm.prompt import as_text
from defeasible.llm.scripted import Script, Scripted
from defeasible.llm.spec import Choice
from defeasible.reasoner.basis import Basis
from defeasible.reasoner.checker import State, check_decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import ChoiceQuestion, SizeQuestion, StoryRevisionQuestion
from defeasible.reasoner.verdict import Branch, Verdict

PREMISES = (
    "If the bell rings, Ada opens the door.",
    "The bell rings.",
)
OPTIONS = (
    "Ada opens the door.",
    "Ada does not open the door.",
    "Ada may or may not open the door.",
)


def neural(script: Script, batch: int = 4, **settings: object) -> tuple[Pipeline, Scripted]:
    model = Scripted(script)
    return build("neural", Settings(**settings), model=model, batch=batch), model  # type: ignore[arg-type]


def run(pipeline: Pipeline, data: Path, out: Path) -> RunDir:
    return RunDir.read(execute(Plan(find("belief-r/t1"), pipeline, out, data, most_failures=1.0)).path)


def test_a_model_answers_and_the_trace_says_that_nobody_else_does() -> None:
    pipeline, model = neural(["Final Answer [b]."])
    decision = pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS))
    assert (decision.answer, decision.verdict, decision.branch) == (
        OPTIONS[1],
        Verdict.UNPROVED,
        Branch.NEURAL,
    )
    assert decision.confidence == 0.5  # one vote, and one more for each of three options
    assert 'model scripted wrote  "Ada does not open the door."' in str(decision.trace)
    (request,) = model.requests
    assert isinstance(request.spec, Choice)
    assert all(text in as_text(request.prompt) for text in (*PREMISES, *OPTIONS))


@pytest.mark.parametrize("style", ["cot", "plan-and-solve"])
def test_free_thinking_comes_before_the_constrained_answer(style: str) -> None:
    pipeline, model = neural(["The bell does ring.", "Final Answer [a]."], prompt=style)
    assert pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS)).answer == OPTIONS[0]
    thinking, asking = model.requests
    assert thinking.spec is None
    assert isinstance(asking.spec, Choice)
    assert "The bell does ring." in as_text(asking.prompt)
    assert str(pipeline.settings["prompt"]).startswith(f"{style}@1:")


def test_votes_are_drawn_and_counted() -> None:
    pipeline, model = neural([f"Final Answer [{x}]." for x in "abacz"], votes=5, seed=7)
    decision = pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS))
    assert decision.answer == OPTIONS[0]
    assert decision.confidence == pytest.approx(3 / 7)  # 2, 1, 1 votes, one that says nothing, and 1 for each
    assert [request.seed for request in model.requests] == [7, 8, 9, 10, 11]
    assert all(request.temperature > 0 for request in model.requests)


def test_equal_votes_are_no_answer() -> None:
    pipeline, _ = neural(["Final Answer [a].", "Final Answer [b]."], votes=2)
    decision = pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS))
    assert (decision.answer, decision.reason) == (None, "it finds several options equally likely")


def test_options_are_scored_and_calibrated() -> None:
    likely = {"[a]": -1.0, "[b]": -3.0, "[c]": -2.0}
    model = Scripted([], lambda prompt, option: next(v for k, v in likely.items() if k in option))
    plain, cool = (
        build("neural", Settings(answer_by="score", calibration=t), model=model).answerer.decide(
            ChoiceQuestion(PREMISES, OPTIONS)
        )
        for t in (1.0, 4.0)
    )
    assert plain.answer == cool.answer == OPTIONS[0]
    assert plain.confidence == pytest.approx(0.6652, abs=1e-4)  # 1 / (1 + exp(-1) + exp(-2))
    assert cool.confidence == pytest.approx(0.4192, abs=1e-4)  # 1 / (1 + exp(-1/4) + exp(-1/2))


def test_where_options_are_scored_a_question_without_options_is_answered_in_writing() -> None:
    model = Scripted(["Ada was calm."])
    pipeline = build("neural", Settings(answer_by="score"), model=model, asking=REVISIONS)
    question = StoryRevisionQuestion(("Ada was angry.",), "Ada was calm.")
    decision = pipeline.answerer.decide(question)
    assert decision.answer == "Ada was calm."
    assert "model scripted wrote" in str(decision.trace)
    assert check_decision(question, decision, Basis()).state is State.UNPROVED


@pytest.mark.parametrize("way", ["generate", "score"])
def test_a_cloze_is_filled_with_a_word_for_an_object(way: str) -> None:
    model = Scripted(["smaller"], lambda prompt, text: 0.0 if text.startswith("smaller") else -5.0)
    settings = Settings(prompt="cloze", answer_by=way)  # type: ignore[arg-type]
    decision = build("neural", settings, model=model, asking=SIZES).answerer.decide(
        SizeQuestion("A cat naps in a cup.", "cat", "cup")
    )
    assert decision.answer == "cup"


def test_what_only_scores_cannot_be_asked_to_write() -> None:
    class Masked:
        name = fingerprint = "masked"

        def score(self, prompt: object, options: list[str]) -> list[object]:
            raise AssertionError

    with pytest.raises(UsageError, match="`masked` does not generate text"):
        build("neural", Settings(), model=Masked())  # type: ignore[arg-type]


def test_every_way_to_fail_is_a_named_outcome_and_is_checked(belief_data: Path, tmp_path: Path) -> None:
    failures: dict[int, int | str | Failure] = {
        0: 0,
        1: "I would rather talk about bread.",
        2: Failure("timeout", "no answer within 5 s", 3),
        3: Failure("truncated", "the reply was cut off after 4 tokens"),
        4: Failure("unavailable", "the server is down"),
    }
    pipeline, _ = neural(says(failures.__getitem__))
    found = run(pipeline, belief_data, tmp_path / "r")
    kinds = [outcome.status for outcome in found.outcomes()]
    assert Counter(kinds) == {
        Status.INVALID: 4,
        Status.TIMEOUT: 2,
        Status.ERROR: 2,
        **Counter(kinds[:2]),
    }
    assert kinds[2:4] == [Status.INVALID] * 2
    verified = verify(found.path)
    assert verified.ok
    assert {checked.report.state for checked in verified.checked} == {State.UNPROVED}
    assert any("the server is down" in why for why in verified.unproved)
    summary = read_summary(found.path)
    assert summary.coverage == 0.2
    assert summary.metrics["model"] == {
        "items": 10,
        "calls": 10,
        "prompt_tokens": summary.answering.prompt_tokens,
        "tokens": 18,
        "seconds": 0.0,
        "cached": 0,
        "failures": {"invalid": 2, "timeout": 2, "truncated": 2, "unavailable": 2},
    }


def test_a_free_reply_of_a_server_that_ignores_the_options_is_read(belief_data: Path) -> None:
    pipeline, _ = neural(["Well, thinking about it, my FINAL ANSWER [c]"])
    assert pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS)).answer == OPTIONS[2]


def test_a_reply_that_is_cut_off_is_asked_for_again(belief_data: Path) -> None:
    pipeline, model = neural(["Final Answer [a]."] * 2, max_tokens=2)
    assert pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS)).answer == OPTIONS[0]
    assert [request.max_tokens for request in model.requests] == [2, 4]


def test_a_batch_goes_out_in_one_call_and_is_logged_as_one_by_one(belief_data: Path, tmp_path: Path) -> None:
    logs: list[object] = []
    calls: list[list[int]] = []

    class Counted(Scripted):
        def generate(self, requests: object) -> list[object]:  # type: ignore[override]
            calls[-1].append(len(requests))  # type: ignore[arg-type]
            return super().generate(requests)  # type: ignore[arg-type,return-value]

    for batch in (1, 4, 16):
        calls.append([])
        model = Counted({f"shop number {n}": f"Final Answer [{'abc'[n % 3]}]." for n in range(5)})
        pipeline = build("neural", Settings(prompt="cot"), model=model, batch=batch)
        found = run(pipeline, belief_data, tmp_path / str(batch))
        logs.append(timeless(found.path))
    assert logs[0] == logs[1] == logs[2]
    assert calls == [[1] * 20, [4, 4, 4, 4, 2, 2], [10, 10]]


def timeless(run: Path) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    return [{k: v for k, v in line.items() if k not in ("at", "seconds")} for line in lines]


def test_one_item_that_raises_does_not_take_its_batch_with_it(belief_data: Path, tmp_path: Path) -> None:
    def choose(n: int) -> int:
        if n == 3:
            raise RecursionError("set so")
        return 0

    pipeline, _ = neural(says(choose), batch=16)
    found = run(pipeline, belief_data, tmp_path / "r")
    kinds = Counter(event.error.kind for event in found.decisions.values() if event.error)
    assert kinds == {"RecursionError": 2}


def test_a_model_that_parses_thinks_first_where_that_is_asked(belief_data: Path) -> None:
    for thinking in (True, False):
        model = Scripted(["Hm."] * 9)
        pipeline = build("symbolic", Settings(thinking=thinking), model=model)
        pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS))
        assert (model.requests[0].spec is None) is thinking
        assert pipeline.settings["thinking"] is thinking


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    [
        ("best", Settings(), "unknown pipeline 'best'"),
        ("neural", Settings(), "the pipeline `neural` needs a model"),
        ("hybrid", Settings(), "the pipeline `hybrid` needs a model"),
        ("symbolic", Settings(parser="llm"), "with `--parser llm` needs a model"),
        ("symbolic", Settings(model="scripted:s", parser="grammar"), "`--model` is not used"),
        ("neural", Settings(model="scripted:s", parser="llm"), "has no parser"),
    ],
)
def test_what_cannot_be_built_says_why(name: str, settings: Settings, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        build(name, settings)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"votes": 0}, "votes must be between 1 and 64, got 0"),
        ({"calibration": 0.0}, "calibration must be a positive number, got 0.0"),
        ({"calibration": float("nan")}, "calibration must be a positive number, got nan"),
        ({"prompt": "nli"}, "compares two texts"),
        ({"prompt": "haiku"}, "unknown style 'haiku'"),
        ({"max_tokens": 0}, "max_tokens must be at least 1, got 0"),
        ({"roles": "guess"}, "unknown source of roles 'guess'"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        neural([], **settings)  # type: ignore[arg-type]


def test_a_model_without_a_fingerprint_is_refused() -> None:
    class Anonymous:
        name = "anonymous"

        def generate(self, requests: list[Request]) -> list[object]:
            raise AssertionError

    with pytest.raises(UsageError, match="`anonymous` has no `fingerprint`"):
        build("neural", Settings(), model=Anonymous())  # type: ignore[arg-type]


def test_a_batch_that_is_interrupted_leaves_nobody_waiting(belief_data: Path, tmp_path: Path) -> None:
    asked: list[int] = []

    def choose(n: int) -> int:
        asked.append(n)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return 0

    pipeline, _ = neural(says(choose), batch=4)
    with pytest.raises(Interrupted, match="4 of 10 items are saved"):
        run(pipeline, belief_data, tmp_path / "r")
    again: Callable[[int], int] = lambda n: 0  # noqa: E731 - the same answer whatever the shop
    rest, model = neural(says(again), batch=4)
    settings = dict(pipeline.settings) | {"fingerprint": pipeline.settings["fingerprint"]}
    resumed = Pipeline("neural", rest.answerer, settings, rest.turns, 4)
    found = run(resumed, belief_data, tmp_path / "r")
    assert len(model.requests) == 6
    assert len(found.scores) == 10
