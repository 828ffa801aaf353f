import random
from collections.abc import Callable
from pathlib import Path

import pytest

from defeasible.datasets import ccons
from defeasible.reasoner.errors import DatasetError

ORDINARY = [
    '"A pea rolled into a pot.",pea,pot,1',
    '"A hen sat on a pea.",hen,pea,0',
    '"Ann saw an inn in a pot.",pot,inn,1',
]
COUNTER = ['"A pot sank in a pea.",pea,pot,0', '"A pea ate a hen.",hen,pea,1']


def files(**changes: list[str] | bytes) -> dict[str, bytes]:
    """The eight files by name, with those given (without `.csv`, ends included) in place."""
    rows: dict[str, list[str] | bytes] = {}
    for prefix, lines in (("normal", ORDINARY), ("adversarial", COUNTER)):
        rows[f"{prefix}_auto_new"] = lines
        rows[f"{prefix}_auto_easy_new"] = [line for line in lines if " in" in line.partition(".")[0]]
        rows[f"{prefix}_auto_difficult_new"] = [line for line in lines if " in" not in line.partition(".")[0]]
        rows[f"{prefix}_auto_nocontext_new"] = ['"",' + line.partition('",')[2] for line in lines]
    rows |= changes
    return {
        f"{name}.csv": value if isinstance(value, bytes) else "\n".join(value).encode()
        for name, value in rows.items()
    }


def put(directory: Path, data: dict[str, bytes]) -> Path:
    for name, content in data.items():
        (directory / name).write_bytes(content)
    return directory


def test_items_with_context(tmp_path: Path) -> None:
    items = ccons.load(put(tmp_path, files()))
    assert [(i.context, i.object1, i.object2, i.gold, i.cell, i.level) for i in items] == [
        ("A pea rolled into a pot.", "pea", "pot", 2, "ordinary", "easy"),
        ("A hen sat on a pea.", "hen", "pea", 1, "ordinary", "hard"),
        ("Ann saw an inn in a pot.", "pot", "inn", 2, "ordinary", "easy"),
        ("A pot sank in a pea.", "pea", "pot", 1, "counter", "easy"),
        ("A pea ate a hen.", "hen", "pea", 2, "counter", "hard"),
    ]


def test_items_without_context_keep_cell_level_and_group(tmp_path: Path) -> None:
    put(tmp_path, files())
    with_context, without = ccons.load(tmp_path), ccons.load(tmp_path, context=False)
    assert {item.context for item in without} == {""}
    assert [(i.object1, i.object2, i.gold, i.cell, i.level, i.group) for i in without] == [
        (i.object1, i.object2, i.gold, i.cell, i.level, i.group) for i in with_context
    ]
    assert not {item.id for item in with_context} & {item.id for item in without}


def crlf(data: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content.replace(b"\n", b"\r\n") + b"\r\n" for name, content in data.items()}


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(crlf, id="CRLF and last newline"),
        pytest.param(lambda data: {n: b"\xef\xbb\xbf" + c for n, c in data.items()}, id="byte-order mark"),
        pytest.param(lambda data: {n: c.replace(b",", b" , ") for n, c in data.items()}, id="spaces"),
        pytest.param(
            lambda data: {n: c.replace(b'."', b'. "') for n, c in data.items()}, id="spaces in quotes"
        ),
        pytest.param(
            lambda data: {n: c if b'""' in c else c.replace(b'"', b"") for n, c in data.items()},
            id="unquoted",
        ),
        pytest.param(lambda data: {n: c.replace(b"\n", b"\n\n") for n, c in data.items()}, id="blank lines"),
    ],
)
def test_layout_does_not_matter(
    tmp_path: Path, change: Callable[[dict[str, bytes]], dict[str, bytes]]
) -> None:
    plain = ccons.load(put(tmp_path, files()))
    bare = ccons.load(tmp_path, context=False)
    put(tmp_path, change(files()))
    assert ccons.load(tmp_path) == plain
    assert ccons.load(tmp_path, context=False) == bare


def test_quotes_and_commas_stay_verbatim(tmp_path: Path) -> None:
    row = '"Ann, the ""cook"", put a pea in a pot.",pea,pot,1'
    put(tmp_path, files(normal_auto_new=[row], normal_auto_easy_new=[row]))
    assert ccons.load(tmp_path)[0].context == 'Ann, the "cook", put a pea in a pot.'


