"""What may end a state, and what does not touch it: each row of two tables, and how such laws read.

`later_lines.tsv` has what a later line ends by another place, by what is gone or by what it usually implies,
and what is told of the start.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from tales import laws

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.laws import library
from defeasible.reasoner.laws.fluents import Fluent
from defeasible.reasoner.question import StateQuestion

ROWS: list[dict[str, str]] = []
for name in ("endings.tsv", "later_lines.tsv"):
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        ROWS += csv.DictReader(file, delimiter="\t")


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['story'][:40]} {row['query']}" for row in ROWS])
def test_a_state_ends_by_what_may_end_it_and_outlasts_the_rest(row: dict[str, str]) -> None:
    lines = tuple(re.split(r"(?<=[.!?]) ", row["story"]))
    decision = Reasoner().infer_state(lines, row["query"])
    assert str(decision.verdict) == row["verdict"]
    assert check_decision(StateQuestion(lines, row["query"]), decision).state is not State.FAILED


@pytest.mark.parametrize(
    ("told", "hours"),
    [
        ("two days later", 60),
        ("twenty years", 20000),
        ("an hour ago", 0),
        ("on monday", 0),
        ("all night", 10),
    ],
)
def test_words_of_a_time_say_how_long_it_takes(told: str, hours: int) -> None:
    assert library().takes(told.split()) == hours


def test_a_state_lasts_by_its_kind() -> None:
    found = library()
    assert not found.outlives(Fluent("is", "p1", "", "hungry"), "", 10)
    assert found.outlives(Fluent("owns", "p1", "p2"), "house", 1000)
    assert not found.outlives(Fluent("has", "p1", "p2"), "cold", 170)
    assert found.outlives(Fluent("related_to", "p1", "p2", "mother"), "", 100_000)


def test_a_value_may_be_a_class_of_words_and_what_stands_for_a_star_of_a_kind(tmp_path: Path) -> None:
    (tmp_path / "classes.toml").write_text('moods = "sad angry"\n', encoding="utf-8")
    text = """
[[law]]
id = "sings"
verbs = ["sing"]
may_end = ["~feels(*)=@moods"]
where = { someone = ["person"] }
reason = "a song may cheer"
"""
    (law,) = laws(tmp_path, text).laws
    assert {str(term) for _, term in law.parts} == {"~feels(*)=angry", "~feels(*)=sad"}
    with pytest.raises(FormError, match="no class `@mood`"):
        laws(tmp_path, text.replace("@moods", "@mood"))
