"""Heads: fitted by group, and never asked about what they have seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from defeasible.datasets.builtin import data_dir as builtin
from defeasible.datasets.make import find as find_maker
from defeasible.datasets.make import write
from defeasible.eval.cli.fit import command
from defeasible.eval.fitting.fit import Fitted, Wanted, fit, for_training, joined
from defeasible.eval.fitting.heads import Loaded
from defeasible.eval.fitting.learn import Example, Table
from defeasible.eval.fitting.roles import HeadRoles, examples
from defeasible.eval.inspection.items import replaying
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.report.results import Result, to_page
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.heads import Weights

pytest.importorskip("sklearn", reason="needs scikit-learn: pip install 'defeasible[fit]'")

TASK = "belief-r/t1"


@pytest.fixture
def data(make_belief_data: Callable[[int], Path]) -> Path:
    """Twelve groups of two items; what tells their labels apart is the number of each group, and no more."""
    return make_belief_data(12)


@pytest.fixture
def fitted(data: Path) -> Fitted:
    return fit(Wanted(TASK, data, folds=3))


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
    seen = examples([outcome.case for outcome in fitted.outcomes], "without-length")
    scores = [[fitted.head.whole.score(c) for c in one.candidates] for one in seen]
    by_heart = [one.worths[own.index(max(own))] == 1 for one, own in zip(seen, scores, strict=True)]
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
    assert f"Learned from data: the roles, {config['pipeline.roles_seen']}." in page
    assert "fitted on 24 items of belief-r/t1, without-length" in page
    assert "24 verified, 0 failed" in page


def test_a_run_does_not_go_on_with_another_head(file: Path, data: Path, tmp_path: Path) -> None:
    _run(file, data, tmp_path / "run")
    fit(Wanted(TASK, data, folds=4)).head.write(file)
    with pytest.raises(RunError, match="roles_sha256"):
        _run(file, data, tmp_path / "run")
    with pytest.raises(UsageError, match="is not the head of the run"):
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
    seen = examples([outcome.case for outcome in fitted.outcomes], "without-length")
    assert len(seen) == len(fitted.outcomes)
    for one in seen:
        weights = fitted.head.weights(one.texts)
        assert weights is not None
        folds.setdefault(one.case.cluster, set()).add(fitted.head.folds.index(weights))
    assert {len(found) for found in folds.values()} == {1}
    assert set.union(*folds.values()) == {0, 1, 2}


def test_items_that_share_a_text_are_one_group() -> None:
    assert joined([["a", "x"], ["b", "y"], ["c", "x", "y"], ["d"]]) == [0, 0, 0, 1]


def test_the_same_data_and_seed_give_the_same_file(fitted: Fitted, data: Path, file: Path) -> None:
    fit(Wanted(TASK, data, folds=3)).head.write(again := file.with_name("again.json"))
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(("length", "there"), [(True, True), (False, False)], ids=["with", "without"])
def test_length_is_a_feature_only_where_it_is_asked_for(fitted: Fitted, length: bool, there: bool) -> None:
    (example,) = examples([fitted.outcomes[0].case], "with-length" if length else "without-length")
    assert any(name.startswith("length:") for name in example.candidates[1]) is there


def test_unknown_features_count_nothing() -> None:
    assert Weights({"a": 2.0}, 1.0).score({"a": 0.25, "b": 9.0}) == 0.5


@pytest.mark.parametrize(
    ("task", "names", "folds", "said"),
    [
        ("pasta/revision", "", 5, "cannot fit a head on `pasta/revision`"),
        (TASK, "dataset_id", 5, "unknown features 'dataset_id'"),
        (TASK, "without-length", 1, "folds must be at least 2, got 1"),
        (TASK, "without-length", 13, "cannot split 12 groups into 13 folds"),
    ],
)
def test_what_cannot_be_fitted_is_refused(task: str, names: str, folds: int, said: str, data: Path) -> None:
    with pytest.raises(UsageError, match=said):
        fit(Wanted(task, data, features=names, folds=folds))


def test_a_file_that_is_no_head_for_roles_is_refused(fitted: Fitted, tmp_path: Path) -> None:
    file = tmp_path / "head.json"
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="is not a head"):
        HeadRoles.read(file)
    replace(fitted.head, task="pasta/state").write(file)
    with pytest.raises(UsageError, match="fitted on pasta/state, not on belief-r/t1"):
        HeadRoles.read(file)
    document = json.loads(file.read_bytes()) | {"task": TASK, "seen": {"0": 3}}
    file.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(UsageError, match="belongs to an unknown fold"):
        HeadRoles.read(file)
    with pytest.raises(UsageError, match=r"unknown source of roles 'nowhere\.json'"):
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


MADE = {
    "corecode/cause": ("symbolic", "weights"),
    "corecode/domain": ("neural", "model"),
    "corecode/fill": ("hybrid", "model"),
    "pasta/state": ("neural", "model"),
    "ccons/context": ("neural", "model"),
    "belief-r/t": ("neural", "model"),
}
"""Heads of other tasks, and as what a run takes them."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    for name in ("corecode", "pasta", "ccons", "belief-r"):
        write(find_maker(name), 16, 3, folder)
    return folder


