"""PASTA, state inference: four cases a tuple, four support settings, three pipelines, pairs of states."""

from __future__ import annotations

from pathlib import Path

import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.asking import STATES
from defeasible.eval.asking.asking import LEFT_OPEN
from defeasible.eval.cases import Judgement, Outcome, Status, labelled
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.report.items import question_text
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import Choice, find
from defeasible.eval.verify import verify
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.errors import DatasetError, RunError
from defeasible.reasoner.question import StateQuestion
from defeasible.reasoner.verdict import Branch, Verdict

TASK = find("pasta/state")
LAMP = (
    "Tom bought a new lamp.",
    "He carried it home.",
    "At home he dropped the lamp.",
    "The lamp broke.",
    "He swept the floor.",
)


def cases(variant: str = "marked") -> list[StateQuestion]:
    """The four questions of the second built-in tuple."""
    return [case.question for case in TASK.load(data_dir(), Choice(split="test", variant=variant))[4:8]]


def run(pipeline: Pipeline, out: Path, **chosen: str) -> RunDir:
    choice = TASK.choice(data_dir(), **chosen)
    return read_run(execute(Plan(TASK, pipeline, out, choice=choice)).path)


def test_a_tuple_asks_both_states_of_both_stories() -> None:
    found = TASK.load(data_dir())[4:8]
    assert [(case.gold, case.facets["story"], case.question.state) for case in found] == [
        ("yes", "original", "The lamp is broken."),
        ("no", "original", "The lamp is whole."),
        ("yes", "revised", "The lamp is whole."),
        ("no", "revised", "The lamp is broken."),
    ]
    assert len({case.cluster for case in found}) == 1
    assert question_text(found[0]).splitlines()[-3:] == ["The lamp is broken.", "(yes) yes", "(no) no"]


@pytest.mark.parametrize(
    ("variant", "question", "shown"),
    [
        (
            "marked",
            StateQuestion(LAMP, "The lamp is broken.", (3, 4)),
            [*LAMP[:2], f"* {LAMP[2]}", f"* {LAMP[3]}", LAMP[4]],
        ),
        ("whole", StateQuestion(LAMP, "The lamp is broken."), list(LAMP)),
        ("subset", StateQuestion(LAMP, "The lamp is broken.", (3, 4), context=False), list(LAMP[2:4])),
        (
            "without",
            StateQuestion((*LAMP[:2], LAMP[4]), "The lamp is broken."),
            [*LAMP[:2], LAMP[4]],
        ),
    ],
)
def test_support_settings(variant: str, question: StateQuestion, shown: list[str]) -> None:
    assert cases(variant)[0] == question
    assert STATES.fields(question) == {"story": shown, "state": "The lamp is broken."}


def test_the_support_of_a_revised_story_is_what_was_rewritten() -> None:
    assert cases()[2].support == (3, 4)
    assert cases()[2].lines[3] == "The lamp stood there all evening."


def test_pairs_are_both_states_of_one_story() -> None:
    found = TASK.load(data_dir())[:8]
    given = ["yes", "no", "yes", "yes", "no", "no", "yes", None]
    outcomes = [
        Outcome(case, Judgement(Status.UNDECIDED) if label is None else labelled(case, label))
        for case, label in zip(found, given, strict=True)
    ]
    measured = TASK.measure(outcomes)
    assert measured["accuracy"] == 5 / 8
    assert measured["contrastive_accuracy"] == 1 / 4
    assert measured["coverage"] == 7 / 8
    by_story = measured["by_story"]
    assert isinstance(by_story, dict)
    assert by_story["original"] == {"accuracy": 3 / 4, "contrastive_accuracy": 1 / 2, "n": 4}
    # A sample may hold one half of a pair, which then does not count.
    assert TASK.measure(outcomes[:3])["contrastive_accuracy"] == 1.0
    assert TASK.measure(outcomes[2:3])["contrastive_accuracy"] is None


def test_what_logic_leaves_open_stands_in_the_table_as_such(tmp_path: Path) -> None:
    found = run(build("symbolic", asking=STATES), tmp_path / "s")
    for outcome in found.outcomes():
        decision = found.decisions[outcome.case.id]
        assert decision.verdict is not None
        label = {Verdict.ENTAILED: "yes", Verdict.REFUTED: "no"}.get(decision.verdict)
        assert (outcome.label, outcome.status is Status.UNDECIDED) == (label, label is None)
    measured = read_summary(found.path).metrics
    assert isinstance(measured["outcomes"], dict)
    assert measured["outcomes"]["undecided"] > 0
    assert measured["coverage"] == 1 - measured["outcomes"]["undecided"] / 32
    assert verify(found.path).ok


