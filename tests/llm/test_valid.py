"""Replies are checked against what was asked for, whatever the backend claims."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from defeasible.llm.backend import Failure, Generator, Reply, Request, Scorer, Stop
from defeasible.llm.prompt import Message
from defeasible.llm.scripted import Scripted
from defeasible.llm.spec import Choice, Json, Regex, violation
from defeasible.llm.valid import circle, generate_valid
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import AtomDecl

ATOM = Json(TypeAdapter(AtomDecl))


@pytest.mark.parametrize(
    ("spec", "good", "bad", "message"),
    [
        (Choice(("yes", "no")), "yes", "yes.", "'yes.' is none of the options"),
        (Regex("[a-c]{1,3}"), "abc", "abcd", "'abcd' does not match"),
        (ATOM, '{"id": "a1", "gloss": "it rains"}', '{"id": "a1"}', "Field required at gloss"),
        (ATOM, '{"id": "a1", "gloss": "雨"}', '{"id": "a1", "gloss": "it ', "Invalid JSON"),
        (ATOM, '{"id": "a1", "gloss": ""}', '{"id": "a1", "gloss": "", "more": 1}', "at more"),
    ],
    ids=["choice", "regex", "missing", "cut", "extra"],
)
def test_a_reply_that_does_not_fit_is_a_failure(spec: Choice, good: str, bad: str, message: str) -> None:
    said = generate_valid(Scripted([good, bad]), [Request("?", spec), Request("?", spec)])
    assert isinstance(said[0], Reply)
    assert said[0].text == good
    assert isinstance(said[1], Failure)
    assert said[1].kind == "invalid"
    assert message in said[1].message
    assert said[1].reply is not None
    assert said[1].reply.text == bad
    assert violation(spec, good) == ""


def test_a_reply_that_was_cut_off_is_asked_for_again_with_twice_the_budget() -> None:
    backend = Scripted(lambda request: "one two three")
    request = Request("?", Regex("one two three"), max_tokens=2)
    (reply,) = generate_valid(backend, [request])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.stop) == ("one two three", Stop.END)
    assert [r.max_tokens for r in backend.requests] == [2, 4]


def test_a_reply_that_never_ends_is_a_failure_that_says_so() -> None:
    backend = Scripted(lambda request: "again " * 100)
    (said,) = generate_valid(backend, [Request("?", Regex("again"), max_tokens=3)])
    assert said == Failure("truncated", "the reply was cut off after 6 tokens", 2, said.reply)  # type: ignore[union-attr]


def test_a_reply_that_goes_round_in_circles_is_not_asked_for_again() -> None:
    backend = Scripted(lambda request: "again " * 100)
    (said,) = generate_valid(backend, [Request("?", Regex("again"), max_tokens=20)])
    assert said == Failure("truncated", "the reply was cut off after 20 tokens", 1, said.reply)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("x" * 59, 0),
        ("x" * 60, 1),
        ("so it is, " + '{"a": 1}, ' * 6, 10),
        ('{"a": 1}, ' * 3 + '{"a": 2}, ', 0),
        (", ".join(f'{{"a": {n}}}' for n in range(40)), 0),
    ],
)
def test_a_circle_is_what_comes_four_times_to_the_end(text: str, length: int) -> None:
    assert circle(text) == length


def test_free_text_that_an_engine_ended_before_its_budget_is_not_asked_for_again() -> None:
    ended = Reply("round and", Stop.LENGTH, 3, 32, 0.0, "m", 0, constrained=True)
    asked: list[Request] = []

    class Engine:
        name = "m"

        def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
            asked.extend(requests)
            return [ended] * len(requests)

    assert generate_valid(Engine(), [Request("?", max_tokens=300)]) == [ended]
    assert len(asked) == 1


def test_free_text_may_be_cut_off() -> None:
    (said,) = generate_valid(Scripted(["a b c d e"] * 2), [Request("?", max_tokens=2)])
    assert isinstance(said, Reply)
    assert said.stop is Stop.LENGTH


def test_one_failure_does_not_take_the_others_with_it() -> None:
    backend = Scripted(["yes", Failure("unavailable", "no answer within 3 s", 4), "no"])
    request = Request("?", Choice(("yes", "no")))
    said = generate_valid(backend, [request] * 3)
    assert [type(s) for s in said] == [Reply, Failure, Reply]


def test_a_scripted_backend_can_generate_and_score() -> None:
    backend = Scripted({"rain": "wet"}, likely=lambda prompt, option: -float(option not in prompt))
    assert isinstance(backend, Generator)
    assert isinstance(backend, Scorer)
    chat = (Message("system", "Answer."), Message("user", "rain?"))
    (reply,) = backend.generate([Request(chat)])
    assert isinstance(reply, Reply)
    assert (reply.text, reply.constrained) == ("wet", True)
    assert [s.logprob for s in backend.score(chat, ["rain", "snow"])] == [0, -1]
    with pytest.raises(UsageError, match=r"no reply for request 2: .*snow"):
        backend.generate([Request("snow?")])
    with pytest.raises(UsageError, match="options must be non-empty"):
        backend.score("?", [""])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Choice(("a",)), "two or more, distinct"),
        (lambda: Choice(("a", "a")), "two or more, distinct"),
        (lambda: Regex("(a"), "invalid regular expression"),
        (lambda: Regex("a*"), "matches texts of any length"),
        (lambda: Regex("a{2,}"), "matches texts of any length"),
        (lambda: Json(TypeAdapter(dict[str, int])), "does not bound the length"),
        (lambda: Request("?", max_tokens=0), "max_tokens must be at least 1, got 0"),
        (lambda: Request("?", temperature=-1), "temperature must be between 0 and 10, got -1"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once(make: object, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make()  # type: ignore[operator]


@pytest.mark.parametrize("pattern", [r"[*+]{1,3}", r"a\*b", r"x{0,5}"])
def test_bounded_patterns_pass(pattern: str) -> None:
    assert replace(Regex(pattern)).pattern == pattern
