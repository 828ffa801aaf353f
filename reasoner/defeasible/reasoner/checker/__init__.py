"""The checker: verifies a trace without Z3 and without the code that decided.

It reads only the trace (its data types are all it shares with the deciders) and re-derives every claim by its
own means: truth tables and a small DPLL for formulas, exact arithmetic along paths and cycles for sizes.
"""

from defeasible.reasoner.checker.check import check, check_document
from defeasible.reasoner.checker.report import CheckReport, Failure

__all__ = ["CheckReport", "Failure", "check", "check_document"]
