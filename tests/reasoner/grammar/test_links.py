"""What follows from a clause by its words, and what must not be concluded from it."""

import pytest

from defeasible.reasoner import Reasoner, Verdict


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        ("Tom bought a fake gun.", "Tom bought a gun.", "unknown"),
        ("Tom almost missed the bus.", "Tom missed the bus.", "refuted"),
        ("Exactly two guests left at nine.", "Exactly two guests left.", "unknown"),
        ("According to Ann, the bank is shut.", "The bank is shut.", "unknown"),
        ("Five guests left.", "Six guests left.", "unknown"),
        ("Ann is taller than Bob.", "Ann is tall.", "unknown"),
        ("Ann and Bob met Eve.", "Ann met Eve.", "entailed"),
        ("Tom married Eve.", "Eve married Tom.", "entailed"),
        ("At least a dozen people complained.", "Nobody complained.", "refuted"),
    ],
)
def test_follows_by_its_words(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


def test_a_base_answers_what_follows_from_an_earlier_text() -> None:
    base = Reasoner().base()
    base.tell("Ann left the shop at nine.")
    assert base.ask("Ann left the shop.").verdict is Verdict.ENTAILED
    assert base.ask("Ann left the shop at ten.").verdict is Verdict.REFUTED
    base.tell("Ben is taller than Eve.")
    assert base.ask("Eve is taller than Ben.").verdict is Verdict.REFUTED


def test_two_comparisons_make_a_third() -> None:
    told = ["Ann runs faster than Bob.", "Bob runs faster than Eve."]
    assert Reasoner().entails(told, "Ann runs faster than Eve.").verdict is Verdict.ENTAILED
    assert Reasoner().entails(told, "Eve runs faster than Ann.").verdict is Verdict.REFUTED
