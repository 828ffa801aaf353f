"""The propositional engine for larger theories: incremental SAT, minimal cores, weighted optima (PySAT)."""

from defeasible.reasoner.sat.conflicts import Sets, correction_sets, shortest_conflicts
from defeasible.reasoner.sat.deadline import Deadline, OutOfTimeError
from defeasible.reasoner.sat.distance import Distance, distance
from defeasible.reasoner.sat.optima import Kept, Optima, optima
from defeasible.reasoner.sat.proof import Proof, prove
from defeasible.reasoner.sat.session import Answer, Outcome, Session, ask

__all__ = [
    "Answer",
    "Deadline",
    "Distance",
    "Kept",
    "Optima",
    "OutOfTimeError",
    "Outcome",
    "Proof",
    "Session",
    "Sets",
    "ask",
    "correction_sets",
    "distance",
    "optima",
    "prove",
    "shortest_conflicts",
]
