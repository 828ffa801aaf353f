"""The checker: verifies a decision without Z3 and without the code of the deciders.

Step checkers read only the trace and re-derive every claim with their own code: truth tables and a small DPLL
for formulas, exact arithmetic along paths and cycles for sizes. `check_decision` also checks the trace
against the question: texts are read again, evidence is computed again, and fields are compared.
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
