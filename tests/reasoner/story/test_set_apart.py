"""What is set against something else: hot but not spicy, before it could fall, what another hopes."""

import pytest
from tales import rows, verified

APART = """
The soup was hot but not spicy. | The soup was hot. | entailed
The soup was hot but not spicy. | The soup was spicy. | refuted
Olga was sad rather than angry. | Olga was angry. | refuted
Olga was sad rather than angry. | Olga was sad. | entailed
Olga was not angry but sad. | Olga was sad. | entailed
Olga was not angry but sad. | Olga was angry. | refuted
Rolf was annoyed but not furious. | Rolf was annoyed. | entailed
Rolf was annoyed but not furious. | Rolf was furious. | refuted
The hall was cold and not very clean. | The hall was cold. | entailed
The hall was cold and not very clean. | The hall was clean. | unknown
"""
NOT_DONE = """
Olga caught the vase before it could fall. | The vase fell. | refuted
The firemen put out the fire before it could reach the barn. | The fire reached the barn. | refuted
Rolf nearly missed the wedding. | Rolf missed the wedding. | refuted
Rolf did not miss the wedding. | Rolf was at the wedding. | entailed
"""
HOPED = """
Olga hopes that Rolf will leave. | Rolf will leave. | unknown
Olga hopes that Rolf will leave. | Rolf wants to leave. | unknown
Olga wishes that Rolf would leave. | Rolf will leave. | unknown
Olga hopes that she will win. | Olga wants to win. | entailed
"""
AMBIENT = """
Rolf thought the soup was hot, but it was cold. | The soup was hot. | refuted
The soup was hot. Rolf ate in the garden. It was cold. | The soup was cold. | unknown
"""

TABLES = APART, NOT_DONE, HOPED, AMBIENT


@pytest.mark.parametrize(
    ("story", "query", "verdict"),
    [row for table in TABLES for row in rows(table)],
)
def test_what_is_set_apart(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict
