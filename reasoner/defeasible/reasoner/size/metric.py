"""Comparisons with ratios and absolute sizes: Z3 decides over the reals, and a path is read off its core."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from defeasible.reasoner import smt
from defeasible.reasoner.errors import SolverError
from defeasible.reasoner.forms import METRE
from defeasible.reasoner.size.theory import Cycle, Path, Sizes, SolverTimeoutError, edges_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.forms import Comparison
    from defeasible.reasoner.sat.deadline import Deadline

_ONE = Fraction(1)


class MetricTheory:
    """Linear arithmetic over positive sizes; `@metre` is 1."""

    def __init__(self, objects: Iterable[str], theory: Mapping[int, Comparison], deadline: Deadline) -> None:
        self.theory = dict(theory)
        self.engine = smt.engine_name()
        self._z3 = z3 = smt.z3()
        context = smt.context()
        self._size = {name: z3.Real(name, context) for name in {*objects, METRE}}
        self._deadline = deadline
        self._solver = smt.solver()
        self._solver.add(*(size > 0 for size in self._size.values()), self._size[METRE] == 1)
        self._selector = {}
        for step, comparison in self.theory.items():
            self._selector[step] = selector = z3.Bool(f"step {step}", context)
            self._solver.add(z3.Implies(selector, self._term(comparison)))

    def _term(self, comparison: Comparison) -> Any:
        left, right = self._size[comparison.left], self._size[comparison.right]
        factor = self._z3.Q(comparison.factor.numerator, comparison.factor.denominator, right.ctx)
        match comparison.relation:
            case ">":
                return left > factor * right
            case ">=":
                return left >= factor * right
            case "=":
                return left == factor * right

    def _satisfiable(self, *extra: Any) -> bool:
        self._solver.push()
        self._solver.add(*extra)
        outcome = smt.check(self._solver, self._deadline, *self._selector.values())
        self._last: Any = self._solver.model() if outcome == self._z3.sat else None
        self._core = {str(s) for s in self._solver.unsat_core()} if outcome == self._z3.unsat else set()
        self._solver.pop()
        if outcome == self._z3.unknown:
            raise SolverTimeoutError
        return bool(outcome == self._z3.sat)

    def _used(self) -> dict[int, Comparison]:
        return {step: self.theory[step] for step, s in self._selector.items() if str(s) in self._core}

    def path(self, greater: str, lesser: str) -> Path | None:
        """Return a proof that `greater > lesser`, else that `greater >= lesser`, else None."""
        for strict, denied in (
            (True, self._size[greater] <= self._size[lesser]),
            (False, self._size[greater] < self._size[lesser]),
        ):
            if not self._satisfiable(denied):
                edges = _chain(self._used(), greater, lesser, strict=strict)
                return None if edges is None else Path(edges, strict)
        return None

    def contradiction(self) -> Cycle | None:
        """Return a cycle that makes an object bigger than itself, or None if there is none."""
        if self._satisfiable():
            return None
        used = self._used()
        for name in dict.fromkeys(name for c in used.values() for name in (c.left, c.right)):
            edges = _chain(used, name, name, strict=True)
            if edges is not None:
                return Cycle(name, edges)
        raise SolverError("an unsatisfiable core of comparisons holds no cycle")

    def arrangement(
        self, bigger: str | None = None, smaller: str | None = None, *, strict: bool = True
    ) -> Sizes | None:
        """Return sizes that satisfy the theory and `bigger > smaller` (or `>=`); None if there are none."""
        extra = []
        if bigger is not None and smaller is not None:
            left, right = self._size[bigger], self._size[smaller]
            extra = [left > right if strict else left >= right]
        if not self._satisfiable(*extra):
            return None
        values = {name: self._last.eval(size, model_completion=True) for name, size in self._size.items()}
        return {name: Fraction(v.numerator_as_long(), v.denominator_as_long()) for name, v in values.items()}


def _chain(theory: Mapping[int, Comparison], start: str, end: str, *, strict: bool) -> tuple[int, ...] | None:
    """Find a simple path from `start` to `end` whose product of factors shows the comparison.

    The theory is a core, so it is hardly larger than the path, and depth-first search suffices. (Z3 could
    minimise the core, but ignores the time limit then, and 300 ratios take 10 s.)
    """
    edges = [(step, *edge) for step, comparison in theory.items() for edge in edges_of(comparison)]
    stack: list[tuple[str, Fraction, bool, tuple[int, ...], frozenset[str]]]
    stack = [(start, _ONE, False, (), frozenset({start}))]
    while stack:
        node, factor, any_strict, taken, visited = stack.pop()
        if node == end and taken:
            if factor > 1 or (factor == 1 and (any_strict or not strict)):
                return taken
            continue
        for step, left, right, ratio, edge_strict in edges:
            if left == node and (right == end or right not in visited):
                reached = (
                    right,
                    factor * ratio,
                    any_strict or edge_strict,
                    (*taken, step),
                    visited | {right},
                )
                stack.append(reached)
    return None
