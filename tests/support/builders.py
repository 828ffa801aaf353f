"""Small forms, built by hand or at random, for tests of the deciders and the checker."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.evidence import Evidence, RoleClaim, RoleSource, SizeClaim
from defeasible.reasoner.forms import (
    AtomDecl,
    Comparison,
    Conditional,
    Fact,
    Premises,
    Query,
    Role,
    SizeContext,
    SizeObject,
    SizeStatement,
)
from defeasible.reasoner.logic import TRUE, And, Atom, FormulaNode, Iff, Implies, Not, Or, atoms, evaluate
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from random import Random

    from defeasible.reasoner.trace import Step, Trace

P, Q, R, S = (Atom(f"a{i}") for i in range(1, 5))


def theory(*formulas: FormulaNode, query: FormulaNode | None = None) -> Premises:
    """Premises whose statements are the formulas, conditionals where they are implications."""
    names = dict.fromkeys(name for f in (*formulas, TRUE if query is None else query) for name in atoms(f))
    statements = tuple(
        Conditional(f"c{i}", f.if_, f.then, Span(f"s{i}", 0, 4))
        if isinstance(f, Implies)
        else Fact(f"f{i}", f, Span(f"s{i}", 0, 4))
        for i, f in enumerate(formulas, 1)
    )
    return Premises(
        sources=tuple(Source(f"s{i}", f"text {i}") for i in range(1, len(formulas) + 1)),
        atoms=tuple(AtomDecl(name, f"gloss of {name}") for name in names),
        statements=statements,
        queries=() if query is None else (Query(query),),
    )


def weighing(**weights: float) -> RoleSource:
    """A role source that gives every pair the same weights, by role name."""

    def source(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        return tuple(
            Evidence(RoleClaim(later.id, earlier.id, Role(role)), weight, "test", f"says {role}")
            for role, weight in weights.items()
        )

    return source


def usually(*claims: tuple[str, str, float]) -> tuple[Evidence, ...]:
    """Typical sizes: the first object of each claim is bigger than the second, by a weight."""
    return tuple(Evidence(SizeClaim(Comparison(a, ">", b)), w, "test") for a, b, w in claims)


def sizes(*comparisons: Comparison, objects: int = 4) -> SizeContext:
    """A context about objects `o1`..`on` that asks whether `o1` is bigger than `o2`."""
    return SizeContext(
        sources=(Source("s1", "some words that imply sizes"),),
        objects=tuple(SizeObject(f"o{i}", f"thing {i}") for i in range(1, objects + 1)),
        statements=tuple(
            SizeStatement(f"c{i}", c, Span("s1", 0, 4), "test.frame", "because")
            for i, c in enumerate(comparisons, 1)
        ),
        question=("o1", "o2"),
    )


def edited(trace: Trace, **steps: Step) -> Trace:
    """The trace with some steps replaced, by number: `s3=...`."""
    numbered = {int(name[1:]): step for name, step in steps.items()}
    return replace(trace, steps=tuple(numbered.get(n, s) for n, s in enumerate(trace.steps, 1)))


def pigeons(count: int) -> list[FormulaNode]:
    """One fewer holes than pigeons: a contradiction that resolution cannot show in short."""
    holes = range(count - 1)
    somewhere = [Or(tuple(Atom(f"x{p}_{h}") for h in holes)) for p in range(count)]
    apart = [
        Not(And((Atom(f"x{p}_{h}"), Atom(f"x{o}_{h}"))))
        for h in holes
        for p in range(count)
        for o in range(p)
    ]
    return [*somewhere, *apart]


def random_formula(random: Random, names: list[str], depth: int = 3) -> FormulaNode:
    """A random formula over some atoms, of bounded depth."""
    if depth == 0 or random.random() < 0.3:
        return Atom(random.choice(names))

    def sub() -> FormulaNode:
        return random_formula(random, names, depth - 1)

    match random.randrange(5):
        case 0:
            return Not(sub())
        case 1:
            return And(tuple(sub() for _ in range(random.randrange(4))))
        case 2:
            return Or(tuple(sub() for _ in range(random.randrange(4))))
        case 3:
            return Implies(sub(), sub())
        case _:
            return Iff(sub(), sub())


def random_comparison(random: Random, objects: int = 4, *, factors: bool = False) -> Comparison:
    """A random comparison between two of `o1`..`on`, with small factors if asked."""
    left, right = random.sample(range(1, objects + 1), 2)
    factor = Fraction(random.choice([1, 2, 3]), random.choice([1, 2, 3])) if factors else Fraction(1)
    return Comparison(f"o{left}", random.choice([">", ">=", "="]), f"o{right}", factor)


def brute_force(theory: list[FormulaNode], goal: FormulaNode) -> Verdict:
    """Decide by trying every world."""
    names = sorted({name for f in (*theory, goal) for name in atoms(f)})
    worlds = [dict(zip(names, bits, strict=True)) for bits in product([False, True], repeat=len(names))]
    values = {evaluate(goal, w) for w in worlds if all(evaluate(f, w) for f in theory)}
    if not values:
        return Verdict.INCONSISTENT
    if len(values) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if values.pop() else Verdict.REFUTED
