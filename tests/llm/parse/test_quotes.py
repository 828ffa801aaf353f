"""Words that a model quotes are found where they stand, and not elsewhere."""

import pytest

from defeasible.llm.parse.quotes import find
from defeasible.reasoner.text import Source, Span, quote

TEXTS = (
    Source("s1", "He owns a cat. The category of cats: one cat."),
    Source("s2", "The  Cat’s tail\nis 3/4 long."),
    Source("s3", "A: 我昨天感冒了，所以没去上班。感冒"),
)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("cat", ("s1", 10)),
        ("Cat", ("s2", 5)),
        ("CAT", ("s1", 10)),
        ("the cat's tail", ("s2", 0)),
        ("“Tail is 3/4 long”", ("s2", 11)),
        ("  of cats:", ("s1", 28)),
        ("感冒", ("s3", 6)),
        ("所以没去上班。", ("s3", 10)),
    ],
)
def test_words_are_found(words: str, place: tuple[str, int]) -> None:
    found = find(words, TEXTS)
    assert found is not None
    assert (found.source, found.start) == place
    assert quote(TEXTS, found).strip()


@pytest.mark.parametrize(
    "words", ["", " ", "...", "dog", "categor", "ow", "a  cat owns", "感 冒了了", "(.*)", "3.4"]
)
def test_words_that_are_not_there_are_not_found(words: str) -> None:
    assert find(words, TEXTS) is None


def test_of_several_places_the_nearest_is_taken() -> None:
    assert find("cat", TEXTS, Span("s1", 35, 37)) == Span("s1", 41, 44)
    assert find("cat", TEXTS, Span("s1", 0, 2)) == Span("s1", 10, 13)
    assert find("感冒", TEXTS, Span("s3", 16, 17)) == Span("s3", 17, 19)
    assert find("the", TEXTS, Span("s2", 6, 9)) == Span("s2", 0, 3)
    assert find("cat", TEXTS, Span("elsewhere", 6, 9)) == Span("s1", 10, 13)
