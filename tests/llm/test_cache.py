"""Answers on disk: found again by all that can change them, safe under several processes, never a failure."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from defeasible.llm.backend import Failure, Generator, Reply, Request, Score, Scorer, Stop
from defeasible.llm.cache import Cache, CacheError, cache_file, cached
from defeasible.llm.identity import mark, versions
from defeasible.llm.kept import question
from defeasible.llm.openai import OpenAI, ScoringOpenAI
from defeasible.llm.prompt import Message, Prompt
from defeasible.llm.scripted import Scripted
from defeasible.llm.spec import Choice, Json, Lark, Regex
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import AtomDecl
from defeasible.reasoner.text import Source

ROOT = Path(__file__).resolve().parents[2]


class Writer:
    """A backend that only generates, and counts."""

    def __init__(self, say: Callable[[Request], str | Failure] = lambda r: "yes", version: str = "1") -> None:
        self.name = "writer"
        self.fingerprint = f"writer {version}"
        self.requests: list[Request] = []
        self._inner = Scripted(say)

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        self.requests += requests
        return self._inner.generate(requests)


class Judge:
    """A backend that only scores, and counts."""

    def __init__(self) -> None:
        self.name = self.fingerprint = "judge"
        self.asked = 0

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        self.asked += 1
        return [Score(-float("inf") if o == "never" else -0.1 * len(o), 1, len(o)) for o in options]


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "deep" / "replies.sqlite")


def test_what_is_known_is_not_asked_again(cache: Cache) -> None:
    writer = Writer(lambda request: f"to {request.prompt}")
    requests = [Request("a"), Request("b"), Request("a")]
    first = cached(writer, cache).generate(requests)
    assert [r.text for r in first if isinstance(r, Reply)] == ["to a", "to b", "to a"]
    assert len(writer.requests) == 2
    # Another process would open the file anew.
    again = cached(writer, Cache(cache.path))
    second = again.generate([*requests, Request("c")])
    assert [r.text for r in second if isinstance(r, Reply)] == ["to a", "to b", "to a", "to c"]
    assert (len(writer.requests), again.found, again.asked) == (3, 3, 1)
    assert [r.cached for r in second if isinstance(r, Reply)] == [True, True, True, False]
    assert [replace(r, cached=False) for r in second[:3] if isinstance(r, Reply)] == first


BASE = Request((Message("user", "?"),), Choice(("yes", "no")), 9, 0.5, 1)
OTHER: dict[str, Request] = {
    "prompt": replace(BASE, prompt=(Message("user", "!"),)),
    "role": replace(BASE, prompt=(Message("system", "?"),)),
    "text instead of chat": replace(BASE, prompt="?"),
    "options": replace(BASE, spec=Choice(("yes", "No"))),
    "order of options": replace(BASE, spec=Choice(("no", "yes"))),
    "no spec": replace(BASE, spec=None),
    "regex": replace(BASE, spec=Regex("yes|no")),
    "grammar": replace(BASE, spec=Lark("yes|no")),
    "schema": replace(BASE, spec=Json(TypeAdapter(AtomDecl))),
    "other schema": replace(BASE, spec=Json(TypeAdapter(Source))),
    "budget": replace(BASE, max_tokens=10),
    "temperature": replace(BASE, temperature=0.6),
    "seed": replace(BASE, seed=2),
}


def test_all_that_changes_an_answer_is_in_the_key() -> None:
    questions = {question(request) for request in (BASE, *OTHER.values())}
    assert len(questions) == len(OTHER) + 1
    assert question(BASE) == question(replace(BASE, temperature=0.5))
    assert question(replace(BASE, temperature=1)) == question(replace(BASE, temperature=1.0))


def test_the_model_and_its_version_are_in_the_key(cache: Cache) -> None:
    for version in ("1", "2", "1"):
        cached(Writer(lambda r, v=version: v, version), cache).generate([Request("?")])  # type: ignore[misc]
    assert sorted((h.model, h.answers) for h in cache.holdings()) == [("writer 1", 1), ("writer 2", 1)]


def test_servers_differ_by_address_model_dialect_and_way() -> None:
    url = "http://localhost:1/v1"
    backends = [
        OpenAI(url, "a"),
        OpenAI(url, "b"),
        OpenAI("http://localhost:2/v1", "a"),
        OpenAI(url, "a", dialect="vllm"),
        ScoringOpenAI(url, "a"),
        ScoringOpenAI(url, "a", way="forced"),
    ]
    assert len({backend.fingerprint for backend in backends}) == len(backends)


def test_files_of_a_model_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "m.gguf"
    assert mark("gguf:m", file) == "gguf:m"
    file.write_bytes(b"1234")
    first = mark("gguf:m", file)
    file.write_bytes(b"12345")
    assert len({first, mark("gguf:m", file), mark("gguf:m", tmp_path)}) == 3
    assert mark("gguf:m", file) == mark("gguf:m", file)
    assert versions("pydantic", "no-such-package").endswith(" no-such-package=none")


def test_a_backend_keeps_what_it_can_do(cache: Cache) -> None:
    assert not isinstance(cached(Writer(), cache), Scorer)
    assert not isinstance(cached(Judge(), cache), Generator)
    both = cached(Scripted(["yes"]), cache)
    assert isinstance(both, Generator)
    assert isinstance(both, Scorer)
    assert both.name == "scripted"
    assert isinstance(both.generate([Request("?")])[0], Reply)
    assert [s.logprob for s in both.score("?", ["a", "bb"])] == [-1, -2]


def test_scores_are_found_again_to_the_last_digit(cache: Cache) -> None:
    judge = Judge()
    first = cached(judge, cache).score("?", ["a", "bbb", "never"])
    again = cached(judge, Cache(cache.path))
    assert again.score("?", ["a", "bbb", "never"]) == [replace(score, cached=True) for score in first]
    assert again.score("?", ["bbb", "a", "never"]) != first
    other = again.score("??", ["a", "bbb", "never"])
    assert [score.logprob for score in other] == [score.logprob for score in first]
    assert first[0].seconds > 0
    assert (judge.asked, again.found, again.asked) == (3, 1, 2)
    assert first[2].logprob == -float("inf")


def test_what_cannot_be_used_is_not_kept(cache: Cache) -> None:
    said: Iterator[str | Failure] = iter([Failure("timeout", "slow", 3), "maybe", "yes"])
    writer = Writer(lambda request: next(said))
    backend = cached(writer, cache)
    request = Request("?", Choice(("yes", "no")))
    kinds = [generate_valid(backend, [request])[0] for _ in range(4)]
    assert [k.kind if isinstance(k, Failure) else k.text for k in kinds] == [
        "timeout",
        "invalid",
        "yes",
        "yes",
    ]
    assert len(writer.requests) == 3


def test_what_was_withheld_or_cut_off_is_not_kept(cache: Cache) -> None:
    reply = Reply("y", Stop.LENGTH, 1, 1, 0.1, "m", 0, True)
    asked = Request("?", Choice(("y", "n")))
    for answer in (reply, replace(reply, stop=Stop.FILTER)):
        cache.keep("m", "q", asked, answer)
        assert cache.find("m", "q") is None
    cache.keep("m", "q", Request("?"), reply)
    assert cache.find("m", "q") == reply


def test_a_backend_without_a_fingerprint_is_refused(cache: Cache) -> None:
    writer = Writer()
    del writer.fingerprint
    with pytest.raises(UsageError, match="cannot cache the answers of `writer`: it has no `fingerprint`"):
        cached(writer, cache)


# --- Several at once -------------------------------------------------------------------------------

WRITE = """
import os, sys
from pathlib import Path
from defeasible.llm.backend import Request
from defeasible.llm.cache import Cache, cached
from defeasible.llm.scripted import Scripted

