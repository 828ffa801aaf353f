"""A place that only a question names is another place, where neither may be within the other."""

import pytest
from tales import rows, verified

APART = """
Tom is in the kitchen. | Is Tom in the garden? | refuted
Tom is in the kitchen. | Is Tom in the kitchen? | entailed
Tom is in the kitchen. | Is Tom in the house? | unknown
Tom is in the kitchen. | Is Tom in the room? | entailed
Tom is in the school. | Is Tom in the kitchen? | unknown
Tom went to Rome. | Is Tom in Italy? | unknown
Tom put the bread on the table. | Is the bread in the fridge? | refuted
Tom put the bread in a box. | Is the bread in the fridge? | unknown
The rug is under the bed. | Is the rug on the floor? | unknown
Tom is in the shed. | Is Tom in the garden? | unknown
The town was quiet. Tom is in the pub. | Is Tom in the town? | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(APART))
def test_who_is_in_the_kitchen_is_not_in_the_garden(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
