"""The firmness of the statements of a base, and which of them are linked to a goal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.formulas import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Rank
    from defeasible.reasoner.logic import FormulaNode


def firmness(rank: Rank) -> tuple[float, float, float]:
    """Return a sort key, firmest first.

    Certain statements come first, by arrival. The others are sorted by layer, then weight, highest first,
    then newest first.
    """
    if rank.weight is None:
        return (-float("inf"), 0.0, rank.seq)
    return (-rank.layer, -rank.weight, -rank.seq)


def equally_firm(one: Rank, other: Rank) -> bool:
    """Whether two ranks differ at most in the time of arrival."""
    return one.layer == other.layer and one.weight == other.weight


def linked(formulas: Sequence[FormulaNode], goal: FormulaNode) -> list[int]:
    """Return the positions of the formulas that a chain of shared atoms links to a goal (disjoint sets)."""
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while (above := parent.setdefault(name, name)) != name:
            parent[name] = parent.setdefault(above, above)
            name = above
        return name

    firsts: list[str | None] = []
    for formula in formulas:
        first, *others = dict.fromkeys(names_in(formula)) or (None,)
        firsts.append(first)
        for name in others:
            if first is not None and name is not None:
                parent[root(name)] = root(first)
    wanted = {root(name) for name in names_in(goal)}
    return [n for n, first in enumerate(firsts) if first is not None and root(first) in wanted]
