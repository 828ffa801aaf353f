"""The best worlds of ranked statements, by enumeration, for answers without a short certificate."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.optima import units
from defeasible.reasoner.checker.ranks import firmness
from defeasible.reasoner.checker.truth import Table, collect_atoms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Rank
    from defeasible.reasoner.logic import FormulaNode

ENUMERATED = 12
"""Most atoms whose worlds (4,096) are enumerated."""


class BestWorlds:
    """The best worlds of ranked statements under an operator.

    `maxsat`: of the worlds in which all certain statements hold, those in which the false statements weigh
    least, highest layer first. `dalal`: statements are taken from the lowest rank up, and each moves the
    worlds to the nearest ones in which it holds, by the number of atoms that differ (Dalal 1988); statements
    that contradict certain ones are skipped.

    Args:
        operator: The name of the operator.
        statements: The rank and the claim of each statement.
        goal: The formula asked about, whose atoms count, too.

    Raises:
        OverflowError: If there are more than `ENUMERATED` atoms.
    """

    def __init__(
        self, operator: str, statements: Sequence[tuple[Rank, FormulaNode]], goal: FormulaNode
    ) -> None:
        names: dict[str, None] = {}
        for formula in (*(claim for _, claim in statements), goal):
            collect_atoms(formula, names)
        if len(names) > ENUMERATED:
            raise OverflowError(f"{len(names)} atoms, and at most {ENUMERATED} can be enumerated")
        self.names = tuple(names)
        self.table = Table(self.names)
        ordered = sorted(statements, key=lambda item: firmness(item[0]))
        self.rows = self.table.full
        for rank, claim in ordered:
            if rank.weight is None:
                self.rows &= self.table.of(claim)
        soft = [(rank, self.table.of(claim)) for rank, claim in ordered if rank.weight is not None]
        if operator == "maxsat":
            self._lightest(soft)
        else:
            self._nearest(soft)

    def sides(self, formula: FormulaNode) -> tuple[bool, bool]:
        """Return whether a formula is true in some best world, and whether it is false in some."""
        true = self.table.of(formula)
        return bool(self.rows & true), bool(self.rows & ~true)

    def has(self, model: frozenset[str]) -> bool:
        """Return whether a world is among the best."""
        row = sum(1 << place for place, name in enumerate(self.names) if name in model)
        return bool(self.rows >> row & 1)

    def _lightest(self, soft: list[tuple[Rank, int]]) -> None:
        for _, layer in groupby(soft, key=lambda item: item[0].layer):
            members = [(units(rank.weight or 0.0), rows) for rank, rows in layer]
            worlds = [row for row in range(self.rows.bit_length()) if self.rows >> row & 1]
            costs = [sum(units for units, rows in members if not rows >> row & 1) for row in worlds]
            least = min(costs, default=0)
            self.rows = sum(1 << row for row, cost in zip(worlds, costs, strict=True) if cost == least)

    def _nearest(self, soft: list[tuple[Rank, int]]) -> None:
        certain = self.rows
        for _, rows in reversed(soft):
            wanted = certain & rows
            while wanted and not self.rows & wanted:
                self.rows = self._one_step(self.rows)
            self.rows &= wanted or self.rows

    def _one_step(self, rows: int) -> int:
        """Return the worlds that differ in at most one atom from one of the given worlds."""
        found = rows
        for place, name in enumerate(self.names):
            true = self.table.columns[name]
            found |= ((rows & true) >> (1 << place)) | ((rows & ~true) << (1 << place))
        return found
