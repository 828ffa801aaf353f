"""Items in turns: one call for what several ask, each its own replies, and nobody is left waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from defeasible.eval.calibration import Answer, fit, scaled
from defeasible.eval.pipelines.turns import BothTurns, ScoringTurns, WritingTurns, taking_turns
from defeasible.eval.use import counting
from defeasible.llm.backend import Failure, Generator, Options, Reply, Request, Score
from defeasible.llm.cache import Cache, cached
from defeasible.llm.prompt import Prompt
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.errors import UsageError


class Echo(Scripted):
    """Says the last word of a prompt again; keeps the size of each call."""

    def __init__(self) -> None:
        super().__init__(self.echo)
        self.calls: list[int] = []

    def echo(self, request: Request) -> str:
        word = str(request.prompt).split()[-1]
        if word == "stop":
            raise UsageError("set so")
        if word == "interrupt":
            raise KeyboardInterrupt
        return word

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        self.calls.append(len(requests))
        return super().generate(requests)


def asks(turns: WritingTurns, *rounds: Sequence[str]) -> Callable[[], list[str]]:
    """Work that asks several things a round, and returns all that it was told."""

    def work() -> list[str]:
        told: list[str] = []
        for words in rounds:
            replies = turns.generate([Request(f"say {word}") for word in words])
            told += [reply.text for reply in replies if isinstance(reply, Reply)]
        return told

    return work


def test_rounds_of_different_lengths_go_out_together() -> None:
    echo = Echo()
    turns = WritingTurns(echo)
    works = [asks(turns, ["a"], ["b", "c"]), asks(turns), asks(turns, ["d", "e"]), asks(turns, ["f"], ["g"])]
    assert turns.together(works) == [["a", "b", "c"], [], ["d", "e"], ["f", "g"]]
    assert echo.calls == [4, 3]


def test_each_item_counts_what_it_asked() -> None:
    turns = WritingTurns(Echo())

    def counted(work: Callable[[], list[str]]) -> int:
        with counting() as tally:
            work()
        use = tally.use()
        return 0 if use is None else use.calls

    works = [partial(counted, asks(turns, ["a"], ["b", "c"])), partial(counted, asks(turns))]
    assert turns.together(works) == [3, 0]


def test_what_one_item_causes_is_raised_in_that_item() -> None:
    turns = WritingTurns(Echo())

    def brave() -> str:
        try:
            turns.generate([Request("stop")])
        except UsageError:
            return "caught"
        return "not raised"

    assert turns.together([brave, lambda: asks(turns, ["a"])()[0]]) == ["caught", "a"]
    with pytest.raises(UsageError, match="set so"):
        turns.together([asks(turns, ["a"]), asks(turns, ["stop"])])


def test_an_interrupt_ends_all_items() -> None:
    turns, ended = WritingTurns(Echo()), []

    def noting(word: str) -> Callable[[], list[str]]:
        def work() -> list[str]:
            try:
                return asks(turns, [word])()
            finally:
                ended.append(word)

        return work

    with pytest.raises(KeyboardInterrupt):
        turns.together([noting("a"), noting("interrupt"), noting("b")])
    assert ended == ["a", "interrupt", "b"]
    assert turns.together([noting("c")]) == [["c"]]  # the next batch begins anew


def test_who_asks_from_another_thread_is_answered_alone() -> None:
    echo = Echo()
    turns = WritingTurns(echo)

    def threaded() -> list[str]:
        with ThreadPoolExecutor(1) as pool:
            return pool.submit(asks(turns, ["x"])).result()

    assert turns.together([threaded, asks(turns, ["a"]), asks(turns, ["b"])]) == [["x"], ["a"], ["b"]]
    assert echo.calls == [1, 2]


class Judge:
    """Scores several prompts at once; keeps how many came in each call."""

    name = "judge"

    def __init__(self) -> None:
        self.calls: list[int] = []

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        return self.score_all([Options(prompt, options)])[0]

    def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
        self.calls.append(len(asked))
        return [
            [Score(-float(len(o)), 2, len(o), len(str(one.prompt))) for o in one.options] for one in asked
        ]


def test_items_are_scored_together_and_each_counts_its_prompt_once() -> None:
    judge = Judge()
    turns = taking_turns(judge)
    assert isinstance(turns, ScoringTurns)
    assert not isinstance(turns, Generator)

    def item(prompt: str) -> tuple[list[float], int, int]:
        with counting() as tally:
            scores = turns.score(prompt, ["a", "bb"])
        use = tally.use()
        assert use is not None
        return [score.logprob for score in scores], use.prompt_tokens, use.tokens

    found = turns.together([partial(item, "x"), partial(item, "xyz")])
    assert found == [([-1.0, -2.0], 1, 4), ([-1.0, -2.0], 3, 4)]
    assert judge.calls == [2]


def test_scores_that_were_kept_took_the_time_of_when_they_were_made(tmp_path: Path) -> None:
    class Slow(Judge):
        fingerprint = "slow"

        def score_all(self, asked: Sequence[Options]) -> list[list[Score]]:
            time.sleep(0.02)
            return super().score_all(asked)

    spent = []
    for _ in range(2):
        turns = taking_turns(cached(Slow(), Cache(tmp_path / "replies.sqlite")))
        assert isinstance(turns, ScoringTurns)
        with counting() as tally:
            turns.score("?", ["a", "bb"])
        spent.append(tally.seconds)
    assert spent[0] == spent[1] >= 0.02


def test_a_model_that_writes_and_scores_does_both_in_one_round() -> None:
    turns = taking_turns(Scripted(["yes"], lambda prompt, option: -1.0))
    assert isinstance(turns, BothTurns)
    assert turns.together(
        [asks(turns, ["a"]), lambda: [score.logprob for score in turns.score("?", ["b"])]]
    ) == [["yes"], [-1.0]]


@pytest.mark.parametrize("true", [0.4, 1.0, 3.0])
def test_a_calibration_is_found_again(true: float) -> None:
    # Of 1,000 answers with honest shares, as many are right as they say; then the shares are distorted.
    answers = []
    for n in range(50):
        honest = 0.5 + n / 100
        distorted = scaled((honest, 1 - honest), true)
        right = round(20 * honest)
        answers += [Answer(distorted, 0)] * right + [Answer(distorted, 1)] * (20 - right)
    found = fit(answers)
    assert found.calibration == pytest.approx(true, rel=0.05)
    assert found.loss[1] <= found.loss[0]
    assert found.error[1] < 0.02
    assert not found.at_bound


def test_shares_that_tell_nothing_are_left_alone() -> None:
    assert fit([Answer((0.5, 0.5), 0)] * 3).calibration == 1.0


def test_a_model_that_is_always_wrong_has_no_calibration() -> None:
    assert fit([Answer((0.9, 0.1), 1)] * 3).at_bound


def test_nothing_to_fit_on_is_said() -> None:
    with pytest.raises(UsageError, match="no model answers"):
        fit([])
