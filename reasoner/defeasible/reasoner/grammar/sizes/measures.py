"""Comparatives and measures as word patterns: `three times bigger than`, `half the size of`, `4 cm long`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from defeasible.reasoner.english.closed import INDEFINITE
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.numbers import read_number
from defeasible.reasoner.grammar.sizes import words as w


def read_measure(low: Sequence[str], i: int, stop: int) -> tuple[int, Fraction, str] | None:
    """Read `4 cm long`, `30-foot`, `2 litres`: the position behind it, how many, and of which base unit."""
    first = low[i] if i < stop else ""
    parts = first.split("-")
    if len(parts) > 1:  # three-foot-long
        value, unit = read_number(parts[0]), w.UNITS.get(singular(parts[1]))
        return (i + 1, value * unit[1], unit[0]) if value and unit is not None else None
    value = read_number(first)
    j = i + 1
    full = j < stop and low[j] in {"full", "whole", "good", "mere"}  # `a full metre`
    j += full
    if not value or j >= stop:
        return None
    if low[j] == "-":
        j += 1
    power = w.POWERS.get(low[j], 1) if j < stop else 1
    j += power > 1
    words = (low[j].rstrip(".") if j < stop else "").split("-")
    unit = w.UNITS.get(words[0]) or w.UNITS.get(singular(words[0]))
    dimension = j + 1 < stop and low[j + 1] in w.DIMENSIONS
    counted = full or first not in INDEFINITE
    if unit is None or not (dimension or (counted and words[0] != "in")):
        return None
    j += 1
    if j + 1 < stop and low[j] == "-":
        j += 1
    while j < stop and (
        low[j] in w.DIMENSIONS or (low[j] == "in" and j + 1 < stop and low[j + 1] in w.DIMENSIONS)
    ):
        j += 1
    if power == 1 or unit[0] != w.METRE:
        return j, value * unit[1], unit[0]
    litres = 1000 if power == 3 else 1
    return j, value * unit[1] ** power * litres, w.VOLUME if power == 3 else w.SQUARE
