"""Pairs of conditionals of a base with their roles, kept up to date as statements come and go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.belief.roles import Pair, Standing, groups, standing
from defeasible.reasoner.evidence import Evidence, RoleClaim, no_roles
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.logic import Implies, atoms, conjoin
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import AtomDecl, Rank
    from defeasible.reasoner.logic import FormulaNode

MAX_RIVALS = 50
"""Most conditionals with one consequent against which another is weighed; with more, roles must be stated."""


@dataclass(frozen=True, slots=True)
class Weighed(Record):
    """What a source of roles said about a pair of conditionals, as stored in a file."""

    earlier: str
    """Statement id of the earlier conditional."""
    later: str
    evidence: tuple[Evidence, ...] = ()


class Pairs:
    """The pairs of conditionals with the same consequent, each with what is known about its role.

    Args:
        source: Weighs the role of a later conditional if none is stated.
        atoms: The declarations of atoms, by name; the base adds to it.
    """

    def __init__(self, source: RoleSource, atoms: Mapping[str, AtomDecl]) -> None:
        self.source = source
        self._atoms = atoms
        self._recalled: dict[Pair, tuple[Evidence, ...]] = {}
        """What a stored base knew about pairs."""
        self._rivals: dict[FormulaNode, dict[str, tuple[int, Conditional]]] = {}
        """The conditionals with each consequent, by id, with their time of arrival."""
        self._defaults: set[str] = set()
        """The ids of those that are defaults."""
        self._weighed: dict[Pair, Standing] = {}
        """Everything ever learnt about a pair, so that nothing is asked twice."""
        self._evidence: dict[Pair, tuple[Evidence, ...]] = {}
        """The weighed evidence on the pairs in force."""
        self._of: dict[str, dict[Pair, None]] = {}
        """The pairs in force of each conditional."""

    def add(self, said: Conditional, rank: Rank) -> set[str]:
        """Weigh a conditional against its rivals; return the ids of those it forms a pair with.

        Defaults have only stated roles; none are weighed, since specificity decides between defaults.
        """
        if rank.default:
            self._defaults.add(said.id)
        rivals = self._rivals.get(said.then, {})
        few = self.source is not no_roles and len(rivals) < MAX_RIVALS
        found: dict[str, Pair] = {}
        for other_seq, other in rivals.values():
            earlier, later = (other, said) if other_seq < rank.seq else (said, other)
            if self._weigh(earlier, later, few=few and self._defaults.isdisjoint((said.id, other.id))):
                found[other.id] = (earlier.id, later.id)
        # Nothing changes until the source has answered for every pair.
        self._rivals.setdefault(said.then, {})[said.id] = (rank.seq, said)
        for other_id, pair in found.items():
            for name in (other_id, said.id):
                self._of.setdefault(name, {})[pair] = None
            if evidence := self._weighed[pair].evidence:
                self._evidence[pair] = evidence
        return set(found)

    def remove(self, said: Conditional) -> set[str]:
        """Forget a conditional; return the ids of those it formed a pair with."""
        rivals = self._rivals[said.then]
        self._defaults.discard(said.id)
        del rivals[said.id]
        if not rivals:
            del self._rivals[said.then]
        touched = set()
        for pair in self._of.pop(said.id, ()):
            other = pair[0] if pair[1] == said.id else pair[1]
            del self._of[other][pair]
            self._evidence.pop(pair, None)
            touched.add(other)
        return touched

    def forget(self, names: Container[str]) -> None:
        """Forget what is known about statements that were taken back, since their ids will be reused."""
        self._weighed = {p: s for p, s in self._weighed.items() if not (p[0] in names or p[1] in names)}

    def evidence(self) -> tuple[Evidence, ...]:
        """Return all weighed evidence on the pairs in force."""
        return tuple(item for items in self._evidence.values() for item in items)

    def weighed(self) -> tuple[Weighed, ...]:
        """Return everything learnt about pairs without a stated role, for `recall`."""
        return tuple(Weighed(*pair, s.evidence) for pair, s in self._weighed.items() if s.given is None)

    def recall(self, weighed: Iterable[Weighed]) -> None:
        """Restore what a stored base knew about pairs; `add` uses it."""
        self._recalled.update(((item.earlier, item.later), item.evidence) for item in weighed)

    def of(self, ids: Container[str]) -> tuple[Standing, ...]:
        """Return what is known about the pairs of some statements, in order of arrival."""
        found = dict.fromkeys(pair for name, pairs in self._of.items() if name in ids for pair in pairs)
        standings = [self._weighed[pair] for pair in found]
        place = {name: seq for s in standings for name, (seq, _) in self._rivals[s.later.then].items()}
        return tuple(sorted(standings, key=lambda s: (place[s.earlier.id], place[s.later.id])))

    def claim(self, said: Conditional) -> FormulaNode:
        """Return the claim of a conditional given the others: its weakening if there is a requirement."""
        pairs = [self._weighed[pair] for pair in self._of.get(said.id, ())]
        group = groups(s.pair for s in pairs if required(s)).get(said.id)
        if group is None:
            return said.formula
        rivals = self._rivals[said.then]
        return weakened(c for _, c in sorted(rivals.values(), key=_seq) if c.id in group)

    def _weigh(self, earlier: Conditional, later: Conditional, *, few: bool) -> bool:
        """Weigh a pair unless it is known; return whether there is evidence or a stated role."""
        pair = (earlier.id, later.id)
        known = self._weighed.get(pair) or self._weighed.get((_origin(earlier), _origin(later)))
        if known is not None:
            self._weighed[pair] = _about(known, earlier, later)
        elif earlier.if_ == later.if_ or not (few or later.of == earlier.id):
            return False
        else:
            names = dict.fromkeys(name for s in (earlier, later) for name in atoms(s.formula))
            form = Premises(
                sources=(),
                atoms=tuple(replace(self._atoms[name], span=None, opaque=()) for name in names),
                statements=tuple(replace(s, span=None, role=None, of=None) for s in (earlier, later)),
            )
            recalled = self._recalled.get(pair)
            source = self.source if recalled is None else _says(recalled)
            self._weighed[pair] = standing(form, earlier, later, source)
        return self._weighed[pair].winner is not None


def _origin(said: Conditional) -> str:
    """Return the id of the conditional of which this one is a copy about the past, else its own id."""
    return said.id.partition("@")[0]


def _about(known: Standing, earlier: Conditional, later: Conditional) -> Standing:
    """Return what is known about a pair, stated for the same two conditionals in another form."""
    if known.pair == (earlier.id, later.id):
        return replace(known, earlier=earlier, later=later)
    claims = [item.claim for item in known.evidence]
    evidence = tuple(
        replace(item, claim=RoleClaim(later.id, earlier.id, claim.role))
        for item, claim in zip(known.evidence, claims, strict=True)
        if isinstance(claim, RoleClaim)
    )
    return replace(known, earlier=earlier, later=later, evidence=evidence)


def _seq(item: tuple[int, Conditional]) -> int:
    return item[0]


def _says(evidence: tuple[Evidence, ...]) -> RoleSource:
    """Return a source of roles that repeats earlier evidence."""
    return lambda premises, earlier, later: evidence


def required(pair: Standing) -> bool:
    """Whether a pair counts as a requirement; if evidence is tied, it does, since that reading is weaker."""
    return pair.winner in (Role.REQUIREMENT, "tied")


def weakened(conditionals: Iterable[Conditional]) -> FormulaNode:
    """Return the weakening of conditionals whose conditions are all required: `(p & r) -> q`."""
    members = list(conditionals)
    return Implies(conjoin(*[c.if_ for c in members]), members[0].then)
