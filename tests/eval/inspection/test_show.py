"""`show` as a user meets it: lists, groups, one item, JSON, 80 columns, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs of the built-in suite: `a` with roles from the lexicon, `b` with none."""
    task, folder = find("belief-r/t1"), tmp_path_factory.mktemp("runs")
    for name, roles in (("a", "lexicon"), ("b", "stated")):
        pipeline = build("symbolic", Settings(roles=roles), asking=task.asking)
        execute(Plan(task=task, pipeline=pipeline, out=folder / name))
    return folder


@pytest.fixture
def runs(cli: Any, folder: Path) -> Any:
    return replace(cli, folder=folder)


def test_failures_come_first_with_what_is_to_blame(runs: Any) -> None:
    done = runs("show", "a")
    assert done.returncode == 0, done.stderr
    assert "executed 1.000" in done.stdout
    assert "to blame: 8 knowledge" in done.stdout
    assert done.stdout.index("right if") < done.stdout.index("more: `--limit 52`")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_from_a_comparison_to_the_proof_of_one_flip(runs: Any) -> None:
    listed = json.loads(runs("show", "a", "--flipped", "b", "--json").stdout)
    compared = json.loads(runs("compare", "a", "b", "--json").stdout)
    flipped = {flip["item"] for flip in compared["pairs"][0]["flips"]}
    assert {item["item"] for item in listed["items"]} == flipped
    wrong = next(item for item in listed["items"] if item["status"] == "wrong")
    done = runs("show", "a", wrong["item"][:8])
    assert done.returncode == 0, done.stderr
    for words in (wrong["sources"]["s1"][:30], "gold", "rests on", "to blame", "premise", "therefore"):
        assert words in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_items_are_chosen_and_grouped(runs: Any) -> None:
    done = runs("show", "a", "--wrong", "--where", "modus=tollens", "--by", "why", "--json")
    found = json.loads(done.stdout)
    assert all(i["facets"]["modus"] == "tollens" and i["status"] != "correct" for i in found["items"])
    assert sum(found["groups"].values()) == len(found["items"])
    assert found["n"] == 52  # rates are of the whole run, whatever is listed
    assert "8 items, 0 right" in runs("show", "a", "--wrong", "--by", "blame").stdout
    assert "items" in runs("show", "a", "--by", "cue").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("zzz",), "no item of this run starts with 'zzz'"),
        (("--where", "modus"), "expected KEY=VALUE"),
        (("--where", "modus=modal"), "no item here has `modus=modal`"),
        (("--where", "mood=tollens"), "unknown key 'mood' of `belief-r/t1`"),
        (("--by", "mood"), "unknown key 'mood' of `belief-r/t1`"),
    ],
)
def test_what_is_not_there_is_named(runs: Any, arguments: tuple[str, ...], said: str) -> None:
    done = runs("show", "a", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
