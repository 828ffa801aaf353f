"""The role of each later conditional relative to the earlier ones with the same consequent.

A stated role is hard. Otherwise weighted claims compete: their weights are summed by role, and the heaviest
role wins. Equal weights remain a tie. Without claims, both conditionals hold as stated.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from math import exp, fsum
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Premises

TIE = 1e-9
"""Weights closer than this (in nats) are equal."""
MAX_PAIRS, MAX_WEIGHED = 20_000, 500
"""Most pairs of conditionals with one consequent, and most such pairs with evidence, that are decided."""

Pair: TypeAlias = tuple[str, str]
"""Statement ids of an earlier and a later conditional with the same consequent."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The evidence on one pair of conditionals, and what it decides."""

    earlier: Conditional
    later: Conditional
    given: Role | None
    """The stated role, if any."""
    evidence: tuple[Evidence, ...]
    winner: Role | Literal["tied"] | None
    """The role with the heaviest evidence; `tied` if requirement ties for heaviest; None without evidence."""
    margin: float
    """The lead of the winning side, in nats: requirement against the heaviest of the other roles."""

    @property
    def pair(self) -> Pair:
        """The ids of the two statements."""
        return (self.earlier.id, self.later.id)

    @property
    def confidence(self) -> float:
        """The probability that the winning side is right, with the margin as log-odds."""
        return 1 / (1 + exp(-self.margin))

    def status(self, evidence: Evidence) -> Literal["accepted", "overruled", "tied"]:
        """Return the status of one piece of evidence on this pair."""
        assert isinstance(evidence.claim, RoleClaim)
        if self.winner == "tied":
            weights = weights_by_role(self.evidence)
            return "tied" if weights[evidence.claim.role] >= max(weights.values()) - TIE else "overruled"
        return "accepted" if evidence.claim.role == self.winner else "overruled"


def weights_by_role(evidence: Iterable[Evidence]) -> dict[Role, float]:
    """Return the summed weight of each claimed role, in nats."""
    grouped: dict[Role, list[float]] = {}
    for item in evidence:
        assert isinstance(item.claim, RoleClaim)
        grouped.setdefault(item.claim.role, []).append(item.weight)
    return {role: fsum(weights) for role, weights in grouped.items()}


def standings(premises: Premises, source: RoleSource | None) -> tuple[Standing, ...]:
    """Weigh every pair of conditionals with the same consequent, in order of arrival.

    Raises:
        UsageError: If there are more than `MAX_PAIRS`, or evidence on more than `MAX_WEIGHED` of them.
    """
    conditionals = [s for s in premises.statements if isinstance(s, Conditional)]
    if len(conditionals) ** 2 > MAX_PAIRS:
        rivals = Counter(s.then for s in conditionals)
        if sum(count * (count - 1) // 2 for count in rivals.values()) > MAX_PAIRS:
            raise UsageError(f"more than {MAX_PAIRS} pairs of conditionals have the same consequent")
    found = tuple(
        standing(premises, earlier, later, source)
        for earlier, later in combinations(conditionals, 2)
        if earlier.then == later.then and earlier.if_ != later.if_
    )
    if len(found) > MAX_WEIGHED and sum(bool(s.evidence) for s in found) > MAX_WEIGHED:
        raise UsageError(
            f"there is evidence on more than {MAX_WEIGHED} pairs of conditionals",
            hint="each is decided once more with its role flipped; pass `no_roles` to take all as stated",
        )
    return found


def standing(
    premises: Premises, earlier: Conditional, later: Conditional, source: RoleSource | None
) -> Standing:
    """Weigh one pair of conditionals with the same consequent.

    Raises:
        UsageError: If the source answers about something else.
    """
    if later.of == earlier.id:
        return Standing(earlier, later, later.role, (), later.role, 0.0)
    evidence = () if source is None else source(premises, earlier, later)
    if not evidence:
        return Standing(earlier, later, None, (), None, 0.0)
    for item in evidence:
        c = item.claim
        if not isinstance(c, RoleClaim) or (c.of, c.conditional) != (earlier.id, later.id):
            raise UsageError(
                f"`{item.source}` was asked for the role of `{later.id}` beside `{earlier.id}`, but gave {c}"
            )
    weights = weights_by_role(evidence)
    requirement = weights.get(Role.REQUIREMENT, 0.0)
    rival, against = max(
        ((role, weight) for role, weight in weights.items() if role is not Role.REQUIREMENT),
        key=lambda item: item[1],
        default=(Role.ALTERNATIVE, 0.0),
    )
    if abs(requirement - against) <= TIE:
        return Standing(earlier, later, None, evidence, "tied", 0.0)
    winner = Role.REQUIREMENT if requirement > against else rival
    return Standing(earlier, later, None, evidence, winner, abs(requirement - against))


def groups(required: Iterable[Pair]) -> dict[str, frozenset[str]]:
    """Return, for each conditional in a requirement, itself and all that are required beside it."""
    grouped: dict[str, frozenset[str]] = {}
    for pair in required:
        both = frozenset(pair)
        for name in pair:
            known = grouped.get(name)
            grouped[name] = both if known is None else known | both
    return grouped
