"""Servers on bad days: every end is a reply or a failure of the right kind, in time, and without the key."""

from __future__ import annotations

import logging
import time
import traceback
from typing import TYPE_CHECKING

import pytest
from servers import Act, Asked, Cuts, Hangs, Says, Serve, chat, error

from defeasible.llm.backend import Failure, FailureKind, Reply, Request, Scorer, Stop
from defeasible.llm.openai import OpenAI, Patience, ScoringOpenAI, http
from defeasible.llm.openai.http import Line
from defeasible.llm.openai.patience import retry_after
from defeasible.llm.scoring import NotScoredError
from defeasible.llm.spec import Choice
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

SECRET = "sk-9dGx-not-to-be-seen"
QUICK = Patience(timeout=0.3, tries=3, first=0.001, longest=0.05)
ASK = Request("Does it rain?")


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def only(said: list[Reply | Failure]) -> Reply | Failure:
    (one,) = said
    return one


def once(bad: Act) -> Callable[[Asked], Act]:
    return lambda asked: bad if asked.number == 0 else chat("yes")


BAD: dict[str, tuple[Act, FailureKind, str]] = {
    "brackets without end": (Says("[" * 100_000), "unavailable", "the answer is not a JSON object"),
    "429": (error("slow down", 429), "rate-limit", "too many requests (HTTP 429): slow down"),
    "500": (error("out of luck", 500), "unavailable", "HTTP 500: out of luck"),
    "503 in HTML": (Says("<html>\n busy </html>", 503), "unavailable", "HTTP 503: <html> busy </html>"),
    "504": (error("the model is slow", 504), "timeout", "HTTP 504: the model is slow"),
    "hang": (Hangs(), "timeout", "no complete answer within 0.3 s"),
    "trickle": (Hangs(trickle=True), "timeout", "no complete answer within 0.3 s"),
    "closed": (Cuts(), "unavailable", "the connection was closed without an answer"),
    "cut in the body": (Cuts(after=20), "unavailable", "the connection was cut after 20 bytes"),
    "malformed": (Says('{"choices": [{"mess'), "unavailable", "the answer is not a JSON object"),
    "a list": (Says("[1, 2]"), "unavailable", "the answer is not a JSON object"),
    "no choices": (Says({"choices": []}), "unavailable", "the answer has no choices[0].message.content"),
    "an error with 200": (Says({"error": "no worker"}), "unavailable", "the answer is an error: no worker"),
}


@pytest.mark.parametrize(("bad", "kind", "message"), BAD.values(), ids=BAD)
def test_what_passes_is_asked_again_and_what_stays_is_a_failure(bad: Act, kind: str, message: str) -> None:
    with Serve(once(bad)) as server:
        reply = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
        assert isinstance(reply, Reply), reply
        assert (reply.text, len(server.asked)) == ("yes", 2)
    with Serve(lambda asked: bad) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
        assert isinstance(failed, Failure)
        assert (failed.kind, failed.tries, len(server.asked)) == (kind, 3, 3)
        assert message in failed.message
        assert server.url in failed.message


def test_an_answer_without_end_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with Serve(lambda asked: chat("y" * 2000)) as server:
        backend = OpenAI(server.url, "m", patience=QUICK)
        assert isinstance(only(backend.generate([ASK])), Reply)
        monkeypatch.setattr(http, "MOST_BYTES", 2000)
        failed = only(backend.generate([ASK]))
    assert isinstance(failed, Failure)
    assert (failed.kind, failed.tries) == ("unavailable", 3)
    assert "the answer is longer than 2,000 bytes" in failed.message


