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
The boy carved a whistle out of the branch. | whistle | branch | refuted
The boy carved a whistle out of bone. | whistle | bone | entailed
They made a raft out of the door. | raft | door | refuted
They made a raft out of doors. | raft | door | entailed
The mat sticks out over the edge of the shelf on every side. | mat | shelf | entailed
There was a barrel. In it floated a harp. | harp | barrel | refuted
There was a barrel. Near it floated a harp. | harp | barrel | unknown
The rug came out from under the box. | rug | box | refuted
The rug stuck out from under the box. | rug | box | unknown
The statue is a life-size copy of the dog. | statue | dog | refuted
The statue is a life-size copy of the dog. | dog | statue | refuted
There is no difference in size between the desk and the harp. | desk | harp | refuted
The harp would have fitted into the van. | harp | van | refuted
The harp would have fitted into the van if it had been smaller. | harp | van | unknown
The harp would not have gone into the van. | harp | van | entailed
The harp is usually bigger than the van, but here it was the other way round. | harp | van | refuted
The harp is usually bigger than the van, and here too. | harp | van | entailed
In most tales the harp is bigger than the van. In this one the van is bigger. | harp | van | refuted
The harp normally fits into the van, but today it is too big for it. | harp | van | entailed
You might expect the harp to be bigger than the van, but it is the other way round. | harp | van | refuted
You might expect the harp to be bigger than the van. | harp | van | unknown
The black mug is smaller than the other. | black mug | white mug | refuted
The black mug is smaller than the others. | black mug | white mug | unknown
"""


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner(sizes=no_sizes)


@pytest.mark.parametrize("line", PAIRS.strip().splitlines())
def test_what_a_text_implies(reasoner: Reasoner, line: str) -> None:
    text, one, other, verdict = (part.strip() for part in line.split("|"))
    assert reasoner.compare_size(text, one, other).verdict == verdict


def test_what_covers_a_thing_exactly_is_as_big(reasoner: Reasoner) -> None:
    covers = reasoner.compare_size("The mat covers the shelf.", "mat", "shelf")
    exactly = reasoner.compare_size("The mat covers the shelf exactly.", "mat", "shelf")
    assert (covers.answer, exactly.answer) == ("mat", None)
    assert exactly.verdict == "refuted"  # neither is bigger


def test_what_is_usual_is_less_sure_than_what_is_told(reasoner: Reasoner) -> None:
    told = reasoner.compare_size("The harp is bigger than the van.", "harp", "van")
    usual = reasoner.compare_size("The harp is usually bigger than the van.", "harp", "van")
    assert told.confidence == 1
    assert 0.5 < usual.confidence < 1
