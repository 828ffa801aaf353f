"""PASTA's tasks of writing: both directions, three pipelines, a solver that judges, baselines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.baselines import measure_policies
from defeasible.eval.cases import Case, Outcome, Status
from defeasible.eval.metrics import overlap
from defeasible.eval.metrics.bertscore import TokenVectors
from defeasible.eval.metrics.tokens import english_words
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import read_summary
from defeasible.eval.table import rows
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.llm.backend import Failure, Request
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import State, check_decision
from defeasible.reasoner.basis import shipped
from defeasible.reasoner.errors import MissingExtraError, UsageError
from defeasible.reasoner.question import StateChangeQuestion, StoryRevisionQuestion
from defeasible.reasoner.verdict import Branch, Verdict

REVISION, CHANGE = find("pasta/revision"), find("pasta/change")
LAMP = (
    "Tom bought a new lamp.",
    "He carried it home.",
    "At home he dropped the lamp.",
    "The lamp broke.",
    "He swept the floor.",
)
WHOLE = (*LAMP[:2], "At home he put the lamp on a table.", "The lamp stood there all evening.", LAMP[4])


def run(task: Any, pipeline: Pipeline, out: Path) -> RunDir:
    return read_run(execute(Plan(task, pipeline, out, limit=6)).path)


def revision() -> Case[StoryRevisionQuestion]:
    """How the lamp's story would go if the lamp were whole."""
    return REVISION.load(data_dir())[2]


def change() -> Case[StateChangeQuestion]:
    return CHANGE.load(data_dir())[2]


def tried(case: Case[Any], text: str) -> dict[str, float]:
    trial = (REVISION if isinstance(case.question, StoryRevisionQuestion) else CHANGE).trial
    assert trial is not None
    return dict(trial.measure(case, text))


def test_a_tuple_asks_in_both_directions() -> None:
    forward, back = REVISION.load(data_dir())[2:4]
    assert forward.question == StoryRevisionQuestion(LAMP, "The lamp is whole.")
    assert back.question == StoryRevisionQuestion(WHOLE, "The lamp is broken.")
    assert (forward.gold, back.gold) == ("\n".join(WHOLE), "\n".join(LAMP))
    assert (forward.facets["former"], back.facets["former"]) == (
        "The lamp is broken.",
        "The lamp is whole.",
    )
    assert forward.cluster == back.cluster
    forward, back = CHANGE.load(data_dir())[2:4]
    assert (forward.question, back.question) == (
        StateChangeQuestion(LAMP, WHOLE),
        StateChangeQuestion(WHOLE, LAMP),
    )
    assert (forward.gold, back.gold) == (
        "The lamp is broken.\nThe lamp is whole.",
        "The lamp is whole.\nThe lamp is broken.",
    )


@pytest.mark.parametrize(
    ("last", "worth"),
    [
        (("He dropped the lamp.", "The lamp broke."), {}),
        (("He dropped the lamp.", "The lamp was whole."), {"inferable", "released", "supported"}),
        (("He dropped the lamp.", "The lamp is whole."), {"inferable", "released", "supported", "stated"}),
        (("He put the lamp on a table.", "It was late."), {"released", "undecided"}),
    ],
    ids=["the old state", "the new state", "stated word for word", "undecided"],
)
def test_a_solver_judges_a_story(last: tuple[str, str], worth: set[str]) -> None:
    found = tried(revision(), "\n".join((*LAMP[:2], *last, LAMP[4])))
    assert {name for name, value in found.items() if value} == set(worth)
    assert set(found) == {"inferable", "released", "supported", "undecided", "stated"}


