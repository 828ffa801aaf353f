"""`benchmarks/english.py`, on items of its own: the corpus is for the benchmark."""

from typing import Any

import pytest

from defeasible.reasoner import Reasoner, no_sizes
from english import Grade, Item, Outcome, grade, item_of, outcome, side_by_side, table

BELIEF: dict[str, Any] = {
    "id": "own-belief-if-1",
    "tag": "if",
    "premises": ["If the bell rings, the shop opens.", "The bell rings."],
    "query": "The shop opens.",
    "gold": "entailed",
}
SIZES: dict[str, Any] = {
    "id": "own-sizes-inside-1",
    "tag": "inside",
    "text": "There is a house inside a light bulb.",
    "a": "house",
    "b": "light bulb",
    "gold": "<",
}
STORY: dict[str, Any] = {
    "id": "own-stories-close-1",
    "tag": "close",
    "lines": ["Zed opened the window.", "Then he closed it."],
    "query": "The window is open.",
    "gold": "refuted",
}


@pytest.mark.parametrize(("kind", "row"), [("belief", BELIEF), ("sizes", SIZES), ("stories", STORY)])
def test_an_item_of_each_kind_is_asked(kind: str, row: dict[str, Any]) -> None:
    item = item_of(kind, row)
    found = outcome(item, Reasoner(), Reasoner(sizes=no_sizes)).word
    assert found == item.gold
    assert grade(item, found) == "right"


def test_usual_sizes_answer_only_where_they_take_part() -> None:
    apart = {**SIZES, "text": "The shop has a house and a light bulb for sale.", "gold": "open"}
    means = Reasoner(), Reasoner(sizes=no_sizes)
    assert outcome(item_of("sizes", {**apart, "usual": True}), *means).word == ">"
    assert outcome(item_of("sizes", apart), *means).word in ("unknown", "unparsed")


def test_a_query_that_asks_nothing_is_refused() -> None:
    item = item_of("belief", {**BELIEF, "query": "The shop may or may not open."})
    assert outcome(item, Reasoner(), Reasoner()).word == "refused"


@pytest.mark.parametrize(
    ("gold", "acceptable", "found", "expected"),
    [
        ("entailed", [], "entailed", "right"),
        ("entailed", [], "refuted", "wrong"),
        ("entailed", [], "unparsed", "open"),
        ("entailed", [], "inconsistent", "open"),
        ("unknown", [], "unparsed", "open"),
        ("open", [], "unparsed", "right"),
        ("open", [], "timeout", "open"),
        ("open", [], "entailed", "wrong"),
        ("open", ["refuted"], "refuted", "right"),
        ("<", [], ">", "wrong"),
        ("=", [], "=", "right"),
    ],
)
def test_grades(gold: str, acceptable: list[str], found: str, expected: Grade) -> None:
    item = item_of("belief", {**BELIEF, "gold": gold, "acceptable": acceptable})
    assert grade(item, found) == expected


def test_a_record_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="'own-sizes-inside-1' is no item of kind 'belief'"):
        item_of("belief", SIZES)


def test_the_table_counts_by_kind_and_construction() -> None:
    def item(kind: str, tag: str) -> Item:
        return Item("", kind, tag, (), (), "")

    rows = table(
        [
            (item("belief", "if"), "right"),
            (item("belief", "if"), "wrong"),
            (item("belief", "unless"), "open"),
            (item("sizes", "inside"), "right"),
        ]
    ).splitlines()
    assert [row.split() for row in rows] == [
        ["n", "right", "wrong", "open"],
        ["belief", "3", "0.333", "0.333", "0.333"],
        ["if", "2", "1", "1", "0"],
        ["unless", "1", "0", "0", "1"],
        ["sizes", "1", "1.000", "0.000", "0.000"],
        ["inside", "1", "1", "0", "0"],
    ]


def test_what_readers_say_with_a_confidence_of_1_is_counted_apart() -> None:
    items = [item_of("belief", BELIEF | {"gold": gold}) for gold in ("entailed", "refuted", "open")]
    grammar = [Outcome("entailed", 1.0), Outcome("entailed", 1.0), Outcome("unparsed")]
    both = [Outcome("entailed", 1.0), Outcome("entailed", 0.5), Outcome("entailed", 0.5)]
    rows = [line.split() for line in side_by_side(items, {"grammar": grammar, "both": both}).splitlines()[1:]]
    assert rows == [["grammar", "3", "2", "1", "0", "1", "1"], ["both", "3", "1", "2", "0", "1", "0"]]
