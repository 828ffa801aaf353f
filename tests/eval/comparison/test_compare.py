"""`compare` and `power` on real runs: sentences, JSON, exit statuses, what is refused."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.comparison import compare
from defeasible.eval.inspection.grounds import Ground, ground
from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.reasoner import Reasoner, no_roles
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict


def _run(folder: Path, name: str, answerer: Any, settings: dict[str, Any], **plan: Any) -> RunDir:
    task = plan.pop("task", "belief-r/t1")
    out = folder / name
    execute(Plan(task=find(task), pipeline=Pipeline("symbolic", answerer, settings), out=out, **plan))
    return RunDir.read(out)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[RunDir, RunDir]:
    """The built-in suite with roles from the lexicon, and with none."""
    folder = tmp_path_factory.mktemp("pair")
    return (
        _run(folder, "lexicon", Reasoner(), {"roles": "lexicon"}),
        _run(folder, "stated", Reasoner(roles=no_roles), {"roles": "stated"}),
    )


def test_a_pair_by_hand(pair: tuple[RunDir, RunDir]) -> None:
    found = compare(pair)
    (only,) = found.pairs
    lexicon, stated = ({o.case.id: o.correct for o in run.outcomes()} for run in pair)
    differing = [id_ for id_ in lexicon if lexicon[id_] != stated[id_]]
    assert [flip.case.id for flip in only.flips] == differing
    assert only.result.only_a + only.result.only_b == len(differing) > 0
    assert found.names == ("symbolic, lexicon", "symbolic, stated")
    halves = []
    for category in ("update", "maintain"):
        ids = [c.id for c in pair[0].cases if c.facets["category"] == category]
        halves.append(sum(stated[i] - lexicon[i] for i in ids) / len(ids))
    assert only.result.difference == pytest.approx(sum(halves) / 2)
    assert only.p_holm == only.result.p


def test_without_roles_it_never_updates_so_flips_rest_on_roles_or_the_text(
    pair: tuple[RunDir, RunDir],
) -> None:
    (only,) = compare(pair).pairs
    for flip in only.flips:
        # Without roles an answer rests on the text alone; with them, a wrong one on a role or a tie of roles.
        assert (flip.ground in (Ground.ROLE, Ground.TIE)) is flip.gained


def test_grounds_of_answers_without_a_proof(
    tmp_path: Path, make_scripted: Callable[..., Any], belief_data: Path
) -> None:
    def one(name: str, answerer: Any) -> set[Ground]:
        run = _run(tmp_path, name, answerer, {}, data_dir=belief_data)
        return {ground(run.decisions.get(case.id)) for case in run.cases}

    assert one("unparsed", make_scripted(verdict=Verdict.UNPARSED)) == {Ground.READING}
    assert one("timeout", make_scripted(verdict=Verdict.TIMEOUT)) == {Ground.TIMEOUT}
    failing = one("failing", make_scripted(stop_at=1, stop_with=ValueError))
    assert failing == {Ground.FAILURE, Ground.LOGIC}
    assert ground(None) is Ground.MISSING


def test_holm_covers_all_pairs_and_tasks(
    tmp_path: Path, make_scripted: Callable[..., Any], belief_data: Path
) -> None:
    runs = [
        _run(
            tmp_path,
            f"{task[-1]}{choose}",
            make_scripted(choose=choose),
            {"choose": choose},
            task=task,
            data_dir=belief_data,
        )
        for task in ("belief-r/t", "belief-r/t1")
        for choose in (0, 1, 2)
    ]
    found = compare(runs)
    assert [(pair.task.name, pair.a, pair.b) for pair in found.pairs] == [
        ("belief-r/t", 0, 1),
        ("belief-r/t", 0, 2),
        ("belief-r/t", 1, 2),
        ("belief-r/t1", 3, 4),
        ("belief-r/t1", 3, 5),
        ("belief-r/t1", 4, 5),
    ]
    least = min(found.pairs, key=lambda pair: pair.result.p)
    assert least.p_holm == pytest.approx(min(1, 6 * least.result.p))
    assert set(found.cochran) == {"belief-r/t", "belief-r/t1"}
    assert found.names[:3] == ("symbolic, choose=0", "symbolic, choose=1", "symbolic, choose=2")


def test_only_items_that_all_runs_plan_count(
    tmp_path: Path, make_scripted: Callable[..., Any], belief_data: Path
) -> None:
    whole = _run(tmp_path, "whole", make_scripted(), {"x": 1}, data_dir=belief_data)
    part = _run(tmp_path, "part", make_scripted(choose=1), {"x": 2}, data_dir=belief_data, limit=4)
    found = compare([whole, part])
    assert found.pairs[0].result.n == 4
    assert found.left_out == {"belief-r/t1": 6}


def test_a_pair_compares_the_items_of_its_headline(tmp_path: Path, make_scripted: Callable[..., Any]) -> None:
    runs = [
        _run(tmp_path, f"n{i}", make_scripted(choose=i), {"choose": i}, task="ccons/nocontext")
        for i in (0, 1)
    ]
    (only,) = compare(runs).pairs
    ordinary = [summarise(run).metrics["ordinary"] for run in runs]
    assert ordinary[0] != ordinary[1] != summarise(runs[1]).metrics["accuracy"]
    assert [only.result.a, only.result.b] == pytest.approx(ordinary)
    assert only.result.n == sum(case.facets["cell"] == "ordinary" for case in runs[0].cases)
    assert {flip.case.facets["cell"] for flip in only.flips} == {"ordinary"}


def test_repeats_agree_by_krippendorffs_alpha(
    tmp_path: Path, make_scripted: Callable[..., Any], belief_data: Path
) -> None:
    runs = [
        _run(tmp_path, f"r{seed}", make_scripted(), {"seed": seed}, data_dir=belief_data) for seed in (1, 2)
    ]
    assert compare(runs).repeats == {"belief-r/t1": 1.0}


def test_one_command_repeats_a_run_and_says_how_far_its_answers_agree(cli: Any, belief_data: Path) -> None:
    (cli.folder / "s.json").write_text('{"Ben visits": "Final Answer [a].", "": "Final Answer [b]."}')
    done = cli("run", "--task", "belief-r/t", "--data-dir", belief_data, "--pipeline", "neural", "--model",
               "scripted:s.json", "--limit", "4", "--seed", "5", "--repeats", "2", "--out", "r")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "belief-r/t: repeats agree with Krippendorff's alpha 1.000" in done.stdout
    one, two = (RunDir.read(cli.folder / "r" / f"repeat-{k}") for k in (1, 2))
    assert one.cases == two.cases
    assert [run.manifest.config["pipeline.seed"] for run in (one, two)] == [5, 6]
    assert [run.manifest.config["seed"] for run in (one, two)] == [5, 5]


def test_what_cannot_be_compared(pair: tuple[RunDir, RunDir], tmp_path: Path, make_scripted: Any) -> None:
    with pytest.raises(UsageError, match="expected at least two runs"):
        compare(pair[:1])
    other = _run(tmp_path, "o", make_scripted(), {}, task="ccons/context")
    with pytest.raises(UsageError, match="no two of these runs"):
        compare([pair[0], other])


def test_from_two_runs_to_one_sentence(cli: Any, pair: tuple[RunDir, RunDir]) -> None:
    a, b = (str(run.path) for run in pair)
    done = cli("compare", a, b, "--margin", "0.5", "--flips")
    assert done.returncode == 0, done.stderr
    said = " ".join(done.stdout.split())
    assert "A is better than B by " in said
    assert "after Holm" in said
    assert "the worse answer rests" in said
    *lines, proof, flips = done.stdout.splitlines()
    assert flips == f"all flips: defeasible show {a} --flipped {b}"
    assert max(map(len, lines)) <= 80
    shown = cli(*shlex.split(proof.removeprefix("proof of one: defeasible ")))
    assert " wrong" in shown.stdout.splitlines()[0]
    assert "therefore  " in shown.stdout
    assert cli("compare", a, b, "--fail-if-worse").returncode == 1
    assert cli("compare", b, a, "--fail-if-worse").returncode == 0
    value = json.loads(cli("compare", a, b, "--margin", "0.5", "--json").stdout)
    assert value["pairs"][0]["separable"] is True
    assert value["equivalent"] == [True]
    assert sum(value["pairs"][0]["grounds"].values()) == len(value["pairs"][0]["flips"])


def test_words_do_not_claim_a_difference_that_was_not_shown(
    cli: Any, tmp_path: Path, make_scripted: Any, belief_data: Path
) -> None:
    for name, choose in (("a", 0), ("b", 1)):
        _run(tmp_path, name, make_scripted(choose=choose), {"choose": choose}, data_dir=belief_data)
    done = cli("compare", "a", "b", "--margin", "0.01")
    assert "A and B are not separable" in done.stdout
    assert "not shown to be equivalent" in " ".join(done.stdout.split())


def test_power_before_a_run(cli: Any) -> None:
    assert "300 items show a difference of 0.089 or more" in cli("power", "--items", "300").stdout
    found = json.loads(cli("power", "--difference", "0.05", "--discordant", "0.2", "--json").stdout)
    assert found["items"] == 621
    neither = cli("power")
    assert (neither.returncode, "give either `--items` or `--difference`" in neither.stderr) == (2, True)
