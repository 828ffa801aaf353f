"""A query may ask of a moment within the story: `the lamp was on when Ann left`."""

from __future__ import annotations

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import State as StateOf
from defeasible.reasoner.forms import Story, Unparsed
from defeasible.reasoner.grammar.stories import read_story
from defeasible.reasoner.question import StateQuestion

LAMP = ("The lamp was off.", "Tom switched it on.", "Ann left.", "Bob switched it off.")
SO, NOT_SO, OPEN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        ("The lamp was on when Ann left.", SO),
        ("The lamp was on as Ann left.", SO),
        ("The lamp was on by the time Ann left.", SO),
        ("The lamp was on before Ann left.", SO),
        ("The lamp was on after Ann left.", SO),
        ("The lamp was on until Bob switched it off.", SO),
        ("The lamp was on after Bob switched it off.", NOT_SO),
        ("The lamp was on before Tom switched it on.", NOT_SO),
        ("The lamp was off before Tom switched it on.", SO),
        ("The lamp was not on once Bob switched it off.", SO),
        ("The lamp was on when Bob switched it off.", SO),  # until then
        ("The lamp was off when Bob switched it off.", SO),  # from then on
        ("The lamp was off when Ann left.", NOT_SO),
        ("The lamp was on.", NOT_SO),
    ],
)
def test_a_state_is_asked_of_the_time_of_an_event(query: str, verdict: Verdict) -> None:
    question = StateQuestion(LAMP, query)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    "query",
    [
        "The lamp was on when Ann sang.",  # nobody tells that she did
        "The lamp was on when Ann and Bob left.",
        "Tom switched it on when Ann left.",  # he did, at another time
    ],
)
def test_a_time_that_no_line_tells_is_not_taken_for_the_end(query: str) -> None:
    read = read_story(LAMP, [query])
    assert isinstance(read, Unparsed)
    assert read.reason == f"no line tells the time that the query `{query}` asks of"


def test_a_time_that_two_lines_tell_is_not_chosen() -> None:
    assert isinstance(read_story([*LAMP, "Ann left."], ["The lamp was on when Ann left."]), Unparsed)


def test_an_event_in_the_line_of_the_time_is_asked_of_as_before() -> None:
    story = ["When Tom left, Ann sang."]
    assert Reasoner().infer_state(story, "Ann sang when Tom left.").verdict is SO


def test_what_is_known_is_no_time() -> None:
    story = ["The guard had no idea when the train would leave."]
    assert Reasoner().infer_state(story, "The guard knows when the train will leave.").verdict is not SO
    assert isinstance(read_story(story, ["The guard knows when the train will leave."]), Story)


def test_the_trace_says_of_which_moment_is_asked() -> None:
    for word, moment in (("when", "at h3"), ("before", "before h3"), ("once", "after h3")):
        assert moment in str(Reasoner().infer_state(LAMP, f"The lamp was on {word} Ann left.").trace)


def test_only_a_query_has_a_time_and_only_that_of_a_happening() -> None:
    read = read_story(LAMP, ["The lamp was on when Ann left."])
    assert isinstance(read, Story)
    (query,) = read.queries
    assert isinstance(query, StateOf)
    assert query.when == ("at", "h3")
    told = StateOf("h9", 1, query.participant, "is", "on", when=("at", "h3"))
    for happenings, queries in (((*read.happenings, told), ()), (read.happenings[:1], (query,))):
        with pytest.raises(FormError, match="is at no time"):
            Story(read.sources, read.participants, happenings, queries)
