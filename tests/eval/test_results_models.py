"""What the page of a language model's results claims: both together are nowhere worse than either."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "results-models.md"
LESS = 0.01
"""How far the hybrid may stay behind the better of its parts."""


def scores() -> dict[tuple[str, str], dict[str, float]]:
    """Return the scores of the overview: by task with its items and measure, and by system."""
    found: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for line in PAGE.read_text(encoding="utf-8").partition("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 9 and cells[3].replace(",", "").isdecimal():
            task, system, measure, _, score, *_ = cells
            found[task, measure][system] = float(score.split()[0])
    return found


def test_the_hybrid_is_nowhere_below_the_better_of_its_parts() -> None:
    compared = 0
    for (task, measure), of in scores().items():
        for system, score in of.items():
            kind, model, *_ = [part.strip() for part in system.split(",")]
            if kind == "hybrid":
                (symbolic,) = (value for other, value in of.items() if other.startswith("symbolic"))
                (neural,) = (
                    value for other, value in of.items() if other.split(", ")[:2] == ["neural", model]
                )
                assert score >= max(neural, symbolic) - LESS, (task, measure, of)
                compared += 1
    assert compared >= 7
