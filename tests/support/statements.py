"""Verdicts on what a few statements say, for tests of the reader of belief."""

from __future__ import annotations

import re

from tales import rows

from defeasible.reasoner import Reasoner


def verdict(told: str, asked: str) -> str:
    """The verdict on a question after statements, a premise each."""
    return str(Reasoner().entails(re.split(r"(?<=\.) ", told), asked).verdict)


def cases(**tables: str) -> list[tuple[str, ...]]:
    """The statements, the question and the verdict of each line of some tables, by their verdict."""
    return [(*row, expected) for expected, table in tables.items() for row in rows(table)]
