"""The shipped operators with their defaults, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.change.dalal import Dalal
from defeasible.reasoner.change.linear import Linear
from defeasible.reasoner.change.maxsat import MaxSat

if TYPE_CHECKING:
    from defeasible.reasoner.change.theory import Operator

LINEAR = Linear()
RATIONAL = Linear(closure="rational")
MAXSAT = MaxSat()
DALAL = Dalal()
OPERATORS: dict[str, Operator] = {operator.name: operator for operator in (LINEAR, RATIONAL, MAXSAT, DALAL)}
