"""Which conditionals of a base qualify each other: their roles, kept up to date as statements come and go."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.belief.roles import Pair, Standing, groups, standing
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.logic import Implies, atoms, conjoin

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import AtomDecl
    from defeasible.reasoner.logic import FormulaNode

MAX_RIVALS = 50
"""Conditionals with one consequent beside which the role of another is weighed; more must state it."""


class Pairs:
    """The pairs of conditionals with one consequent, each with what is known about their roles.

    Args:
        source: Weighs the role of a later conditional where none is stated.
        atoms: What atoms stand for, by name; the base adds to it.
    """

    def __init__(self, source: RoleSource, atoms: Mapping[str, AtomDecl]) -> None:
        self._source = source
        self._atoms = atoms
        self._rivals: dict[FormulaNode, dict[str, tuple[int, Conditional]]] = {}
        """The conditionals with one consequent, by id, each with its time of arrival."""
        self._weighed: dict[Pair, Standing] = {}
        """What was ever found out about a pair, so that nothing is asked twice."""
        self._of: dict[str, dict[Pair, None]] = {}
        """The pairs in force that a conditional is part of."""

    def add(self, said: Conditional, seq: int) -> set[str]:
        """Weigh a conditional against its rivals; return the ids of those it shares a pair with."""
        rivals = self._rivals.get(said.then, {})
        few = len(rivals) < MAX_RIVALS
        found: dict[str, Pair] = {}
        for other_seq, other in rivals.values():
            earlier, later = (other, said) if other_seq < seq else (said, other)
            if self._weigh(earlier, later, few=few):
                found[other.id] = (earlier.id, later.id)
        # Only now that the source has answered for every pair is anything changed.
        self._rivals.setdefault(said.then, {})[said.id] = (seq, said)
        for other_id, pair in found.items():
            for name in (other_id, said.id):
                self._of.setdefault(name, {})[pair] = None
        return set(found)

    def remove(self, said: Conditional) -> set[str]:
        """Forget a conditional; return the ids it shared a pair with."""
        rivals = self._rivals[said.then]
        del rivals[said.id]
        if not rivals:
            del self._rivals[said.then]
        touched = set()
        for pair in self._of.pop(said.id, ()):
            other = pair[0] if pair[1] == said.id else pair[1]
            del self._of[other][pair]
            touched.add(other)
        return touched

    def of(self, ids: Container[str]) -> tuple[Standing, ...]:
        """Return what is known about the pairs of some statements, in order of arrival."""
        found = dict.fromkeys(pair for name, pairs in self._of.items() if name in ids for pair in pairs)
        standings = [self._weighed[pair] for pair in found]
        place = {name: seq for s in standings for name, (seq, _) in self._rivals[s.later.then].items()}
        return tuple(sorted(standings, key=lambda s: (place[s.earlier.id], place[s.later.id])))

    def claim(self, said: Conditional) -> FormulaNode:
        """Return what a conditional claims beside the others: its weakening, where one is required."""
        pairs = [self._weighed[pair] for pair in self._of.get(said.id, ())]
        group = groups(s.pair for s in pairs if required(s)).get(said.id)
        if group is None:
            return said.formula
        rivals = self._rivals[said.then]
        return weakened(c for _, c in sorted(rivals.values(), key=_seq) if c.id in group)

    def _weigh(self, earlier: Conditional, later: Conditional, *, few: bool) -> bool:
        """Find out about a pair, unless it is known; return whether there is anything to know."""
        pair = (earlier.id, later.id)
        known = self._weighed.get(pair)
        if known is not None:
            self._weighed[pair] = replace(known, earlier=earlier, later=later)
        elif earlier.if_ == later.if_ or not (few or later.of == earlier.id):
            return False
        else:
            names = dict.fromkeys(name for s in (earlier, later) for name in atoms(s.formula))
            form = Premises(
                sources=(),
                atoms=tuple(replace(self._atoms[name], span=None, opaque=()) for name in names),
                statements=tuple(replace(s, span=None, role=None, of=None) for s in (earlier, later)),
            )
            self._weighed[pair] = standing(form, earlier, later, self._source)
        return self._weighed[pair].winner is not None


def _seq(item: tuple[int, Conditional]) -> int:
    return item[0]


def required(pair: Standing) -> bool:
    """Whether a pair counts as a requirement: where evidence is tied, the weaker reading is the safe one."""
    return pair.winner in (Role.REQUIREMENT, "tied")


def weakened(conditionals: Iterable[Conditional]) -> FormulaNode:
    """Return what is left of conditionals that are required beside each other: `(p & r) -> q`."""
    members = list(conditionals)
    return Implies(conjoin(*[c.if_ for c in members]), members[0].then)
