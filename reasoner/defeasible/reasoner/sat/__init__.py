"""The propositional engine for larger theories: incremental SAT, minimal cores, weighted optima (PySAT)."""

from defeasible.reasoner.sat.session import Answer, Outcome, Session, ask

__all__ = ["Answer", "Outcome", "Session", "ask"]