def test_one_bad_request_does_not_take_the_others_with_it() -> None:
    def act(asked: Asked) -> Act:
        text = asked.body["messages"][0]["content"]
        acts: dict[str, Act] = {"hang": Hangs(), "cut": Cuts(), "bad": error("no", 400)}
        return acts.get(text, chat(text.upper()))

    with Serve(act) as server:
        texts = ["a", "hang", "b", "cut", "c", "bad", "d"]
        said = OpenAI(server.url, "m", patience=QUICK).generate([Request(text) for text in texts])
    kinds = [s.text if isinstance(s, Reply) else s.kind for s in said]
    assert kinds == ["A", "timeout", "B", "unavailable", "C", "rejected", "D"]


def test_retry_after_is_waited_for() -> None:
    patience = Patience(timeout=5, tries=2, first=0, longest=1)
    with Serve(once(error("slow down", 429, Retry_After="0.3"))) as server:
        started = time.monotonic()
        assert isinstance(only(OpenAI(server.url, "m", patience=patience).generate([ASK])), Reply)
        assert time.monotonic() - started >= 0.3


def test_a_wait_that_is_too_long_is_not_begun() -> None:
    with Serve(lambda asked: error("tomorrow", 429, Retry_After="86400")) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(failed, Failure)
    assert (failed.kind, failed.tries) == ("rate-limit", 1)
    assert "the server asks to wait 86400 s" in failed.message


def test_a_quota_that_is_used_up_is_not_asked_for_again() -> None:
    told = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
    with Serve(lambda asked: Says(told, 429)) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(failed, Failure)
    assert (failed.kind, failed.tries) == ("rate-limit", 1)


