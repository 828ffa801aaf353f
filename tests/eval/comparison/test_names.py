from pathlib import Path

import pytest

from defeasible.eval.comparison import names_of

A, B = Path("runs/a"), Path("runs/b")


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ({"pipeline": "symbolic"}, {"pipeline": "neural"}, ["symbolic", "neural"]),
        (
            {"pipeline": "hybrid", "pipeline.model": "gguf:a.gguf"},
            {"pipeline": "symbolic"},
            ["hybrid, gguf:a.gguf", "symbolic"],
        ),
        (
            {"pipeline": "hybrid", "pipeline.votes": 1, "seed": 0},
            {"pipeline": "symbolic", "pipeline.timeout": 10.0, "seed": 0},
            ["hybrid", "symbolic"],
        ),
        (
            {"pipeline": "neural", "pipeline.prompt": "cot@12ab", "pipeline.shots": 3},
            {"pipeline": "neural", "pipeline.prompt": "direct@99ff", "pipeline.shots": 0},
            ["neural, cot, shots=3", "neural, direct, shots=0"],
        ),
        (
            {"pipeline": "neural", "pipeline.model": "smollm2", "pipeline.fingerprint": "gguf:a"},
            {"pipeline": "neural", "pipeline.model": "smollm2:hf", "pipeline.fingerprint": "hf:a"},
            ["neural, smollm2", "neural, smollm2:hf"],
        ),
        (
            {"pipeline": "neural", "pipeline.model": "hf:a", "pipeline.fingerprint": "old"},
            {"pipeline": "neural", "pipeline.model": "hf:a", "pipeline.fingerprint": "new"},
            ["neural, fingerprint=old", "neural, fingerprint=new"],
        ),
        (
            {"pipeline": "neural", "seed": 0, "limit": None},
            {"pipeline": "neural", "seed": 0, "limit": None},
            ["neural (runs/a)", "neural (runs/b)"],
        ),
    ],
)
def test_names_hold_what_differs(first: dict[str, str], second: dict[str, str], names: list[str]) -> None:
    assert names_of([first, second], [A, B]) == names