@pytest.mark.parametrize(
    ("text", "inferable", "undecided", "unsaid"),
    [
        ("The lamp is broken.\nThe lamp is whole.", 0.5, 0.5, 1.0),
        # Of the lamp that stood there all evening it is not said that it is whole still.
        ("The lamp is whole.\nThe lamp is broken.", 0.0, 0.5, 1.0),
        ("The lamp is broken.\nThe lamp broke.", 0.5, 0.5, 0.0),
        ("The lamp is broken.", 0.0, 0.0, 0.0),
        ("He smiled.\nHe laughed.\nHe cried.", 0.0, 0.0, 0.0),
    ],
    ids=["the gold pair", "turned", "a line of the story", "one state", "three"],
)
def test_a_solver_judges_a_pair_of_states(
    text: str, inferable: float, undecided: float, unsaid: float
) -> None:
    found = tried(change(), text)
    assert (found["valid_inferable"], found["not_in_story"]) == (inferable, unsaid)
    assert found["undecided"] == undecided


@pytest.mark.parametrize("task", [REVISION, CHANGE], ids=lambda task: task.name)
def test_symbolic_texts_are_proved_and_tried(task: Any, tmp_path: Path) -> None:
    found = run(task, build("symbolic", Settings(timeout=60), asking=task.asking), tmp_path / "s")
    for outcome in found.outcomes():
        decision = found.decisions[outcome.case.id]
        assert (outcome.text is not None) == (decision.answer is not None) == bool(decision.tried)
        assert outcome.status is not Status.ERROR
        if outcome.text is not None:
            assert decision.verdict is Verdict.ENTAILED
            assert outcome.values.keys() >= decision.worth.keys()
        else:
            assert (outcome.status, decision.worth) == (Status.UNDECIDED, {})
    checked = verify(found.path)
    assert checked.ok
    assert {report.report.state for report in checked.checked} == {"verified", "unproved"} or all(
        outcome.text for outcome in found.outcomes()
    )
    assert read_summary(found.path).coverage > 0.3


def test_what_is_logged_of_a_text_must_be_what_the_solver_says(tmp_path: Path) -> None:
    found = run(REVISION, build("symbolic", asking=REVISION.asking), tmp_path / "s")
    log = found.path / "events.jsonl"
    lines = log.read_text().splitlines()
    for at, line in enumerate(lines):
        event = json.loads(line)
        if event["event"] == "decision" and event.get("worth", {}).get("supported"):
            event["worth"]["supported"] = 0.0
            lines[at] = json.dumps(event)
            score = json.loads(lines[at + 1])
            score["values"]["supported"] = 0.0
            lines[at + 1] = json.dumps(score)
            break
    log.write_text("\n".join(lines) + "\n")
    (failing,) = verify(found.path).failing
    assert "is not what the verdicts on it come to" in str(failing.report)


def test_a_model_writes_and_a_solver_judges(tmp_path: Path) -> None:
    def write(request: Request) -> str | Failure:
        prompt = str(request.prompt)
        if "lamp" not in prompt:
            return "\n\n"
        told = LAMP[:3] if "dropped" in prompt.split("Change it", maxsplit=1)[0] else WHOLE[:3]
        return "Changed story:\n" + "\n".join((*told, "The lamp is whole.", LAMP[4]))

    pipeline = build("neural", model=Scripted(write), asking=REVISION.asking, batch=4)
    plan = Plan(REVISION, pipeline, tmp_path / "n")
    found = read_run(execute(plan).path)
    outcomes = {outcome.case.name: outcome for outcome in found.outcomes()}
    first, second = outcomes["own-02-1"], outcomes["own-02-2"]
    assert first.text is not None
    assert first.text.split("\n")[3] == "The lamp is whole."
    assert (first.values["supported"], second.values["supported"]) == (1.0, 0.0)
    assert 0 < first.score < 1
    decision = found.decisions[first.case.id]
    assert (decision.verdict, decision.branch) == (Verdict.UNPROVED, Branch.NEURAL)
    assert [one.verdict for one in decision.tried] == [Verdict.ENTAILED, Verdict.REFUTED]
    assert outcomes["own-01-1"].status is Status.INVALID
    summary = read_summary(found.path)
    assert summary.metrics["supported"] == pytest.approx(1 / 16)
    assert summary.metrics["coverage"] == pytest.approx(2 / 16)
    assert verify(found.path).ok