def test_retry_after_may_be_a_date() -> None:
    assert retry_after({}) is None
    assert retry_after({"retry-after": "7"}) == 7
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    later = retry_after({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"})
    assert later is not None
    assert later > 1e9
    assert retry_after({"retry-after": "soon"}) is None


def test_waits_grow_and_vary() -> None:
    patience = Patience(tries=9, first=1, longest=8)
    for tries, most in ((1, 1), (2, 2), (3, 4), (4, 8), (8, 8)):
        waits = [patience.wait(tries, None) for _ in range(200)]
        assert all(w is not None and 0 <= w <= most for w in waits)
        assert max(w or 0 for w in waits) > most / 2
        assert len(set(waits)) > 100
    assert patience.wait(9, None) is None
    asked = patience.wait(1, 5)
    assert asked is not None
    assert 5 <= asked <= 6


def test_nobody_is_there() -> None:
    with Serve(lambda asked: chat("yes")) as server:
        url = server.url
    failed = only(OpenAI(url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(failed, Failure)
    assert (failed.kind, failed.tries) == ("unavailable", 3)
    assert "connection failed: Connection refused" in failed.message


def test_a_model_that_is_not_there_is_told_with_those_that_are() -> None:
    def act(asked: Asked) -> Act:
        if asked.path == "models":
            return Says({"data": [{"id": "qwen"}, {"id": "llama"}]})
        return error("The model `m` does not exist.", 404)

    with Serve(act) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(failed, Failure)
    assert (failed.kind, failed.tries) == ("rejected", 1)
    assert "the server has no model 'm'; it has qwen, llama" in failed.message


def test_another_path_is_told() -> None:
    with Serve(lambda asked: Says("not found", 404)) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(failed, Failure)
    assert "does the address end in /v1?" in failed.message


def test_a_server_that_answers_with_another_model_is_noted() -> None:
    with Serve(lambda asked: chat("yes", model="llama", system_fingerprint="fp_1")) as server:
        backend = OpenAI(server.url, "qwen", patience=QUICK)
        reply = only(backend.generate([ASK]))
        assert isinstance(reply, Reply)
        assert reply.model == f"openai:{server.url}#llama@fp_1"
        assert backend.notes == ("the server answers with 'llama' instead of 'qwen'",)


@pytest.mark.parametrize(
    ("answer", "text", "stop"),
    [
        (chat("It r", "length"), "It r", Stop.LENGTH),
        (chat("It", "content_filter"), "It", Stop.FILTER),
        (chat(None), "", Stop.END),
    ],
    ids=["cut", "filter", "nothing"],
)
def test_why_a_reply_ended(answer: Says, text: str, stop: Stop) -> None:
    with Serve(lambda asked: answer) as server:
        reply = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
    assert isinstance(reply, Reply)
    assert (reply.text, reply.stop, reply.prompt_tokens, reply.tokens) == (text, stop, 7, 3)


def test_a_refusal_is_withheld_text() -> None:
    message = {"role": "assistant", "content": None, "refusal": "I will not."}
    with Serve(lambda asked: Says({"choices": [{"message": message, "finish_reason": "stop"}]})) as server:
        said = only(generate_valid(OpenAI(server.url, "m", patience=QUICK), [ASK]))
    assert isinstance(said, Failure)
    assert said.kind == "rejected"
    assert said.reply is not None
    assert said.reply.text == "I will not."


def test_a_model_that_repeats_for_ever_ends_as_truncated() -> None:
    with Serve(lambda asked: chat("again " * asked.body["max_tokens"], "length")) as server:
        request = Request("?", Choice(("yes", "no")), max_tokens=4)
        said = only(generate_valid(OpenAI(server.url, "m", patience=QUICK), [request]))
        assert isinstance(said, Failure)
        assert said.kind == "truncated"
        assert [body["max_tokens"] for body in server.bodies] == [4, 8]


def test_a_connection_is_used_again_and_one_that_was_closed_meanwhile_costs_nothing() -> None:
    def act(asked: Asked) -> Act:
        # The third comes over a connection that was kept, and is not answered.
        return Cuts() if asked.number == 2 else chat("yes")

    with Serve(act) as server:
        backend = OpenAI(server.url, "m", patience=Patience(timeout=5, tries=1))
        assert all(isinstance(only(backend.generate([ASK])), Reply) for _ in range(4))
        assert len(server.asked) == 5


def test_a_server_without_seeds_and_with_another_name_for_the_budget() -> None:
    def act(asked: Asked) -> Act:
        if "max_tokens" in asked.body:
            return error("Unsupported parameter: use 'max_completion_tokens' instead.")
        if "seed" in asked.body:
            return error("Extra inputs are not permitted: seed", 422)
        return chat("yes")

    with Serve(act) as server:
        backend = OpenAI(server.url, "m", patience=QUICK)
        said = backend.generate([ASK] * 6)
        assert all(isinstance(s, Reply) for s in said)
        backend.generate([ASK])
        assert server.bodies[-1]["max_completion_tokens"] == 512
        assert backend.notes == ("the server accepts no seed: sampled replies are not reproducible",)


# --- The key ---------------------------------------------------------------------------------------


def test_the_key_is_sent_and_seen_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = f"Incorrect API key provided: {SECRET}. Header was 'Bearer {SECRET}'"
    acts = [
        error(told, 401),
        error(told, 500),
        error(told, 429),
        error(f"response_format: {told}", 400),
        error("x" * 290 + SECRET, 403),
        Says(told, 502),
        Says({"error": told}),
        Cuts(after=5),
        chat("yes", model=SECRET, system_fingerprint=SECRET),
    ]
    for act in acts:
        with Serve(lambda asked, act=act: act) as server:  # type: ignore[misc]
            backend = ScoringOpenAI(server.url, "m", patience=QUICK, way="forced")
            said = backend.generate([ASK, Request("?", Choice(("yes", "no")))])
            with pytest.raises(NotScoredError) as failed:
                backend.score("?", ["yes", "no"])
            seen = [said, backend, vars(backend), backend.notes, backend.fingerprint, backend.name]
            seen += [vars(backend._client), vars(backend._client._line)]
            seen += ["".join(traceback.format_exception(failed.value)), caplog.text]
            assert all(a.headers["authorization"] == f"Bearer {SECRET}" for a in server.asked)
            assert SECRET[:9] not in repr(seen)


def test_a_refused_key_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    with Serve(lambda asked: error("who are you?", 401)) as server:
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
        assert isinstance(failed, Failure)
        assert failed.kind == "rejected"
        assert "the key in OPENAI_API_KEY is not accepted" in failed.message
        monkeypatch.delenv("OPENAI_API_KEY")
        failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
        assert isinstance(failed, Failure)
        assert "the key in OPENAI_API_KEY is not set" in failed.message
        assert "authorization" not in server.asked[-1].headers


def test_a_key_that_no_header_can_carry_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{SECRET}\n{SECRET}")
    with pytest.raises(UsageError, match="OPENAI_API_KEY has invalid characters") as failed:
        OpenAI("http://localhost:1/v1", "m")
    assert SECRET not in str(failed.value)


def test_the_default_key_does_not_cross_a_network_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "another")
    assert not OpenAI("http://gpu7.example:8000/v1", "m")._key
    assert OpenAI("http://gpu7.example:8000/v1", "m", key="OTHER_KEY")._key
    assert OpenAI("https://gpu7.example/v1", "m")._key


def test_a_redirect_does_not_take_the_key_elsewhere() -> None:
    with Serve(lambda asked: chat("yes")) as thief:
        moved = Says("", 307, {"Location": f"{thief.url}/chat/completions"})
        with Serve(lambda asked: moved) as server:
            failed = only(OpenAI(server.url, "m", patience=QUICK).generate([ASK]))
        assert isinstance(failed, Failure)
        assert failed.kind == "rejected"
        assert thief.asked == []


def test_a_proxy_is_asked_for_the_whole_address(monkeypatch: pytest.MonkeyPatch) -> None:
    with Serve(lambda asked: chat("yes")) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.replace("http://", "http://me:word@").removesuffix("/v1"))
        monkeypatch.setenv("no_proxy", "")
        assert isinstance(only(OpenAI("http://gpu7.example/v1", "m", patience=QUICK).generate([ASK])), Reply)
        assert proxy.asked[0].path == "http://gpu7.example:80/v1/chat/completions"
        assert proxy.asked[0].headers["proxy-authorization"] == "Basic bWU6d29yZA=="


# --- What cannot be opened -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["", "localhost:8000", "ftp://host/v1", "http://", "http://host:x/v1", "http://host/v1?a=b",
            "http://host/a b", f"http://{'a' * 70}/v1"],
)  # fmt: skip
def test_what_is_no_address_is_named(url: str) -> None:
    with pytest.raises(UsageError, match="invalid server URL"):
        Line(url)


