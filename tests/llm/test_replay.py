"""Answers in a log: written as they come, failures too, and played again without the model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from defeasible.llm.backend import Failure, Generator, Reply, Request, Scorer
from defeasible.llm.replay import Replay, recorded, replay
from defeasible.llm.scripted import Scripted
from defeasible.llm.spec import Choice
from defeasible.reasoner.errors import UsageError

ASKED = [Request("a"), Request("b", Choice(("yes", "no"))), Request("雨")]
SAID: list[str | Failure] = ["one", Failure("timeout", "slow", 3), "三"]


def test_a_log_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "r.jsonl"
    backend = recorded(Scripted(SAID), path)
    first = backend.generate(ASKED)
    scores = backend.score("?", ["a", "bb"])
    again = replay(path)
    assert isinstance(again, Generator)
    assert isinstance(again, Scorer)
    assert again.name == f"replay:{path}"
    said = again.generate(ASKED[::-1])[::-1]
    assert [replace(s, cached=False) if isinstance(s, Reply) else s for s in said] == first
    assert all(s.cached for s in said if isinstance(s, Reply))
    assert again.score("?", ["a", "bb"]) == scores


def test_what_is_not_in_the_log_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    backend = recorded(Scripted(SAID), path)
    backend.generate(ASKED)
    assert not isinstance(replay(path), Scorer)
    known, missing = replay(path).generate([ASKED[0], replace(ASKED[1], seed=7)])
    assert isinstance(known, Reply)
    assert isinstance(missing, Failure)
    assert missing.kind == "rejected"
    assert (
        missing.message
        == f"`replay:{path}` has no reply to 'b' (Choice, max_tokens 512, temperature 0, seed 7)"
    )
    backend.score("?", ["a", "bb"])
    scoring = replay(path)
    assert isinstance(scoring, Scorer)
    with pytest.raises(UsageError, match=r"has no scores of \['bb', 'a'\] after '\?'"):
        scoring.score("?", ["bb", "a"])


def test_what_was_asked_twice_is_answered_in_order(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    for text in ("one", "two"):
        recorded(Scripted([text]), path).generate([ASKED[0]])
    again = replay(path)
    texts = [r.text for _ in range(3) for r in again.generate([ASKED[0]]) if isinstance(r, Reply)]
    assert texts == ["one", "two", "two"]


def test_a_line_that_was_cut_by_a_kill_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    recorded(Scripted(SAID), path).generate(ASKED)
    path.write_bytes(path.read_bytes()[:-20])
    said = Replay(path).generate(ASKED)
    assert [type(s) for s in said] == [Reply, Failure, Failure]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read the log"),
        ("", "its first line is incomplete"),
        ('{"log": "other"}\n', "line 1: not a logged reply"),
        ("nonsense\n", "line 1: not a logged reply"),
        ('{"log": "defeasible.llm", "version": 2}\n', "line 1: .*not .*version.: 1"),
        ('{"log": "defeasible.llm", "version": 1}\n{"reply": 3}\n', "line 2: not a logged reply"),
        ('{"log": "defeasible.llm", "version": 1}\n{"scores": []}\n', "line 2: not a logged reply"),
    ],
    ids=["absent", "empty", "other", "nonsense", "version", "answer", "no question"],
)
def test_what_is_no_log_is_named(tmp_path: Path, content: str | None, message: str) -> None:
    path = tmp_path / "r.jsonl"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UsageError, match=message):
        replay(path)
    if content:
        with pytest.raises(UsageError, match=message):
            recorded(Scripted([]), path)