def test_a_model_names_a_pair_of_states(tmp_path: Path) -> None:
    model = Scripted(lambda request: "Before: Tom is happy.\nAfter: Tom is sad.")
    found = run(CHANGE, build("neural", model=model, asking=CHANGE.asking), tmp_path / "n")
    assert {outcome.text for outcome in found.outcomes()} == {"Tom is happy.\nTom is sad."}
    assert verify(found.path).ok
    missing = Scripted(lambda request: "Before: Tom is happy.")
    silent = run(CHANGE, build("neural", model=missing, asking=CHANGE.asking), tmp_path / "m")
    assert {outcome.status for outcome in silent.outcomes()} == {Status.INVALID}


def test_baselines_are_tried_where_items_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = REVISION.load(data_dir())[2:4]

    def measured() -> dict[str, Any]:
        return measure_policies(REVISION.policies, cases, REVISION.measure, REVISION.judge, REVISION.trial)

    found = measured()
    assert (found["copy"]["supported"], found["copy"]["kept"]) == (0.0, 1.0)
    assert (found["put in"]["inferable"], found["put in"]["stated"]) == (1.0, 1.0)
    assert found["negated"]["stated"] == 0.0
    monkeypatch.setattr("defeasible.eval.baselines.policies.MOST", 1)
    assert measured()["copy"]["supported"] is None
    assert measured()["copy"]["rouge_lsum"] == found["copy"]["rouge_lsum"]


def test_without_the_extra_the_table_has_dashes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(*_: object) -> float:
        raise MissingExtraError("GLEU", "metrics")

    monkeypatch.setattr("defeasible.eval.metrics.written.gleu", missing)
    found = run(REVISION, build("symbolic", asking=REVISION.asking), tmp_path / "s")
    summary = read_summary(found.path)
    assert (summary.metrics["gleu"], summary.metrics["rouge_lsum"]) == (None, None)
    row = rows(summary)[0]
    assert row.values["gleu"] is None
    assert row.values["bertscore"] is None
    assert "BERTScore needs an encoder" in summary.task.note


def test_overlap_counts_what_has_no_text() -> None:
    case = revision()
    assert REVISION.judge(case, None, None).status is Status.UNDECIDED
    right = REVISION.judge(case, None, case.gold)
    assert (right.status, right.score) == (Status.CORRECT, 1.0)
    both = [Outcome(case, right), Outcome(case, REVISION.judge(case, None, None))]
    found = REVISION.measure(both)
    assert found["rouge_lsum"] == 0.5
    assert found["kept"] == pytest.approx(right.values["kept"] / 2)
    gold = case.gold.replace("\n", " ")
    assert found["gleu"] == overlap.gleu([gold, ""], [gold, gold], english_words)
    empty = replace(both[0], judgement=replace(right, values={}))
    assert REVISION.measure([empty])["kept"] is None


def test_figures_on_a_sample_of_the_open_tuples(open_data: Path, tmp_path: Path) -> None:
    for task, covered, proved in ((REVISION, 0.5, 0.4), (CHANGE, 0.0, 0.0)):
        plan = Plan(task, build("symbolic", asking=task.asking), tmp_path / task.name, open_data, limit=16)
        metrics = read_summary(execute(plan).path).metrics
        assert isinstance(metrics["coverage"], float)
        assert metrics["coverage"] >= covered
        first = metrics[task.headline[0]]
        assert isinstance(first, float)
        assert first >= proved


def rewriting(say: Any, out: Path, **settings: Any) -> tuple[RunDir, Scripted, Any]:
    """Run the hybrid on the revision of the lamp's story alone; return its decision as well."""
    model = Scripted(say)
    task = replace(REVISION, read=lambda *_: [revision()])
    pipeline = build("hybrid", Settings(**settings), model=model, asking=REVISION.asking)
    path = execute(Plan(task, pipeline, out)).path
    found = RunDir.read(path, task.judge, task.asking.question)
    return found, model, found.decisions[revision().id]


def test_the_hybrid_has_the_lines_rewritten_that_logic_names(tmp_path: Path) -> None:
    drafts = iter(('{"line4": "The lamp fell over."}', '{"line4": "The lamp was\\n whole."}'))
    found, model, decision = rewriting(lambda _: next(drafts), tmp_path / "h")
    assert [request.spec is not None for request in model.requests] == [True, True]
    first, second = (str(request.prompt) for request in model.requests)
    assert "line4: The lamp broke." in first
    assert "What must be otherwise, 1: " in first
    assert "Tried in vain, 1: The lamp fell over." in second
    assert "in vain" not in first
    assert decision.answer == "\n".join((*LAMP[:3], "The lamp was whole.", LAMP[4]))
    assert (decision.verdict, decision.branch) == (Verdict.UNPROVED, Branch.FALLBACK)
    assert decision.reason == (
        "logic asks for another line 4; round 1, line 4 rewritten: the state is unknown; "
        "round 2, line 4 rewritten: the state is entailed; kept: draft 2"
    )
    assert found.outcomes()[0].values["supported"] == 1.0


def test_the_rewriting_by_rule_is_kept_where_no_draft_will_do(tmp_path: Path) -> None:
    _, model, decision = rewriting(lambda _: '{"line4": "The lamp fell over."}', tmp_path / "h", rounds=2)
    assert len(model.requests) == 2
    assert (decision.verdict, decision.branch) == (Verdict.ENTAILED, Branch.SYMBOLIC)
    assert decision.reason.endswith("kept: the rewriting by rule")
    for say in ("no JSON", Failure("unavailable", "no answer from the server")):
        decision = hybrid(revision(), Scripted([say]))
        assert (decision.verdict, decision.branch) == (Verdict.ENTAILED, Branch.SYMBOLIC)
        assert "round 1: no lines were written" in decision.reason


def hybrid(case: Case[Any], model: Scripted) -> Any:
    """Ask the hybrid one question, hold its decision against it, and return the decision."""
    task = REVISION if isinstance(case.question, StoryRevisionQuestion) else CHANGE
    decision = build("hybrid", model=model, asking=task.asking).answerer.decide(case.question)
    report = check_decision(case.question, decision, replace(shipped(), others=True))
    assert report.state is not State.FAILED, str(report)
    return decision


def test_where_logic_names_no_line_the_model_chooses_them(tmp_path: Path) -> None:
    story = ("Kim walked home.", "The bus was late.", "She sat down.")
    case = replace(revision(), question=StoryRevisionQuestion(story, "Kim is angry."))

    def write(request: Request) -> str:
        if request.spec is None:
            return "\n".join((story[0], "The bus did not come.", story[2]))
        return '{"line2": "Kim was angry at the bus."}'

    model = Scripted(write)
    decision = hybrid(case, model)
    assert decision.reason.startswith(
        "logic names no line to change; round 1, the model's own story: the state is unknown; round 2, line 2"
    )
    assert decision.answer is not None
    assert decision.answer.split("\n")[1] in ("Kim was angry at the bus.", "The bus did not come.")
    shorter = hybrid(case, Scripted(lambda _: "Kim was late."))
    assert shorter.reason.count("round") == 1
    silent = hybrid(case, Scripted(lambda _: Failure("timeout", "too slow")))
    assert silent.verdict in (Verdict.ENTAILED, Verdict.UNPROVED)


def test_the_model_chooses_among_pairs_of_states_that_hold_up() -> None:
    ring = ("Tom bought a ring.", "He gave the ring to Ann.", "Ann smiled.")
    case = replace(change(), question=StateChangeQuestion(ring, (*ring[:2], "Ann cried.")))
    model = Scripted(lambda _: "b")
    decision = hybrid(case, model)
    (request,) = model.requests
    assert request.spec is not None
    assert "Ann feels happy. / Ann feels sad." in str(request.prompt)
    assert (decision.verdict, decision.branch) == (Verdict.ENTAILED, Branch.ARBITRATION)
    assert decision.answer != "Ann feels happy.\nAnn feels sad."
    assert "pairs that hold up the model finds" in decision.reason
    unsure = hybrid(case, Scripted(lambda _: "perhaps"))
    assert (unsure.answer, unsure.branch) == ("Ann feels happy.\nAnn feels sad.", Branch.SYMBOLIC)
    same = replace(case, question=StateChangeQuestion(ring, ring))
    own = hybrid(same, Scripted(lambda _: "Before: Tom is rich.\nAfter: Tom is poor."))
    assert (own.answer, own.branch) == ("Tom is rich.\nTom is poor.", Branch.FALLBACK)


def test_rounds_are_at_least_one() -> None:
    with pytest.raises(UsageError, match="rounds must be at least 1, got 0"):
        Settings(rounds=0)


def test_bertscore_needs_an_encoder(tmp_path: Path, cli: Any) -> None:
    found = run(REVISION, build("symbolic", asking=REVISION.asking), tmp_path / "s")

    def encode(given: Sequence[str]) -> list[TokenVectors]:
        rows = [[[1.0, float(len(word))] for word in text.split()] or [[1.0, 0.0]] for text in given]
        return [TokenVectors(np.array(row), np.ones(len(row))) for row in rows]

    summary = read_summary(found.path, encode)
    assert isinstance(summary.metrics["bertscore"], float)
    assert 0 < summary.metrics["bertscore"] <= 1
    assert isinstance(summary.baselines["copy"]["bertscore"], float)
    assert read_summary(found.path).metrics["bertscore"] is None
    refused = cli("score", found.path, "--encoder", tmp_path / "nowhere")
    assert refused.returncode == 2
    assert "cannot read a BERT model" in refused.stderr
    states = find("pasta/state")
    other = execute(Plan(states, build("symbolic", asking=states.asking), tmp_path / "o", limit=2)).path
    with pytest.raises(UsageError, match="has no `bertscore`"):
        read_summary(other, encode)


def test_a_model_answers_through_the_command_line(tmp_path: Path, cli: Any) -> None:
    script = tmp_path / "script.json"
    replies = {
        "Which pair of states": "a",
        "Answer with a JSON object": '{"line3": "She left the window open."}',
        "First version": "Before: Mia is cold.\nAfter: Mia is warm.",
        "Change it as little": "Mia was here.\nShe left.\nIt rained.\nIt snowed.\nShe came back.",
    }
    script.write_text(json.dumps(replies))
    ran = cli(
        *("run", "--task", "pasta/revision,pasta/change", "--pipeline", "hybrid", "--limit", "4", "--json"),
        *("--model", f"scripted:{script}", "--out", "r"),
    )
    assert ran.returncode == 0, ran.stderr
    for result in json.loads(ran.stdout):
        assert result["n"] == 4
        assert result["coverage"] == 1.0
        directory = Path(result["manifest"]["path"]).parent
        checked = cli("check", directory)
        assert checked.returncode == 0, checked.stdout
        assert " 0 failed, " in checked.stdout


@pytest.mark.parametrize("pipeline", ["neural", "hybrid"])
def test_the_shipped_model_ends_in_named_outcomes(pipeline: str, tmp_path: Path) -> None:
    pytest.importorskip("transformers", reason="needs the packages of the shipped model")
    for task in (REVISION, CHANGE):
        settings = Settings(model="tiny", max_tokens=64)
        answered = build(pipeline, settings, asking=task.asking, cache=False)
        path = execute(Plan(task, answered, tmp_path / task.name, limit=2)).path
        assert verify(path).ok
        assert not {o.status for o in read_run(path).outcomes()} & {Status.ERROR, Status.MISSING}
