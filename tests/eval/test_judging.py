"""What answers are worth: labels, verdicts that stand for labels, texts; and logs of the earlier schema."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from defeasible.eval.cases import Case, Judgement, Status, by_label, by_text, by_verdict
from defeasible.eval.pipelines import build
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.events import DecisionEvent, adapter, score_line
from defeasible.eval.runlog.scoring import score_event
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError
from defeasible.reasoner.question import ChoiceQuestion
from defeasible.reasoner.verdict import Verdict

LOGS = Path(__file__).parents[1] / "data" / "logs"
CHOICE = Case("i", "i", ChoiceQuestion(("p",), ("so", "not so", "maybe")), ("a", "b", "c"), "b", "g")
TEXT = Case("i", "i", ChoiceQuestion(("p",), ("so",)), (), "the red door", "g")
YES = {Verdict.ENTAILED: "so", Verdict.REFUTED: "not so"}


def overlap(answer: str, gold: str) -> dict[str, float]:
    said, wanted = set(answer.split()), set(gold.split())
    return {"jaccard": len(said & wanted) / len(said | wanted), "exact": float(answer == gold)}


@pytest.mark.parametrize(
    ("verdict", "answer", "judged"),
    [
        (Verdict.ENTAILED, "not so", Judgement(Status.CORRECT, "b", score=1.0)),
        (Verdict.UNPROVED, "maybe", Judgement(Status.WRONG, "c")),
        (Verdict.UNKNOWN, None, Judgement(Status.UNDECIDED)),
        (Verdict.ENTAILED, "else", Judgement(Status.ERROR)),
    ],
)
def test_an_option_is_judged_by_its_label(verdict: Verdict, answer: str | None, judged: Judgement) -> None:
    assert by_label(CHOICE, verdict, answer) == judged


@pytest.mark.parametrize(
    ("verdict", "answer", "judged"),
    [
        (Verdict.REFUTED, None, Judgement(Status.CORRECT, "b", score=1.0)),
        (Verdict.ENTAILED, None, Judgement(Status.WRONG, "a")),
        (Verdict.UNKNOWN, None, Judgement(Status.UNDECIDED)),
        (Verdict.INCONSISTENT, None, Judgement(Status.UNDECIDED)),
        (Verdict.UNPROVED, "not so", Judgement(Status.CORRECT, "b", score=1.0)),
        (Verdict.UNPROVED, None, Judgement(Status.UNDECIDED)),
    ],
)
def test_a_proved_verdict_stands_for_an_option(
    verdict: Verdict, answer: str | None, judged: Judgement
) -> None:
    assert by_verdict(YES)(CHOICE, verdict, answer) == judged


@pytest.mark.parametrize(
    ("answer", "judged"),
    [
        (
            "the red door",
            Judgement(Status.CORRECT, None, "the red door", 1.0, {"jaccard": 1.0, "exact": 1.0}),
        ),
        ("the door", Judgement(Status.SCORED, None, "the door", 2 / 3, {"jaccard": 2 / 3, "exact": 0.0})),
        ("a cat", Judgement(Status.SCORED, None, "a cat", 0.0, {"jaccard": 0.0, "exact": 0.0})),
        (None, Judgement(Status.UNDECIDED)),
    ],
)
def test_a_text_is_judged_by_measures(answer: str | None, judged: Judgement) -> None:
    found = by_text(overlap)(TEXT, Verdict.UNPROVED, answer)
    assert found == judged
    assert found.answered is (answer is not None)


def test_text_score_and_measures_are_in_the_log() -> None:
    decided = DecisionEvent("k", "i", 0.0, 0.0, verdict=Verdict.UNPROVED, answer="the door")
    scored = score_event(TEXT, decided, by_text(overlap))
    assert (scored.text, scored.score, scored.values["exact"]) == ("the door", 0.666666667, 0.0)
    assert adapter().validate_json(score_line(scored)) == scored
    labelled = score_event(CHOICE, replace(decided, answer="not so"), by_label)
    assert adapter().validate_json(score_line(labelled)) == labelled


@pytest.mark.parametrize(("name", "right"), [("belief-r", 3), ("ccons", 4)])
def test_a_log_of_the_earlier_schema_is_read(name: str, right: int) -> None:
    summary = read_summary(LOGS / name)
    outcomes = summary.run.outcomes()
    assert summary.run.manifest.schema == "defeasible.run/1"
    assert sum(outcome.correct for outcome in outcomes) == sum(o.score for o in outcomes) == right
    assert summary.metrics["accuracy"] == right / 4
    assert [
        outcome.case.label(summary.run.decisions[outcome.case.id].answer or "") for outcome in outcomes
    ] == [outcome.label for outcome in outcomes]


def test_a_log_of_the_earlier_schema_is_held_against_itself(tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(LOGS / "belief-r", path)
    log = path / "events.jsonl"
    log.write_text(log.read_text().replace('"status":"wrong"', '"status":"correct"'))
    with pytest.raises(RunError, match=r"line 6 scores item .* as correct .* imply wrong"):
        RunDir.read(path)


def test_a_run_of_the_earlier_schema_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "run"
    shutil.copytree(LOGS / "belief-r", path)
    before = (path / "events.jsonl").read_bytes()
    with pytest.raises(RunError, match=r"schema `defeasible.run/1`, which can be read but not continued"):
        execute(Plan(find("belief-r/t1"), build("symbolic"), path))
    assert (path / "events.jsonl").read_bytes() == before
