"""CORECODE, choices and spans: three pipelines, how options are shown, where shots are from, abstentions."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.asking import AskedPhrase, AskedSlot, Asking, FillQuestion, Fills, Phrases
from defeasible.eval.cases import Status
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.report.items import question_text
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.tasks.corecode_conflict import candidates
from defeasible.eval.verify import verify
from defeasible.llm.backend import Failure, Request
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.trace.steps import RankingStep
from defeasible.reasoner.verdict import Branch, Verdict

NAMES = ("fill", "domain", "slot", "conflict")
CHOICES = NAMES[:3]
GAP = FillQuestion(("A: 我在[MASK]吃早饭。", "B: 挺好的。"), ("早上", "晚上", "傍晚"), "[MASK]处填什么？")


def shown(request: Request) -> str:
    assert not isinstance(request.prompt, str)
    return request.prompt[-1].text


def run(name: str, pipeline: Pipeline, out: Path, data: Path | None = None, **chosen: str) -> RunDir:
    task = find(f"corecode/{name}")
    choice = task.choice(data or data_dir(), **chosen)
    return read_run(execute(Plan(task, pipeline, out, data, choice=choice)).path)


def asking(name: str) -> Asking[Any]:
    return find(f"corecode/{name}").asking


@pytest.mark.parametrize("name", NAMES)
def test_each_task_runs_without_a_model_and_what_is_open_is_undecided(name: str, tmp_path: Path) -> None:
    found = run(name, build("symbolic", asking=asking(name)), tmp_path / "r")
    for outcome in found.outcomes():
        answer = found.decisions[outcome.case.id].answer
        assert outcome.answered is (answer is not None)
        assert answer is not None or outcome.status in (Status.UNDECIDED, Status.UNPARSED)
    measured = read_summary(found.path).metrics
    assert list(measured["by_level"]) == ["easy", "hard"]  # type: ignore[arg-type]
    assert verify(found.path).ok


@pytest.mark.parametrize("way", ["generate", "score"])
@pytest.mark.parametrize("name", CHOICES)
def test_a_model_chooses_by_its_words_or_by_likelihood(name: str, way: str, tmp_path: Path) -> None:
    model = Scripted(lambda request: "b)", lambda prompt, option: 0.0 if "(b)" in option else -9.0)
    settings = Settings(answer_by=way)  # type: ignore[arg-type]
    found = run(name, build("neural", settings, model=model, asking=asking(name)), tmp_path / "r")
    assert {outcome.label for outcome in found.outcomes()} == {"b"}
    assert verify(found.path).ok


@pytest.mark.parametrize("reply", ["b", "B", "(b)", "(B)", "b)", "B)", "(b){}", "(b) {}", "{}"])
def test_what_the_paper_counts_as_an_answer_counts(reply: str) -> None:
    case = find("corecode/slot").load(data_dir())[0]
    model = Scripted(lambda request: reply.format(case.options[1]))
    decision = build("neural", model=model, asking=asking("slot")).answerer.decide(case.question)
    assert decision.answer == case.options[1]


def test_perturbations_change_marks_and_order_and_nothing_else() -> None:
    task = find("corecode/slot")
    read = {v: task.load(data_dir(), task.choice(data_dir(), variant=v)) for v in task.variants}
    for plain, numbered, shuffled, both in zip(*read.values(), strict=True):
        assert (plain.labels[0], numbered.labels[0]) == ("a", "1")
        assert (shuffled.labels, both.labels) == (plain.labels, numbered.labels)
        assert numbered.options == plain.options
        assert both.options == shuffled.options != plain.options
        assert sorted(both.options) == sorted(plain.options)
        assert {case.gold_answer for case in (plain, numbered, shuffled, both)} == {plain.gold_answer}
    again = task.load(data_dir(), task.choice(data_dir(), variant="shuffled"))
    assert [case.options for case in again] == [case.options for case in read["shuffled"]]


@pytest.mark.parametrize(("variant", "mark"), [("plain", "(a) "), ("re-indicated", "(1) "), ("both", "(1) ")])
def test_a_model_is_shown_the_marks_of_the_variant(variant: str, mark: str, tmp_path: Path) -> None:
    asked: list[str] = []

    def second(request: Request) -> str:
        asked.append(shown(request))
        return {"(a) ": "(b)", "(1) ": "(2)"}[mark]

    task = find("corecode/domain")
    how = task.asked(task.choice(data_dir(), variant=variant))
    found = run(
        "domain", build("neural", model=Scripted(second), asking=how), tmp_path / "r", variant=variant
    )
    assert all(mark in text for text in asked)
    assert {outcome.label for outcome in found.outcomes()} == {{"(a) ": "b", "(1) ": "2"}[mark]}
    prompt = str(found.manifest.config["pipeline.prompt"])
    assert prompt.startswith("direct" if variant == "plain" else "numbered")
    published = read_summary(found.path).published
    assert bool(published) is (variant == "plain")  # the paper prints none of perturbed options


def with_train(folder: Path) -> Path:
    """Return a copy of the small suite in which the test files stand as train files, too."""
    shutil.copytree(data_dir() / "corecode", folder / "corecode")
    for path in list(folder.rglob("test/*.jsonl")):
        target = path.parent.parent / "train" / path.name
        target.parent.mkdir(exist_ok=True)
        target.write_text(path.read_text("utf-8").replace("A: ", "A: 哦，"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["fill", "conflict", "cause"])
def test_shots_are_of_the_train_file_and_never_of_the_split_that_is_run(name: str, tmp_path: Path) -> None:
    folder, task = with_train(tmp_path / "data"), find(f"corecode/{name}")
    examples = task.examples(folder, task.choice(folder, subset="hard"))
    assert examples is not None
    first: Any = examples()[0]
    assert all(turn.startswith(("A: 哦，", "B: ")) for turn in first["dialogue"])
    assert first["answer"] == task.load(data_dir(), task.choice(data_dir(), subset="hard"))[0].gold_answer
    assert task.examples(folder, task.choice(folder, split="train")) is None
    assert task.examples(data_dir(), task.choice(data_dir())) is None


@pytest.mark.parametrize("shots", [0, 1, 3])
def test_shots_stand_before_the_question(shots: int, tmp_path: Path) -> None:
    folder, task = with_train(tmp_path / "data"), find("corecode/fill")
    turns: list[int] = []

    def reply(request: Request) -> str:
        turns.append(len(request.prompt))
        return "a"

    choice = task.choice(folder, subset="hard")
    pipeline = build(
        "neural",
        Settings(shots=shots),
        asking=task.asked(choice),
        model=Scripted(reply),
        examples=task.examples(folder, choice),
    )
    found = read_run(execute(Plan(task, pipeline, tmp_path / "r", folder, choice=choice)).path)
    assert set(turns) == {2 * shots + 1}
    assert found.manifest.config.get("pipeline.shots_of") == ("train file" if shots else None)


def test_logic_strikes_out_what_contradicts_the_dialogue() -> None:
    decision = Fills().decide(Reasoner(), GAP)
    assert (decision.verdict, decision.answer) == (Verdict.UNPROVED, "早上")
    ranking = decision.trace.steps[0]
    assert isinstance(ranking, RankingStep)
    assert [one.text for one in ranking.ranked] == ["早上"]
    assert "not 晚上, for these cannot all hold: 我在晚上吃早饭" in ranking.ranked[0].reasons
    assert check_decision(GAP, decision).state is State.UNPROVED


def test_several_options_left_are_no_answer_and_the_model_chooses_among_them() -> None:
    gap = FillQuestion(GAP.dialogue, ("早上", "晚上", "厨房"), GAP.asked)
    alone = Fills().decide(Reasoner(), gap)
    assert (alone.answer, alone.reason) == (None, "the facts of the dialogue leave 2 of 3 options")
    assert check_decision(gap, alone).state is State.UNPROVED
    asked: list[str] = []

    def second(request: Request) -> str:
        asked.append(shown(request))
        return "(b)"

    decision = build("hybrid", asking=Fills(), model=Scripted(second)).answerer.decide(gap)
    assert "晚上" not in asked[0]
    assert (decision.answer, decision.branch) == ("厨房", Branch.ARBITRATION)
    assert check_decision(gap, decision).state is State.UNPROVED


def test_where_every_option_clashes_none_is_struck_out() -> None:
    gap = FillQuestion(GAP.dialogue, ("晚上", "傍晚"), GAP.asked)
    decision = Fills().decide(Reasoner(), gap)
    assert (decision.answer, decision.reason) == (None, "the facts of the dialogue leave 2 of 2 options")


def test_a_gap_that_logic_leaves_open_is_filled_by_the_model_alone(tmp_path: Path) -> None:
    found = run("fill", build("hybrid", asking=Fills(), model=Scripted(lambda request: "c")), tmp_path / "r")
    assert {outcome.label for outcome in found.outcomes()} == {"c"}
    assert verify(found.path).ok


def test_a_model_that_fails_leaves_what_logic_left() -> None:
    silent = Scripted(lambda request: Failure("unavailable", "no answer from the server"))
    gap = FillQuestion(GAP.dialogue, ("早上", "晚上", "厨房"), GAP.asked)
    decision = build("hybrid", asking=Fills(), model=silent).answerer.decide(gap)
    assert (decision.answer, decision.branch) == (None, Branch.SYMBOLIC)


@pytest.mark.parametrize("way", ["generate", "score"])
def test_a_tie_between_slots_is_left_to_the_model(way: str) -> None:
    slots = asking("slot")
    question = AskedSlot(("A: 你好。",), "甲", "乙", ("持续时长", "频率"), asked="短语2是短语1的什么？")
    plain = slots.decide(Reasoner(), question)
    assert plain.verdict is Verdict.UNKNOWN
    model = Scripted(lambda request: "b", lambda prompt, option: 0.0 if "(b)" in option else -9.0)
    settings = Settings(answer_by=way)  # type: ignore[arg-type]
    decision = build("hybrid", settings, asking=slots, model=model).answerer.decide(question)
    assert (decision.answer, decision.branch) == ("频率", Branch.FALLBACK)
    report = check_decision(question, decision)
    assert report.state is State.UNPROVED
    assert "that logic leaves the question open" in report.given


@pytest.mark.parametrize(
    ("turns", "options", "message"),
    [(("A: 好。",), ("一",), "no gap"), (("A: [MASK]。",), (), "no options to fill it")],
)
def test_a_gap_question_without_gap_or_options_is_refused(
    turns: tuple[str, ...], options: tuple[str, ...], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        FillQuestion(turns, options, "?")


@pytest.mark.parametrize(
    ("turns", "answer"),
    [
        (("A: 我今天晚上八点吃早饭。", "B: 好的。"), "今天晚上八点"),
        (("A: 我吃饱了，所以很饿。",), "很饿"),
        (("A: 我今天早上八点吃早饭。", "B: 好的。"), None),
    ],
    ids=["time", "consequence", "nothing wrong"],
)
def test_the_phrase_that_dissolves_all_conflicts_is_proved_not_to_fit(
    turns: tuple[str, ...], answer: str | None
) -> None:
    question = AskedPhrase(turns, candidates(turns), asked="哪个短语不合常识？")
    decision = Phrases().decide(Reasoner(), question)
    assert decision.answer == answer
    assert check_decision(question, decision).state is State.VERIFIED


def test_a_dialogue_without_facts_has_no_candidates_and_is_left_to_the_model() -> None:
    question = AskedPhrase(
        ("A: 你好。", "B: 你好。"), candidates(["A: 你好。", "B: 你好。"]), asked="哪个短语？"
    )
    assert question.candidates == ()
    assert Phrases().decide(Reasoner(), question).verdict is Verdict.UNPARSED
    model = Scripted(lambda request: "答案：“你好”")
    assert build("hybrid", asking=Phrases(), model=model).answerer.decide(question).answer == "你好"


def test_a_report_shows_what_is_asked() -> None:
    for name in NAMES:
        case = find(f"corecode/{name}").load(data_dir())[0]
        assert case.question.asked in question_text(case).splitlines()


@pytest.mark.parametrize("name", ["neural", "hybrid"])
def test_all_tasks_run_with_a_model_through_the_command_line(name: str, cli: Any) -> None:
    (cli.folder / "s.json").write_text(json.dumps({"答案": "(a)"}), encoding="utf-8")
    done = cli(
        "run", "--task", "corecode", "--pipeline", name, "--model", "scripted:s.json", "--out", "r", "--json"
    )
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert len(results) == 8
    for result in results:
        assert result["metrics"]["coverage"] == 1
        path = cli.folder / "r" / result["task"].replace("/", "-")
        assert verify(path).ok
    answered = {result["task"]: result["metrics"]["answered_by"] for result in results}
    if name == "hybrid":
        assert answered["corecode/cause"]["arbitration"]["answered"] == 8
        assert answered["corecode/slot"]["symbolic"]["answered"] == 8
        assert answered["corecode/fill"]["fallback"]["answered"] == 8


def test_a_run_with_shots_of_the_train_file_can_be_gone_on_with(cli: Any) -> None:
    folder = with_train(cli.folder / "data")
    (cli.folder / "s.json").write_text(json.dumps({"答案": "(a)"}), encoding="utf-8")
    how = ["--pipeline", "neural", "--model", "scripted:s.json", "--data-dir", folder, "--out", "r"]
    done = cli(
        "run", "--task", "corecode/fill", "--variant", "shuffled", "--shots", "1", *how, "--limit", "2"
    )
    assert done.returncode == 0, done.stderr
    assert read_run(cli.folder / "r").manifest.config["pipeline.shots_of"] == "train file"
    again = cli("resume", "r")
    assert again.returncode == 0, again.stderr
    assert "2 items done before, 0 now" in again.stderr
