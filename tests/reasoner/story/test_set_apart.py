"""What is set apart: hot but not spicy, what could not happen, what another hopes, what was so before."""

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
BEFORE = """
Olga stopped crying when Rolf picked her up. | Olga was crying before Rolf picked her up. | entailed
Olga stopped crying when Rolf picked her up. | Olga had been crying. | entailed
Olga stopped crying when Rolf picked her up. | Olga is crying. | refuted
Olga no longer smokes. | Olga had been smoking. | entailed
Olga did not sing. | Olga had been singing. | refuted
Olga had been singing. | Olga had not been singing. | refuted
Rolf was about to sing. | Rolf had been singing. | unknown
"""
AMBIENT = """
Rolf thought the soup was hot, but it was cold. | The soup was hot. | refuted
The soup was hot. Rolf ate in the garden. It was cold. | The soup was cold. | unknown
"""

TABLES = APART, NOT_DONE, HOPED, BEFORE, AMBIENT


@pytest.mark.parametrize(
    ("story", "query", "verdict"),
    [row for table in TABLES for row in rows(table)],
)
def test_what_is_set_apart(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict
