"""Export of runs: data frames, CSV, Parquet, JSON lines, Every Eval Ever."""

from defeasible.eval.exports.frames import item_rows, items_frame, scores_frame
from defeasible.eval.exports.write import FORMATS, export

__all__ = ["FORMATS", "export", "item_rows", "items_frame", "scores_frame"]
