"""Chains: step by step derivations from a core to a goal, each step from a few statements."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.logic import Atom, FormulaNode, atoms, evaluate, negate
from defeasible.reasoner.trace.steps import HoldsStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDEST = 6
"""Maximum number of atoms of a statement that is searched for consequences."""


def chain(
    core: Sequence[int], claims: Mapping[int, FormulaNode], goal: FormulaNode, first: int
) -> list[HoldsStep]:
    """Return the steps that lead from the members of a core to a goal, literal by literal.

    Args:
        core: Statements that entail the goal.
        claims: Their formulas, by step number.
        goal: The conclusion.
        first: The number of the first step.

    Returns:
        Steps numbered from `first`, the last with the goal as its claim; none if the core states the goal, or
        needs a case distinction rather than one literal after the other.
    """
    known: dict[str, bool] = {}
    found: list[tuple[FormulaNode, tuple[int | str, ...]]] = []
    source: dict[str, int] = {}
    """The index in `found` of the step that settled an atom."""
    settled = True
    while settled:
        settled = False
        for number in core:
            for name, value in _settles(claims[number], known).items():
                literal: FormulaNode = Atom(name) if value else negate(Atom(name))
                others = _needed(claims[number], known, name)
                source[name] = len(found)
                found.append((literal, (number, *others)))
                known[name] = value
                settled = True
    needed = [a for a in atoms(goal) if a in known]
    if not needed or not _follows(goal, known):
        return []
    for name in list(needed):
        fewer = [other for other in needed if other != name]
        if _follows(goal, {other: known[other] for other in fewer}):
            needed = fewer
    wanted: set[int] = set()
    todo = [source[a] for a in needed]
    while todo:
        place = todo.pop()
        if place not in wanted:
            wanted.add(place)
            todo += [source[name] for name in found[place][1] if isinstance(name, str)]
    # A statement that is itself a literal is its own step.
    step: dict[str, int] = {}
    steps: list[HoldsStep] = []
    for place in sorted(wanted):
        literal, uses = found[place]
        name = atoms(literal)[0]
        statement = uses[0]
        assert isinstance(statement, int)
        if claims[statement] == literal:
            step[name] = statement
            continue
        numbers = (statement, *(step[other] for other in uses[1:] if isinstance(other, str)))
        steps.append(HoldsStep(literal, tuple(sorted(dict.fromkeys(numbers)))))
        step[name] = first + len(steps) - 1
    if steps and steps[-1].claim != goal:
        steps.append(HoldsStep(goal, tuple(sorted({step[a] for a in needed}))))
    return steps


def _settles(claim: FormulaNode, known: Mapping[str, bool]) -> dict[str, bool]:
    """Return the atoms with the same value in all models of a formula that agree with the known values."""
    names = atoms(claim)
    free = [name for name in names if name not in known]
    if not free or len(free) > WIDEST:
        return {}
    fixed = {name: known[name] for name in names if name in known}
    models = [
        values
        for values in product((False, True), repeat=len(free))
        if evaluate(claim, fixed | dict(zip(free, values, strict=True)))
    ]
    if not models:
        return {}
    return {name: models[0][i] for i, name in enumerate(free) if len({m[i] for m in models}) == 1}


def _needed(claim: FormulaNode, known: Mapping[str, bool], settled: str) -> list[str]:
    """Return a minimal set of known atoms with which a formula settles another atom."""
    kept = [name for name in atoms(claim) if name in known]
    for name in list(kept):
        fewer = [other for other in kept if other != name]
        if settled in _settles(claim, {other: known[other] for other in fewer}):
            kept = fewer
    return kept


def _follows(goal: FormulaNode, known: Mapping[str, bool]) -> bool:
    free = [name for name in atoms(goal) if name not in known]
    return len(free) <= WIDEST and all(
        evaluate(goal, {**known, **dict(zip(free, values, strict=True))})
        for values in product((False, True), repeat=len(free))
    )
