"""Tasks and what answers them without reading."""

from __future__ import annotations

from pathlib import Path

import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.baselines import measure_policies
from defeasible.eval.tasks import TASKS, find, select
from defeasible.reasoner.errors import DatasetError, UsageError


@pytest.mark.parametrize("name", TASKS)
def test_items_are_distinct_and_well_formed(name: str) -> None:
    cases = TASKS[name].load(data_dir())
    assert len({case.id for case in cases}) == len(cases) > 0
    for case in cases:
        assert case.gold in case.labels if case.labels else case.gold
        assert len(case.labels) in (0, len(case.options))


def test_belief_r_update_is_where_the_gold_answer_is_the_open_one(belief_data: Path) -> None:
    cases = find("belief-r/t1").load(belief_data)
    assert {(c.gold, c.facets["category"]) for c in cases} == {
        ("c", "update"),
        ("a", "maintain"),
        ("b", "maintain"),
    }


def test_policies_on_belief_r(belief_data: Path) -> None:
    task = find("belief-r/t1")
    measured = measure_policies(task.policies, task.load(belief_data), task.measure)
    assert [(measured[p]["bu_acc"], measured[p]["bm_acc"]) for p in ("always update", "always maintain")] == [
        (1.0, 0.0),
        (0.0, 1.0),
    ]
    assert measured["majority"]["accuracy"] == 0.6  # six of the ten items are updates


def test_on_the_real_files_length_alone_beats_what_was_published(open_data: Path) -> None:
    task = find("belief-r/t1")
    measured = measure_policies(task.policies, task.load(open_data), task.measure)
    for name in ("always update", "always maintain", "majority"):
        assert measured[name]["breu"] == 0.5
    assert measured["random"]["breu"] == pytest.approx(1 / 3, abs=0.04)
    assert measured["length of r alone"]["auc"] == pytest.approx(0.784, abs=0.001)
    assert measured["length of r alone"]["breu"] == pytest.approx(0.746, abs=0.001)


@pytest.mark.parametrize("subset", ["easy", "hard"])
def test_ccons_subsets_are_its_levels(subset: str) -> None:
    task = find("ccons/context")
    cases = task.load(data_dir(), task.choice(data_dir(), subset=subset))
    assert cases
    assert {c.facets["level"] for c in cases} == {subset}
    assert len(cases) < len(task.load(data_dir()))


@pytest.mark.parametrize(
    ("task", "choice", "message"),
    [
        ("belief-r/t", {"subset": "easy"}, "task `belief-r/t` has no subsets"),
        ("belief-r/t1", {"split": "dev"}, "task `belief-r/t1` has no splits"),
        ("ccons/context", {"split": "test"}, "task `ccons/context` has no splits"),
        (
            "ccons/context",
            {"subset": "medium"},
            "unknown subset 'medium' of task `ccons/context`\n  hint: choose from easy, hard",
        ),
    ],
)
def test_what_a_task_does_not_have_is_refused(task: str, choice: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find(task).choice(data_dir(), **choice)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("belief-r/t", ["belief-r/t"]),
        ("belief-r", ["belief-r/t", "belief-r/t1"]),
        ("*/t*", ["belief-r/t", "belief-r/t1"]),
        ("ccons/nocontext, belief-r", ["ccons/nocontext", "belief-r/t", "belief-r/t1"]),
        ("belief-r,belief-r/t1", ["belief-r/t", "belief-r/t1"]),
        ("all", list(TASKS)),
    ],
)
def test_tasks_are_named_one_by_one_by_beginning_by_pattern_or_all(wanted: str, found: list[str]) -> None:
    assert [task.name for task in select(wanted)] == found


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("belief", "`belief-r`"),
        ("ccons/contxt", "`ccons/context`"),
        ("belief-r,Belief-R/T1", "`belief-r/t1`"),
        ("al", "`all`"),
    ],
)
def test_an_unknown_task_says_which_was_meant(wanted: str, meant: str) -> None:
    unknown = wanted.rpartition(",")[2]
    with pytest.raises(
        UsageError, match=rf"unknown task '{unknown}'\n  hint: did you mean .*{meant}.*choose "
    ):
        select(wanted)


@pytest.mark.parametrize("wanted", ["", "xyz", "belief-r,", "x*"])
def test_a_name_that_is_like_none_lists_the_tasks(wanted: str) -> None:
    with pytest.raises(UsageError, match=r"unknown task '.*'\n  hint: choose from belief-r/t, "):
        select(wanted)


def test_absent_data_say_where_they_belong(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="belief_r"):
        find("belief-r/t").load(tmp_path)
