"""A question whether a state came about is of any moment: `Did Ann fall ill?`, though she is well again."""

import pytest
from tales import rows, verified

BEGUN = """
Tom fell ill. Then he recovered. | Did Tom fall ill? | entailed
Tom fell ill. Then he recovered. | Is Tom ill? | refuted
Tom got angry. Then he calmed down. | Did Tom get angry? | entailed
Tom got angry. Then he calmed down. | Tom is angry. | refuted
Tom got wet. He dried himself. | Tom got wet. | entailed
Tom became a teacher. Then he quit. | Did Tom become a teacher? | entailed
Tom fell asleep. Then he woke up. | Did Tom fall asleep? | entailed
Tom fell asleep. Then he woke up. | Tom is asleep. | refuted
Tom was calm all day. | Did Tom get angry? | refuted
Tom did not get angry. | Did Tom get angry? | refuted
Tom fell ill. Then he recovered. | Tom did not fall ill. | refuted
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(BEGUN))
def test_what_came_about_need_not_last(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
