"""Z3 behind one question: does a theory entail a goal or its negation? Answers carry certificates.

Answers are memoised by shape: formulas with atoms numbered in order of occurrence. Thousands of everyday
arguments share a few dozen shapes; the answer, core and models of a shape are reused by renaming atoms.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.reasoner import smt
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, evaluate
from defeasible.reasoner.timing import until
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.sat.deadline import Deadline

MEMO_LIMIT = 50_000
"""Most shapes kept. The memo is emptied when it is full; everyday text never fills it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A two-sided answer with its certificate, over positions in the theory and numbered atoms."""

    verdict: Verdict
    core: tuple[int, ...] = ()
    """Positions in the theory of a subset-minimal core (if decided or INCONSISTENT)."""
    models: tuple[tuple[int, ...], ...] = ()
    """Numbers of the true atoms of each model: one if decided; for UNKNOWN two, goal true, then false."""


class Coded(NamedTuple):
    """A formula with its prefix code over the numbered atoms of one problem."""

    formula: FormulaNode
    code: tuple[int, ...]


class Problem:
    """Several questions about one set of formulas, each encoded once for all theories that contain it."""

    def __init__(self, timeout: float | Deadline) -> None:
        """Start a problem whose questions may take `timeout` seconds together."""
        self.deadline = until(timeout)
        self.numbers: dict[str, int] = {}
        """The number of each atom, in order of first occurrence."""

    def code(self, formula: FormulaNode) -> Coded:
        """Encode a formula and number its new atoms."""
        code: list[int] = []
        _encode(formula, code, self.numbers)
        return Coded(formula, tuple(code))

    def solve(self, theory: Sequence[Coded], goal: Coded) -> Answer:
        """Decide whether a theory entails a goal, from the memo if its shape is known.

        Returns:
            The answer, over positions in `theory` and numbers of atoms. A TIMEOUT is not memoised.
        """
        shape = (goal.code, *[coded.code for coded in theory])
        answer = _MEMO.get(shape)
        if answer is None:
            formulas = [coded.formula for coded in theory]
            answer = _ask_z3(formulas, goal.formula, self.numbers, self.deadline)
            if answer.verdict is not Verdict.TIMEOUT:
                if len(_MEMO) >= MEMO_LIMIT:
                    _MEMO.clear()
                _MEMO[shape] = answer
        return answer


def clear_memo() -> None:
    """Empty the memo, so that the next answers come from Z3."""
    _MEMO.clear()


_MEMO: dict[tuple[tuple[int, ...], ...], Answer] = {}
_LOCAL = threading.local()
# Prefix codes are below zero; atoms are numbered from zero. `_END` closes And and Or.
_NOT, _AND, _OR, _IMPLIES, _IFF, _END = -1, -2, -3, -4, -5, -6


def _encode(formula: FormulaNode, code: list[int], numbers: dict[str, int]) -> None:
    """Append a formula's prefix code. This is a hot path, so it tests types in order of frequency."""
    if isinstance(formula, Atom):
        code.append(numbers.setdefault(formula.name, len(numbers)))
    elif isinstance(formula, Implies):
        code.append(_IMPLIES)
        _encode(formula.if_, code, numbers)
        _encode(formula.then, code, numbers)
    elif isinstance(formula, Not):
        code.append(_NOT)
        _encode(formula.arg, code, numbers)
    elif isinstance(formula, Iff):
        code.append(_IFF)
        _encode(formula.left, code, numbers)
        _encode(formula.right, code, numbers)
    else:
        code.append(_AND if isinstance(formula, And) else _OR)
        for arg in formula.args:
            _encode(arg, code, numbers)
        code.append(_END)


class _Z3:
    """Context and solver of one thread; atoms and selectors are created once and reused by position."""

    def __init__(self) -> None:
        self.z3 = smt.z3()
        self.context = smt.context()
        self.solver = smt.solver()
        self.solver.set("core.minimize", True)
        self.atoms: list[Any] = []
        self.selectors: list[Any] = []

    def prepare(self, atoms: int, selectors: int) -> None:
        while len(self.atoms) < atoms:
            self.atoms.append(self.z3.Bool(f"a{len(self.atoms)}", self.context))
        while len(self.selectors) < selectors:
            self.selectors.append(self.z3.Bool(f"s{len(self.selectors)}", self.context))

    def term(self, formula: FormulaNode, numbers: dict[str, int]) -> Any:
        z3 = self.z3
        match formula:
            case Atom(name):
                return self.atoms[numbers[name]]
            case Not(arg):
                return z3.Not(self.term(arg, numbers))
            case And(args):
                return z3.And([self.term(arg, numbers) for arg in args] + [z3.BoolVal(True, self.context)])
            case Or(args):
                return z3.Or([self.term(arg, numbers) for arg in args] + [z3.BoolVal(False, self.context)])
            case Implies(left, right):
                return z3.Implies(self.term(left, numbers), self.term(right, numbers))
            case Iff(left, right):
                return self.term(left, numbers) == self.term(right, numbers)

    def model(self, count: int) -> tuple[int, ...]:
        """Return the true atoms of the last model; atoms that the model leaves open are false."""
        model = self.solver.model()
        return tuple(i for i in range(count) if self.z3.is_true(model.eval(self.atoms[i])))


def _ask_z3(
    theory: Sequence[FormulaNode], goal: FormulaNode, numbers: dict[str, int], deadline: Deadline
) -> Answer:
    if deadline.passed:
        return Answer(Verdict.TIMEOUT)
    engine: _Z3 | None = getattr(_LOCAL, "engine", None)
    if engine is None:
        engine = _LOCAL.engine = _Z3()
    z3, solver = engine.z3, engine.solver
    engine.prepare(len(numbers), len(theory) + 1)
    tracked = engine.selectors[: len(theory)]
    side = engine.selectors[len(theory)]

    solver.push()
    try:
        for selector, formula in zip(tracked, theory, strict=True):
            solver.add(z3.Implies(selector, engine.term(formula, numbers)))
        outcome = smt.check(solver, deadline, *tracked)
        if outcome == z3.unknown:
            return Answer(Verdict.TIMEOUT)
        if outcome == z3.unsat:
            return Answer(Verdict.INCONSISTENT, _core(solver, tracked))
        first = engine.model(len(numbers))
        wanted = engine.term(goal, numbers)
        holds = evaluate(goal, {name: number in first for name, number in numbers.items()})
        # The first model settles one side; the solver then searches for a model of the other.
        solver.add(z3.Implies(side, z3.Not(wanted) if holds else wanted))
        outcome = smt.check(solver, deadline, *tracked, side)
        if outcome == z3.unknown:
            return Answer(Verdict.TIMEOUT)
        if outcome == z3.unsat:
            verdict = Verdict.ENTAILED if holds else Verdict.REFUTED
            return Answer(verdict, _core(solver, tracked), (first,))
        second = engine.model(len(numbers))
        return Answer(Verdict.UNKNOWN, (), (first, second) if holds else (second, first))
    finally:
        solver.pop()


def _core(solver: Any, tracked: Sequence[Any]) -> tuple[int, ...]:
    names = {str(literal) for literal in solver.unsat_core()}
    return tuple(i for i, selector in enumerate(tracked) if str(selector) in names)
