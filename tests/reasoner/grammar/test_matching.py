import pytest

from defeasible.reasoner.grammar.matching import is_typo

SLIPS = ["chlorophyl chlorophyll", "kitchn kitchen", "manuscrpit manuscript", "examinaton examination"]
WORDS = [
    "increase decrease",
    "red bed",
    "success successful",
    "house horse",
    "happy unhappy",
    "attach attack",
]


@pytest.mark.parametrize("pair", SLIPS)
def test_a_slip_in_a_long_word_is_seen(pair: str) -> None:
    one, other = pair.split()
    assert is_typo(one, other)
    assert is_typo(other, one)


@pytest.mark.parametrize("pair", WORDS)
def test_another_word_is_no_slip(pair: str) -> None:
    one, other = pair.split()
    assert not is_typo(one, other)
    assert not is_typo(other, one)
