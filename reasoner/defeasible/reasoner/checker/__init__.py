"""The checker: verifies a decision without Z3 and without the code that decided.

Step checkers read only the trace and re-derive every claim by their own means: truth tables and a small
DPLL for formulas, exact arithmetic along paths and cycles for sizes. `check_decision` holds what they
verified against the question: texts are read again, evidence is worked out again, and fields are compared.
"""

from defeasible.reasoner.checker.check import check_document, check_seal, check_steps
from defeasible.reasoner.checker.decision import check_decision
from defeasible.reasoner.checker.report import Failure, Report, State

__all__ = [
    "Failure",
    "Report",
    "State",
    "check_decision",
    "check_document",
    "check_seal",
    "check_steps",
]
