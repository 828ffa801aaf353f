"""Belief-R: does a conclusion survive one more conditional? A loader of its files.

Wilie, Cahyawijaya, Ishii, He and Fung, "Belief Revision: The Adaptability of Large Language Models
Reasoning", EMNLP 2024. The authors publish two files on GitHub, one for each time step, and one table with
the rows of both on Hugging Face (`test.csv`; JSON lines and Parquet are read as well). In that table a row
with two premises belongs to time t, one with three to time t+1.

Two columns are never read: `dataset_id`, whose suffix names the generation prompt, which alone nearly gives
the label away, and `agreement_lv`, the number of annotators who agreed. The columns `a`, `b`, `c` repeat the
options with a full stop; they are read only if `questions` does not contain all three options.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import cast, get_args

from defeasible.datasets.benchmark import Benchmark, OfficialFile, github, hugging_face
from defeasible.datasets.items import BeliefItem, BeliefRow, Effect, Modus, content_ids
from defeasible.datasets.records import Fault, Record, parse, shown, stream
from defeasible.datasets.tables import read_table

BASIC_FILE = "basic_time_t.csv"
QUERIES_FILE = "queries_time_t1.csv"
TABLE_FILES = ("test.csv", "test.jsonl", "test.parquet")
"""The table of both time steps, as published and as it may be converted."""

LETTERS = ("a", "b", "c")
COLUMNS = ("questions", "ground_truth", "modus", "types_of_relation", "atomic_idx")
EFFECTS: dict[str, Effect] = {"If-Event-Then-Event": "event", "If-Event-Then-MentalState": "mental-state"}
PREMISES = {BASIC_FILE: 2, QUERIES_FILE: 3}

_LINE_END = re.compile(r"\r\n|\r|\n")
_OPTION = re.compile(r"\(?([A-Za-z])\)\s*(.*)")


def load_basic(directory: Path) -> list[BeliefItem]:
    """Load the questions at time t: two premises, no new one.

    Args:
        directory: The folder that contains `basic_time_t.csv`, or the table of both time steps.

    Returns:
        One item per row, in the order of the file.

    Raises:
        DatasetError: If the file is missing or any of its rows is malformed.
    """
    return _load(directory, BASIC_FILE)


def load_queries(directory: Path) -> list[BeliefItem]:
    """Load the questions at time t+1: two premises, then a new one.

    Args:
        directory: The folder that contains `queries_time_t1.csv`, or the table of both time steps.

    Returns:
        One item per row, in the order of the file.

    Raises:
        DatasetError: If the file is missing or any of its rows is malformed.
    """
    return _load(directory, QUERIES_FILE)


def scan(path: Path) -> Iterator[BeliefRow | Fault]:
    """Yield each row of a file, or a fault if it is malformed.

    Args:
        path: One of the two official files, or a table with the rows of both.

    Raises:
        DatasetError: If the file cannot be read.
        MissingExtraError: If it is Parquet and pyarrow is not installed.
    """
    return parse(read_table(path, COLUMNS), partial(_row, PREMISES.get(path.name)))


def _load(directory: Path, name: str) -> list[BeliefItem]:
    tables = [directory / table for table in TABLE_FILES if (directory / table).is_file()]
    whole = tables and not (directory / name).is_file()
    path = tables[0] if whole else BENCHMARK.file(directory, name)
    rows = [row for row in stream(scan(path)) if (row.new is None) == (name == BASIC_FILE)]
    contents = [[*row.premises, *([row.new] if row.new else []), row.question, *row.options] for row in rows]
    rests = [[row.gold, row.modus, row.effect, row.group] for row in rows]
    ids = content_ids(contents, rests)
    values = attrgetter(*(field.name for field in fields(BeliefRow)))
    return [BeliefItem(*(*values(row), id_)) for id_, row in zip(ids, rows, strict=True)]


def _row(premises: int | None, record: Record) -> BeliefRow:
    """Read one record. `premises` is the required number, or None if the record shows its time step."""
    gold = record.choice("ground_truth", LETTERS)
    modus = record.choice("modus", get_args(Modus))
    relation = record.choice("types_of_relation", EFFECTS)
    lines, options = _block(record, premises or min(PREMISES.values()))
    later = (
        len(lines) - 1 >= PREMISES[QUERIES_FILE] if premises is None else premises == PREMISES[QUERIES_FILE]
    )
    return BeliefRow(
        premises=lines[:-2] if later else lines[:-1],
        new=lines[-2] if later and len(lines) > 1 else None,
        question=lines[-1] if lines else "",
        options=options,
        letters=LETTERS,
        gold=gold,
        modus=cast(Modus, modus),
        effect=EFFECTS.get(relation, "event"),
        group=record.name("atomic_idx"),
    )


def _block(record: Record, premises: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the column `questions` into its premises followed by the question, and its options.

    A premise that contains a line break counts as two: rows are used as they are. A row is malformed only if
    there are too few premises, or three options in neither the block nor the columns `a`, `b`, `c`.
    """
    text = record.text("questions")
    if not text:
        return (), ()
    own_lines = record.path.suffix == ".csv"
    lines = [
        (record.line + at if own_lines else record.line, line.strip())
        for at, line in enumerate(_LINE_END.split(text))
    ]
    lines = [(at, line) for at, line in lines if line]
    first = next((i for i, (_, line) in enumerate(lines) if _OPTION.fullmatch(line)), len(lines))
    body, tail = tuple(line for _, line in lines[:first]), lines[first:]
    hint = f"`questions` must be {premises} premises, one per line, the question, and options (a) (b) (c)"

    found = [_OPTION.fullmatch(line) for _, line in tail]
    # Some official rows label their options (A) (B) (C).
    letters = tuple(option[1].lower() if option else "?" for option in found)
    options = tuple(option[2] for option in found if option)
    if letters != LETTERS or not all(options):
        spare = [record.values.get(letter) for letter in LETTERS]
        texts = tuple(value.strip() for value in spare if isinstance(value, str) and value.strip())
        if len(texts) == len(LETTERS):
            options = texts
        elif letters != LETTERS:
            what = f"expected options {', '.join(LETTERS)}, found {', '.join(letters) or 'none'}"
            record.fault("questions", what, hint, line=tail[0][0] if tail else record.line)
        else:
            at, line = next((at, line) for (at, line), text in zip(tail, options, strict=True) if not text)
            record.fault("questions", f"option `{shown(line)}` has no text", hint, line=at)
    if len(body) <= premises:
        what = f"expected {premises} premises before the question, found {max(len(body) - 1, 0)}"
        record.fault("questions", what, hint)
    return body, options


ROWS = {BASIC_FILE: 1912, QUERIES_FILE: 1744}
TABLE_ROWS = sum(ROWS.values())

BENCHMARK = Benchmark(
    name="belief-r",
    title="Belief-R: belief revision under one more premise",
    folder="belief_r",
    sources=(
        github(
            "HLTCHKUST/belief-revision",
            "e9cec77b14e7deea9d26b3b04c41fc08ab2094e3",
            "dataset/belief_r",
            (OfficialFile(name, rows) for name, rows in ROWS.items()),
        ),
        hugging_face(
            "CAiRE/belief_r",
            "3719f5804c63318037465fecf298a7fd78d99121",
            (OfficialFile(TABLE_FILES[0], TABLE_ROWS),),
        ),
    ),
    licence="CC BY-SA 4.0 (card of the copy on Hugging Face, `CAiRE/belief_r`)",
    citation="Wilie, Cahyawijaya, Ishii, He and Fung. Belief Revision: The Adaptability of Large "
    "Language Models Reasoning. EMNLP 2024.",
    scan=scan,
    converted=tuple(OfficialFile(name, TABLE_ROWS) for name in TABLE_FILES[1:]),
)
