"""`benchmarks/memory.py`: a few cases of each kind."""

from __future__ import annotations

from memory import KINDS, shares


def test_what_must_go_goes_and_what_must_stay_stays() -> None:
    assert shares(4, seed=1) == dict.fromkeys(KINDS, 1.0) | {"inertia": 0.0}
