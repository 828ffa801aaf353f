"""`benchmarks/memory.py`: a few cases of each kind."""

from __future__ import annotations

from random import Random

import pytest

from memory import KINDS, notices, probe, shares


def test_what_must_go_goes_and_what_must_stay_stays() -> None:
    assert shares(4, seed=1) == dict.fromkeys(KINDS, 1.0) | {"inertia": 0.0}


@pytest.mark.parametrize("kind", ["denial", "size cycle", "modus ponens", "universal", "paraphrase"])
def test_a_probe_contradicts_what_was_told_and_its_twin_does_not(kind: str) -> None:
    texts, against, beside = probe(kind, Random(kind))
    assert notices(texts, against)
    assert not notices(texts, beside)
