"""How fast requests may begin."""

import threading

import pytest

from defeasible.llm.openai.patience import Pace
from defeasible.reasoner.errors import UsageError


@pytest.mark.parametrize("rate", [0.5, 1, 600.0])
def test_any_positive_rate_is_a_pace(rate: float) -> None:
    Pace(rate).turn(threading.Event())


@pytest.mark.parametrize("rate", [0, -1.0, float("nan")])
def test_a_rate_that_is_none_is_refused(rate: float) -> None:
    with pytest.raises(UsageError, match="requests a minute is not positive"):
        Pace(rate)
