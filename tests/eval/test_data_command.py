import json
from pathlib import Path
from typing import Any

import pytest
from file_server import Site, serving

from defeasible.datasets import BENCHMARKS, inventory
from defeasible.datasets.builtin import data_dir


def test_ls_says_what_is_there_and_where_it_comes_from(cli: Any) -> None:
    listed = json.loads(cli("data", "ls", "--data-dir", data_dir(), "--json").stdout)
    assert [known["name"] for known in listed["benchmarks"]] == [known.name for known in BENCHMARKS]
    assert all(known["licence"] and known["citation"] for known in listed["benchmarks"])
    assert len(listed["files"]) == 62
    present = [file for file in listed["files"] if file["present"]]
    assert len(present) == 27
    for file in present:
        assert Path(file["path"]).stat().st_size == file["bytes"]
        assert file["url"].startswith("https://raw.githubusercontent.com/")
    plain = cli("data", "ls", "--data-dir", data_dir()).stdout
    assert "2 of 2 files from github, https://github.com/HLTCHKUST/belief-revision" in plain
    assert "  licence: MIT\n" in plain
    assert "val_data.jsonl" not in plain
    assert "val_data.jsonl  absent" in cli("data", "ls", "--data-dir", data_dir(), "--all").stdout


def test_ls_looks_into_the_folder_of_the_user(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEFEASIBLE_DATA", str(tmp_path))
    (tmp_path / "pasta").mkdir()
    (tmp_path / "pasta" / "te_data.jsonl").write_bytes(b"{}")
    listed = cli("data", "ls").stdout
    assert "1 of 3 files from github" in listed
    assert f"folder: {tmp_path}" in listed


def test_validate_passes_the_built_in_suite(cli: Any) -> None:
    done = cli("data", "validate", "--data-dir", data_dir())
    assert done.returncode == 0
    present = [p for p in inventory(data_dir()) if p.present]
    assert done.stdout.count("ok  ") == len(present) > 20
    assert "52 rows; the official file has 1,912" in done.stdout
    (report,) = json.loads(
        cli("data", "validate", data_dir() / "belief_r/basic_time_t.csv", "--json").stdout
    )["files"]
    assert (report["rows"], report["official_rows"], report["faults"]) == (52, 1912, [])
    assert cli("data", "validate", "ccons", "--data-dir", data_dir()).stdout.count("ok  ") == 8


def test_validate_names_every_fault_and_ends_with_1(cli: Any, tmp_path: Path) -> None:
    file = tmp_path / "val_data.jsonl"
    file.write_text('{"AssignmentId": 5}\n[]\n', encoding="utf-8")
    done = cli("data", "validate", file)
    assert done.returncode == 1
    assert done.stdout.startswith(f"faulty  {file}  0 rows; the official file has 1,350\n")
    assert "  line 1, field `AssignmentId`: is 5, not text\n    hint: " in done.stdout
    assert "and 11 more; `--json` lists all" in done.stdout
    listed = json.loads(cli("data", "validate", file, "--json").stdout)
    assert not listed["ok"]
    faults = listed["files"][0]["faults"]
    assert len(faults) == 21
    assert faults[-1]["line"] == 2
    assert faults[-1]["what"] == "[] is not a JSON object"


@pytest.mark.parametrize("what", ["nowhere", "pasta"])
def test_validate_of_what_is_not_there(cli: Any, tmp_path: Path, what: str) -> None:
    done = cli("data", "validate", what, "--data-dir", tmp_path)
    assert done.returncode == 2
    assert "does not exist" in done.stderr


def test_get_copies_official_files_and_prints_licence_and_citation(
    cli: Any, tmp_path: Path, open_data: Path
) -> None:
    data = tmp_path / "data"
    done = cli("data", "get", "pasta", "--from", open_data, "--data-dir", data)
    assert done.returncode == 1, "two of the three files are not there"
    assert "  licence: no licence file found\n  please cite: Ghosh, Koupaee" in done.stdout
    assert "  absent  tr_data.jsonl\n" in done.stdout
    assert "  copied  val_data.jsonl  1,350 rows, SHA-256 as pinned\n" in done.stdout
    assert f"run tasks on it with --data-dir {data}" in done.stdout
    listed = json.loads(cli("data", "get", "pasta", "--from", open_data, "--data-dir", data, "--json").stdout)
    assert [file["state"] for file in listed["files"]] == ["absent", "kept", "absent"]


def test_get_downloads_from_a_mirror_into_the_folder_of_the_user(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEFEASIBLE_DATA", str(tmp_path / "mine"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    header = "questions,ground_truth,modus,types_of_relation,atomic_idx\n"
    block = "If Ann is glad, then Ann sings\nAnn is glad\n\nSo?\n(a) yes\n(b) no\n(c) maybe"
    row = f'"{block}",a,ponens,If-Event-Then-Event,7\n'
    served = {
        "/copy/belief_r/basic_time_t.csv": (header + row * 1912).encode(),
        "/copy/belief_r/queries_time_t1.csv": b"<html></html>",
    }
    with serving(Site(files=served)) as site:
        done = cli("data", "get", "belief-r", "--mirror", f"{site.url}/copy")
    assert done.returncode == 2
    assert (
        "downloaded  basic_time_t.csv  1,912 rows, SHA-256 not known before, now recorded in" in done.stdout
    )
    assert "is not the official file `queries_time_t1.csv`: " in done.stderr
    assert (tmp_path / "mine" / "belief_r" / "basic_time_t.csv").stat().st_size == len(header + row * 1912)
    assert not (tmp_path / "mine" / "belief_r" / "queries_time_t1.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "unknown benchmark 'nothing'"),
        (["pasta", "--source", "huggingface"], "unknown source 'huggingface' of pasta"),
        (["pasta", "--mirror", "ftp://x"], "invalid mirror `ftp://x`"),
        (["pasta", "--from", "nowhere"], "no official pasta file in `nowhere`"),
        (["pasta", "--timeout", "0"], "0.0 is not in the range"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_get_refuses_what_makes_no_sense(
    cli: Any, tmp_path: Path, arguments: list[str], message: str
) -> None:
    done = cli("data", "get", *arguments, "--data-dir", tmp_path / "data")
    assert done.returncode == 2
    assert message in done.stderr


def test_make_writes_a_data_directory_that_a_task_runs_on(cli: Any, tmp_path: Path) -> None:
    made = cli("make", "ccons/context", "--n", "8", "--seed", "3", "--out", "fresh")
    assert made.returncode == 0
    assert "run tasks on it with --data-dir fresh" in made.stdout
    done = cli("run", "--task", "ccons/context", "--pipeline", "symbolic", "--data-dir", "fresh", "--json")
    assert done.returncode == 0
    again = cli("make", "ccons/context", "--n", "8", "--seed", "3", "--out", "fresh")
    assert again.returncode == 2
    assert "already exists" in again.stderr


def test_a_full_disk_leaves_what_came_for_the_next_attempt(
    cli: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving(Site(files={"/pasta/tr_data.jsonl": b"x" * 3_000_000})) as site:
        done = cli("data", "get", "pasta", "--mirror", site.url, "--data-dir", "data", limit=1_000_000)
    assert done.returncode == 2
    assert "cannot write `" in done.stderr
    assert "resumes where it stopped" in done.stderr
    assert not (tmp_path / "data" / "pasta").exists()
