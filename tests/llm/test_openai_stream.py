"""Replies that come as streams, and scores that come shifted by one token; without a model."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from servers import Act, Asked, Says, Serve

from defeasible.eval.pipelines import Settings, build
from defeasible.llm.backend import Failure, Reply, Request, Stop
from defeasible.llm.models import open_model
from defeasible.llm.openai import ScoringOpenAI
from defeasible.llm.openai.stream import whole
from defeasible.llm.scoring import NotScoredError
from defeasible.reasoner.errors import UsageError


def chunk(content: str | None = None, reason: str | None = None, **more: Any) -> dict[str, Any]:
    delta = {} if content is None else {"content": content}
    return {"model": "m", "choices": [{"delta": delta, "finish_reason": reason}], **more}


def streamed(*chunks: dict[str, Any]) -> str:
    return "".join(f"data: {json.dumps(one)}\n\n" for one in chunks) + "data: [DONE]\n\n"


def test_chunks_are_put_together() -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 2}
    found = whole(streamed(chunk("it "), chunk("rains"), chunk(None, "length", usage=usage)).encode())
    assert found["usage"] == usage
    (choice,) = found["choices"]
    assert (choice["message"]["content"], choice["finish_reason"]) == ("it rains", "length")


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (streamed(chunk("it "), chunk("ra")), "ended after"),
        ('data: {"choices": [{"del', "ended after"),
        (streamed({"error": {"message": "no room"}}), "no room"),
    ],
    ids=["broken off in good order", "cut", "error"],
)
def test_a_stream_without_its_end_is_an_error(body: str, error: str) -> None:
    assert error in str(whole(body.encode())["error"])


def test_a_streamed_reply_is_asked_for_and_read() -> None:
    def act(asked: Asked) -> Act:
        assert asked.body["stream"] is True
        return Says(
            streamed(chunk("yes"), chunk(None, "stop")), headers={"Content-Type": "text/event-stream"}
        )

    with Serve(act) as server:
        (reply,) = open_model(f"openai:{server.url}#m?stream=yes").generate([Request("?")])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.stop) == ("yes", Stop.END)


def test_a_stream_that_is_broken_off_is_asked_for_again() -> None:
    def act(asked: Asked) -> Act:
        last = [chunk(None, "stop")] if asked.number else []
        return Says(streamed(chunk("yes"), *last), headers={"Content-Type": "text/event-stream"})

    said: list[Reply | Failure] = []
    for tries in (1, 2):
        with Serve(act) as server:
            model = open_model(f"openai:{server.url}#m?stream=yes&tries={tries}")
            said += model.generate([Request("?")])
            assert len(server.asked) == tries
    once, twice = said
    assert isinstance(once, Failure)
    assert once.kind == "unavailable"
    assert isinstance(twice, Reply)


def test_log_probabilities_that_stop_before_the_text_are_refused() -> None:
    def act(asked: Asked) -> Act:
        tokens = asked.body["prompt"].split()
        told = {"tokens": [f" {t}" for t in tokens], "token_logprobs": [None] + [-1.0] * (len(tokens) - 1)}
        choice = {"text": "".join(f" {token}" for token in tokens) + " more", "logprobs": told}
        return Says({"choices": [choice], "usage": {"completion_tokens": 1}})

    with Serve(act) as server, pytest.raises(NotScoredError, match="shifted by one token"):
        ScoringOpenAI(server.url, "m").score("it", [" rains", " snows"])


def test_where_scores_are_missing_the_hint_holds_addresses_that_work() -> None:
    address = "openai:http://localhost:1/v1#m"
    with pytest.raises(UsageError, match="cannot score options") as raised:
        build("neural", Settings(model=address, answer_by="score"), model=open_model(address))
    told = re.findall(r"`(openai:[^`]*)` [(]", str(raised.value))
    assert len(told) == 3
    assert all(isinstance(open_model(one), ScoringOpenAI) for one in told)
