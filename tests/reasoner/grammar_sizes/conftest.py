"""What the tests of sizes share: a reasoner without typical sizes."""

import pytest

from defeasible.reasoner import Reasoner, no_sizes


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner(sizes=no_sizes)
