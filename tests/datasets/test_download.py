import os
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import tenacity
from file_server import (
    Behaviour,
    Site,
    claim_length,
    cut_off,
    etag,
    ignore_range,
    other_range,
    send,
    serving,
    stall,
    status,
)

from defeasible.datasets.download import LONGEST_WAIT, Downloader, DownloadError, _BrokenError
from defeasible.reasoner.errors import DatasetError, UsageError

DATA = os.urandom(300_000)
QUICK = Downloader(attempts=3, pause=0.01)
IMPATIENT = Downloader(timeout=0.5, attempts=3, pause=0.01)


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(files={"/file": DATA})) as served:
        yield served


def fetch(site: Site, part: Path, *, sha256_known: bool = False, downloader: Downloader = QUICK) -> bool:
    return downloader.fetch(f"{site.url}/file", part, sha256_known=sha256_known)


def test_a_file_is_downloaded(site: Site, tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    part = tmp_path / "folder" / "part"
    resumed = QUICK.fetch(
        f"{site.url}/file", part, sha256_known=False, progress=lambda *now: told.append(now)
    )
    assert part.read_bytes() == DATA
    assert not resumed
    assert told[-1] == (len(DATA), len(DATA))
    assert [asked.range for asked in site.asked] == [None]


RECOVERS: list[tuple[str, list[Behaviour]]] = [
    ("truncated", [cut_off(1000)]),
    ("truncated twice", [cut_off(1000), status(503)]),
    ("truncated before the first byte", [cut_off(0)]),
    ("says it is longer", [claim_length(len(DATA) + 10)]),
    ("500, then 429", [status(500), status(429, Retry_After="0.01")]),
    ("ranges are ignored", [cut_off(1000), ignore_range]),
    ("another range", [cut_off(1000), other_range]),
    ("range refused", [cut_off(1000), status(416)]),
    ("range refused, other size", [cut_off(1000), status(416, Content_Range="bytes */5")]),
]


@pytest.mark.parametrize("behaviours", [row[1] for row in RECOVERS], ids=[row[0] for row in RECOVERS])
@pytest.mark.parametrize("known", [False, True], ids=["hash not known", "hash known"])
def test_an_attempt_that_fails_is_made_good(
    site: Site, tmp_path: Path, behaviours: list[Behaviour], known: bool
) -> None:
    site.behaviours += behaviours
    fetch(site, tmp_path / "part", sha256_known=known)
    assert (tmp_path / "part").read_bytes() == DATA


def test_a_server_that_stalls_is_asked_again(site: Site, tmp_path: Path) -> None:
    site.behaviours.append(stall(1000))
    # More attempts than stalls: on a busy machine a good answer may seem to stall, too.
    assert fetch(site, tmp_path / "part", downloader=replace(IMPATIENT, attempts=20))
    assert (tmp_path / "part").read_bytes() == DATA


def test_a_server_that_stalls_for_ever_is_given_up(site: Site, tmp_path: Path) -> None:
    site.behaviours += [stall(10)] * 3
    with pytest.raises(DownloadError, match="the server stopped sending"):
        fetch(site, tmp_path / "part", downloader=IMPATIENT)
    assert len(site.asked) == 3


def test_it_goes_on_where_it_stopped(site: Site, tmp_path: Path) -> None:
    site.behaviours.append(cut_off(1000))
    assert fetch(site, tmp_path / "part")
    assert [(asked.range, asked.if_range) for asked in site.asked] == [
        (None, None),
        ("bytes=1000-", etag(DATA)),
    ]


def test_a_later_process_goes_on_where_an_earlier_one_stopped(site: Site, tmp_path: Path) -> None:
    site.behaviours.append(cut_off(1000))
    with pytest.raises(DownloadError, match="without sending complete message body"):
        fetch(site, tmp_path / "part", downloader=Downloader(attempts=1))
    assert (tmp_path / "part").read_bytes() == DATA[:1000]
    assert fetch(site, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA
    assert site.asked[-1].range == "bytes=1000-"


def test_a_file_that_changed_in_between_is_downloaded_anew(site: Site, tmp_path: Path) -> None:
    site.behaviours.append(cut_off(1000))
    with pytest.raises(DownloadError):
        fetch(site, tmp_path / "part", downloader=Downloader(attempts=1))
    site.files["/file"] = DATA[::-1]
    fetch(site, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA[::-1]


@pytest.mark.parametrize(("known", "range_"), [(False, None), (True, "bytes=1000-")])
def test_without_an_etag_it_goes_on_only_if_the_hash_is_known(
    site: Site, tmp_path: Path, known: bool, range_: str | None
) -> None:
    site.behaviours.append(cut_off(1000, tag=False))
    fetch(site, tmp_path / "part", sha256_known=known)
    assert (tmp_path / "part").read_bytes() == DATA
    assert [asked.range for asked in site.asked] == [None, range_]


def test_a_whole_part_is_not_downloaded_again(site: Site, tmp_path: Path) -> None:
    (tmp_path / "part").write_bytes(DATA)
    assert fetch(site, tmp_path / "part", sha256_known=True)
    assert (tmp_path / "part").read_bytes() == DATA
    assert [asked.range for asked in site.asked] == [f"bytes={len(DATA)}-"]


def test_redirects_are_followed(site: Site, tmp_path: Path) -> None:
    site.behaviours += [status(302, Location="/other"), status(307, Location="/file")]
    fetch(site, tmp_path / "part")
    assert [asked.path for asked in site.asked] == ["/file", "/other", "/file"]
    assert (tmp_path / "part").read_bytes() == DATA


GIVES_UP: list[tuple[str, list[Behaviour], str, int]] = [
    ("404", [status(404)], "HTTP 404 Not Found", 1),
    ("403", [status(403)], "HTTP 403 Forbidden", 1),
    ("204", [status(204)], "HTTP 204", 1),
    ("206 unasked", [status(206)], "HTTP 206", 1),
    ("500 for ever", [status(500)] * 3, "HTTP 500", 3),
    ("429 for ever", [status(429, Retry_After="soon")] * 3, "HTTP 429", 3),
    ("redirects in a circle", [status(302, Location="/file")] * 9, "redirects", 6),
    ("redirect to a file", [status(302, Location="file:///etc/passwd")], "file://", 1),
    ("compressed", [send(b"...", Content_Encoding="gzip")], "compressed the file", 1),
]


@pytest.mark.parametrize(
    ("behaviours", "message", "requests"), [row[1:] for row in GIVES_UP], ids=[row[0] for row in GIVES_UP]
)
def test_it_gives_up_and_says_why(
    site: Site, tmp_path: Path, behaviours: list[Behaviour], message: str, requests: int
) -> None:
    site.behaviours += behaviours
    with pytest.raises((DownloadError, UsageError), match=message):
        fetch(site, tmp_path / "part")
    assert len(site.asked) == requests


def test_it_tells_of_each_failed_attempt(site: Site, tmp_path: Path) -> None:
    site.behaviours += [status(503), status(429, Retry_After="0.02")]
    told: list[str] = []
    fetch(site, tmp_path / "part", downloader=Downloader(attempts=3, pause=0.01, notice=told.append))
    assert [text.partition(": ")[2] for text in told] == [
        "HTTP 503 Service Unavailable; retrying in 0.0 s",
        "HTTP 429 Too Many Requests; retrying in 0.0 s",
    ]


def test_the_pause_doubles_unless_the_server_asks_for_a_time() -> None:
    def pause(attempt: int, error: Exception) -> float:
        state = tenacity.RetryCallState(tenacity.Retrying(), None, (), {})
        state.attempt_number = attempt
        state.set_exception((type(error), error, None))
        return Downloader(pause=0.5)._wait(state)

    assert [pause(n, _BrokenError("cut off")) for n in (1, 2, 3)] == [0.5, 1.0, 2.0]
    assert pause(1, _BrokenError("HTTP 429", 7.0)) == 7.0
    assert pause(1, _BrokenError("HTTP 429", 9999.0)) == pause(20, ValueError()) == LONGEST_WAIT


def test_no_server(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(DownloadError, match="connection failed"):
        QUICK.fetch(f"http://127.0.0.1:{port}/file", tmp_path / "part", sha256_known=False)


def test_an_unknown_host_through_a_proxy_goes_to_the_proxy(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", site.url)
    monkeypatch.setenv("NO_PROXY", "")
    site.files["http://data.invalid/file"] = DATA
    QUICK.fetch("http://data.invalid/file", tmp_path / "part", sha256_known=False)
    assert (tmp_path / "part").read_bytes() == DATA


@pytest.mark.parametrize("proxy", ["socks9://127.0.0.1", "http://a:port"])
def test_a_broken_proxy_is_named(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setenv("HTTP_PROXY", proxy)
    with pytest.raises(UsageError, match=r"invalid proxy or certificate .*\n.*NO_PROXY"):
        fetch(site, tmp_path / "part")


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/file", "http://", "http://a:port/", "http://\n/"])
def test_a_broken_address_is_named(tmp_path: Path, url: str) -> None:
    with pytest.raises(UsageError, match="cannot download"):
        QUICK.fetch(url, tmp_path / "part", sha256_known=False)


def test_a_folder_that_cannot_be_written(site: Site, tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    with pytest.raises(DatasetError, match=r"cannot write `.*part`: "):
        fetch(site, tmp_path / "folder" / "part")
