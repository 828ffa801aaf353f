import csv
import io
import json
import random
import sys
from pathlib import Path

import pytest

from defeasible.datasets import BeliefRow, Fault, belief_r
from defeasible.reasoner.errors import DatasetError, MissingExtraError

HEADER = [
    "questions",
    "ground_truth",
    "modus",
    "types_of_relation",
    "agreement_lv",
    "atomic_idx",
    "dataset_id",
]
TAIL = "What has to follow?\n(a) Ann sings\n(b) Ann does not sing\n(c) Ann may or may not sing"
BLOCK = f"If Ann is glad, then Ann sings\nAnn is glad\nIf Ann is alone, then Ann sings\n\n{TAIL}"
BASIC_BLOCK = f"If Ann is glad, then Ann sings\nAnn is glad\n\n{TAIL}"
ROW = {
    "questions": BLOCK,
    "ground_truth": "c",
    "modus": "ponens",
    "types_of_relation": "If-Event-Then-Event",
    "agreement_lv": "4711",
    "atomic_idx": "7",
    "dataset_id": "9-forbidden",
}


def table(*rows: dict[str, str], header: list[str] = HEADER) -> str:
    """CSV text of `ROW` with the given changes, one row for each."""
    out = io.StringIO()
    writer = csv.DictWriter(out, header, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({**ROW, **row} for row in rows)
    return out.getvalue()


def put(directory: Path, text: str | bytes, name: str = belief_r.QUERIES_FILE) -> Path:
    data = text.encode() if isinstance(text, str) else text
    (directory / name).write_bytes(data)
    return directory


def test_queries_hold_premises_new_premise_and_options(tmp_path: Path) -> None:
    (item,) = belief_r.load_queries(put(tmp_path, table({})))
    assert item.premises == ("If Ann is glad, then Ann sings", "Ann is glad")
    assert item.new == "If Ann is alone, then Ann sings"
    assert item.question == "What has to follow?"
    assert item.options == ("Ann sings", "Ann does not sing", "Ann may or may not sing")
    assert item.letters == ("a", "b", "c")
    assert (item.gold, item.modus, item.effect, item.group) == ("c", "ponens", "event", "7")


def test_a_premise_that_runs_over_a_line_is_asked_as_it_is(tmp_path: Path) -> None:
    (item,) = belief_r.load_queries(put(tmp_path, table({"questions": "She hums.\n" + BLOCK})))
    assert item.premises == ("She hums.", "If Ann is glad, then Ann sings", "Ann is glad")
    assert item.new == "If Ann is alone, then Ann sings"


@pytest.mark.parametrize(
    "block", [BLOCK.replace("(b)", "b -"), BLOCK.rpartition("\n")[0]], ids=["letter", "two"]
)
def test_options_come_from_their_columns_where_the_block_lacks_them(tmp_path: Path, block: str) -> None:
    columns = {"a": "Ann sings.", "b": "Ann does not sing.", "c": "Ann may or may not sing."}
    text = table({"questions": block, **columns}, header=[*HEADER, *columns])
    (item,) = belief_r.load_queries(put(tmp_path, text))
    assert item.options == tuple(columns.values())


def test_basic_has_no_new_premise(tmp_path: Path) -> None:
    row = {"questions": BASIC_BLOCK, "modus": "tollens", "types_of_relation": "If-Event-Then-MentalState"}
    (item,) = belief_r.load_basic(put(tmp_path, table(row), belief_r.BASIC_FILE))
    assert item.premises == ("If Ann is glad, then Ann sings", "Ann is glad")
    assert item.new is None
    assert (item.modus, item.effect) == ("tollens", "mental-state")


SPACED = BLOCK.replace("\n", "  \n ") + " "


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(table({}).rstrip("\n"), id="no last newline"),
        pytest.param(table({}).replace("\n", "\r\n"), id="CRLF"),
        pytest.param(table({}).replace("\n", "\r"), id="CR"),
        pytest.param("\ufeff" + table({}), id="byte-order mark"),
        pytest.param(table({"questions": SPACED, "ground_truth": " c ", "atomic_idx": "7 "}), id="spaces"),
        pytest.param(table({}) + "\n\n", id="blank lines"),
        pytest.param(table({}, header=HEADER[::-1]), id="other column order"),
        pytest.param(table({}, header=list(belief_r.COLUMNS)), id="only the columns that are read"),
        pytest.param(table({"questions": BLOCK.replace("\n\n", "\n")}), id="no blank line in the block"),
        pytest.param(
            table({"questions": BLOCK.replace("(a)", "(A)").replace("(b)", "(B)")}), id="big letters"
        ),
    ],
)
def test_layout_does_not_matter(tmp_path: Path, text: str) -> None:
    (plain,) = belief_r.load_queries(put(tmp_path, table({})))
    assert belief_r.load_queries(put(tmp_path, text)) == [plain]


