"""Linear (prioritised) base revision: in order of rank, keep each statement that fits those kept before.

Nebel 1994, "Base revision operations and schemes". With a strict order there is exactly one outcome, found by
one check, and two or three more for each dropped statement. Defaults come last: they yield to all other
statements, and among themselves to more specific ones.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from defeasible.reasoner import sat
from defeasible.reasoner.change.claims import OF_BASES
from defeasible.reasoner.change.theory import (
    TIMEOUT,
    Answer,
    Dropped,
    Ranked,
    Settled,
    Status,
    by_rank,
    for_cores,
)
from defeasible.reasoner.defaults import Closed, Closure, close
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.logic import FormulaNode

Handles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The result of taking formulas one after the other, by their handles in a session."""

    kept: tuple[int, ...] = ()
    """The formulas that fit, including the hard ones."""
    dropped: dict[int, Handles] = field(default_factory=dict)
    """The formulas that do not fit, each with a minimal core of those kept before it that it contradicts."""
    core: Handles | None = None
    """If the hard formulas are inconsistent: a core of them; otherwise None."""
    model: frozenset[str] = frozenset()
    """A model of all formulas that fit."""


def climb(
    session: sat.Session,
    hard: Sequence[int],
    soft: Iterable[int],
    deadline: sat.Deadline,
    known: dict[int, Handles] | None = None,
) -> Ladder:
    """Take formulas one after the other, and keep each that fits those kept before.

    Args:
        session: The session that the handles belong to.
        hard: Handles of the formulas that are never dropped.
        soft: Handles of the others, firmest first, without duplicates.
        deadline: When to stop.
        known: Formulas that did not fit before, each with its conflict. If the conflict is kept and firmer,
            the formula does not fit now either, without a search.

    Returns:
        The formulas that fit, and those that do not. There is exactly one outcome, whatever is known.

    Raises:
        OutOfTimeError: At the deadline.
    """
    soft = list(soft)
    certain = set(hard)
    passed_over: dict[int, Handles] = {}
    if known:
        place = {handle: i for i, handle in enumerate(soft)} | dict.fromkeys(hard, -1)
        for handle, conflict in known.items():
            mine = place.get(handle, -1)
            if all(place.get(other, mine) < mine for other in conflict):
                passed_over[handle] = conflict
    while True:
        found = _climb(session, hard, [handle for handle in soft if handle not in passed_over], deadline)
        if found.core is not None:
            return found
        stands = certain.union(found.kept)
        again = [handle for handle, conflict in passed_over.items() if not stands.issuperset(conflict)]
        passed_over.update(found.dropped)
        if not again:
            return Ladder(found.kept, passed_over, None, found.model)
        for handle in again:
            del passed_over[handle]


def _climb(session: sat.Session, hard: Sequence[int], soft: list[int], deadline: sat.Deadline) -> Ladder:
    """Take formulas one after the other, without known conflicts."""
    kept = list(soft)
    dropped: dict[int, Handles] = {}
    found = _checked(session, [*hard, *kept], deadline)
    if found.satisfiable:
        return Ladder((*hard, *kept), dropped, None, found.model)
    certain = _checked(session, hard, deadline)
    if not certain.satisfiable:
        return Ladder(core=certain.core)
    while not found.satisfiable:
        # `core` shows that its lowest formula does not fit, provided that all above it do.
        core = found.core
        fits = kept.index(core[-1])
        found = _checked(session, [*hard, *kept[:fits]], deadline)
        if found.satisfiable:
            dropped[core[-1]] = core[:-1]
            del kept[fits]
            if kept[fits:]:
                found = _checked(session, [*hard, *kept], deadline)
    return Ladder((*hard, *kept), dropped, None, found.model)


def _checked(session: sat.Session, on: Sequence[int], deadline: sat.Deadline) -> sat.Outcome:
    found = session.check(on, deadline=deadline)
    if found.satisfiable is None:
        raise sat.OutOfTimeError
    return found


