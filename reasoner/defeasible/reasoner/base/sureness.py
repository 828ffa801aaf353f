"""The confidence of an answer of a belief base, from deciding again with each role or tie flipped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base.island import as_ranked
from defeasible.reasoner.base.pairs import required, weakened
from defeasible.reasoner.belief.roles import Pair, groups
from defeasible.reasoner.change import Answer, Settled, Status
from defeasible.reasoner.decision import UNFINISHED
from defeasible.reasoner.forms import Conditional, Held
from defeasible.reasoner.number import in_short
from defeasible.reasoner.trace.steps.base import (
    BY_ARRIVAL,
    FIRMEST_FIRST,
    MAX_FLIPPED,
    MAX_FLIPS,
    NOT_FLIPPED,
    NOT_TURNED,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.base.proof import Question
    from defeasible.reasoner.change import Dropped, Operator
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline


class Theory:
    """The statements linked to a goal, under one assignment of roles.

    Args:
        held: The statements.
        pairs: The pairs of conditionals that are taken as requirements.
        operator: Resolves contradictions.
        deadline: When to stop.
        latest: Id of the statement that is taken to have arrived last.
    """

    def __init__(
        self,
        held: tuple[Held, ...],
        pairs: frozenset[Pair],
        operator: Operator,
        deadline: Deadline,
        latest: str | None = None,
    ) -> None:
        grouped = groups(pairs)
        self.groups = grouped
        self.deadline = deadline
        members = {h.id: h.statement for h in held}
        weaker = {
            group: weakened(
                [s for name, s in members.items() if name in group and isinstance(s, Conditional)]
            )
            for group in set(grouped.values())
        }
        self.claims = {h.id: weaker[grouped[h.id]] if h.id in grouped else h.statement.formula for h in held}
        ranked = [as_ranked(h, self.claims[h.id]) for h in held]
        if latest is not None:
            last = 1 + max(h.rank.seq for h in held)
            ranked = [replace(r, seq=last) if r.id == latest else r for r in ranked]
        self.settled: Settled = operator.settle(ranked, deadline)

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        """Answer a goal from the settled statements."""
        return self.settled.ask(goal, core=core, deadline=self.deadline)


def turnable(held: Iterable[Held], settled: Settled) -> tuple[str, ...]:
    """Return the statements that are not believed and would be tried earlier had they arrived last.

    Under linear revision these are the statements that a member of their conflict outranks by arrival alone;
    under Dalal's, all that are as firm as a newer statement. Weighted MaxSAT ignores arrival.
    """
    if settled.operator in FIRMEST_FIRST:
        return tuple(drop.id for drop in settled.dropped if drop.tied)
    if settled.operator != "dalal":
        return ()
    ranks = {h.id: h.rank for h in held}
    newest: dict[tuple[int, float | None], int] = {}
    for rank in ranks.values():
        level = (rank.layer, rank.weight)
        newest[level] = max(rank.seq, newest.get(level, rank.seq))
    lost = [drop.id for drop in settled.dropped]
    return tuple(i for i in lost if ranks[i].seq < newest[ranks[i].layer, ranks[i].weight])


@dataclass(frozen=True, slots=True)
class Sureness:
    """The confidence of a verdict."""

    confidence: float
    reason: str = ""
    """Why the confidence is below 1."""


def sureness(question: Question, verdict: Verdict, lost: Iterable[Dropped], deadline: Deadline) -> Sureness:
    """Return the probability that the roles and the order of arrival on which a verdict hinges are right.

    The question is decided again with each weighed role flipped, and with each tie broken by arrival
    reversed. If there are too many, or time runs out, the verdict counts as hinging on all of them.

    Args:
        question: The question.
        verdict: The answer.
        lost: The linked statements that are not believed.
        deadline: When to stop.
    """
    if not verdict.decided:
        return Sureness(0.0)
    lost = tuple(lost)
    weighed = [pair for pair in question.pairs if pair.given is None]
    if not weighed and not lost:
        return Sureness(1.0)
    held = question.linked()
    ids = {h.id for h in held}
    settled = Settled(question.operator.name, Status.SETTLED, dropped=tuple(d for d in lost if d.id in ids))
    ties = turnable(held, settled)
    weighed = [pair for pair in weighed if ids.issuperset(pair.pair)]
    accepted = frozenset(pair.pair for pair in question.pairs if required(pair) and ids.issuperset(pair.pair))

    def stays(pairs: frozenset[Pair], latest: str | None = None) -> bool:
        theory = Theory(held, pairs, question.operator, deadline, latest)
        return theory.ask(question.goal, core=False).verdict == verdict

    product, reasons = 1.0, []
    few = len(weighed) <= MAX_FLIPS and len(held) <= MAX_FLIPPED
    for pair in weighed:
        if not few or not stays(accepted ^ {pair.pair}):
            product *= pair.confidence
            roles = f"the role of {pair.later.id} beside {pair.earlier.id}"
            reasons.append(f"{roles} is weighed: {in_short(pair.confidence)}")
    if weighed and not few:
        reasons = [NOT_FLIPPED]
    if len(ties) > MAX_FLIPS or (ties and len(held) > MAX_FLIPPED):
        return Sureness(product * BY_ARRIVAL, "; ".join([*reasons, NOT_TURNED]))
    if turned := [name for name in ties if not stays(accepted, name)]:
        product *= BY_ARRIVAL
        reasons.append(f"arrival alone decides that {', '.join(turned)} is not believed")
    if reasons and deadline.passed:
        reasons.append(f"{UNFINISHED} all of this was decided again")
    return Sureness(product, "; ".join(reasons))