def test_quotes_commas_and_other_scripts_stay_verbatim(tmp_path: Path) -> None:
    block = BLOCK.replace("Ann is alone", 'Zoë says, "sing"\u2028now')
    (item,) = belief_r.load_queries(put(tmp_path, table({"questions": block})))
    assert item.new == 'If Zoë says, "sing"\u2028now, then Ann sings'


def test_a_premise_of_100_kb_loads(tmp_path: Path) -> None:
    block = BLOCK.replace("Ann is alone", "Ann is very " * 8000 + "alone")
    (item,) = belief_r.load_queries(put(tmp_path, table({"questions": block})))
    assert item.new is not None
    assert len(item.new) > 90_000


def test_forbidden_columns_reach_neither_items_nor_ids(tmp_path: Path) -> None:
    (item,) = belief_r.load_queries(put(tmp_path, table({})))
    (other,) = belief_r.load_queries(put(tmp_path, table({"dataset_id": "1-x", "agreement_lv": "1"})))
    assert item == other
    assert "forbidden" not in repr(item)
    assert "4711" not in repr(item)


def test_ids_survive_a_shuffle_and_repeats_are_kept(tmp_path: Path) -> None:
    rows = [
        {"questions": BLOCK.replace("alone", mood), "ground_truth": gold, "atomic_idx": group}
        for mood, gold, group in [
            ("alone", "c", "7"),
            ("sad", "a", "8"),
            ("alone", "a", "7"),
            ("ill", "c", "9"),
        ]
    ]
    items = belief_r.load_queries(put(tmp_path, table(*rows)))
    assert len({item.id for item in items}) == 4
    assert [item.id[-2:] for item in items if item.id.endswith("-2")] == ["-2"]
    random.Random(3).shuffle(rows)
    shuffled = belief_r.load_queries(put(tmp_path, table(*rows)))
    assert shuffled != items
    assert set(shuffled) == set(items)


LINE_2 = r"queries_time_t1\.csv`, line 2, field "
BAD_ROWS = [
    pytest.param({"ground_truth": "d"}, LINE_2 + "`ground_truth`: `d` is not one of a, b, c", id="label"),
    pytest.param({"ground_truth": ""}, LINE_2 + "`ground_truth`: `` is not", id="no label"),
    pytest.param({"modus": "modus"}, LINE_2 + "`modus`: `modus` is not one of ponens, tollens", id="modus"),
    pytest.param(
        {"types_of_relation": "x" * 99}, LINE_2 + r"`types_of_relation`: `x+\.\.\.` is not", id="effect"
    ),
    pytest.param({"atomic_idx": " "}, LINE_2 + "`atomic_idx`: is empty", id="group"),
    pytest.param(
        {"questions": BASIC_BLOCK}, LINE_2 + "`questions`: expected 3 premises .* found 2", id="two premises"
    ),
    pytest.param(
        {"questions": TAIL.partition("\n")[2]},
        LINE_2 + "`questions`: expected 3 premises .* found 0",
        id="only options",
    ),
    pytest.param(
        {"questions": BLOCK.replace("\nWhat has to follow?", "")},
        LINE_2 + "`questions`: expected 3 premises .* found 2",
        id="no question",
    ),
    pytest.param({"questions": ""}, LINE_2 + "`questions`: is empty", id="empty block"),
    pytest.param(
        {"questions": BLOCK.rpartition("\n")[0]},
        "line 7, field `questions`: expected options a, b, c, found a, b",
        id="two options",
    ),
    pytest.param(
        {"questions": BLOCK.replace("(b)", "(c)")},
        "line 7, .*found a, c, c",
        id="letter twice",
    ),
    pytest.param({"questions": BLOCK + "\n(d) never"}, "line 7, .*found a, b, c, d", id="four options"),
    pytest.param({"questions": BLOCK + "\nnever"}, r"line 7, .*found a, b, c, \?", id="text below options"),
    pytest.param(
        {"questions": BLOCK.replace("(b) Ann does not sing", "(b)")},
        r"line 8, field `questions`: option `\(b\)` has no text",
        id="option without text",
    ),
]


