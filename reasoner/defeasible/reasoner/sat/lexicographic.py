"""Lexicographic optima over layers: a higher layer loses as little as possible, whatever lower ones lose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.sat.optima import optima_in_units
from defeasible.reasoner.trace.steps.optima import to_units

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline
    from defeasible.reasoner.sat.optima import Optima
    from defeasible.reasoner.verdict import Verdict


def layered_optima(
    hard: Sequence[FormulaNode],
    layers: Sequence[Sequence[tuple[FormulaNode, float]]],
    timeout: float,
    deadline: Deadline,
) -> Optima | Literal[Verdict.INCONSISTENT, Verdict.TIMEOUT]:
    """Find the models that violate the least of the highest layer, then the least of the next, and so on.

    One unit of a layer weighs more than all layers below it together. Weights are integers of any size, so
    this is exact for any number of layers.

    Args:
        hard: Statements that must hold.
        layers: Soft statements with their weights in nats, the highest layer first.
        timeout: Seconds for each question about the optima.
        deadline: When the search stops.

    Returns:
        The optima, whose soft statements are those of the layers in order; INCONSISTENT if the hard
        statements are inconsistent; TIMEOUT if time ran out.

    Raises:
        FormError: If a formula is nested too deeply.
    """
    below = 0
    weighed: list[list[tuple[FormulaNode, int]]] = []
    for layer in reversed(layers):
        scale = below + 1
        weighed.append([(formula, to_units(weight) * scale) for formula, weight in layer])
        below += sum(units for _, units in weighed[-1])
    return optima_in_units(hard, [soft for layer in reversed(weighed) for soft in layer], timeout, deadline)
