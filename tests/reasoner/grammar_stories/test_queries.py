"""Queries speak of the story's participants, and a statement and its denial are one matter."""

import pytest

from defeasible.reasoner import Unparsed
from defeasible.reasoner.forms import State, Story
from defeasible.reasoner.forms.story import Happening
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.stories import read_story

LINES = [
    "Nora wanted to sell her old boat.",
    "Her husband Piet painted the lid of the boat.",
    "Then Nora sold it to a stranger.",
    "She was proud of Piet.",
]
PAIRS = [
    ("Nora is married.", "Nora is not married."),
    ("nora is married", "nora isnt married"),
    ("Nora was married", "Nora was not married"),
    ("Piet has a job.", "Piet has no job."),
    ("Piet has a job.", "Piet doesn't have a job."),
    ("Nora likes boats.", "Nora doesnt like boats."),
    ("Nora can paint.", "Nora cannot paint."),
    ("Nora was able to paint.", "Nora was unable to paint."),
    ("Nora knows how to paint.", "Nora doesnt know how to paint."),
    ("Nora wanted to keep the boat.", "Nora did not want to keep the boat."),
    ("Nora paid the stranger.", "Nora never paid the stranger."),
    ("Nora plays chess.", "Nora does not play chess."),
    ("Someone bought the boat.", "Nobody bought the boat."),
    ("Nora was afraid of water.", "Nora was not afraid of water."),
    ("Nora thinks Piet is nice.", "Nora does not think Piet is nice."),
    ("Nora was in the boat.", "Nora wasn't in the boat."),
    ("The boat was sold by Nora.", "The boat was not sold by Nora."),
    ("Nora has to work.", "Nora does not have to work."),
    ("Nora managed to swim.", "Nora failed to swim."),
    ("Nora was a good painter.", "Nora was not a good painter."),
    ("Nora cared about Piet.", "Nora didn't care about Piet."),
    ("Nora quit smoking.", "Nora did not quit smoking."),
]


def matter(item: Happening) -> tuple[str, ...]:
    """Return what a happening is about, whether it holds or not."""
    if isinstance(item, State):
        return (item.participant, item.attribute, item.value, item.other or "")
    return (item.verb, *sorted(f"{role}={x}" for role, x in item.roles if role not in ("manner", "time")))


@pytest.mark.parametrize(("said", "denied"), PAIRS, ids=[denied for _, denied in PAIRS])
def test_denial_is_the_same_matter(said: str, denied: str) -> None:
    story = read_story(LINES, [said, denied])
    assert isinstance(story, Story)
    first, second = story.queries
    assert matter(first) == matter(second)
    assert first.polarity is not second.polarity


def test_comparison_is_not_its_positive() -> None:
    story = read_story(LINES, ["Nora is tall.", "Nora is taller than Piet."])
    assert isinstance(story, Story)
    assert matter(story.queries[0]) != matter(story.queries[1])


@pytest.mark.parametrize(
    ("query", "head"),
    [
        ("She was happy.", "nora"),
        ("Her husband was happy.", "piet"),
        ("the boat was old", "boat"),
        ("lid was loose.", "lid"),
        ("The lid was loose.", "lid"),
        ("The woman was happy.", "nora"),
    ],
    ids=str,
)
def test_query_speaks_of_the_story(query: str, head: str) -> None:
    plain, asked = read_story(LINES), read_story(LINES, [query])
    assert isinstance(plain, Story)
    assert isinstance(asked, Story)
    [item] = asked.queries
    assert isinstance(item, State)
    known = {p.id: p.head for p in plain.participants}
    assert known[item.participant] == head


def test_story_and_query_agree() -> None:
    story = read_story(LINES, ["Nora wants to sell the boat.", "Nora is proud of Piet."])
    assert isinstance(story, Story)
    told = {matter(item) for item in story.happenings}
    assert all(matter(query) in told for query in story.queries)


def test_new_participants_of_a_query_are_declared() -> None:
    story = read_story(LINES, ["Zoltan is rich."])
    assert isinstance(story, Story)
    assert story.participants[-1].name == "Zoltan"


def test_reasons_and_conjuncts_are_asked_too() -> None:
    story = read_story(LINES, ["Nora was sad because she sold the boat.", "Nora was sad and Piet was glad."])
    assert isinstance(story, Story)
    assert [query.id for query in story.queries] == ["q1", "q1_2", "q2", "q2_2"]


def test_unread_lines_are_named() -> None:
    story = read_story(["Nora slept.", "Uh, hm ...", ""])
    assert isinstance(story, Story)
    assert story.unread == (2, 3)


def test_unread_query_is_unparsed() -> None:
    found = read_story(LINES, ["Nora slept.", "of the at"])
    assert isinstance(found, Unparsed)
    assert "`of the at`" in found.reason
    assert found.span is not None
    assert found.span.source == "q2"


def test_no_text_is_unparsed() -> None:
    for lines in ([], ["", " "]):
        found = read_story(lines)
        assert isinstance(found, Unparsed)
        assert "no story" in found.reason


def test_the_parser_offers_it() -> None:
    assert GrammarParser().story(LINES, ["Nora slept."]) == read_story(LINES, ["Nora slept."])
