"""Why an answer is what it is: what it rests on, and which stage is to blame where it is wrong."""

from defeasible.eval.inspection.blame import Blame, Stage, blame
from defeasible.eval.inspection.grounds import Ground, ground

__all__ = ["Blame", "Ground", "Stage", "blame", "ground"]
