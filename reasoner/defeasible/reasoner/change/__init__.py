"""Belief change: operators that settle ranked statements, and the verbs built on them."""

from defeasible.reasoner.change.contraction import Contracted, contract
from defeasible.reasoner.change.dalal import Dalal
from defeasible.reasoner.change.linear import Linear
from defeasible.reasoner.change.maxsat import MaxSat
from defeasible.reasoner.change.minimal_change import MAX_ATOMS, minimal_change, next_stamp, past
from defeasible.reasoner.change.operators import DALAL, LINEAR, MAXSAT, OPERATORS, RATIONAL
from defeasible.reasoner.change.theory import Answer, Dropped, Operator, Ranked, Settled, Status, by_rank
from defeasible.reasoner.change.verbs import Changed, erase, expand, given_up, on_top, revise, update

__all__ = [
    "DALAL",
    "LINEAR",
    "MAXSAT",
    "MAX_ATOMS",
    "OPERATORS",
    "RATIONAL",
    "Answer",
    "Changed",
    "Contracted",
    "Dalal",
    "Dropped",
    "Linear",
    "MaxSat",
    "Operator",
    "Ranked",
    "Settled",
    "Status",
    "by_rank",
    "contract",
    "erase",
    "expand",
    "given_up",
    "minimal_change",
    "next_stamp",
    "on_top",
    "past",
    "revise",
    "update",
]
