import json
from pathlib import Path

import pytest

from defeasible.datasets import pasta
from defeasible.datasets.records import Fault
from defeasible.reasoner.errors import DatasetError

LINES = ["Ann bakes.", "Bob waits.", "The bell rings.", "Ann opens the oven.", "They eat."]
REVISED = ["Ann bakes.", "Bob waits.", "The bell rings.", "Ann opens the fridge.", "They eat it cold."]


def record(id_: str = "A1", **changes: object) -> dict[str, object]:
    values: dict[str, object] = {"AssignmentId": id_, "Input.Title": "Bread", "Input.storyid": "s1"}
    for number, (old, new) in enumerate(zip(LINES, REVISED, strict=True), 1):
        values[f"Input.line{number}"] = old
        values[f"Answer.line{number}.on"] = number in (1, 4)
        values[f"Answer.mod_line{number}"] = new
    values |= {"Answer.assertion": "The bread is hot.", "Answer.mod_assertion": "The bread is cold."}
    return values | changes


def put(directory: Path, *records: dict[str, object], end: str = "\n", name: str = "val_data.jsonl") -> Path:
    text = "".join(json.dumps(values) + end for values in records)
    (directory / name).write_text(text, encoding="utf-8", newline="")
    return directory


def test_a_tuple_holds_both_stories_and_both_states(tmp_path: Path) -> None:
    (row,) = pasta.read(put(tmp_path, record()), "validation")
    assert (row.id, row.story_id, row.title) == ("A1", "s1", "Bread")
    assert row.lines == tuple(LINES)
    assert row.revised_lines == tuple(REVISED)
    assert (row.state, row.counterfactual) == ("The bread is hot.", "The bread is cold.")
    assert row.support == (1, 4)
    assert row.revised_support == (4, 5)


def test_the_four_instances_of_state_inference(tmp_path: Path) -> None:
    (row,) = pasta.read(put(tmp_path, record()), "validation")
    hot, cold = "The bread is hot.", "The bread is cold."
    assert [(i.lines, i.support, i.state, i.holds, i.revised) for i in row.instances] == [
        (tuple(LINES), (1, 4), hot, True, False),
        (tuple(LINES), (1, 4), cold, False, False),
        (tuple(REVISED), (4, 5), cold, True, True),
        (tuple(REVISED), (4, 5), hot, False, True),
    ]


@pytest.mark.parametrize(
    ("split", "name"),
    [("train", "tr_data.jsonl"), ("validation", "val_data.jsonl"), ("test", "te_data.jsonl")],
)
def test_each_split_has_its_file(tmp_path: Path, split: pasta.Split, name: str) -> None:
    put(tmp_path, record(split), name=name)
    assert [row.id for row in pasta.read(tmp_path, split)] == [split]


def test_layout_does_not_matter(tmp_path: Path) -> None:
    records = [record("A1"), record("A2", **{"Input.Title": " Zoë’s loaf ", "Input.line1": "Ann bakes. "})]
    expected = list(pasta.read(put(tmp_path, *records), "validation"))
    assert expected[1].title == "Zoë’s loaf"
    file = tmp_path / "val_data.jsonl"
    plain = file.read_text(encoding="utf-8")
    for text in (
        plain.replace("\n", "\r\n"),
        plain.replace("\n", "\r"),
        plain.rstrip("\n"),
        "\ufeff" + plain,
        "\n" + plain.replace("\n", "\n\n \n"),
        "".join(json.dumps(dict(reversed(r.items())), ensure_ascii=False) + "\n" for r in records),
        "".join(json.dumps({**r, "More": [1]}) + "\n" for r in records),
    ):
        file.write_text(text, encoding="utf-8", newline="")
        assert list(pasta.read(tmp_path, "validation")) == expected


def test_rows_are_read_one_by_one(tmp_path: Path) -> None:
    rows = pasta.read(put(tmp_path, record("A1"), {"AssignmentId": "A2"}), "validation")
    assert next(rows).id == "A1"
    with pytest.raises(DatasetError, match="faults in data files"):
        next(rows)


