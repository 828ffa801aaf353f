import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from defeasible.datasets import BENCHMARKS, builtin
from defeasible.datasets.validate import validate
from defeasible.reasoner.errors import DatasetError

SUITE = builtin.data_dir()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the built-in suite."""
    return Path(shutil.copytree(SUITE, tmp_path / "data", ignore=shutil.ignore_patterns("*.py", "__*")))


def test_every_file_of_a_data_directory_is_read() -> None:
    reports = list(validate([SUITE]))
    assert Counter(report.benchmark.name for report in reports) == {
        "belief-r": 2,
        "ccons": 8,
        "pasta": 1,
        "corecode": 16,
    }
    assert not any(report.faults for report in reports)
    rows = {report.file.path: report.rows for report in reports}
    assert (rows["basic_time_t.csv"], rows["normal_auto_new.csv"]) == (52, 32)


def test_a_part_of_a_file_is_told_from_the_whole() -> None:
    parts = {report.file.path: report.part for report in validate([SUITE])}
    assert parts["queries_time_t1.csv"]
    assert not parts["normal_auto_easy_new.csv"], "how many rows this file has is not known"


def test_a_folder_and_a_file_are_places_too(data: Path) -> None:
    assert len(list(validate([data / "ccons"]))) == 8
    (report,) = validate([data / "belief_r" / "basic_time_t.csv"])
    assert report.rows == 52
    assert len(list(validate([data / "ccons", data / "belief_r"]))) == 10


def test_faults_name_their_lines(data: Path) -> None:
    file = data / "ccons" / "normal_auto_easy_new.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2][:-1] + "7"
    file.write_text("\n".join(lines), encoding="utf-8")
    faulty = [report for report in validate([data]) if report.faults]
    assert [(r.path, r.rows, [(f.line, f.field) for f in r.faults]) for r in faulty] == [
        (file, len(lines) - 1, [(3, "label")])
    ]


def test_files_that_do_not_run_parallel_are_a_fault_of_the_later(data: Path) -> None:
    file = data / "ccons" / "adversarial_auto_nocontext_new.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    for place in (data, data / "ccons"):
        (report,) = [report for report in validate([place]) if report.faults]
        assert report.path == file
        assert "31 rows, but 32 in `adversarial_auto_new.csv`" in report.faults[0].what


def test_the_table_of_belief_r_in_any_format(tmp_path: Path) -> None:
    (tmp_path / "test.jsonl").write_text(json.dumps({"questions": 5}) + "\n", encoding="utf-8")
    (report,) = validate([tmp_path / "test.jsonl"])
    assert report.benchmark.name == "belief-r"
    assert {fault.field for fault in report.faults} == {
        "questions", "ground_truth", "modus", "types_of_relation", "atomic_idx",
    }  # fmt: skip


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"nowhere` does not exist"):
        list(validate([tmp_path / "nowhere"]))


def test_a_place_without_official_files(tmp_path: Path) -> None:
    (tmp_path / "notes.csv").write_text("a,b")
    for place in (tmp_path, tmp_path / "notes.csv"):
        with pytest.raises(DatasetError, match=r"no benchmark file found in .*\n.*official names"):
            list(validate([place]))


def test_every_open_file_passes(open_data: Path) -> None:
    reports = list(validate([open_data]))
    assert [str(fault) for report in reports for fault in report.faults] == []
    assert {report.benchmark.name for report in reports} == {known.name for known in BENCHMARKS}
    assert len(reports) == 21
    whole = [report for report in reports if report.file.sha256]
    assert len(whole) == 11
    assert not any(report.part for report in whole)
