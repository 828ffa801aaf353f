import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from file_server import Handler, Site, claim_length, etag, serving, stall, status

from defeasible.datasets import Benchmark, OfficialFile, Source, belief_r, builtin, pasta
from defeasible.datasets.download import Downloader
from defeasible.datasets.get import LOCK_FILE, PARTIAL_FOLDER, Got, Order, get
from defeasible.reasoner.errors import DatasetError, UsageError

QUICK = Downloader(attempts=2, pause=0.01)


def story(id_: str) -> str:
    values: dict[str, Any] = {"AssignmentId": id_, "Input.Title": "", "Input.storyid": "s"}
    for n in range(1, 6):
        values |= {
            f"Input.line{n}": "Ann sat.",
            f"Answer.line{n}.on": n == 1,
            f"Answer.mod_line{n}": "Ann sang.",
        }
    return (
        json.dumps(values | {"Answer.assertion": "Ann rests.", "Answer.mod_assertion": "Ann works."}) + "\n"
    )


PINNED = "".join(story(f"P{n}") for n in range(40)).encode()
OTHER = "".join(story(f"O{n}") for n in range(40)).encode()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def site() -> Iterator[Site]:
    files = {"/at/revision/pinned.jsonl": PINNED, "/at/revision/sub/other.jsonl": OTHER}
    with serving(Site(files=files)) as served:
        yield served


@pytest.fixture
def known(site: Site) -> Benchmark:
    """A benchmark in the format of PASTA: one file of known hash, one of known length alone."""
    files = (
        OfficialFile("pinned.jsonl", sha256=hashlib.sha256(PINNED).hexdigest()),
        OfficialFile("sub/other.jsonl", rows=40),
    )
    source = Source("here", f"{site.url}/page", f"{site.url}/at/revision", "data", files)
    return Benchmark("tales", "Tales", "tales_folder", (source,), "none", "Ann", pasta.scan)


def run(known: Benchmark, data: Path, **changes: Any) -> list[Got]:
    return list(get(replace(Order(known, data, downloader=QUICK), **changes)))


def names(data: Path) -> list[str]:
    """Every file under a data directory but the locks."""
    found = (path.relative_to(data).as_posix() for path in data.rglob("*") if path.is_file())
    return sorted(name for name in found if name not in (".lock", LOCK_FILE))


BOTH = ["tales_folder/pinned.jsonl", "tales_folder/sub/other.jsonl"]


def test_files_are_downloaded_and_checked(known: Benchmark, site: Site, tmp_path: Path) -> None:
    data = tmp_path / "data"
    first, second = run(known, data)
    assert (first.state, first.known, first.url) == (
        "downloaded", "pinned", f"{site.url}/at/revision/pinned.jsonl",
    )  # fmt: skip
    assert (second.state, second.known) == ("downloaded", "unknown")
    assert [got.report and got.report.rows for got in (first, second)] == [40, 40]
    assert names(data) == BOTH
    assert (data / BOTH[0]).read_bytes() == PINNED
    assert not (data / PARTIAL_FOLDER).exists()
    lock = json.loads((data / LOCK_FILE).read_text(encoding="utf-8"))["files"]
    assert lock[BOTH[1]]["sha256"] == second.sha256 == hashlib.sha256(OTHER).hexdigest()
    assert lock[BOTH[1]]["url"] == second.url
    assert lock[BOTH[1]]["bytes"] == len(OTHER)


def test_what_is_there_is_kept_and_checked_again(known: Benchmark, site: Site, tmp_path: Path) -> None:
    run(known, tmp_path)
    again = run(known, tmp_path)
    assert [(got.state, got.known) for got in again] == [("kept", "pinned"), ("kept", "locked")]
    assert len(site.asked) == 2


@pytest.mark.parametrize(("name", "what"), [(BOTH[0], "the official file"), (BOTH[1], "the first download")])
def test_a_file_that_has_changed_is_named_and_force_mends_it(
    known: Benchmark, tmp_path: Path, name: str, what: str
) -> None:
    run(known, tmp_path)
    good = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(good[:-20])
    with pytest.raises(DatasetError, match=rf"differs from {what}: SHA-256 is \w+, expected \w+\n.*--force"):
        run(known, tmp_path)
    assert {got.state for got in run(known, tmp_path, force=True)} == {"downloaded"}
    assert (tmp_path / name).read_bytes() == good


def test_a_file_put_there_by_hand_is_kept_and_said_to_be_unknown(known: Benchmark, tmp_path: Path) -> None:
    (tmp_path / "tales_folder" / "sub").mkdir(parents=True)
    (tmp_path / BOTH[1]).write_bytes(b"anything")
    assert [(got.state, got.known) for got in run(known, tmp_path)][1] == ("kept", "unknown")
    assert BOTH[1] not in json.loads((tmp_path / LOCK_FILE).read_text(encoding="utf-8"))["files"]


