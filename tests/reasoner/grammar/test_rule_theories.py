"""Random rules about people, in plain English, against all worlds."""

from __future__ import annotations

from collections import Counter

import rule_theories

THEORIES = 60


def test_random_theories_agree_with_all_worlds() -> None:
    counts: Counter[str] = Counter()
    assert [line for seed in range(THEORIES) for line in rule_theories.wrong(seed, counts)] == []
    assert counts["right"] > 0.95 * (counts["right"] + counts["open"])
    assert min(counts[verdict] for verdict in ("entailed", "refuted", "unknown")) > 0