def test_a_listed_row_has_the_level_of_its_file_whatever_its_words(tmp_path: Path) -> None:
    easy, hard = ORDINARY[1:2], ORDINARY[:1] + ORDINARY[2:]
    put(tmp_path, files(normal_auto_easy_new=easy, normal_auto_difficult_new=hard))
    levels = [item.level for item in ccons.load(tmp_path) if item.cell == "ordinary"]
    assert levels == ["hard", "easy", "hard"]


@pytest.mark.parametrize("listing", ["in neither file", "in both files"])
def test_where_the_files_do_not_settle_it_the_definition_gives_the_level(
    tmp_path: Path, listing: str
) -> None:
    rows = [
        '"A bin is full of pins.",bin,pin,0',
        '"Into a bin went a pin.",bin,pin,0',
        '"A bin is inner.",bin,pin,0',
    ]
    listed = rows if listing == "in both files" else ORDINARY
    put(
        tmp_path,
        files(normal_auto_new=rows, normal_auto_easy_new=listed, normal_auto_difficult_new=listed),
    )
    assert [item.level for item in ccons.load(tmp_path)[:3]] == ["hard", "easy", "hard"]


@pytest.mark.parametrize(
    ("context", "objects", "group"),
    [
        pytest.param("An owl sat on the hat.", ("hat", "owl"), "_ sat on _.", id="articles"),
        pytest.param(
            "A box lies in a lunch box.", ("box", "lunch box"), "_ lies in _.", id="one in the other"
        ),
        pytest.param(
            "A cat caught a cattle truck.", ("cat", "truck"), "_ caught a cattle _.", id="whole words"
        ),
        pytest.param("HATS and a Hat (1).", ("hat", "(1)"), "HATS and _ _.", id="case and symbols"),
        pytest.param("She took it from him.", ("bag", "man"), "She took it from him.", id="not named"),
    ],
)
def test_group_is_the_context_without_its_objects(context: str, objects: tuple[str, str], group: str) -> None:
    assert ccons.blank_out(context, *objects) == group
    assert ccons.blank_out(context, *reversed(objects)) == group


def test_ids_survive_a_shuffle_and_repeats_are_kept(tmp_path: Path) -> None:
    rows = [*ORDINARY, ORDINARY[0]]
    items = ccons.load(put(tmp_path, files(normal_auto_new=rows)))
    assert len(items) == len({item.id for item in items}) == 6
    assert items[3].id == f"{items[0].id}-2"
    random.Random(5).shuffle(rows)
    shuffled = ccons.load(put(tmp_path, files(normal_auto_new=rows)))
    assert shuffled != items
    assert set(shuffled) == set(items)


HERE = r"normal_auto_new\.csv`, line 2, field "


@pytest.mark.parametrize(
    ("row", "message"),
    [
        pytest.param('"A hen sat on a pea.",hen,pea,2', HERE + "`label`: `2` is not one of 0, 1", id="label"),
        pytest.param('"A hen sat on a pea.",hen,pea,', HERE + "`label`: `` is not", id="no label"),
        pytest.param(
            '"A hen sat.",hen,pea', HERE + "`context`: expected 4 fields, found 3", id="three fields"
        ),
        pytest.param("A hen, old, sat.,hen,pea,9", HERE + "`label`: `9` is not one of 0, 1", id="commas"),
        pytest.param('"A hen sat on a pea.",hen,,0', HERE + "`object2`: is empty", id="no object"),
        pytest.param('"",hen,pea,0', HERE + "`context`: is empty", id="no context"),
        pytest.param('"A hen sat,hen,pea,0', HERE + "`context`: a field spans", id="open quote"),
    ],
)
def test_a_bad_row_fails_the_load_and_is_named(tmp_path: Path, row: str, message: str) -> None:
    put(tmp_path, files(normal_auto_new=[ORDINARY[0], row, ORDINARY[2]]))
    for context in (True, False):
        with pytest.raises(DatasetError, match=message) as caught:
            ccons.load(tmp_path, context=context)
        assert caught.value.hint


def test_commas_of_an_unquoted_context_belong_to_it(tmp_path: Path) -> None:
    put(tmp_path, files(normal_auto_new=[ORDINARY[0], "A hen, old, sat on a pea.,hen,pea,0", ORDINARY[2]]))
    assert ccons.load(tmp_path)[1].context == "A hen, old, sat on a pea."


