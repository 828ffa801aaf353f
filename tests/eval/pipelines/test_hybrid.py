"""Logic with a model: it parses, or its beliefs are evidence, and where it answers alone it shows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from checking import complaints
from oracles import says
from pages import Page

from defeasible.eval.asking import CHOICES, SIZES, Asking
from defeasible.eval.cases import Status
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.pipelines.hybrid import NOT_UNDERSTOOD
from defeasible.eval.report import to_html, to_markdown
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.llm.backend import Failure
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.question import ChoiceQuestion, SizeQuestion
from defeasible.reasoner.trace import EvidenceStep
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Branch, Verdict

PREMISES = (
    "If the bell rings then Ada opens the door",
    "The bell rings",
)
NEW = "If the lock turns then Ada opens the door"
OPTIONS = (
    "Ada opens the door",
    "Ada does not open the door",
    "Ada may or may not open the door",
)
MURK = ("Whither the bell, thither, alas, the door",)


def scored(**logprobs: float) -> Scripted:
    """A model that finds each option as likely as its letter, or object, says."""
    return Scripted([], lambda prompt, option: next(v for k, v in logprobs.items() if k in option))


def hybrid(model: Scripted, asking: Asking[Any] = CHOICES, **settings: object) -> Pipeline:
    made = Settings(**({"answer_by": "score", "roles": "stated"} | settings))  # type: ignore[arg-type]
    return build("hybrid", made, model=model, asking=asking)


def mine(decision: Decision) -> list[EvidenceStep]:
    steps = decision.trace.steps
    return [step for step in steps if isinstance(step, EvidenceStep) and step.source == "scripted"]


@pytest.mark.parametrize(
    ("c", "answer", "role"),
    [(-1.0, OPTIONS[2], "requirement"), (-4.0, OPTIONS[0], "alternative")],
    ids=["finds it open", "finds that it follows"],
)
def test_what_a_model_finds_likelier_weighs_for_a_role(c: float, answer: str, role: str) -> None:
    model = scored(**{"[a]": -2.0, "[b]": -9.0, "[c]": c})
    decision = hybrid(model).answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, NEW))
    assert (decision.answer, decision.branch) == (answer, Branch.ARBITRATION)
    (said,) = mine(decision)
    assert said.weight == pytest.approx(abs(c + 2.0))
    assert f"{said.claim}".count(role) == 1
    assert not complaints(decision.trace)
    assert decision.confidence == pytest.approx(1 / (1 + 2.718281828 ** -abs(c + 2.0)), abs=1e-6)


def test_calibration_divides_the_weight() -> None:
    model = scored(**{"[a]": -5.0, "[b]": -9.0, "[c]": -1.0})
    (said,) = mine(hybrid(model, calibration=4.0).answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, NEW)))
    assert said.weight == pytest.approx(1.0)


def test_a_lexicon_that_knows_better_overrules_the_model() -> None:
    new = "If the bell is loud enough then Ada opens the door"
    plain = build("symbolic").answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, new))
    assert plain.answer == OPTIONS[2]
    model = scored(**{"[a]": -1.0, "[b]": -9.0, "[c]": -1.2})
    decision = hybrid(model, roles="lexicon").answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, new))
    assert (decision.answer, decision.branch) == (OPTIONS[2], Branch.SYMBOLIC)
    assert [step.status for step in mine(decision)] == ["overruled"]


def test_what_a_lexicon_says_as_well_does_not_hinge_on_the_model() -> None:
    new = "If the bell is loud enough then Ada opens the door"
    model = scored(**{"[a]": -1.2, "[b]": -9.0, "[c]": -1.0})
    decision = hybrid(model, roles="lexicon").answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, new))
    assert (decision.answer, decision.branch) == (OPTIONS[2], Branch.SYMBOLIC)
    assert [step.status for step in mine(decision)] == ["accepted"]


def test_what_logic_settles_is_not_asked() -> None:
    model = Scripted(["nothing is asked"])
    pipeline = hybrid(model, answer_by="generate")
    assert pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS)).answer == OPTIONS[0]
    assert (
        hybrid(model, SIZES, answer_by="generate")
        .answerer.decide(SizeQuestion("There is a house inside a light bulb.", "house", "light bulb"))
        .answer
        == "light bulb"
    )
    assert model.requests == []


def test_a_model_says_which_of_two_things_is_usually_bigger() -> None:
    model = scored(gadget=-1.0, gizmo=-3.0)
    decision = hybrid(model, SIZES).answerer.decide(SizeQuestion("", "gizmo", "gadget"))
    assert (decision.answer, decision.branch) == ("gadget", Branch.ARBITRATION)
    assert [step.weight for step in mine(decision)] == [pytest.approx(2.0)]
    assert not complaints(decision.trace)


def test_what_the_premises_leave_open_is_weighed_against_them() -> None:
    """No option says that it is open, so of the two the one that a model believes is concluded."""
    model = scored(**{"[a]": -2.0, "[b]": -1.0})
    decision = hybrid(model).answerer.decide(ChoiceQuestion((PREMISES[0], "The lock turns"), OPTIONS[:2]))
    assert (decision.answer, decision.branch) == (OPTIONS[1], Branch.ARBITRATION)
    assert decision.trace.task == "evidence"
    assert not complaints(decision.trace)


def test_where_the_text_is_not_understood_the_model_answers_alone_and_it_is_said() -> None:
    decision = hybrid(scored(**{"[a]": -3.0, "[b]": -2.0, "[c]": -1.0})).answerer.decide(
        ChoiceQuestion(MURK, OPTIONS)
    )
    assert (decision.answer, decision.verdict, decision.branch) == (
        OPTIONS[2],
        Verdict.UNPROVED,
        Branch.FALLBACK,
    )
    assert decision.reason.startswith(NOT_UNDERSTOOD)
    assert NOT_UNDERSTOOD in str(decision.trace)
    assert not complaints(decision.trace)


def test_a_model_that_fails_leaves_logic_to_decide() -> None:
    model = Scripted(lambda request: Failure("timeout", "no answer within 5 s"))
    pipeline = hybrid(model, answer_by="generate")
    decision = pipeline.answerer.decide(ChoiceQuestion(PREMISES, OPTIONS, NEW))
    assert (decision.answer, decision.branch) == (OPTIONS[0], Branch.SYMBOLIC)
    lost = pipeline.answerer.decide(ChoiceQuestion(MURK, OPTIONS))
    assert (lost.answer, lost.verdict) == (None, Verdict.UNPROVED)
    assert "no answer within 5 s" in lost.reason
    assert not complaints(lost.trace)


# --- Runs -----------------------------------------------------------------------------------------


def run(pipeline: Pipeline, data: Path, out: Path) -> RunDir:
    return RunDir.read(execute(Plan(find("belief-r/t1"), pipeline, out, data, most_failures=1.0)).path)


def murky(data: Path, *shops: int) -> Path:
    """Put the items of some shops in words that no grammar reads."""
    file = data / "belief_r" / "queries_time_t1.csv"
    text = file.read_text()
    for n in shops:
        clear = f"If Ann opens shop number {n} then Ben visits shop number {n}"
        text = text.replace(clear, f"Why does Ann open shop number {n}?")
    file.write_text(text)
    return data


PIPELINES: dict[str, Callable[[Scripted], Pipeline]] = {
    "neural": lambda model: build("neural", Settings(), model=model, batch=4),
    "symbolic": lambda model: build("symbolic", Settings(), model=model, batch=4),
    "symbolic-both": lambda model: build("symbolic", Settings(parser="both"), model=model, batch=4),
    "hybrid": lambda model: build("hybrid", Settings(), model=model, batch=4),
    "hybrid-llm": lambda model: build("hybrid", Settings(parser="llm"), model=model, batch=4),
}


@pytest.mark.parametrize("name", PIPELINES)
def test_every_pipeline_runs_is_checked_and_answers_in_batches_as_one_by_one(
    name: str, belief_data: Path, tmp_path: Path
) -> None:
    data = murky(belief_data, 3) if name == "hybrid" else belief_data
    logs = []
    for batch in (1, 4):
        model = Scripted(says(lambda n: n % 3))
        made = PIPELINES[name](model)
        # What a function says is known to nobody, so its fingerprint is set.
        settings = dict(made.settings) | {"fingerprint": "set"}
        pipeline = Pipeline(made.name, made.answerer, settings, made.turns, batch)
        found = run(pipeline, data, tmp_path / str(batch))
        assert verify(found.path).ok, verify(found.path).failing
        lines = [json.loads(line) for line in (found.path / "events.jsonl").read_text().splitlines()]
        logs.append([{k: v for k, v in line.items() if k not in ("at", "seconds")} for line in lines])
    assert logs[0] == logs[1]
    decisions = [line for line in logs[0] if line["event"] == "decision"]
    assert all(line["answer"] for line in decisions)
    branches = Counter(line["branch"] for line in decisions)
    expected = {"neural": {"neural": 10}, "symbolic": {"symbolic": 10}}
    if name in expected:
        assert branches == expected[name]
    if name == "hybrid":
        assert branches["fallback"] == 2
        reasons = {line["reason"] for line in decisions if line["branch"] == "fallback"}
        assert all(reason.startswith(NOT_UNDERSTOOD) for reason in reasons)


def test_a_model_that_parses_nonsense_abstains(belief_data: Path, tmp_path: Path) -> None:
    pipeline = build("symbolic", Settings(), model=Scripted(lambda request: "la la la"), batch=4)
    found = run(pipeline, belief_data, tmp_path / "r")
    assert {outcome.status for outcome in found.outcomes()} == {Status.UNPARSED}
    assert read_summary(found.path).coverage == 0
    assert verify(found.path).ok


def test_runs_stand_side_by_side_with_who_answered(belief_data: Path, tmp_path: Path) -> None:
    data = murky(belief_data, 3)
    replies: dict[int, int | str | Failure] = {0: 0, 1: 1, 2: "no idea", 3: 2, 4: Failure("timeout", "slow")}
    for name in ("neural", "hybrid"):
        run(PIPELINES[name](Scripted(says(replies.__getitem__))), data, tmp_path / name)
    run(build("symbolic"), data, tmp_path / "symbolic")
    summaries = [read_summary(tmp_path / name) for name in ("neural", "symbolic", "hybrid")]
    header, _, neural, symbolic, hybrid = (
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in to_markdown(summaries).splitlines()[:5]
    )
    table = [dict(zip(header, line, strict=True)) for line in (neural, symbolic, hybrid)]
    assert [line["coverage"] for line in table] == ["0.600", "0.800", "1.000"]
    assert [line["model alone"][0] for line in table] == ["6", "0", "0"]
    assert [line["not as instructed"] for line in table] == ["2", "0", "0"]
    assert [line["failed"] for line in table] == ["2", "0", "0"]
    assert [line["not understood"] for line in table] == ["0", "2", "0"]
    assert [line["fallback to the model"][0] for line in table] == ["0", "0", "2"]
    shown = Page(to_html(summaries)).overview["runs"]
    assert [run["branches"].get("fallback", [0])[0] for run in shown] == [0, 0, 2]
    assert [run["states"].get("verified", 0) for run in shown] == [0, 8, 8]


# --- Forgeries ------------------------------------------------------------------------------------


def forge(path: Path, change: Callable[[dict[str, object]], object], branch: str) -> str:
    """Change the first decision of a branch, sealing its trace anew; return its item."""
    log = path / "events.jsonl"
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    event = next(e for e in lines if e["event"] == "decision" and e["branch"] == branch)
    change(event)
    event["trace"]["seal"] = seal(event["trace"])
    lines = [e for e in lines if e["event"] == "decision"]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(event["item"])


def own_answer(event: dict[str, object]) -> None:
    """Put a model's word in the place of a proof."""
    trace = event["trace"]
    assert isinstance(trace, dict)
    places = [s["id"] for s in trace["sources"] if s["id"].startswith("q") and s["text"] == event["answer"]]
    shares = [float(f"q{n}" == places[0]) for n in (1, 2, 3)]
    said = {"model": "m", "way": "score", "shares": shares, "option": places[0], "kind": "answer"}
    last = {"verdict": "unproved", "uses": [1], "kind": "conclusion"}
    event |= {"verdict": "unproved", "before": None, "change": None, "branch": "fallback", "confidence": 1.0}
    trace |= {"task": "answer", "steps": [said, last]}
    trace.pop("atoms", None)


