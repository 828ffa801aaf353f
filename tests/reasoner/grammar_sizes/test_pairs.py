"""Minimal pairs of sizes: one sentence implies a size, and the other differs by a word and does not."""

import pytest

from defeasible.reasoner import Reasoner, no_sizes

PAIRS = """
The cat would fit in the box. | cat | box | refuted
The cat used to fit in the box. | cat | box | unknown
The dog's tail is red. | dog | tail | entailed
The dog's bowl is red. | dog | bowl | unknown
The car's boot is red. | car | boot | entailed
Ann's kitchen is red. | Ann | kitchen | unknown
The box is too small for the cat. | cat | box | entailed
The box is too small for the cat's bowl. | cat | box | unknown
The cat was taken out of the box. | cat | box | refuted
The box is full of hair from the cat. | cat | box | unknown
The dog ran from the kennel. | dog | kennel | refuted
The dog ate from the man's hand. | dog | man | unknown
"""


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner(sizes=no_sizes)


@pytest.mark.parametrize("line", PAIRS.strip().splitlines())
def test_what_a_text_implies(reasoner: Reasoner, line: str) -> None:
    text, one, other, verdict = (part.strip() for part in line.split("|"))
    assert reasoner.compare_size(text, one, other).verdict == verdict
