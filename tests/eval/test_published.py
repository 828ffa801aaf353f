"""Published numbers: a strict file format, figures that agree with each other, and where they stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from defeasible.eval.published import Published, beside, best, numbers, parse, tables
from defeasible.eval.published.tables import BENCHMARKS
from defeasible.eval.tasks import TASKS
from defeasible.reasoner.errors import DatasetError, UsageError

SOUND = """
paper = "Doe 2026"
title = "A paper"
[[table]]
task = "pasta/state"
source = "table 1"
unit = "percent"
setting = { level = "hard" }
by = ["shots"]
items = 10
protocol = "zero-shot"
same_protocol = false
reason = "other items"
columns = ["accuracy", "accuracy ±", "f1"]
rows = [["A", 0, 12.5, 0.5, "-"], ["B", 1, 50, 1.0, 7.0]]
average = [31.25, 0.75, 7.0]
"""


def test_a_cell_is_read_as_it_is_printed() -> None:
    (table,) = parse(SOUND, "doe.toml").table
    assert [[str(cell) for cell in row] for row in table.rows] == [
        ["A", "0", "12.5", "0.5", "-"],
        ["B", "1", "50", "1.0", "7.0"],
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('paper = "Doe 2026"', "", "paper: Field required"),
        ("items = 10", "item = 10", "table.0.item: Extra inputs are not permitted"),
        ("items = 10", "items = 0", "table.0.items: Input should be greater than 0"),
        ("items = 10", 'items = "10"', "table.0.items: Input should be a valid integer"),
        ('unit = "percent"', 'unit = "stars"', "table.0.unit"),
        ('task = "pasta/state"', 'task = "state"', "table.0.task: String should match pattern"),
        ('reason = "other items"', "", "`reason` must say why"),
        ("same_protocol = false", "same_protocol = true", "be empty if it is the same"),
        ('["B", 1, 50, 1.0, 7.0]', '["B", 1, 50, 1.0]', r"row \['B', '1', '50', '1.0'\] has 4 cells"),
        ('["B", 1,', '["A", 0,', r"duplicate row \['A', '0'\]"),
        ('["B", 1, 50,', '["B", 1, 150,', r"row \['B', '1'\] holds 150, which is not a percent"),
        ('["B", 1, 50,', '["B", 1, -5,', "holds -5"),
        ('["B", 1, 50,', '["B", 1, "x",', "`x` in the row of B is not a number"),
        ("31.25", "31.35", "the values of `accuracy` do not have the average 31.35"),
        ("average = [31.25, 0.75, 7.0]", "average = [31.25]", "`average` and `columns` differ in length"),
        ('"accuracy ±"', '"f1 ±"', "column `f1 ±` must follow `f1`"),
        ('title = "A paper"', 'title = "A', "doe.toml: not TOML"),
    ],
)
def test_a_malformed_file_is_refused(old: str, new: str, message: str) -> None:
    assert old in SOUND
    with pytest.raises(DatasetError, match=message):
        parse(SOUND.replace(old, new), "doe.toml")


@pytest.mark.parametrize(
    ("benchmark", "cells"), [("belief-r", 76), ("ccons", 70), ("pasta", 122), ("corecode", 799)]
)
def test_every_file_is_sound_and_holds_all_cells(benchmark: str, cells: int) -> None:
    _, found = tables(benchmark)
    assert all(table.task.startswith(f"{benchmark}/") for table in found)
    assert sum(len(numbers(name)) for name in {table.task for table in found}) == cells


def test_published_breu_is_the_mean_of_its_halves() -> None:
    rows: dict[str, dict[str, float]] = {}
    for number in numbers("belief-r/t1"):
        if "prompt" in number.setting:
            rows.setdefault(number.name, {})[number.metric] = number.value
    assert len(rows) == 24
    for name, row in rows.items():
        assert row["breu"] == pytest.approx((row["bu_acc"] + row["bm_acc"]) / 2, abs=1.1e-4), name


def test_published_ordinary_and_counter_are_means_of_easy_and_hard() -> None:
    """A cell of CConS lies between its easy and its hard part, whatever their sizes."""
    values = {(n.model, n.metric): n.value for n in numbers("ccons/context")}
    for (model, metric), value in values.items():
        if "_" not in metric:
            parts = [values[model, f"{metric}_{level}"] for level in ("easy", "hard")]
            assert min(parts) - 0.001 <= value <= max(parts) + 0.001, (model, metric)


def test_published_errors_of_generated_texts_sum_to_all() -> None:
    for task in ("pasta/revision", "pasta/change"):
        shares = [n.value for n in numbers(task) if n.metric == "error_share"]
        assert sum(shares) == pytest.approx(1.0, abs=0.0015)


def test_samples_of_each_paper() -> None:
    found = {
        (task, n.name, n.metric): (n.value, n.spread)
        for task in ("belief-r/t1", "ccons/context", "ccons/nocontext", "pasta/state", "pasta/change")
        for n in numbers(task)
    } | {
        (task, n.name, n.metric): (n.value, n.spread)
        for task in ("corecode/knowledge", "corecode/cause", "corecode/slot", "corecode/conflict")
        for n in numbers(task)
    }
    assert found["belief-r/t1", "GPT-4 Turbo, prompt direct", "breu"] == (0.5174, None)
    assert found["ccons/context", "T0++", "counter"] == (0.53, None)
    assert found["ccons/context", "Human", "counter_hard"] == (0.769, None)
    assert found["ccons/nocontext", "GPT-3 (text-davinci-003)", "ordinary"] == (0.764, None)
    assert found["pasta/state", "RoBERTa-l, support marked", "contrastive_accuracy"] == (0.837, 0.005)
    assert found["pasta/change", "T5-l, taught fine-tuned", "valid_inferable"] == (0.5875, None)
    assert found["corecode/knowledge", "ChatGLM-6B, level hard, shots 3", "cider"] == (0.277, None)
    assert found["corecode/cause", "BLOOMZ-7.1B, level hard", "f1"] == (0.31, None)
    assert found["corecode/slot", "Chinese-Alpaca-Plus-13B, level hard, perturbation plain", "accuracy"] == (
        0.449,
        None,
    )
    assert found["corecode/conflict", "ChatGPT, level hard, shots 0", "em"] == (0.021, None)


def test_the_best_published_numbers() -> None:
    breu = best(numbers("belief-r/t1"), "breu")
    assert breu is not None
    assert (breu.name, breu.source) == ("GPT-4 Turbo, prompt direct", "Wilie et al. 2024, table A1")
    assert best((), "breu") is None


def test_a_run_on_other_items_is_not_the_same_protocol() -> None:
    def asked(found: tuple[Published, ...]) -> list[Published]:
        return [number for number in found if "prompt" in number.setting]

    assert all(number.same_protocol for number in asked(beside("belief-r/t1", n=1744, official=True)))
    for n, official, words in ((52, False, "of the benchmark, this run on 52 others"), (798, True, "on 798")):
        found = asked(beside("belief-r/t1", n=n, official=official))
        assert found
        assert not any(number.same_protocol for number in found)
        assert all("on 1744 items" in number.note and words in number.note for number in found)
    for number in numbers("ccons/context"):
        assert number.same_protocol == (number.model.startswith(("T0", "GPT")))


def test_a_number_of_unknown_items_keeps_its_own_reason() -> None:
    for number in beside("pasta/revision", n=1834, official=True):
        if number.metric == "gleu":
            assert number.reason == "the paper does not say on how many of the test items"
    (other, *_) = beside("pasta/revision", n=3, official=False)
    assert other.reason.endswith("of the benchmark, this run on 3 others")


def test_numbers_of_another_setting_do_not_stand_beside_a_run() -> None:
    def of(**setting: str) -> set[tuple[str, ...]]:
        found = beside("corecode/knowledge", n=5, official=True, setting=setting)
        return {tuple(n.setting.values()) for n in found}

    assert of(level="easy") == {("easy",)}
    assert of(level="hard", shots="3") == {("hard", "3")}
    assert of() == {("easy",), *(("hard", shots) for shots in "0135")}
    # Validation files are a choice of settings, not a result.
    assert {n.value for n in beside("pasta/revision", n=5, official=True) if n.metric == "bertscore"} == {
        0.807,
        0.816,
        0.821,
    }
    of_validation = beside("pasta/revision", n=5, official=True, setting={"split": "validation"})
    assert 0.833 in {n.value for n in of_validation}


def test_metrics_named_in_the_papers_are_metrics_of_the_tasks() -> None:
    judged = {"gwet", "cohen_kappa", "chatgpt_score"}
    judged |= {"logical", "acceptable", "minimal_revision", "valid_attribute"}
    judged |= {"error_share"}  # errors that people sorted
    for name, task in TASKS.items():
        measured = task.measure([])
        for number in numbers(name):
            assert number.metric in measured or number.metric in judged


def test_what_nobody_published_is_said_so() -> None:
    assert numbers("ours/sizes") == ()
    with pytest.raises(UsageError, match=r"numbers for `mars`\n  hint: choose from belief-r"):
        tables("mars")
    with pytest.raises(UsageError, match=r"for `pasta/none`\n  hint: choose from pasta/state, "):
        tables("pasta/none")


@pytest.mark.parametrize("task", [*BENCHMARKS, "belief-r/t1"])
def test_the_command_prints_every_cell_in_80_columns(cli: Any, task: str) -> None:
    done = cli("published", task)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    _, found = tables(task)
    printed = done.stdout.split()
    for table in found:
        for row in table.rows:
            for value in table.cells(row):
                assert ("-" if value is None else str(value)) in printed


def test_the_command_prints_json(cli: Any) -> None:
    result = json.loads(cli("published", "pasta/state", "--json").stdout)
    assert (result["paper"], result["file"]) == ("Ghosh et al. 2023", "pasta.toml")
    assert {number["task"] for number in result["numbers"]} == {"pasta/state"}
    assert len(result["numbers"]) == len(numbers("pasta/state"))
    assert cli("published", "mars").returncode == 2