BAD = [
    ({"AssignmentId": ""}, "line 2, field `AssignmentId`: is empty"),
    ({"AssignmentId": 7}, "line 2, field `AssignmentId`: is 7, not text"),
    ({"AssignmentId": "A1"}, "line 2, field `AssignmentId`: `A1` is already on line 1"),
    ({"Input.storyid": None}, "field `Input.storyid`: is null, not text"),
    ({"Input.line3": "  "}, "field `Input.line3`: is empty"),
    ({"Answer.mod_line5": ""}, "field `Answer.mod_line5`: is empty"),
    ({"Answer.assertion": ["x" * 99]}, r"field `Answer.assertion`: is \[\"x+\.\.\., not text"),
    ({"Answer.line2.on": "true"}, "field `Answer.line2.on`: is true, not true or false"),
    ({"Answer.line2.on": 1}, "field `Answer.line2.on`: is 1, not true or false"),
    (
        {"Answer.mod_assertion": "half \ud800"},
        "`Answer.mod_assertion`: has an unpaired surrogate",
    ),
]


@pytest.mark.parametrize(("changes", "message"), BAD, ids=[message[:40] for _, message in BAD])
def test_a_bad_field_is_named(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    put(tmp_path, record("A1"), record("A2", **changes) if changes else {}, record("A3"))
    with pytest.raises(DatasetError, match=message) as caught:
        list(pasta.read(tmp_path, "validation"))
    assert "val_data.jsonl" in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("name", sorted(record()))
def test_a_missing_field_is_named(tmp_path: Path, name: str) -> None:
    values = record()
    del values[name]
    with pytest.raises(DatasetError, match=f"line 1, field `{name}`: is missing; fields found: "):
        list(pasta.read(put(tmp_path, values), "validation"))


LINES_THAT_ARE_NO_RECORD = [
    (b'{"AssignmentId": "A2", "Inp', r"line 2: invalid JSON: .* at character \d+"),
    (b"[1, 2]", r"line 2: \[1, 2\] is not a JSON object"),
    (b'{"a": 1, "a": 2}', "line 2: duplicate field `a`"),
    (b'{"a": NaN}', "line 2: NaN is not a JSON number"),
    (b"[" * 100_000, "line 2: "),
    (b'{"a": ' + b"9" * 5000 + b"}", "line 2: .*limit"),
    (b'{"a": "\xeb"}', "line 2: byte 8 of the line, 0xeb, is not UTF-8"),
]


@pytest.mark.parametrize(("line", "message"), LINES_THAT_ARE_NO_RECORD, ids=range(7))
def test_a_line_that_is_no_record_is_named(tmp_path: Path, line: bytes, message: str) -> None:
    put(tmp_path, record("A1"))
    file = tmp_path / "val_data.jsonl"
    file.write_bytes(file.read_bytes() + line + b"\n" + json.dumps(record("A3")).encode())
    with pytest.raises(DatasetError, match=message):
        list(pasta.read(tmp_path, "validation"))
    assert [isinstance(found, Fault) for found in pasta.scan(file)] == [False, True, False]


@pytest.mark.parametrize("data", [b"", b"\n \n", b"\xef\xbb\xbf"], ids=["nothing", "blank", "mark"])
def test_an_empty_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "val_data.jsonl").write_bytes(data)
    with pytest.raises(DatasetError, match=r"val_data\.jsonl`, line 1: the file is empty"):
        list(pasta.read(tmp_path, "validation"))


def test_five_faults_are_listed_and_the_rest_counted(tmp_path: Path) -> None:
    put(tmp_path, *[record(f"A{n}", **{"Input.storyid": ""}) for n in range(8)])
    with pytest.raises(DatasetError) as caught:
        list(pasta.read(tmp_path, "validation"))
    message = str(caught.value)
    assert message.startswith("8 faults")
    assert message.count("is empty") == 5
    assert "and 3 more" in message


def test_an_absent_file_says_where_it_comes_from(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"official pasta file `te_data\.jsonl`\n.*StonyBrookNLP/pasta"):
        pasta.read(tmp_path, "test")


def test_the_open_file(open_data: Path) -> None:
    rows = list(pasta.read(open_data / "pasta", "validation"))
    assert len(rows) == len({row.id for row in rows}) == 1350
    assert all(row.support and row.revised_support for row in rows)
    text = (open_data / "pasta" / "val_data.jsonl").read_text(encoding="utf-8")
    raw = [json.loads(line) for line in text.rstrip().split("\n")]
    for row, values in zip(rows, raw, strict=True):
        assert [values[f"Answer.line{n}.on"] for n in range(1, 6)] == [n in row.support for n in range(1, 6)]
        assert [values[f"Answer.mod_line{n}"] for n in range(1, 6)] == list(row.revised_lines)
