"""Reports: a self-contained HTML page with the proofs, and tables for papers and spreadsheets."""

from defeasible.eval.report.html import to_html
from defeasible.eval.report.tables import to_csv, to_json, to_latex, to_markdown
from defeasible.eval.report.write import FORMATS, write_report

__all__ = ["FORMATS", "to_csv", "to_html", "to_json", "to_latex", "to_markdown", "write_report"]
