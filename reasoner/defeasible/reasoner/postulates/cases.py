"""The pool of random cases for all postulates: bases, formulas, and equivalent versions of both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Ranked
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, render
from defeasible.reasoner.postulates.space import MAX_ATOMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.postulates.space import Space

NAMES = ("p", "q", "r", "s")[:MAX_ATOMS]
MAX_STATEMENTS = 5
WEIGHTS = (1.0, 2.0, 3.0)
"""Few values, so that equal weights and equal sums of weights are common."""


@dataclass(frozen=True, slots=True)
class Case:
    """The input of one trial of every postulate."""

    number: int
    space: Space
    base: tuple[Ranked, ...]
    """K."""
    reworded: tuple[Ranked, ...]
    """Other statements that are equivalent to the base, if the base is consistent."""
    second: tuple[Ranked, ...]
    """K2, another base."""
    complete: tuple[Ranked, ...]
    """A base with exactly one model."""
    phi: FormulaNode
    psi: FormulaNode
    chi: FormulaNode
    phi_reworded: FormulaNode
    """A formula that is equivalent to phi."""


def base_words(base: tuple[Ranked, ...]) -> str:
    """Return a base as text: each formula with its weight, oldest first."""
    return "{" + ", ".join(f"{render(s.formula)} [{s.weight:g}]" for s in base) + "}"


def draw(count: int, seed: int, spaces: dict[int, Space]) -> Iterator[Case]:
    """Yield random cases; the same seed gives the same cases, whatever the count.

    Args:
        count: The number of cases.
        seed: Seed of the random generator.
        spaces: The spaces to draw from, by number of atoms, from 2 on.
    """
    for number in range(count):
        random = Random(f"{seed} {number}")  # noqa: S311 - no secret depends on it
        space = spaces[random.choice((2, 3, 3, 4))]
        base = _base(random, space)
        phi = _formula(random, space, 2)
        # Often formulas near the first one: half of the postulates only apply if formulas are related.
        psi, chi = (_near(random, space, phi) for _ in range(2))
        world = random.getrandbits(len(space.names))
        yield Case(
            number=number,
            space=space,
            base=base,
            reworded=_reworded(random, base),
            second=_base(random, space),
            complete=tuple(
                Ranked(f"k{i}", Atom(name) if world >> i & 1 else Not(Atom(name)), seq=i)
                for i, name in enumerate(space.names, 1)
            ),
            phi=phi,
            psi=psi,
            chi=chi,
            phi_reworded=_variant(random, phi),
        )


def _base(random: Random, space: Space) -> tuple[Ranked, ...]:
    statements = [
        Ranked(f"k{i}", _formula(random, space, random.choice((0, 1, 1, 2))), random.choice(WEIGHTS), seq=i)
        for i in range(1, random.randint(1, MAX_STATEMENTS) + 1)
    ]
    # Most postulates say little about an inconsistent base, so most such bases lose some statements.
    while (
        len(statements) > 1 and random.random() < 0.7 and not space.models(*(s.formula for s in statements))
    ):
        statements.pop()
    return tuple(statements)


def _near(random: Random, space: Space, phi: FormulaNode) -> FormulaNode:
    other = _formula(random, space, 2)
    match random.randrange(5):
        case 0:
            return And((phi, other))
        case 1:
            return Or((phi, other))
        case 2:
            return Not(_variant(random, phi)) if random.random() < 0.3 else Implies(phi, other)
        case _:
            return other


def _formula(random: Random, space: Space, depth: int) -> FormulaNode:
    if depth == 0 or random.random() < 0.2:
        atom = Atom(random.choice(space.names))
        return Not(atom) if random.random() < 0.4 else atom
    left, right = _formula(random, space, depth - 1), _formula(random, space, depth - 1)
    match random.randrange(6):
        case 0 | 1:
            return And((left, right))
        case 2 | 3:
            return Or((left, right))
        case 4:
            return Implies(left, right)
        case _:
            return Iff(left, right)


def _reworded(random: Random, base: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
    """Return an equivalent base: one statement, or one statement split or joined, with other weights."""
    formulas = [s.formula for s in base]
    match random.randrange(3):
        case 0:
            formulas = [And(tuple(formulas))]
        case 1:
            formulas.append(Or((random.choice(formulas), random.choice(formulas))))
        case _:
            first, second = random.choice(formulas), random.choice(formulas)
            formulas.append(And((first, second)))
    return tuple(
        Ranked(f"k{i}", _variant(random, f), random.choice(WEIGHTS), seq=i) for i, f in enumerate(formulas, 1)
    )


def _variant(random: Random, formula: FormulaNode) -> FormulaNode:
    """Return an equivalent formula with another syntax."""
    match formula:
        case Atom():
            return formula if random.random() < 0.5 else Not(Not(formula))
        case Not(Atom()):
            return formula
        case Not(arg):
            return Not(_variant(random, arg))
        case And(args):
            if random.random() < 0.5:
                return Not(Or(tuple(Not(_variant(random, a)) for a in args)))
            return And(tuple(_variant(random, a) for a in reversed(args)))
        case Or(args):
            if random.random() < 0.5:
                return Not(And(tuple(Not(_variant(random, a)) for a in args)))
            return Or(tuple(_variant(random, a) for a in reversed(args)))
        case Implies(left, right):
            return Or((_variant(random, right), Not(_variant(random, left))))
        case Iff(left, right):
            a, b = _variant(random, left), _variant(random, right)
            return And((Implies(a, b), Implies(b, a)))


def firm(base: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
    """Return a base with every statement certain."""
    return tuple(replace(s, weight=float("inf")) for s in base)
