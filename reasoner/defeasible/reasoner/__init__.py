"""Logic decides: forms, deciders, proof traces and the checker that verifies them.

>>> from defeasible.reasoner import Reasoner
>>> Reasoner().compare_size("There is a house inside a light bulb.", "house", "light bulb").answer
'light bulb'
"""

from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.checker import CheckReport, check, check_document
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import DefeasibleError
from defeasible.reasoner.evidence import Evidence, RoleClaim, SizeClaim, no_roles, no_sizes
from defeasible.reasoner.forms import Premises, Role, SizeContext, Unparsed
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.verdict import Branch, Change, Verdict

__all__ = [
    "Branch",
    "Change",
    "CheckReport",
    "Decision",
    "DefeasibleError",
    "Evidence",
    "Premises",
    "Reasoner",
    "Role",
    "RoleClaim",
    "SizeClaim",
    "SizeContext",
    "Trace",
    "Unparsed",
    "Verdict",
    "check",
    "check_document",
    "no_roles",
    "no_sizes",
]