@pytest.mark.parametrize("name", ["symbolic", "hybrid"])
def test_a_models_word_in_the_place_of_a_proof_is_refused(
    name: str, belief_data: Path, tmp_path: Path
) -> None:
    path = run(PIPELINES[name](Scripted(says(lambda n: 0))), belief_data, tmp_path / "r").path
    item = forge(path, own_answer, "symbolic")
    (failing,) = verify(path).failing
    assert failing.item == item
    said = str(failing.report.failures[0])
    assert ("is understood when read again" if name == "hybrid" else "may not answer here") in said


def test_a_proof_in_the_place_of_a_models_word_is_refused(belief_data: Path, tmp_path: Path) -> None:
    path = run(PIPELINES["neural"](Scripted(says(lambda n: 0))), belief_data, tmp_path / "r").path
    proved = run(build("symbolic"), belief_data, tmp_path / "s")
    by_item = {item: event.trace for item, event in proved.decisions.items()}

    def prove(event: dict[str, object]) -> None:
        trace = by_item[str(event["item"])]
        assert trace is not None
        event |= {"trace": dict(trace), "branch": "symbolic"}
        event |= {k: trace["steps"][-1].get(k) for k in ("verdict", "before", "change")}  # type: ignore[index,union-attr]

    item = forge(path, prove, "neural")
    (failing,) = verify(path).failing
    assert (failing.item, "may not answer here" in str(failing.report.failures[0])) == (item, True)


def test_another_answer_than_the_models_is_refused(belief_data: Path, tmp_path: Path) -> None:
    path = run(PIPELINES["neural"](Scripted(says(lambda n: 0))), belief_data, tmp_path / "r").path

    def turn(event: dict[str, object]) -> None:
        trace = event["trace"]
        assert isinstance(trace, dict)
        event["answer"] = next(s["text"] for s in trace["sources"] if s["id"] == "q3")

    forge(path, turn, "neural")
    (failing,) = verify(path).failing
    assert "the decision says" in str(failing.report.failures[0])
