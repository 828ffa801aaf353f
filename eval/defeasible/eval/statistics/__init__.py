"""Statistics for systems that answered the same items: pure functions of numbers."""

from defeasible.eval.statistics.agreement import krippendorff_alpha
from defeasible.eval.statistics.paired import Paired, compare_paired, mcnemar_exact
from defeasible.eval.statistics.power import detectable_difference, difference_variance, items_needed
from defeasible.eval.statistics.several import CochranQ, cochran_q, holm

__all__ = [
    "CochranQ",
    "Paired",
    "cochran_q",
    "compare_paired",
    "detectable_difference",
    "difference_variance",
    "holm",
    "items_needed",
    "krippendorff_alpha",
    "mcnemar_exact",
]
