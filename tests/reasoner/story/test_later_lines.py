"""What a later line ends: by another place, by what is gone, by what it usually implies; and the start."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.question import StateQuestion

with (Path(__file__).parent / "later_lines.tsv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['story'][:40]} {row['query']}" for row in ROWS])
def test_a_later_line_ends_a_state_or_tells_of_an_earlier_one(row: dict[str, str]) -> None:
    lines = tuple(re.split(r"(?<=[.!?]) ", row["story"]))
    decision = Reasoner().infer_state(lines, row["query"])
    assert str(decision.verdict) == row["verdict"]
    assert check_decision(StateQuestion(lines, row["query"]), decision).state is not State.FAILED
