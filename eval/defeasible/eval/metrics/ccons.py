"""CConS: accuracy, and accuracy in each cell of the paper's tables."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.eval.cases import Json, Outcome
from defeasible.eval.metrics.counts import (
    Metrics,
    accuracy,
    clustered_interval,
    common,
)

CELLS = ("ordinary", "counter")
LEVELS = ("easy", "hard")


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return accuracy over all items and by cell (Kondo et al. 2023, tables 2 and 3).

    `ordinary` and `counter` are the columns Ordinary and CCommon of table 2; `ordinary_easy` and so on are
    the columns of table 3. Without context, `ordinary` corresponds to the column NoCon: a counter-commonsense
    row without its context keeps the label of that context, so usual sizes are wrong on it by construction,
    and `counter` and `accuracy` do not measure knowledge of usual sizes. A cell without items is None.
    """
    cells = _cells(outcomes)
    intervals: dict[str, Json] = {"accuracy": clustered_interval(outcomes)}
    intervals |= {name: clustered_interval(part) for name, part in cells.items()}
    return {
        "accuracy": accuracy(outcomes),
        **{name: accuracy(part) for name, part in cells.items()},
        "cell_n": {name: len(part) for name, part in cells.items()},
        "intervals": intervals,
        **common(outcomes),
    }


def _cells(outcomes: Sequence[Outcome]) -> dict[str, list[Outcome]]:
    cells: dict[str, list[Outcome]] = {}
    for cell in CELLS:
        inside = [o for o in outcomes if o.case.facets["cell"] == cell]
        cells[cell] = inside
    for cell in CELLS:
        for level in LEVELS:
            cells[f"{cell}_{level}"] = [o for o in cells[cell] if o.case.facets["level"] == level]
    return cells