def test_a_password_in_an_address_is_not_shown() -> None:
    with pytest.raises(UsageError, match="contains a user name or password") as failed:
        OpenAI("http://me:hunter2@localhost/v1", "m")
    assert "hunter2" not in str(failed.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": ""}, "no model name"),
        ({"dialect": "llama"}, "unknown dialect 'llama'\n  hint: choose from openai, vllm, llama_cpp"),
        ({"concurrency": 0}, "concurrency must be at least 1, got 0"),
        ({"rate": 0}, "rate must be a positive number, got 0"),
        ({"key": "NO_SUCH_KEY"}, "the environment variable NO_SUCH_KEY is not set"),
    ],
    ids=["model", "dialect", "concurrency", "rate", "key"],
)
def test_what_cannot_be_used_is_named(options: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        OpenAI(**{"url": "http://localhost:1/v1", "model": "m"} | options)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="tries must be at least 1, got 0"):
        Patience(tries=0)
    with pytest.raises(UsageError, match="times must be between 0 and a day"):
        Patience(timeout=-1)


def test_what_it_can_do_is_said_by_its_type() -> None:
    assert not isinstance(OpenAI("http://localhost:1/v1", "m"), Scorer)
    assert isinstance(ScoringOpenAI("http://localhost:1/v1", "m"), Scorer)