@pytest.mark.parametrize(("row", "message"), BAD_ROWS)
def test_a_bad_row_fails_the_load_and_is_named(tmp_path: Path, row: dict[str, str], message: str) -> None:
    with pytest.raises(DatasetError, match=message) as caught:
        belief_r.load_queries(put(tmp_path, table(row, {})))
    assert caught.value.hint


def test_line_numbers_are_those_of_the_file(tmp_path: Path) -> None:
    # The row above takes eight lines, and two blank ones follow it.
    text = table({}) + "\n\n" + table({"ground_truth": "x"}).partition("\n")[2]
    with pytest.raises(DatasetError, match="line 12, field `ground_truth`: `x`"):
        belief_r.load_queries(put(tmp_path, text))
    assert text.splitlines()[11].startswith('"If Ann')


@pytest.mark.parametrize("name", belief_r.COLUMNS)
def test_missing_column(tmp_path: Path, name: str) -> None:
    header = [column for column in HEADER if column != name]
    with pytest.raises(
        DatasetError, match=rf"line 1, field `{name}`: is missing; found .*\n.*columns: questions"
    ):
        belief_r.load_queries(put(tmp_path, table({}, header=header)))


def test_too_few_and_too_many_fields(tmp_path: Path) -> None:
    text = table({}) + "only one\n" + "a,b,c,d,e,f,g,h\n"
    with pytest.raises(DatasetError) as caught:
        belief_r.load_queries(put(tmp_path, text))
    assert "line 10, field `questions`: expected 7 fields, found 1" in str(caught.value)
    assert "line 11, field `questions`: expected 7 fields, found 8" in str(caught.value)


def test_five_problems_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    with pytest.raises(DatasetError) as caught:
        belief_r.load_queries(put(tmp_path, table(*[{"ground_truth": "x"}] * 8)))
    message = str(caught.value)
    assert message.startswith("8 faults")
    assert message.count("`x` is not one of") == 5
    assert "and 3 more" in message
    assert message.count("hint:") == 1


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff"], ids=["nothing", "blank", "byte-order mark"])
def test_empty_file(tmp_path: Path, text: str) -> None:
    with pytest.raises(DatasetError, match=r"queries_time_t1\.csv`, line 1: the file is empty"):
        belief_r.load_queries(put(tmp_path, text))


def test_header_alone(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="line 1, field `questions`: no row below the header"):
        belief_r.load_queries(put(tmp_path, table()))


def test_bad_encoding(tmp_path: Path) -> None:
    text = table({"questions": BLOCK.replace("Ann is alone", "Zoë is alone")}).encode("latin-1")
    with pytest.raises(DatasetError, match=r"line 4: byte 6 of the line, 0xeb, is not UTF-8"):
        belief_r.load_queries(put(tmp_path, text))


def test_quote_that_never_closes(tmp_path: Path) -> None:
    text = table({}) + '"If Ann' + " and Bob" * 20_000
    with pytest.raises(DatasetError, match=r"line 10: invalid CSV: .*\n.*unclosed"):
        belief_r.load_queries(put(tmp_path, text))


def test_file_cut_off_inside_a_row(tmp_path: Path) -> None:
    text = table({}, {})
    with pytest.raises(DatasetError, match="line 10, field `questions`: expected 7 fields, found 1"):
        belief_r.load_queries(put(tmp_path, text[:-150]))