@dataclass(frozen=True, slots=True)
class Linear:
    """The default operator. A dropped statement contradicts statements that are hard or outrank it."""

    timeout: float = TIMEOUT
    """Seconds for each settlement, and for each answer."""
    closure: Closure = "lexicographic"
    """The closure applied to defaults that do not all hold."""
    claims: ClassVar[frozenset[str]] = OF_BASES

    @property
    def name(self) -> str:
        """`linear`, or `rational` with rational closure of defaults."""
        return "linear" if self.closure == "lexicographic" else "rational"

    def settle(self, statements: Sequence[Ranked], deadline: sat.Deadline | None = None) -> Settled:
        """Decide which statements are kept; see `Operator.settle`."""
        deadline = deadline or sat.Deadline(self.timeout)
        everything = by_rank(statements)
        ordered = [s for s in everything if not s.default]
        usual = [s for s in everything if s.default]
        session = sat.Session(self.timeout)
        handles = {s.id: session.add(s.formula) for s in ordered}
        hard = [s for s in ordered if s.hard]
        given = dict.fromkeys(handles[s.id] for s in hard)
        # Equal formulas share a handle; the firmest of them represents all.
        soft = dict.fromkeys(handles[s.id] for s in ordered if handles[s.id] not in given)
        try:
            found = climb(session, list(given), soft, deadline)
        except sat.OutOfTimeError:
            return Settled(self.name, Status.TIMEOUT)
        if found.core is not None:
            return Settled(self.name, Status.INCONSISTENT, core=_ids(found.core, hard, handles))
        weight = {s.id: (s.layer, s.weight) for s in ordered}
        kept = [s for s in ordered if handles[s.id] not in found.dropped]
        dropped = []
        for statement in ordered:
            if handles[statement.id] in found.dropped:
                against = _ids(found.dropped[handles[statement.id]], ordered, handles)
                tied = tuple(i for i in against if weight[i] == weight[statement.id])
                dropped.append(Dropped(statement.id, against, tied=tied))
        model = found.model
        if usual:
            try:
                held = _all(session, [*kept, *usual], deadline)
                if held is None:
                    return self.closed(kept, usual, dropped, deadline)
            except sat.OutOfTimeError:
                return Settled(self.name, Status.TIMEOUT)
            model = held
            kept += usual
            handles |= {s.id: session.add(s.formula) for s in usual}
        return Settled(
            self.name,
            Status.SETTLED,
            kept=tuple(s.id for s in kept),
            dropped=tuple(dropped),
            decide=_Decide(session, for_cores(kept), handles, model),
        )

    def closed(
        self,
        strict: Sequence[Ranked],
        defaults: Sequence[Ranked],
        dropped: Sequence[Dropped],
        deadline: sat.Deadline,
    ) -> Settled:
        """Return the settlement of kept strict statements and defaults.

        Args:
            strict: The kept strict statements, by rank.
            defaults: The defaults, by rank.
            dropped: The dropped strict statements.
            deadline: When to stop.

        Raises:
            OutOfTimeError: At the deadline.
        """
        closed = close(strict, defaults, self.closure, deadline)
        overridden = {o.id: Dropped(o.id, o.by, o.always) for o in closed.overridden}
        kept = set(closed.kept)
        return Settled(
            self.name,
            Status.SETTLED,
            kept=(*(s.id for s in strict), *(s.id for s in defaults if s.id in kept)),
            dropped=(*dropped, *(overridden[s.id] for s in defaults if s.id in overridden)),
            closed=closed,
            decide=_DecideClosed(closed, [*strict, *(s for s in defaults if s.id in kept)], self.timeout),
        )


class _Decide:
    """Answers goals from the kept statements, of which one model is known."""

    def __init__(
        self,
        session: sat.Session,
        theory: Sequence[Ranked],
        handles: dict[str, int],
        model: frozenset[str],
    ) -> None:
        self.session = session
        self.theory = theory
        self.handles = handles
        self.on = [handles[s.id] for s in theory]
        self.model = model

    def __call__(self, goal: FormulaNode, core: bool, deadline: sat.Deadline | None) -> Answer:
        wanted = self.session.add(goal)
        holds = true_in(goal, self.model)
        # The known model settles one side.
        other = self.session.negation(wanted) if holds else wanted
        found = self.session.check(self.on, given=[other], core=core, deadline=deadline)
        if found.satisfiable is None:
            return Answer(Verdict.TIMEOUT)
        if found.satisfiable:
            models = (self.model, found.model) if holds else (found.model, self.model)
            return Answer(Verdict.UNKNOWN, (), models)
        ids = _ids(found.core, self.theory, self.handles)
        return Answer(Verdict.ENTAILED if holds else Verdict.REFUTED, ids, (self.model,))


class _DecideClosed:
    """Answers goals over the best worlds of defaults that do not all hold."""

    def __init__(self, closed: Closed, standing: Sequence[Ranked], timeout: float) -> None:
        self.closed, self.standing, self.timeout = closed, for_cores(standing), timeout

    def __call__(self, goal: FormulaNode, core: bool, deadline: sat.Deadline | None) -> Answer:
        deadline = deadline or sat.Deadline(self.timeout)
        answer = self.closed.ask(goal, deadline)
        if not core or answer.verdict not in (Verdict.ENTAILED, Verdict.REFUTED):
            return Answer(answer.verdict, (), answer.models)
        with sat.Session() as session:
            handles = {s.id: session.add(s.formula) for s in self.standing}
            found = sat.ask(session, list(handles.values()), goal, deadline)
            # If best worlds differ, the goal may hold in each for another reason.
            ids = _ids(found.core, self.standing, handles) if found.verdict is answer.verdict else ()
        return Answer(answer.verdict, ids, answer.models)


def _all(session: sat.Session, statements: Sequence[Ranked], deadline: sat.Deadline) -> frozenset[str] | None:
    """Return a model of some statements; None if there is none."""
    found = session.check([session.add(s.formula) for s in statements], core=False, deadline=deadline)
    if found.satisfiable is None:
        raise sat.OutOfTimeError
    return found.model if found.satisfiable else None


def _ids(core: Sequence[int], statements: Sequence[Ranked], handles: dict[str, int]) -> tuple[str, ...]:
    """Return the ids of the statements with some handles; for each handle, the first such statement."""
    wanted = set(core)
    first: dict[int, str] = {}
    for statement in statements:
        if handles[statement.id] in wanted:
            first.setdefault(handles[statement.id], statement.id)
    return tuple(first[handle] for handle in core)
