"""Published numbers as data, with their tables and the differences from our protocol."""

from defeasible.eval.published.numbers import HUMAN, Published, beside, best, numbers, tables
from defeasible.eval.published.tables import Paper, Table, digest, file_of, parse

__all__ = [
    "HUMAN",
    "Paper",
    "Published",
    "Table",
    "beside",
    "best",
    "digest",
    "file_of",
    "numbers",
    "parse",
    "tables",
]