def test_absent_file_names_the_place_and_the_source(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"lacks the official belief-r file `basic_time_t\.csv`") as caught:
        belief_r.load_basic(tmp_path)
    assert str(tmp_path) in caught.value.message
    hint = "`defeasible data get belief-r` downloads it from https://github.com/HLTCHKUST/belief-revision/"
    assert str(caught.value.hint).startswith(hint)


def test_data_directory_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "belief_r").mkdir()
    put(tmp_path / "belief_r", table({}))
    with pytest.raises(DatasetError, match=r"hint: it is in `.*belief_r`; pass that folder"):
        belief_r.load_queries(tmp_path)


def test_absent_directory(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="nowhere` does not exist"):
        belief_r.load_queries(tmp_path / "nowhere")


BOTH = [
    {"questions": BASIC_BLOCK, "ground_truth": "a", "agreement_lv": ""},
    {},
    {"questions": BASIC_BLOCK.replace("glad", "sad"), "ground_truth": "a", "atomic_idx": "8"},
    {"modus": "tollens", "ground_truth": "b", "atomic_idx": "8"},
]


def write_table(path: Path, rows: list[dict[str, str]]) -> None:
    records = [{**ROW, **row, "atomic_idx": int({**ROW, **row}["atomic_idx"]), "more": None} for row in rows]
    if path.suffix == ".csv":
        path.write_text(table(*rows), encoding="utf-8")
    elif path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    else:
        pyarrow = pytest.importorskip("pyarrow")
        pytest.importorskip("pyarrow.parquet").write_table(pyarrow.Table.from_pylist(records), path)


@pytest.mark.parametrize("name", belief_r.TABLE_FILES)
def test_the_table_of_both_time_steps_is_the_two_files(tmp_path: Path, name: str) -> None:
    put(tmp_path, table(*BOTH[::2]), belief_r.BASIC_FILE)
    put(tmp_path, table(*BOTH[1::2]))
    expected = belief_r.load_basic(tmp_path), belief_r.load_queries(tmp_path)
    assert [len(items) for items in expected] == [2, 2]
    other = tmp_path / "other"
    other.mkdir()
    write_table(other / name, BOTH)
    assert (belief_r.load_basic(other), belief_r.load_queries(other)) == expected


def test_the_two_files_go_before_the_table(tmp_path: Path) -> None:
    write_table(tmp_path / "test.csv", BOTH)
    put(tmp_path, table({}))
    assert len(belief_r.load_queries(tmp_path)) == 1


@pytest.mark.parametrize("name", belief_r.TABLE_FILES)
def test_a_bad_row_of_the_table_is_named(tmp_path: Path, name: str) -> None:
    write_table(tmp_path / name, [{}, {"questions": "Ann is glad\n" + TAIL}, {"ground_truth": "d"}])
    with pytest.raises(DatasetError, match="2 faults in data files") as caught:
        belief_r.load_queries(tmp_path)
    lines = (10, 15) if name.endswith(".csv") else (2, 3)
    message = str(caught.value)
    assert f"line {lines[0]}, field `questions`: expected 2 premises before the question, found 1" in message
    assert f"line {lines[1]}, field `ground_truth`: `d` is not one of a, b, c" in message


def test_a_file_that_is_no_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    (tmp_path / "test.parquet").write_bytes(b"PAR1, or not")
    with pytest.raises(DatasetError, match=r"test\.parquet`, line 1: invalid Parquet: "):
        belief_r.load_queries(tmp_path)


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (tmp_path / "test.parquet").write_bytes(b"PAR1")
    with pytest.raises(MissingExtraError, match=r"pip install 'defeasible\[parquet\]'"):
        belief_r.load_queries(tmp_path)


def test_a_spoilt_parquet_file_gives_rows_or_faults(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "test.parquet"
    write_table(file, BOTH)
    data = file.read_bytes()
    outcomes = set()
    for at in range(0, len(data), 37):
        file.write_bytes(data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :])
        outcomes |= {type(found) for found in belief_r.scan(file)}
    assert outcomes == {BeliefRow, Fault}
