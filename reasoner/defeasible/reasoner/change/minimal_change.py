"""Winslett's possible models approach as a formula: how the world may change so that a formula holds.

A world becomes one of the nearest worlds in which the formula holds: no other such world differs from it in a
proper subset of the atoms (Winslett 1988, "Reasoning about action using a possible models approach"). An
atom that the formula does not mention never changes, so the relation between the worlds before and after is a
formula over two copies of the formula's atoms: `p@3` is p before the third change, `p` is p after it.
"""

from __future__ import annotations

import re
from itertools import combinations
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import (
    TRUE,
    Atom,
    FormulaNode,
    Iff,
    Not,
    Or,
    atoms,
    check_depth,
    conjoin,
    evaluate,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MAX_ATOMS = 6
"""Most atoms of a change; their 64 worlds are tried one by one."""
_STAMPED = re.compile(r"@(\d+)$")


def past(atom: str, stamp: int) -> str:
    """Return the name of an atom before the change with a given number.

    >>> past("door_open", 2)
    'door_open@2'
    """
    return f"{atom}@{stamp}"


def next_stamp(formulas: Iterable[FormulaNode]) -> int:
    """Return the number of the next change: one more than the highest in the atoms of some formulas."""
    found = (_STAMPED.search(name) for formula in formulas for name in atoms(formula))
    return 1 + max((int(match[1]) for match in found if match), default=0)


def minimal_change(formula: FormulaNode, stamp: int) -> FormulaNode:
    """Return the relation between the worlds before and after a possible minimal change to a formula.

    Either nothing changed, or the formula did not hold before, holds now, and no smaller change suffices.
    Together with the formula this is Winslett's update; without it, Katsuno and Mendelzon's erasure of the
    formula's negation. Every world before has a successor, so nothing is learnt about the time before.

    Args:
        formula: The formula that becomes true.
        stamp: The number of the change; atoms before it are called `p@stamp`.

    Raises:
        UsageError: If the formula has more than `MAX_ATOMS` atoms.
        FormError: If it is nested too deeply.
    """
    check_depth(formula, "the formula of a change")
    names = atoms(formula)
    if len(names) > MAX_ATOMS:
        raise UsageError(
            f"a change about {len(names)} atoms has too many possible outcomes: {', '.join(names)}",
            hint=f"at most {MAX_ATOMS}; split it into several changes, one after the other",
        )
    ways: dict[int, list[int]] = {}
    """For each set of atoms that may change, as bits: the worlds before in which exactly these change."""
    for before, changes in _nearest(formula, names).items():
        for change in changes:
            ways.setdefault(change, []).append(before)
    same = tuple(Iff(Atom(past(name, stamp)), Atom(name)) for name in names)
    cases: list[FormulaNode] = [conjoin(*same)]
    for change, befores in sorted(ways.items(), key=lambda way: (way[0].bit_count(), way[0])):
        moved = [Not(link) if change >> i & 1 else link for i, link in enumerate(same)]
        before_it = _one_of(frozenset(befores), [past(name, stamp) for name in names])
        cases.append(conjoin(*moved, before_it))
    return Or(tuple(cases)) if len(cases) > 1 else cases[0]


def under_laws(formula: FormulaNode, laws: Sequence[FormulaNode]) -> FormulaNode:
    """Return the conjunction of a formula and the laws that restrict the worlds in which it can hold.

    These are the laws that share atoms with it, directly or through other laws.
    """
    reached = set(atoms(formula))
    bearing: list[FormulaNode] = []
    rest = list(laws)
    while near := [law for law in rest if reached.intersection(atoms(law))]:
        bearing += near
        rest = [law for law in rest if law not in near]
        reached.update(name for law in near for name in atoms(law))
    return conjoin(formula, *bearing) if bearing else formula


def _nearest(formula: FormulaNode, names: Sequence[str]) -> dict[int, list[int]]:
    """Return, for each world where a formula is false, the minimal sets of atoms to flip, all as bits."""
    worlds = range(1 << len(names))
    models = {
        world
        for world in worlds
        if evaluate(formula, {name: bool(world >> i & 1) for i, name in enumerate(names)})
    }
    # By size, so that a smaller change comes before the larger ones that contain it.
    changes = [
        sum(1 << i for i in chosen)
        for size in range(1, len(names) + 1)
        for chosen in combinations(range(len(names)), size)
    ]
    nearest: dict[int, list[int]] = {}
    for world in worlds:
        if world in models:
            continue
        least: list[int] = []
        for change in changes:
            if world ^ change in models and not any(change & less == less for less in least):
                least.append(change)
        nearest[world] = least
    return nearest


def _one_of(worlds: frozenset[int], names: Sequence[str], at: int = 0) -> FormulaNode:
    """Return a formula that is true in exactly some worlds, by case distinction on each atom in turn."""
    if len(worlds) == 1 << (len(names) - at):
        return TRUE
    # Each world has only its bits from `at` on.
    true = frozenset(world >> 1 for world in worlds if world & 1)
    false = frozenset(world >> 1 for world in worlds if not world & 1)
    if true == false:
        return _one_of(true, names, at + 1)
    atom = Atom(names[at])
    sides = [
        conjoin(literal, _one_of(side, names, at + 1))
        for literal, side in ((atom, true), (Not(atom), false))
        if side
    ]
    return sides[0] if len(sides) == 1 else Or(tuple(sides))