def test_problems_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    put(tmp_path, files(normal_auto_easy_new=["x,y"], adversarial_auto_new=['"A pea.",a,b,yes', *COUNTER]))
    with pytest.raises(DatasetError, match=r"^2 faults in data files") as caught:
        ccons.load(tmp_path)
    assert "normal_auto_easy_new.csv`, line 1, field `context`: expected 4 fields" in str(caught.value)
    assert "adversarial_auto_new.csv`, line 1, field `label`: `yes`" in str(caught.value)


@pytest.mark.parametrize("name", list(files()))
def test_absent_file(tmp_path: Path, name: str) -> None:
    put(tmp_path, files())
    (tmp_path / name).unlink()
    with pytest.raises(
        DatasetError, match=rf"lacks the official ccons file `{name}`\n.*downloads it from https:..github"
    ):
        ccons.load(tmp_path, context=False)


def test_the_files_without_context_are_needed_only_for_questions_without(tmp_path: Path) -> None:
    put(tmp_path, {name: content for name, content in files().items() if "nocontext" not in name})
    assert len(ccons.load(tmp_path)) == 5


def test_empty_file(tmp_path: Path) -> None:
    put(tmp_path, files(adversarial_auto_difficult_new=b""))
    with pytest.raises(
        DatasetError, match=r"adversarial_auto_difficult_new\.csv`, line 1: the file is empty"
    ):
        ccons.load(tmp_path)


def test_bad_encoding(tmp_path: Path) -> None:
    put(tmp_path, files(normal_auto_new="\n".join(ORDINARY).encode() + b'\n"A p\xff'))
    with pytest.raises(
        DatasetError, match=r"normal_auto_new\.csv`, line 4: byte 5 of the line, 0xff, is not"
    ):
        ccons.load(tmp_path)


BARE = ['"",pea,pot,1', '"",hen,pea,0', '"",pot,inn,1']


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(
            BARE[:2], "line 2, field `context`: found 2 rows, but 3 in `normal_auto_new.csv`", id="short"
        ),
        pytest.param([*BARE, BARE[0]], "line 4, field `context`: found 4 rows, but 3", id="long"),
        pytest.param(
            ['"",owl,hat,1', '"",fox,den,1', BARE[2]],
            "line 1, field `object1, object2`: `owl`, `hat` do not match `pea`, `pot` on line 1",
            id="another file",
        ),
        pytest.param([ORDINARY[0], *BARE[1:]], "line 1, field `context`: is not empty", id="with context"),
    ],
)
def test_misaligned_file_without_context(tmp_path: Path, rows: list[str], message: str) -> None:
    put(tmp_path, files(normal_auto_nocontext_new=rows))
    with pytest.raises(DatasetError, match=rf"normal_auto_nocontext_new\.csv`, {message}"):
        ccons.load(tmp_path, context=False)


def test_two_rows_exchanged(tmp_path: Path) -> None:
    rows = [f'"A {n}a saw a {n}b.",{n}a,{n}b,1' for n in ("owl", "fox", "bee", "ant", "emu")]
    bare = ['"",' + row.partition('",')[2] for row in rows]
    bare[1], bare[3] = bare[3], bare[1]
    put(tmp_path, files(normal_auto_new=rows, normal_auto_nocontext_new=bare))
    with pytest.raises(DatasetError, match=r"^2 faults .*\n.*line 2, .*`anta`, `antb` do not match `foxa`"):
        ccons.load(tmp_path, context=False)


@pytest.mark.parametrize(
    ("row", "objects"),
    [
        pytest.param('"",peaa,pot,1', ("peaa", "pot"), id="spelling"),
        pytest.param('"",peaa,pott,1', ("peaa", "pott"), id="both spellings"),
        pytest.param('"",squirrel,pot,1', ("squirrel", "pot"), id="another animal"),
        pytest.param('"",squirrel,vat,1', ("squirrel", "vat"), id="both renamed"),
    ],
)
def test_other_names_without_context_are_kept_as_they_are(
    tmp_path: Path, row: str, objects: tuple[str, str]
) -> None:
    put(tmp_path, files(normal_auto_nocontext_new=[row, *BARE[1:]]))
    item = ccons.load(tmp_path, context=False)[0]
    assert (item.object1, item.object2) == objects
    assert (item.level, item.group) == ("easy", "_ rolled into _.")