@pytest.mark.parametrize("way", ["generate", "score"])
def test_a_model_answers_yes_or_no(way: str, tmp_path: Path) -> None:
    def likely(prompt: str, option: str) -> float:
        return -1.0 if option.startswith("no") else -2.0

    model = Scripted(lambda request: "No.", likely)
    settings = Settings(answer_by=way)  # type: ignore[arg-type]
    found = run(build("neural", settings, model=model, asking=STATES, batch=4), tmp_path / "n")
    assert {outcome.label for outcome in found.outcomes()} == {"no"}
    assert read_summary(found.path).metrics["accuracy"] == 0.5
    assert verify(found.path).ok
    decision = next(iter(found.decisions.values()))
    assert (decision.verdict, decision.branch, decision.answer) == (Verdict.UNPROVED, Branch.NEURAL, "no")


def test_the_hybrid_asks_the_model_where_logic_leaves_a_state_open(tmp_path: Path) -> None:
    proved = run(build("symbolic", asking=STATES), tmp_path / "s")
    model = Scripted(lambda request: "yes")
    found = run(build("hybrid", model=model, asking=STATES), tmp_path / "h")
    for case in found.cases:
        alone, both = proved.decisions[case.id], found.decisions[case.id]
        if alone.verdict is Verdict.UNKNOWN:
            assert (both.verdict, both.answer, both.branch) == (Verdict.UNPROVED, "yes", Branch.FALLBACK)
            assert both.reason == LEFT_OPEN
        else:
            assert (both.verdict, both.branch, both.model) == (alone.verdict, Branch.SYMBOLIC, None)
    assert read_summary(found.path).coverage == 1
    assert verify(found.path).ok


def test_an_answer_of_a_model_that_is_not_the_logged_one_fails_the_check(tmp_path: Path) -> None:
    found = run(build("neural", model=Scripted(lambda request: "yes"), asking=STATES), tmp_path / "n")
    item = found.cases[0]
    log = (found.path / "events.jsonl").read_text().splitlines()
    log[0] = log[0].replace('"answer":"yes"', '"answer":"no"', 1)
    label = TASK.judge(item, Verdict.UNPROVED, "no")
    old, new = ('"label":"yes"', "correct", "1.0"), ('"label":"no"', str(label.status), str(label.score))
    for before, after in zip(old, new, strict=True):
        log[1] = log[1].replace(before, after)
    (found.path / "events.jsonl").write_text("\n".join(log) + "\n")
    failing = verify(found.path).failing
    assert [checked.item for checked in failing] == [item.id]


def test_the_first_split_that_is_there_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "pasta"
    folder.mkdir()
    content = (data_dir() / "pasta" / "te_data.jsonl").read_bytes()
    (folder / "val_data.jsonl").write_bytes(content)
    assert TASK.choice(tmp_path).split == "validation"
    assert len(TASK.load(tmp_path)) == 32
    (folder / "te_data.jsonl").write_bytes(content)
    assert TASK.choice(tmp_path).split == "test"
    assert TASK.choice(tmp_path, split="train").split == "train"
    with pytest.raises(DatasetError, match=r"tr_data\.jsonl"):
        TASK.load(tmp_path, TASK.choice(tmp_path, split="train"))


def test_a_split_and_a_variant_are_part_of_what_a_run_is(tmp_path: Path) -> None:
    symbolic = build("symbolic", asking=STATES)
    found = run(symbolic, tmp_path / "s", variant="without")
    assert (found.manifest.config["split"], found.manifest.config["variant"]) == ("test", "without")
    with pytest.raises(RunError, match=r"`variant` was 'without', now 'marked'"):
        run(symbolic, found.path)
    published = {(p.model, p.metric) for p in read_summary(found.path).published}
    assert not any(metric == "accuracy" for _, metric in published)  # the paper has none of this setting
    marked = read_summary(run(symbolic, tmp_path / "m").path).published
    assert {p.setting.get("support") for p in marked if p.metric == "accuracy"} == {"marked"}


def test_figures_on_a_sample_of_the_open_tuples(open_data: Path, tmp_path: Path) -> None:
    for variant, least, right in (("marked", 0.07, 0.7), ("subset", 0.05, 0.75)):
        choice = TASK.choice(open_data, variant=variant)
        plan = Plan(
            TASK, build("symbolic", asking=STATES), tmp_path / variant, open_data, limit=400, choice=choice
        )
        metrics = read_summary(execute(plan).path).metrics
        assert isinstance(metrics["coverage"], float)
        assert isinstance(metrics["selective_accuracy"], float)
        assert metrics["coverage"] >= least
        assert metrics["selective_accuracy"] >= right
