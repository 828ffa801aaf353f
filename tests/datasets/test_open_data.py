"""The loaders on the official files themselves, where a checkout has them beside it."""

import csv
from pathlib import Path

import pytest

from defeasible.datasets import belief_r, builtin, ccons, locate

BELIEF = {"basic_time_t.csv": belief_r.load_basic, "queries_time_t1.csv": belief_r.load_queries}


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", BELIEF)
def test_belief_items_agree_with_the_file(open_data: Path, name: str) -> None:
    folder = locate(open_data, "belief-r")
    rows, items = read(folder / name), BELIEF[name](folder)
    assert len(rows) == len(items) == len({item.id for item in items})
    for row, item in zip(rows, items, strict=True):
        lines = [*item.premises, *([item.new] if item.new else []), item.question]
        assert [line.strip() for line in row["questions"].split("\n") if line.strip()][: len(lines)] == lines
        assert (item.gold, item.modus, item.group) == (row["ground_truth"], row["modus"], row["atomic_idx"])
        # The columns a, b, c are not read; that they repeat the options shows the options are right.
        for option, letter in zip(item.options, item.letters, strict=True):
            assert row[letter].strip().rstrip(".") == option.rstrip(".")


@pytest.mark.parametrize("name", BELIEF)
def test_forbidden_values_are_nowhere_in_an_item(open_data: Path, name: str) -> None:
    folder = locate(open_data, "belief-r")
    rows, items = read(folder / name), BELIEF[name](folder)
    for row, item in zip(rows, items, strict=True):
        assert row["dataset_id"] not in repr(item)
    assert not {field for item in items for field in item.__slots__} & {"dataset_id", "agreement_lv"}


@pytest.mark.parametrize("context", [True, False], ids=["context", "nocontext"])
def test_size_items_agree_with_the_files(open_data: Path, context: bool) -> None:
    folder = locate(open_data, "ccons")
    items = ccons.load(folder, context=context)
    infix = "" if context else "_nocontext"
    rows = []
    for prefix in ("normal", "adversarial"):
        with (folder / f"{prefix}_auto{infix}_new.csv").open(newline="", encoding="utf-8") as file:
            rows += list(csv.reader(file))
    assert [[i.context, i.object1, i.object2, str(i.gold - 1)] for i in items] == rows
    assert len({item.id for item in items}) == len(items)


def test_split_files_and_the_definition_of_easy_agree(open_data: Path) -> None:
    for item in ccons.load(locate(open_data, "ccons")):
        words = item.context.lower().rstrip(".").split()
        assert item.level == ("easy" if {"in", "into"} & set(words) else "hard"), item


def test_level_does_not_depend_on_whether_context_is_shown(open_data: Path) -> None:
    folder = locate(open_data, "ccons")
    levels = [[(i.cell, i.level, i.group) for i in ccons.load(folder, context=c)] for c in (True, False)]
    assert levels[0] == levels[1]


def test_built_in_suites_take_nothing_from_the_benchmarks(open_data: Path) -> None:
    own, official = builtin.data_dir(), open_data
    premises = [
        {p for i in belief_r.load_queries(locate(d, "belief-r")) for p in (*i.premises, i.new)}
        for d in (own, official)
    ]
    assert not premises[0] & premises[1]
    groups = [{i.group.casefold() for i in ccons.load(locate(d, "ccons"))} for d in (own, official)]
    assert not groups[0] & groups[1]
