import pytest

from defeasible.reasoner.english.nouns import PLURALS, singular, singulars


@pytest.mark.parametrize(
    ("plural", "noun"),
    [
        ("mice", "mouse"),
        ("boxes", "box"),
        ("knives", "knife"),
        ("glass", "glass"),
        ("buses", "bus"),
        ("berries", "berry"),
        ("shoes", "shoe"),
        ("walruses", "walrus"),
    ],
)
def test_singular(plural: str, noun: str) -> None:
    assert singular(plural) == noun


@pytest.mark.parametrize(
    ("plural", "noun"),
    [("axes", "axe"), ("axes", "ax"), ("movies", "movie"), ("dwarves", "dwarf"), ("mice", "mouse")],
)
def test_the_singular_is_among_its_possible_spellings(plural: str, noun: str) -> None:
    assert noun in singulars(plural)


def test_irregular_plurals_lead_back_at_once() -> None:
    assert {singular(noun) for noun in PLURALS.values()} == set(PLURALS.values())