@pytest.mark.parametrize("name", MADE)
def test_a_head_of_any_task_answers_a_run_as_it_did_out_of_fold(
    name: str, made: Path, tmp_path: Path
) -> None:
    task, (pipeline, place), file = find(name), MADE[name], tmp_path / "head.json"
    found = fit(Wanted(name, made, folds=3, limit=40))
    found.head.write(file)
    settings = Settings(weights=str(file)) if place == "weights" else Settings(model=f"head:{file}")
    built = build(pipeline, settings, asking=task.asking)
    plan = Plan(task, built, tmp_path / "run", made, limit=40, choice=for_training(task, made))
    run = execute(plan)
    if pipeline != "hybrid":  # logic answers some there
        expected = {o.case.id: o.label or o.text for o in found.outcomes if o.answered}
        logged = {o.case.id: o.label or o.text for o in run.outcomes()}
        assert {key: logged[key] for key in expected} == expected
    result = Result(read_summary(run.path), verify(run.path))
    assert result.verification.ok
    page = to_page([result])
    assert f"the {place}, fitted on {found.head.n} items of {name}" in page
    assert f"{place}_seen" not in page


def test_a_head_stands_where_a_model_would_and_nowhere_else(file: Path, made: Path, tmp_path: Path) -> None:
    asking = find("belief-r/t").asking
    with pytest.raises(UsageError, match="weighs roles, not answers"):
        build("neural", Settings(model=f"head:{file}"), asking=asking)
    with pytest.raises(UsageError, match="a head only weighs options"):
        build("neural", Settings(model=f"head:{file}", shots=1), asking=asking)
    with pytest.raises(UsageError, match=r"fitted on belief-r/t1, not on pasta/state"):
        build("neural", Settings(model=f"head:{file}"), asking=find("pasta/state").asking)
    with pytest.raises(UsageError, match=r"fitted on belief-r/t1, not on corecode/clipped"):
        build("symbolic", Settings(weights=str(file)), asking=find("corecode/clipped").asking)


def test_weights_learn_what_a_candidate_is_worth_and_not_its_place() -> None:
    case = find("belief-r/t").load(builtin())[0]
    features = ({"good": 1.0}, {"bad": 1.0}, {"good": 0.5})
    one = Example(case, features, ("a", "b", "c"), (1.0, 0.0, 0.5), ("t",))
    turned = replace(one, candidates=features[::-1], worths=(0.5, 0.0, 1.0))
    weights = Table([one, turned]).learn([0, 1], 10.0)
    assert weights.coefficients["good"] > 0 > weights.coefficients["bad"]
    scores = [[weights.score(c) for c in each.candidates] for each in (one, turned)]
    assert [own.index(max(own)) for own in scores] == [0, 2]
    assert [one.answer((1.0, 1.0, 0.0), ties=ties) for ties in (True, False)] == ["a", None]
    assert Table([one, turned]).learn([0, 1], 10.0, rare=1.1).coefficients == {}
