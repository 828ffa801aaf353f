"""A server that nobody here wrote: llama-cpp-python's own, with SmolLM2, in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from pydantic import TypeAdapter

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.models import open_any, open_model
from defeasible.llm.named import gguf_file, named
from defeasible.llm.openai import ScoringOpenAI
from defeasible.llm.prompt import Message, Prompt
from defeasible.llm.scoring import NotScoredError
from defeasible.llm.spec import Choice, Json, Regex, Spec, violation
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import AtomDecl

if TYPE_CHECKING:
    from collections.abc import Iterator

for package in ("llama_cpp", "uvicorn", "fastapi", "sse_starlette", "starlette_context", "pydantic_settings"):
    pytest.importorskip(package, reason="needs llama-cpp-python[server]")

SPECS: tuple[Spec, ...] = (
    Choice(("yes", "no")),
    Regex(r"[a-c]{1,8}!"),
    Json(TypeAdapter(AtomDecl)),
)
TOLD = (Message("user", "Is Paris in France? Answer yes or no."),)


class Server(NamedTuple):
    """A server that runs."""

    process: subprocess.Popen[bytes]
    log: Path
    address: str

    def opened(self, options: str) -> ScoringOpenAI:
        """Return a backend on it that writes and scores."""
        backend = open_any(f"{self.address}?dialect=llama_cpp&scores=forced{options}")
        assert isinstance(backend, ScoringOpenAI)
        return backend

    def says(self, text: str, within: float = 60.0) -> bool:
        """Wait until the server's log holds a text."""
        ends = time.monotonic() + within
        while time.monotonic() < ends:
            if text in self.log.read_text(encoding="utf-8", errors="replace"):
                return True
            time.sleep(0.1)
        return False


def start(folder: Path) -> Server:
    try:
        weights = gguf_file(named("smollm2"))
    except UsageError as error:
        pytest.skip(str(error))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "server.log"
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights), "--host", "127.0.0.1"]
    command += ["--port", str(port), "--n_ctx", "1024", "--n_threads", "1", "--logits_all", "true"]
    # By default a request breaks off the stream before it.
    command += ["--interrupt_requests", "false"]
    with log.open("wb") as out:
        # Its own prints say when it stops for nobody waits; they must not lie in a buffer.
        process = subprocess.Popen(
            command, stdout=out, stderr=out, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
    server = Server(process, log, f"openai:http://127.0.0.1:{port}/v1#smollm2")
    if not server.says("Uvicorn running", 120):
        process.kill()
        pytest.fail(log.read_text(encoding="utf-8"))
    return server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = start(tmp_path_factory.mktemp("server"))
    yield running
    running.process.kill()
    running.process.wait()


@pytest.mark.parametrize("options", ["", "&stream=yes"])
def test_constraints_hold_side_by_side_or_the_client_says_which_did_not(server: Server, options: str) -> None:
    backend = server.opened(options)
    for spec in SPECS:
        requests = [Request(f"Is {n} a number?", spec, 200, temperature=1.0, seed=n) for n in range(3)]
        for said in generate_valid(backend, requests):
            if isinstance(spec, Json) and isinstance(said, Failure):
                # This server's grammar of strings lets line ends through, which JSON does not.
                assert said.kind in ("invalid", "truncated")
                assert said.kind == "truncated" or backend.ignored
                continue
            assert isinstance(said, Reply), said
            assert violation(spec, said.text) == ""


def test_a_stream_is_put_together_as_the_reply_that_comes_whole(server: Server) -> None:
    request = Request(TOLD, None, 24)
    whole, streamed = (server.opened(options).generate([request])[0] for options in ("", "&stream=yes"))
    assert isinstance(whole, Reply)
    assert isinstance(streamed, Reply)
    assert (streamed.text, streamed.stop) == (whole.text, whole.stop)


def test_forced_scores_are_those_of_the_engine(server: Server) -> None:
    options = ["Yes", "No", "Paris"]
    engine = open_any("smollm2:gguf?threads=1")
    assert hasattr(engine, "score")
    here, there = engine.score(TOLD, options), server.opened("").score(TOLD, options)
    assert [one.logprob for one in there] == pytest.approx([one.logprob for one in here], abs=0.25)
    assert {one.prompt_tokens for one in there} == {here[0].prompt_tokens}


@pytest.mark.parametrize(
    ("prompt", "options"),
    [
        (
            (Message("user", "A tractor is parked inside a matchbox. Which is bigger?"),),
            ["tractor", "matchbox"],
        ),
        ("The capital of France is", [" Paris", " a village in the north", " Lyon-sur-Mer"]),
    ],
    ids=["chat", "text"],
)
def test_forced_options_of_several_tokens_are_scored_in_those_of_the_tokenizer(
    server: Server, prompt: Prompt, options: list[str]
) -> None:
    engine, backend = open_any("smollm2:gguf?threads=1"), server.opened("")
    assert hasattr(engine, "score")
    here, there = engine.score(prompt, options), backend.score(prompt, options)
    assert [one.tokens for one in there] == [one.tokens for one in here]
    assert [one.logprob for one in there] == pytest.approx([one.logprob for one in here], abs=0.6)
    assert backend.notes == ()


def test_scores_beside_their_tokens_are_refused(server: Server) -> None:
    backend = open_any(f"{server.address}?scores=prompt")
    assert isinstance(backend, ScoringOpenAI)
    with pytest.raises(NotScoredError, match="shifted by one token") as failed:
        backend.score("The capital of France is", [" Paris", " yes"])
    assert failed.value.failure.kind == "unscorable"


def test_a_prompt_that_is_too_long_is_a_failure_alone(server: Server) -> None:
    long, short = server.opened("&tries=1").generate(
        [Request("word " * 3000, None, 8), Request(TOLD, Choice(("yes", "no")), 8)]
    )
    assert isinstance(long, Failure)
    assert "maximum context length is 1024" in long.message
    assert isinstance(short, Reply)


def test_the_server_stops_when_the_client_of_a_stream_leaves(server: Server) -> None:
    impatient = open_model(f"{server.address}?stream=yes&timeout=2&tries=1")
    endless = Regex("[ab]{900}")
    (said,) = impatient.generate([Request("Count.", endless, 900)])
    assert isinstance(said, Failure)
    assert said.kind == "timeout"
    assert server.says("Disconnected from client")


def test_a_server_that_is_killed_in_the_middle_is_unavailable(tmp_path: Path) -> None:
    server = start(tmp_path)
    backend = server.opened("&tries=2")
    found: list[Reply | Failure] = []
    asking = threading.Thread(
        target=lambda: found.extend(backend.generate([Request("Count.", Regex("[ab]{900}"), 900)]))
    )
    asking.start()
    # The request has arrived when the model is at work, which the log does not tell.
    time.sleep(1)
    server.process.kill()
    server.process.wait()
    asking.join(60)
    assert not asking.is_alive()
    (failure,) = found
    assert isinstance(failure, Failure)
    assert failure.kind == "unavailable"