BROKEN = OTHER.replace(b'"O7"', b'"O7', 1)
FORMER_ID = OTHER.replace(b'"O7"', b'"O6"', 1)
REFUSED = [
    (
        "a page in place of the file",
        b"<html>Log in</html>",
        "line 1: invalid JSON: .*\n.*with `<html>Log",
    ),
    ("nothing", b"", "line 1: the file is empty"),
    ("another file", b'{"a": 1}\n', "line 1, field `Answer.line1.on`: is missing"),
    ("a record fewer", OTHER[: OTHER.rindex(b"\n", 0, -1) + 1], "it has 39 records, expected 40"),
    ("cut inside a record", OTHER[:-30], "line 40: invalid JSON"),
    ("broken inside", BROKEN, "line 8: invalid JSON"),
]


@pytest.mark.parametrize(("body", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_wrong_bytes_of_unknown_hash_are_refused(
    known: Benchmark, site: Site, tmp_path: Path, body: bytes, why: str
) -> None:
    run(known, tmp_path)
    (tmp_path / BOTH[1]).unlink()
    (tmp_path / LOCK_FILE).unlink()
    site.files["/at/revision/sub/other.jsonl"] = body
    with pytest.raises(DatasetError, match=f"is not the official file `sub/other.jsonl`: {why}"):
        run(known, tmp_path)
    assert names(tmp_path) == BOTH[:1]
    assert not (tmp_path / PARTIAL_FOLDER).exists()


def test_a_record_that_a_loader_refuses_is_told_but_does_not_keep_the_file_away(
    known: Benchmark, site: Site, tmp_path: Path
) -> None:
    site.files["/at/revision/sub/other.jsonl"] = FORMER_ID
    got = run(known, tmp_path)[1]
    assert got.report is not None
    assert [str(fault.line) for fault in got.report.faults] == ["8"]
    assert names(tmp_path) == BOTH


@pytest.mark.parametrize("changed", [0, 1], ids=["pinned", "locked"])
def test_wrong_bytes_of_known_hash_are_refused(
    known: Benchmark, site: Site, tmp_path: Path, changed: int
) -> None:
    run(known, tmp_path)
    (tmp_path / BOTH[changed]).unlink()
    path = sorted(site.files)[changed]
    site.files[path] = site.files[path].replace(b"Ann", b"Bob", 1)
    with pytest.raises(DatasetError, match=r"is not the official file .*: SHA-256 is \w+, expected "):
        run(known, tmp_path)
    assert BOTH[changed] not in names(tmp_path)
    assert not (tmp_path / PARTIAL_FOLDER).exists()


@pytest.mark.parametrize("length", [100, len(PINNED) // 2, len(PINNED) - 1])
def test_a_server_that_says_too_short_a_length(
    known: Benchmark, site: Site, tmp_path: Path, length: int
) -> None:
    site.behaviours.append(claim_length(length))
    with pytest.raises(DatasetError, match=r"is not the official file `pinned.jsonl`: SHA-256"):
        run(known, tmp_path)
    assert names(tmp_path) == []


def test_bytes_of_an_earlier_attempt_that_are_wrong_are_downloaded_anew(
    known: Benchmark, site: Site, tmp_path: Path
) -> None:
    wrong = PINNED.replace(b"Ann", b"Bob", 1)

    def cut_off_and_wrong(handler: Handler, data: bytes) -> None:
        handler.say(200, wrong[:900], ETag=etag(PINNED), Content_Length=str(len(PINNED)))
        handler.close_connection = True

    site.behaviours.append(cut_off_and_wrong)
    site.behaviours.append(status(403))
    with pytest.raises(DatasetError, match="cannot download"):
        run(known, tmp_path)
    assert run(known, tmp_path)[0].state == "downloaded"
    assert [asked.range for asked in site.asked if "pinned" in asked.path][-2:] == ["bytes=900-", None]
    assert (tmp_path / BOTH[0]).read_bytes() == PINNED


def test_without_a_network_the_message_says_the_addresses_and_what_to_do(
    known: Benchmark, site: Site, tmp_path: Path
) -> None:
    site.behaviours += [status(503)] * 2
    with pytest.raises(DatasetError, match="HTTP 503") as caught:
        run(known, tmp_path)
    hint = str(caught.value.hint)
    assert "into DIR/tales_folder and run `defeasible data get tales --from DIR`" in hint
    assert hint.endswith(
        f":\n    {site.url}/at/revision/pinned.jsonl\n    {site.url}/at/revision/sub/other.jsonl"
    )


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_file_that_the_source_lacks_does_not_keep_the_others_away(
    known: Benchmark, site: Site, tmp_path: Path, lacking: int
) -> None:
    del site.files[sorted(site.files)[lacking]]
    states = [got.state for got in run(known, tmp_path)]
    assert states == (["absent", "downloaded"] if lacking == 0 else ["downloaded", "absent"])
    assert names(tmp_path) == [BOTH[1 - lacking]]
    assert not (tmp_path / PARTIAL_FOLDER).exists()
    site.files.clear()
    shutil.rmtree(tmp_path / "tales_folder")
    with pytest.raises(DatasetError, match="HTTP 404"):
        run(known, tmp_path)


def test_a_mirror_is_a_copy_of_a_data_directory(known: Benchmark, site: Site, tmp_path: Path) -> None:
    site.files = {f"/mirror/{name}": data for name, data in zip(BOTH, (PINNED, OTHER), strict=True)}
    run(known, tmp_path, mirror=f"{site.url}/mirror/")
    assert names(tmp_path) == BOTH
    with pytest.raises(UsageError, match="invalid mirror `here`"):
        run(known, tmp_path, mirror="here")


@pytest.mark.parametrize(
    "layout", ["tales_folder", "", "data"], ids=["data directory", "folder", "repository"]
)
def test_files_are_copied_from_a_folder(known: Benchmark, site: Site, tmp_path: Path, layout: str) -> None:
    origin = tmp_path / "origin"
    (origin / layout / "sub").mkdir(parents=True)
    (origin / layout / "pinned.jsonl").write_bytes(PINNED)
    data = tmp_path / "data"
    got = run(known, data, copy_from=origin)
    assert [g.state for g in got] == ["copied", "absent"]
    assert names(data) == BOTH[:1]
    (origin / layout / "sub" / "other.jsonl").write_bytes(OTHER)
    assert [g.state for g in run(known, data, copy_from=origin)] == ["kept", "copied"]
    assert names(data) == BOTH
    assert site.asked == []
    assert (origin / layout / "pinned.jsonl").read_bytes() == PINNED


def test_what_is_copied_is_checked(known: Benchmark, tmp_path: Path) -> None:
    (tmp_path / "pinned.jsonl").write_bytes(PINNED[:-1])
    with pytest.raises(DatasetError, match=r"pinned.jsonl` is not the official file"):
        run(known, tmp_path / "data", copy_from=tmp_path)
    with pytest.raises(DatasetError, match=r"no official tales file in .*\n.*tales_folder/pinned"):
        run(known, tmp_path / "data", copy_from=tmp_path / "data")
    assert names(tmp_path / "data") == []


@pytest.mark.parametrize(
    "text", ["", "[]", '{"files": 5}', '{"files": {"a": {"sha256": 5}}}', '{"files": {"a": {}}}']
)
def test_a_broken_lock_file_is_named(known: Benchmark, tmp_path: Path, text: str) -> None:
    (tmp_path / LOCK_FILE).write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError, match=r"invalid lock file `.*lock\.json`: .*\n.*delete it"):
        run(known, tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_two_at_a_time_do_not_write_to_one_folder(known: Benchmark, tmp_path: Path) -> None:
    running = get(Order(known, tmp_path, downloader=QUICK))
    next(running)
    with pytest.raises(DatasetError, match="another process is writing to"):
        run(known, tmp_path)
    assert [got.state for got in running] == ["downloaded"]
    assert [got.state for got in run(known, tmp_path)] == ["kept", "kept"]


def test_a_folder_that_cannot_be_written(known: Benchmark, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file")
    with pytest.raises(DatasetError, match="cannot write to `"):
        run(known, tmp_path / "file" / "data")


KILLED = """
import sys
from pathlib import Path
from defeasible.datasets import Benchmark, OfficialFile, Source, pasta
from defeasible.datasets.get import Order, get

url, data, sha256 = sys.argv[1:]
file = OfficialFile("pinned.jsonl", sha256=sha256 or None)
source = Source("here", url, url + "/at/revision", "data", (file,))
known = Benchmark("tales", "Tales", "tales_folder", (source,), "none", "Ann", pasta.scan)
print([got.state for got in get(Order(known, Path(data)))])
"""


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
@pytest.mark.parametrize("sha256", [hashlib.sha256(PINNED).hexdigest(), ""], ids=["pinned", "unknown"])
def test_a_download_that_is_killed_goes_on_in_the_next(
    site: Site, tmp_path: Path, sign: signal.Signals, sha256: str
) -> None:
    roots = [path for path in sys.path if path]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(roots)}
    command = [sys.executable, "-c", KILLED, site.url, str(tmp_path), sha256]
    site.behaviours.append(stall(5000))
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not [
        path for path in tmp_path.rglob("pinned.jsonl") if path.stat().st_size == 5000
    ]:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    process.send_signal(sign)
    process.communicate(timeout=60)
    assert not (tmp_path / BOTH[0]).exists()
    site.stop.set()
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "['resumed']", done.stderr
    assert site.asked[-1].range == "bytes=5000-"
    assert (tmp_path / BOTH[0]).read_bytes() == PINNED
    assert names(tmp_path) == BOTH[:1]


def test_a_copy_of_the_built_in_suite_is_no_official_file(tmp_path: Path) -> None:
    shutil.copytree(builtin.data_dir() / "belief_r", tmp_path / "belief_r")
    with pytest.raises(DatasetError, match="it has 52 records, expected 1912"):
        list(get(Order(belief_r.BENCHMARK, tmp_path / "data", copy_from=tmp_path)))
