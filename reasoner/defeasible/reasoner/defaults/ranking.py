"""System Z: the rank of each default by tolerance, with its justification."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import Formula, FormulaNode, Implies
from defeasible.reasoner.record import Record
from defeasible.reasoner.sat import Deadline, Session

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Default(Record):
    """If `if_` then normally `then`: *birds fly*."""

    id: str
    if_: Formula
    then: Formula

    @property
    def material(self) -> FormulaNode:
        """The material conditional `if_ -> then`, which holds unless the default is violated."""
        return Implies(self.if_, self.then)

    def __str__(self) -> str:
        return f"{self.if_} => {self.then}"


@dataclass(frozen=True, slots=True)
class Placed:
    """The rank of one default, with its justification."""

    rank: int | None
    """The rank, from 0 for the least specific. None if its antecedent is impossible as long as no default is
    violated at any rank; such a default holds like a hard statement."""
    witness: frozenset[str] = frozenset()
    """True atoms of a model that verifies the default and violates no hard statement and no default of this
    rank or above. Empty if it has no rank."""
    core: tuple[str, ...] = ()
    """If the rank is above 0 or None: a minimal set that contradicts `if_ & then`. Its members are ids of
    defaults one rank below or above, and `hard:n` for hard statements by position."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The Z-partition of a set of defaults over hard statements."""

    hard: tuple[FormulaNode, ...]
    defaults: tuple[Default, ...]
    placed: tuple[Placed, ...]
    """One for each default, in order."""

    @property
    def levels(self) -> tuple[tuple[Default, ...], ...]:
        """The defaults of rank 0, of rank 1, and so on, without those that have no rank."""
        depth = 1 + max((p.rank for p in self.placed if p.rank is not None), default=-1)
        rows: list[list[Default]] = [[] for _ in range(depth)]
        for default, placed in zip(self.defaults, self.placed, strict=True):
            if placed.rank is not None:
                rows[placed.rank].append(default)
        return tuple(map(tuple, rows))

    @property
    def unranked(self) -> tuple[Default, ...]:
        """The defaults that hold like hard statements."""
        return tuple(d for d, placed in zip(self.defaults, self.placed, strict=True) if placed.rank is None)

    def of(self, id_: str) -> int | None:
        """Return the rank of a default, given its id.

        Raises:
            FormError: If there is no such default.
        """
        for default, placed in zip(self.defaults, self.placed, strict=True):
            if default.id == id_:
                return placed.rank
        raise FormError(f"no default `{id_}`", hint=", ".join(d.id for d in self.defaults) or "there is none")


def rank(hard: Sequence[FormulaNode], defaults: Sequence[Default], timeout: float = 10.0) -> Ranking | None:
    """Rank defaults by tolerance.

    A default is tolerated by a set if a model verifies it and violates no default of the set and no hard
    statement. Defaults tolerated by all defaults have rank 0; those tolerated by the rest have rank 1; and so
    on. A default that conflicts with a more general one, as an exception to it, is tolerated later and so
    ranks higher.

    Args:
        hard: The hard statements.
        defaults: The defaults; their order does not affect the ranks.
        timeout: Seconds for the whole ranking.

    Returns:
        The ranking; None if time ran out.

    Raises:
        FormError: If two defaults share an id, or a formula is nested too deeply.

    References:
        J. Pearl (1990), System Z: a natural ordering of defaults with tractable applications to nonmonotonic
        reasoning; M. Goldszmidt and J. Pearl (1996), Qualitative probabilities for default reasoning, belief
        revision, and causal modeling, section 2.
    """
    ids = [default.id for default in defaults]
    if len(set(ids)) < len(ids):
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise FormError(f"duplicate default `{twice}`")
    with Session() as session:
        return _Partition(session, tuple(hard), tuple(defaults), Deadline(timeout)).ranking()


class _Partition:
    """Builds the partition level by level."""

    def __init__(
        self,
        session: Session,
        hard: tuple[FormulaNode, ...],
        defaults: tuple[Default, ...],
        deadline: Deadline,
    ) -> None:
        self.session, self.hard, self.defaults, self.deadline = session, hard, defaults, deadline
        self.always = [session.add(formula) for formula in hard]
        self.material = [session.add(default.material) for default in defaults]
        self.verified = [(session.add(default.if_), session.add(default.then)) for default in defaults]

    def ranking(self) -> Ranking | None:
        """Return the whole partition; None if time ran out."""
        placed: list[Placed] = [Placed(None)] * len(self.defaults)
        left = list(range(len(self.defaults)))
        level = 0
        while left:
            tolerated: list[int] = []
            on = [self.material[i] for i in left]
            for place in left:
                given = [*self.always, *self.verified[place]]
                found = self.session.check(on, given=given, core=False, deadline=self.deadline)
                if found.satisfiable is None:
                    return None
                if found.satisfiable:
                    tolerated.append(place)
                    placed[place] = Placed(level, found.model, placed[place].core)
            if not tolerated and not self._shown(left, left, placed):
                return None
            if not tolerated:
                break
            rest = [place for place in left if placed[place].rank is None]
            if not self._shown(rest, left, placed):
                return None
            left, level = rest, level + 1
        return Ranking(self.hard, self.defaults, tuple(placed))

    def _shown(self, places: list[int], against: list[int], placed: list[Placed]) -> bool:
        """Record for each default why the others do not tolerate it; return whether time sufficed."""
        names = {self.material[i]: self.defaults[i].id for i in reversed(against)}
        names |= {handle: f"hard:{n}" for n, handle in reversed([*enumerate(self.always)])}
        on = [*self.always, *(self.material[i] for i in against)]
        for place in places:
            found = self.session.check(on, given=self.verified[place], deadline=self.deadline)
            if found.satisfiable is not False:
                return False
            placed[place] = Placed(None, core=tuple(names[handle] for handle in found.core))
        return True
