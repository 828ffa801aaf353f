"""Heads: fitted by group, and never asked about what they have seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from defeasible.eval.cli.fit import command
from defeasible.eval.fitting.fit import Fitted, fit, joined, read_examples
from defeasible.eval.fitting.heads import Loaded, Weights
from defeasible.eval.fitting.roles import HeadRoles
from defeasible.eval.inspection.items import replaying
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.report.results import Result, to_page
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.errors import RunError, UsageError

pytest.importorskip("sklearn", reason="needs scikit-learn: pip install 'defeasible[fit]'")

TASK = "belief-r/t1"


@pytest.fixture
def data(make_belief_data: Callable[[int], Path]) -> Path:
    """Twelve groups of two items; what tells their labels apart is the number of each group, and no more."""
    return make_belief_data(12)


@pytest.fixture
def fitted(data: Path) -> Fitted:
    return fit(TASK, data, names="without-length", folds=3, seed=0)


@pytest.fixture
def file(fitted: Fitted, tmp_path: Path) -> Path:
    fitted.head.write(tmp_path / "head.json")
    return tmp_path / "head.json"


def _run(file: Path, data: Path, out: Path) -> None:
    task = find(TASK)
    execute(Plan(task, build("symbolic", Settings(roles=str(file)), asking=task.asking), out, data))


def test_a_run_on_what_a_head_was_fitted_on_gets_the_out_of_fold_answers(
    fitted: Fitted, file: Path, data: Path, tmp_path: Path
) -> None:
    _run(file, data, tmp_path / "run")
    summary = read_summary(tmp_path / "run")
    logged = {outcome.case.id: outcome.label for outcome in summary.run.outcomes()}
    assert logged == {outcome.case.id: outcome.label for outcome in fitted.outcomes}
    # What has seen an item knows it by heart, so these are not answers of such weights.
    examples, _ = read_examples([outcome.case for outcome in fitted.outcomes], length=False)
    by_heart = [(fitted.head.whole.log_odds(one.features) > 0) == one.first for one in examples]
    assert sum(by_heart) > sum(outcome.correct for outcome in fitted.outcomes)


def test_a_run_says_what_its_roles_have_seen_and_its_proofs_hold(
    file: Path, data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "run"
    _run(file, data, out)
    result = Result(read_summary(out), verify(out))
    config = result.run.manifest.config
    assert config["pipeline.roles_sha256"] == Loaded.read(file, TASK).sha256
    page = to_page([result])
    assert f"Learned from data: the roles; {config['pipeline.roles_seen']}." in page
    assert "fitted on 24 items of belief-r/t1, without-length" in page
    assert "24 verified, 0 failed" in page


def test_a_run_does_not_go_on_with_another_head(file: Path, data: Path, tmp_path: Path) -> None:
    _run(file, data, tmp_path / "run")
    fit(TASK, data, names="without-length", folds=4, seed=0).head.write(file)
    with pytest.raises(RunError, match="roles_sha256"):
        _run(file, data, tmp_path / "run")
    with pytest.raises(UsageError, match="another head than the one of the run"):
        replaying(read_summary(tmp_path / "run").run)


def test_the_weights_of_a_text_are_those_of_the_fold_without_it(fitted: Fitted) -> None:
    head = fitted.head
    texts = [one.case.question.sources[0].text for one in fitted.outcomes]
    own = head.weights([texts[0]])
    assert own is not None
    assert own is not head.whole
    assert head.weights([texts[0].upper().replace(" then", ", then")]) is own
    assert head.weights(["If it rains then the match is off."]) is head.whole
    other = next(text for text in texts if head.weights([text]) is not own)
    assert head.weights([texts[0], other]) is None


def test_a_group_lies_in_one_fold(fitted: Fitted) -> None:
    folds: dict[str, set[int]] = {}
    examples, unread = read_examples([outcome.case for outcome in fitted.outcomes], length=False)
    assert unread == 0
    for one in examples:
        weights = fitted.head.weights(one.texts)
        assert weights is not None
        folds.setdefault(one.case.cluster, set()).add(fitted.head.folds.index(weights))
    assert {len(found) for found in folds.values()} == {1}
    assert set.union(*folds.values()) == {0, 1, 2}


def test_items_that_share_a_text_are_one_group() -> None:
    assert joined([["a", "x"], ["b", "y"], ["c", "x", "y"], ["d"]]) == [0, 0, 0, 1]


def test_the_same_data_and_seed_give_the_same_file(fitted: Fitted, data: Path, file: Path) -> None:
    fit(TASK, data, names="without-length", folds=3, seed=0).head.write(again := file.with_name("again.json"))
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(("length", "there"), [(True, True), (False, False)], ids=["with", "without"])
def test_length_is_a_feature_only_where_it_is_asked_for(fitted: Fitted, length: bool, there: bool) -> None:
    (example, *_), _ = read_examples([fitted.outcomes[0].case], length=length)
    assert any(name.startswith("length:") for name in example.features) is there


def test_unknown_features_count_nothing() -> None:
    assert Weights(0.5, {"a": 2.0}, 1.0).log_odds({"a": 0.25, "b": 9.0}) == 1.0


@pytest.mark.parametrize(
    ("task", "names", "folds", "said"),
    [
        ("ccons/context", "without-length", 5, "no head is fitted on `ccons/context`"),
        (TASK, "dataset_id", 5, "there are no features `dataset_id`"),
        (TASK, "without-length", 1, "leave nothing that the weights have not seen"),
        (TASK, "without-length", 13, "12 groups with 2 classes do not make 13 folds"),
    ],
)
def test_what_cannot_be_fitted_is_refused(task: str, names: str, folds: int, said: str, data: Path) -> None:
    with pytest.raises(UsageError, match=said):
        fit(task, data, names=names, folds=folds, seed=0)


def test_a_file_that_is_no_head_for_roles_is_refused(fitted: Fitted, tmp_path: Path) -> None:
    file = tmp_path / "head.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="is no head"):
        HeadRoles.read(file)
    replace(fitted.head, task="pasta/state").write(file)
    with pytest.raises(UsageError, match="fitted on pasta/state, not on belief-r/t1"):
        HeadRoles.read(file)
    replace(fitted.head, seen={"0": 3}).write(file)
    with pytest.raises(UsageError, match="names folds that it does not have"):
        HeadRoles.read(file)
    with pytest.raises(UsageError, match=r"no source of roles `nowhere\.json`"):
        Settings(roles="nowhere.json")


def test_the_command_prints_out_of_fold_scores_beside_the_baselines(data: Path, tmp_path: Path) -> None:
    given = [TASK, "--data-dir", str(data), "--folds", "3", "--out", str(tmp_path / "head.json")]
    printed = CliRunner().invoke(command, given, catch_exceptions=False).output
    assert "24 items in 12 groups, 3 folds, out of fold" in printed
    assert "\nlength of r alone" in printed
    document = json.loads(CliRunner().invoke(command, [*given, "--json"], catch_exceptions=False).output)
    head = Loaded.read(tmp_path / "head.json", TASK).head
    assert document["metrics"]["breu"] == head.scores["breu"]
    assert f"{head.scores['breu']:.3f}" in printed
    assert len(document["folds"]) == 3
