"""How much bigger one object must be than another: the greatest product of factors along any chain."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import Comparison


def at_least(theory: Iterable[Comparison], start: str, end: str, *, strict: bool = False) -> bool:
    """Return whether comparisons make `start` at least as big as `end`; `strict`: bigger.

    A chain that goes round a cycle which makes things bigger than themselves has no bound, so where
    comparisons contradict each other this tells which of them take part.
    """
    out: dict[str, list[tuple[str, Fraction, bool]]] = {}
    for c in theory:
        out.setdefault(c.left, []).append((c.right, c.factor, c.relation == ">"))
        out.setdefault(c.right, [])
        if c.relation == "=":
            out[c.right].append((c.left, 1 / c.factor, False))
    # A best chain visits each object once, then perhaps a cycle of factor 1 with a strict edge, then goes on.
    longest = 3 * len(out)
    best: dict[str, tuple[Fraction | float, bool, int]] = {start: (Fraction(1), False, 0)}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        product, stricter, length = best[here]
        for after, factor, edge_strict in out.get(here, ()):
            reached = (product if factor == 1 else product * factor, stricter or edge_strict)
            known = best.get(after)
            if known is None or reached > known[:2]:
                if length >= longest:
                    reached = (inf, True)
                best[after] = (*reached, length + 1)
                queue.append(after)
    if start == end or end not in best:
        return False
    product, stricter, _ = best[end]
    return product > 1 or (product == 1 and (stricter or not strict))