class Echo:
    name = fingerprint = "echo"
    def __init__(self): self.inner = Scripted(lambda r: f"to {r.prompt}")
    def generate(self, requests): return self.inner.generate(requests)

path, start = Path(sys.argv[1]), int(sys.argv[2])
cache = Cache(path)
backend = cached(Echo(), cache)
if start < 0:  # a child that got an open cache from its parent
    backend.generate([Request("parent before")])
    child = os.fork()
    if not child:
        backend.generate([Request(f"child {n}") for n in range(20)])
        os._exit(0)
    backend.generate([Request(f"parent {n}") for n in range(20)])
    assert os.waitpid(child, 0)[1] == 0
for n in range(start, start + 60):
    (reply,) = backend.generate([Request(str(n))])
    assert reply.text == f"to {n}"
"""


def run(*arguments: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(ROOT / p) for p in ("llm", "reasoner"))}
    command = [sys.executable, "-W", "error", "-c", WRITE, *map(str, arguments)]
    return subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True)


def test_processes_write_at_once_to_a_file_that_none_has_made(tmp_path: Path) -> None:
    path = tmp_path / "shared.sqlite"
    writers = [run(path, start) for start in (0, 30, 60, -1)]
    for writer in writers:
        _, complaint = writer.communicate(timeout=60)
        assert (writer.returncode, complaint) == (0, "")
    (held,) = Cache(path).holdings()
    # 0 to 119 and -1, each once; 1 + 20 + 20 of the one that forked.
    assert held.answers == 121 + 41


def test_threads_share_a_cache(cache: Cache) -> None:
    backend = cached(Writer(lambda r: f"to {r.prompt}"), cache)
    failed: list[object] = []

    def work() -> None:
        for n in range(40):
            (reply,) = backend.generate([Request(str(n))])
            if not isinstance(reply, Reply) or reply.text != f"to {n}":
                failed.append(reply)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert backend.found + backend.asked == 160
    assert cache.holdings()[0].answers == 40


# --- Files that are no cache -----------------------------------------------------------------------


def test_files_that_are_no_cache_are_named(tmp_path: Path) -> None:
    text = tmp_path / "text.sqlite"
    text.write_text("not a database, but longer than the header of one" * 9)
    with pytest.raises(CacheError, match=r"cannot use the cache `.*text.sqlite`: file is not a database"):
        Cache(text)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE songs (name TEXT)")
    database.close()
    before = foreign.read_bytes()
    with pytest.raises(CacheError, match="it belongs to another program"):
        Cache(foreign)
    assert foreign.read_bytes() == before
    with pytest.raises(CacheError, match=r"cannot use the cache `.*`: unable to open database file"):
        Cache(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(CacheError, match=r"Not a directory|File exists"):
        Cache(tmp_path / "file" / "replies.sqlite")


def test_a_cache_of_another_version_is_named(cache: Cache) -> None:
    cache.close()
    with sqlite3.connect(cache.path) as database:
        database.execute("PRAGMA user_version = 7")
    database.close()
    with pytest.raises(CacheError, match="it has version 7, expected 1"):
        Cache(cache.path)


def test_a_file_that_is_broken_later_is_named(cache: Cache) -> None:
    backend = cached(Writer(lambda r: "x" * 500), cache)
    backend.generate([Request(str(n)) for n in range(200)])
    cache.close()
    content = bytearray(cache.path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    cache.path.write_bytes(content)
    with pytest.raises(CacheError, match="malformed"):
        cached(Writer(), Cache(cache.path)).generate([Request(str(n)) for n in range(200)])


@pytest.mark.parametrize("broken", ["{", "[]", '{"reply": {"text": "x"}}', '{"scores": 3}'])
def test_an_answer_that_cannot_be_read_is_named(cache: Cache, broken: str) -> None:
    cached(Writer(), cache).generate([Request("?")])
    cache.close()
    with sqlite3.connect(cache.path) as database:
        database.execute("UPDATE answers SET answer = ?", (broken,))
    database.close()
    with pytest.raises(CacheError, match="it holds an unreadable answer"):
        cached(Writer(), cache).generate([Request("?")])


# --- Looking and deleting --------------------------------------------------------------------------


def test_answers_are_counted_and_deleted_by_model(cache: Cache) -> None:
    for version, number in (("1", 3), ("2", 2)):
        cached(Writer(version=version), cache).generate([Request(str(n)) for n in range(number)])
    cached(Judge(), cache).score("?", ["a"])
    assert [(h.model, h.answers) for h in cache.holdings()] == [
        ("judge", 1),
        ("writer 1", 3),
        ("writer 2", 2),
    ]
    assert all(h.bytes > 40 and 1.7e9 < h.first <= h.last for h in cache.holdings())
    assert cache.clear("writer 1") == 3
    assert cache.clear("%") == 0
    assert cache.clear() == 3
    assert cache.holdings() == []


def test_where_answers_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path))
    assert cache_file() == tmp_path / "replies.sqlite"
    monkeypatch.delenv("DEFEASIBLE_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert cache_file() == Path("/x/defeasible/replies.sqlite")


def test_the_command_lists_and_clears(cache: Cache) -> None:
    cached(Writer(), cache).generate([Request(str(n)) for n in range(3)])
    cache.close()
    env = {**os.environ, "DEFEASIBLE_CACHE": str(cache.path.parent)}
    env["PYTHONPATH"] = os.pathsep.join(str(ROOT / p) for p in ("llm", "reasoner", "datasets", "eval"))

    def cli(*arguments: str) -> str:
        command = [sys.executable, "-m", "defeasible.eval", "cache", *arguments]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    listed = json.loads(cli("ls", "--json"))
    assert [(m["model"], m["answers"]) for m in listed["models"]] == [("writer 1", 3)]
    table = cli("ls")
    assert "writer 1" in table
    assert table.endswith("replies.sqlite: 3 answers\n")
    assert cli("clear", "--model", "other").endswith(": 0 answers deleted\n")
    assert cli("clear").endswith(": 3 answers deleted\n")
    assert cli("ls", "--file", "/no/such/file") == "/no/such/file: 0 answers\n"
