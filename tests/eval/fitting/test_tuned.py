"""Models that are trained further: for real, on models of random weights that are made here."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from encoders import build_bert
from seq2seq import build_t5
from tiny import build as build_llama

from defeasible.datasets.make import find as find_maker
from defeasible.datasets.make import write
from defeasible.eval.cli.fit import command
from defeasible.eval.fitting.fit import Wanted
from defeasible.eval.fitting.tuned import FILE, Trained, read_taught, traces_of, tune
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find
from defeasible.llm.tuning.loop import Schedule
from defeasible.reasoner.errors import MissingExtraError, UsageError

pytest.importorskip("torch", reason="needs torch: pip install 'defeasible[tune]'")
pytest.importorskip("outlines", reason="needs outlines: pip install 'defeasible[tune]'")
pytest.importorskip("sklearn", reason="needs scikit-learn: pip install 'defeasible[tune]'")

FAST = Schedule(epochs=3, batch=4, rate=3e-3)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write(find_maker("pasta"), 12, 1, folder)
    write(find_maker("corecode"), 12, 1, folder)
    return folder


@pytest.fixture(scope="module")
def classifier(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Trained:
    folder = tmp_path_factory.mktemp("models")
    base = build_bert(folder / "base", positions=160, words="yes no")
    wanted = Wanted("pasta/state", data, folds=3)
    return tune(wanted, "encoder", str(base), folder / "out", FAST)


def test_an_encoder_learns_and_is_scored_on_other_groups_than_it_saw(classifier: Trained) -> None:
    taught = classifier.taught
    assert taught.course.trained[-1] < taught.course.trained[0]
    assert len(taught.course.held_out) == FAST.epochs
    assert taught.held_out == len(classifier.outcomes) > 0
    unseen = [traces_of(classifier.task, outcome.case) for outcome in classifier.outcomes]
    assert not set.union(*unseen) & set(taught.seen)
    assert all(outcome.answered for outcome in classifier.outcomes)
    assert taught.scores["accuracy"] == classifier.metrics["accuracy"]


def test_a_run_of_a_trained_model_is_refused_on_what_it_saw_and_made_on_what_it_did_not(
    classifier: Trained, data: Path, tmp_path: Path
) -> None:
    task = find("pasta/state")
    settings = Settings(model=classifier.address, prompt="pair", answer_by="score")
    pipeline = build("neural", settings, asking=task.asking, cache=False)
    with pytest.raises(UsageError, match=r"was trained on \d+ of these items"):
        execute(Plan(task, pipeline, tmp_path / "seen", data))
    write(find_maker("pasta"), 3, 99, tmp_path / "fresh")
    run = execute(Plan(task, pipeline, tmp_path / "run", tmp_path / "fresh"))
    said = str(run.manifest.config["pipeline.model_seen"])
    assert said.startswith(
        f"fitted on {classifier.taught.n} items of pasta/state, test, marked, encoder from "
    )


def test_an_encoder_without_labels_of_inference_gets_them(classifier: Trained) -> None:
    config = json.loads((Path(classifier.address.partition(":")[2]) / "config.json").read_text())
    assert sorted(config["id2label"].values()) == ["contradiction", "entailment", "neutral"]


@pytest.mark.parametrize("task", ["pasta/revision", "pasta/change"])
def test_a_sequence_to_sequence_model_learns_and_is_asked(task: str, data: Path, tmp_path: Path) -> None:
    base = build_t5(tmp_path / "base", [case.gold for case in find(task).load(data)])
    wanted = Wanted(task, data, folds=2, limit=8)
    trained = tune(wanted, "seq2seq", str(base), tmp_path / "out", FAST)
    course = trained.taught.course
    assert course.trained[-1] < course.trained[0]
    assert course.held_out[-1] < course.before
    assert trained.taught.n + trained.taught.held_out == 8
    assert trained.address == f"seq2seq:{tmp_path / 'out'}"


def test_adapters_are_merged_into_a_model_that_runs_as_any_other(data: Path, tmp_path: Path) -> None:
    pytest.importorskip("peft", reason="needs peft: pip install 'defeasible[tune]'")
    base = build_llama(tmp_path / "base")
    wanted = Wanted("corecode/domain", data, folds=2, limit=8)
    trained = tune(wanted, "lora", str(base), tmp_path / "out", FAST)
    assert trained.taught.course.trained[-1] < trained.taught.course.trained[0]
    assert trained.address == f"hf:{tmp_path / 'out'}"
    assert not list((tmp_path / "out").glob("adapter*"))
    assert {outcome.label for outcome in trained.outcomes} <= {"a", "b", "c"}


def test_the_command_says_how_training_went_and_how_to_run_the_model(data: Path, tmp_path: Path) -> None:
    base, out = build_bert(tmp_path / "base", positions=160, words="yes no"), tmp_path / "out"
    given = ["pasta/state", "--encoder", str(base), "--data-dir", str(data), "--folds", "3", "--epochs", "1"]
    done = CliRunner().invoke(command, [*given, "--out", str(out)], catch_exceptions=False)
    assert "trained on" in done.output
    assert "\nalways yes" in done.output
    assert f"--model nli:{out} --answer-by score --prompt pair" in done.output
    taught = read_taught(f"nli:{out}?batch=4")
    assert taught is not None
    assert taught.base == str(base)
    (out / FILE).write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot read what the model was trained on"):
        read_taught(f"nli:{out}")


@pytest.mark.parametrize(
    ("task", "more", "said"),
    [
        ("pasta/state", ["--encoder", "a", "--lora", "b"], "cannot train on several tasks or models"),
        ("pasta", ["--encoder", "a"], "cannot train on several tasks or models"),
        ("corecode/slot", ["--encoder", "a"], "no encoder prompts for corecode/slot"),
        ("pasta/state", ["--encoder", "a", "--prompt", "direct"], "does not fit this kind of model"),
        ("pasta/state", ["--encoder", "a", "--epochs", "0"], "epochs and batch must be at least 1"),
        ("pasta/state", ["--encoder", "/no/where"], "cannot load `/no/where`"),
        ("pasta/state", ["--encoder", "a", "--folds", "99"], "cannot split 6 groups into 99 folds"),
    ],
)
def test_what_cannot_be_trained_is_refused(
    task: str, more: list[str], said: str, data: Path, tmp_path: Path
) -> None:
    given = [task, *more, "--data-dir", str(data), "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(command, given)
    assert isinstance(done.exception, UsageError)
    assert said in done.exception.message


def test_without_peft_the_message_says_how_to_get_it(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "peft", None)
    base = build_llama(tmp_path / "base")
    with pytest.raises(MissingExtraError) as raised:
        tune(Wanted("corecode/domain", data, folds=3), "lora", str(base), tmp_path / "out", FAST)
    assert "pip install 'defeasible[tune]'" in str(raised.value.hint or raised.value)
