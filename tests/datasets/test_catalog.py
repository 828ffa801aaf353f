import hashlib
from pathlib import Path

import pytest

from defeasible.datasets import BENCHMARKS, FileStatus, benchmark, builtin, inventory, locate
from defeasible.reasoner.errors import DatasetError, UsageError


def test_the_four_benchmarks() -> None:
    assert [b.name for b in BENCHMARKS] == ["belief-r", "ccons", "pasta", "corecode"]
    assert [b.folder for b in BENCHMARKS] == ["belief_r", "ccons", "pasta", "corecode"]
    assert [len(set(b.files)) for b in BENCHMARKS] == [2, 8, 3, 48]
    for known in BENCHMARKS:
        assert len(known.revision) == 40
        assert known.source_url == f"https://github.com/{known.repository}/tree/{known.revision}/{known.path}"
        assert known.licence
        assert known.citation


def test_unknown_benchmark() -> None:
    with pytest.raises(
        UsageError, match=r"no benchmark `belief_r`\n.*one of belief-r, ccons, pasta, corecode"
    ):
        benchmark("belief_r")


def test_locate(tmp_path: Path) -> None:
    (tmp_path / "belief_r").mkdir()
    (tmp_path / "pasta").write_text("a file")
    assert locate(tmp_path, "belief-r") == tmp_path / "belief_r"
    with pytest.raises(DatasetError, match=r"ccons`: there is no such directory\n.*github.com/cfkazu"):
        locate(tmp_path, "ccons")
    with pytest.raises(DatasetError, match="pasta`: is not a directory"):
        locate(tmp_path, "pasta")
    with pytest.raises(DatasetError, match=r"nowhere`: there is no such directory\n.*belief_r/, ccons/"):
        locate(tmp_path / "nowhere", "ccons")
    with pytest.raises(DatasetError, match=rf"the folder above: `{tmp_path}`"):
        locate(tmp_path / "belief_r", "belief-r")


def test_inventory_tells_size_hash_and_rows(tmp_path: Path) -> None:
    contents = {
        "belief_r/basic_time_t.csv": b'questions,ground_truth\n"one\ntwo",a\nthree,b',
        "belief_r/queries_time_t1.csv": b"\xff",
        "ccons/normal_auto_new.csv": b'"one",a,b,1\r\n"two",a,b,0',
        "pasta/val_data.jsonl": b'{"a": 1}\n{"a": 2}\n\n',
        "corecode/easy/generation/dev/Commonsense_Knowledge_Generation.jsonl": b"{}\n",
    }
    for name, data in contents.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    listed = inventory(tmp_path)
    assert len(listed) == 61
    present = {str(s.path.relative_to(tmp_path)): s for s in listed if s.present}
    assert {name: status.rows for name, status in present.items()} == {
        "belief_r/basic_time_t.csv": 2,
        "belief_r/queries_time_t1.csv": None,
        "ccons/normal_auto_new.csv": 2,
        "pasta/val_data.jsonl": 2,
        "corecode/easy/generation/dev/Commonsense_Knowledge_Generation.jsonl": 1,
    }
    for name, status in present.items():
        assert status.bytes == len(contents[name])
        assert status.sha256 == hashlib.sha256(contents[name]).hexdigest()
    absent = next(s for s in listed if s.file == "te_data.jsonl")
    assert absent == FileStatus("pasta", "te_data.jsonl", tmp_path / "pasta/te_data.jsonl", present=False)


def test_inventory_of_no_directory(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="there is no such directory"):
        inventory(tmp_path / "nowhere")


def test_inventory_of_the_built_in_suites_has_what_loads() -> None:
    assert {s.benchmark for s in inventory(builtin.data_dir()) if s.present} == {"belief-r", "ccons"}
    assert {s.rows is not None for s in inventory(builtin.data_dir()) if s.present} == {True}
