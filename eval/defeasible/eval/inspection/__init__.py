"""Why an answer is what it is: what it rests on, and which stage caused a wrong one."""

from defeasible.eval.inspection.blame import Blame, Stage, blame
from defeasible.eval.inspection.grounds import Ground, ground

__all__ = ["Blame", "Ground", "Stage", "blame", "ground"]
