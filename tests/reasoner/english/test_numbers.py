"""Numbers in words and digits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from defeasible.reasoner import Reasoner
from defeasible.reasoner.english.numbers import read_count, read_number


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("two", 2), ("twelve", 12), ("0", 0), ("1,000", 1000), ("1.5", Fraction(3, 2)),
        ("3/4", Fraction(3, 4)),         ("3/0", None), ("12th", None), ("x", None),
        ("1e999999999", None), ("1_0", None), ("1.", None), ("", None), ("９", None),
        ("thirty-four", 34), ("two-hundred-fifty", 250), ("two-million-three-thousand", 2003000),
        ("one-two", None), ("thirty-eleven", None), ("three-thousand-two-million", None),
        ("well-known", None),
    ],
)  # fmt: skip
def test_a_number_is_read_from_a_word_or_from_digits(word: str, value: Fraction | int | None) -> None:
    assert read_number(word) == value


def test_a_count_is_whole() -> None:
    assert [read_count(word) for word in ("3", "1.5", "2.0", "six")] == [3, None, 2, 6]


def test_digits_without_end_are_no_number() -> None:
    assert read_number("9" * 12) == 10**12 - 1
    assert read_number("9" * 13) is None
    assert str(Reasoner().entails([f"{'7' * 5000} dogs bark."], "Five dogs bark.").verdict) != "entailed"
