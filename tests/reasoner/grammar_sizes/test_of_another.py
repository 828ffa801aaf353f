"""What a thing is to another: its room, its bed, its measure."""

from __future__ import annotations

import pytest

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.forms import SizeContext
from defeasible.reasoner.grammar.sizes import parse_sizes

ENGLISH = English()


@pytest.mark.parametrize(
    ("text", "bigger", "smaller"),
    [
        ("The matchbox was the beetle's bed.", "matchbox", "beetle"),
        ("The kitchen is the smallest room of the hut.", "", ""),  # a room is not full of a hut
        ("A crate of her books stood there.", "crate", "books"),
    ],
)
def test_what_a_thing_is_to_another(text: str, bigger: str, smaller: str) -> None:
    form = parse_sizes(text, (bigger or "kitchen", smaller or "hut"), ENGLISH)
    found = form.statements if isinstance(form, SizeContext) else ()
    assert any(s.comparison.left == "o1" or s.comparison.relation == "=" for s in found) is bool(bigger)
    assert not any(s.comparison.left == "o2" and s.comparison.right == "o1" for s in found)


def test_a_unit_is_not_measured_by_itself() -> None:
    text = "The cockatoo holds a litre and the downtown only 250 ml."
    form = parse_sizes(text, ("cockatoo", "downtown"), ENGLISH)
    assert isinstance(form, SizeContext)
    assert all(s.comparison.left != s.comparison.right for s in form.statements)
