"""The operators that ship, with their defaults, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.change.linear import Linear

if TYPE_CHECKING:
    from defeasible.reasoner.change.theory import Operator

LINEAR = Linear()
OPERATORS: dict[str, Operator] = {operator.name: operator for operator in (LINEAR,)}
