"""Tasks, constant policies and published numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from defeasible.datasets.builtin import data_dir
from defeasible.eval.baselines import measure_policies
from defeasible.eval.published import beside, best, numbers
from defeasible.eval.tasks import TASKS, find
from defeasible.reasoner.errors import DatasetError, UsageError


@pytest.mark.parametrize("name", TASKS)
def test_items_are_distinct_and_well_formed(name: str) -> None:
    cases = TASKS[name].load(data_dir())
    assert len({case.id for case in cases}) == len(cases) > 0
    for case in cases:
        assert case.gold in case.labels
        assert len(case.labels) == len(case.question.options)


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


def test_policies_do_not_beat_chance_on_the_real_files(open_data: Path) -> None:
    task = find("belief-r/t1")
    for metrics in measure_policies(task.policies, task.load(open_data), task.measure).values():
        assert metrics["breu"] == 0.5


@pytest.mark.parametrize("subset", ["easy", "hard"])
def test_ccons_subsets_are_its_levels(subset: str) -> None:
    task = find("ccons/context")
    cases = task.load(data_dir(), subset=subset)
    assert cases
    assert {c.facets["level"] for c in cases} == {subset}
    assert len(cases) < len(task.load(data_dir()))


@pytest.mark.parametrize(
    ("task", "choice", "message"),
    [
        ("belief-r/t", {"subset": "easy"}, "task `belief-r/t` has no subsets"),
        ("belief-r/t1", {"split": "dev"}, "task `belief-r/t1` has no splits"),
        ("ccons/context", {"split": "test"}, "task `ccons/context` has no splits"),
        ("ccons/context", {"subset": "medium"}, "no subset `medium`\n  hint: its subsets are easy, hard"),
    ],
)
def test_what_a_task_does_not_have_is_refused(task: str, choice: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        find(task).load(data_dir(), **choice)


def test_unknown_task_names_the_tasks() -> None:
    with pytest.raises(UsageError, match=r"no task `belief`\n  hint: tasks are belief-r/t, "):
        find("belief")


def test_absent_data_say_where_they_belong(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="belief_r"):
        find("belief-r/t").load(tmp_path)


def test_published_breu_is_the_mean_of_its_halves() -> None:
    table: dict[str, dict[str, float]] = {}
    for number in numbers("belief-r/t1"):
        table.setdefault(number.model, {})[number.metric] = number.value
    assert len(table) == 24
    for model, row in table.items():
        assert row["breu"] == pytest.approx((row["bu_acc"] + row["bm_acc"]) / 2, abs=1.1e-4), model


def test_the_best_published_numbers() -> None:
    breu = best(numbers("belief-r/t1"), "breu")
    assert breu is not None
    assert (breu.model, breu.value, breu.source) == (
        "GPT-4 Turbo, direct prompt",
        0.5174,
        "Wilie et al. 2024, table A1",
    )
    context = {(n.model, n.metric): n.value for n in numbers("ccons/context")}
    assert len(context) == 10 * 6
    assert context["GPT-3 (text-davinci-003)", "ordinary"] == 0.856
    assert context["T0++", "counter"] == 0.53
    assert context["Human", "counter_hard"] == 0.769
    assert {n.model: n.value for n in numbers("ccons/nocontext")}["Human"] == 0.791


def test_a_run_on_other_items_is_not_the_same_protocol() -> None:
    full = beside("belief-r/t1", n=1744, official=True)
    assert all(number.same_protocol for number in full)
    for other in (beside("belief-r/t1", n=52, official=False), beside("belief-r/t1", n=798, official=True)):
        assert not any(number.same_protocol for number in other)
        assert all("on 1744 items" in number.note for number in other)
    for number in numbers("ccons/context"):
        assert number.same_protocol == (number.model.startswith(("T0", "GPT")))


def test_metrics_named_in_the_papers_are_metrics_of_the_tasks() -> None:
    for name, task in TASKS.items():
        measured = task.measure([])
        for number in numbers(name):
            assert number.metric in measured
