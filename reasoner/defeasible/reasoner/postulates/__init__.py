"""The postulates of belief change as tests that you can run on any operator.

>>> from defeasible.reasoner.change import LINEAR
>>> verify(LINEAR, cases=50, postulates={"K*3"}).line("K*3").violated
0
"""

from defeasible.reasoner.postulates.catalogue import POSTULATES
from defeasible.reasoner.postulates.postulate import Counterexample, Family, Finding, Postulate
from defeasible.reasoner.postulates.subjects import SUBJECTS, WINSLETT, Revisions, Subject, Updates
from defeasible.reasoner.postulates.verify import Line, Report, verify

__all__ = [
    "POSTULATES",
    "SUBJECTS",
    "WINSLETT",
    "Counterexample",
    "Family",
    "Finding",
    "Line",
    "Postulate",
    "Report",
    "Revisions",
    "Subject",
    "Updates",
    "verify",
]
