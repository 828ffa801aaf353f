"""One-off questions: what the words on the command line mean."""

from __future__ import annotations

import pytest

from defeasible.eval.ask import question_of, sentences
from defeasible.reasoner.errors import UsageError


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If p then q. P holds.", ["If p then q.", "P holds."]),
        ("One sentence without an end", ["One sentence without an end"]),
        ("First line\nsecond line\n\nthird", ["First line", "second line", "third"]),
        (
            "Dr. Lee met Mrs. Jones at St. Paul. They left.",
            ["Dr. Lee met Mrs. Jones at St. Paul.", "They left."],
        ),
        ("J. Smith paid 3.50 for it. He left!", ["J. Smith paid 3.50 for it.", "He left!"]),
        ('"It rains." She stays.', ['"It rains."', "She stays."]),
        ("Is it on? Yes.", ["Is it on?", "Yes."]),
        ("  ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_a_question_that_ends_the_text_is_the_query() -> None:
    assert question_of(("Mia is here. Is Mia here?",)) == question_of(("Mia is here.",), query="Is Mia here?")
    story = question_of(("Mia is here.", "Is Mia here?"), story=True)
    assert story == question_of(("Mia is here.",), query="Is Mia here?", story=True)
    asked = question_of(("Is it late?", "It is."), query="It is late.")
    assert asked.sources[0].text == "Is it late?"
    with pytest.raises(UsageError, match="premises without a question"):
        question_of(("Is Mia here?",))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "no question given"),
        ({"text": ("p.",)}, "premises without a question"),
        ({"context": "A in B."}, "`--context` needs the two objects"),
        ({"text": ("p.",), "bigger": ("a", "b")}, "`--bigger` compares two objects and takes no premises"),
        ({"text": ("p.",), "query": "q", "options": ("q", "r")}, "cannot be combined"),
        ({"query": "q"}, "no question given"),
    ],
    ids=["nothing", "no question", "no objects", "both", "two questions", "no premises"],
)
def test_questions_that_cannot_be_asked(fields: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        question_of(**fields)  # type: ignore[arg-type]
