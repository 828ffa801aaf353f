"""Linear (prioritised) base revision: statements are taken in order of rank, each if it fits what is taken.

Nebel 1994, "Base revision operations and schemes"; with a strict order there is exactly one outcome, found by
one check and two or three more for each statement that is dropped. Defaults come last: they yield to all else
and among themselves to the more specific.
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
    """What formulas come to that are taken one after the other, by their handles in a session."""

    kept: tuple[int, ...] = ()
    """What fits, the hard ones included."""
    dropped: dict[int, Handles] = field(default_factory=dict)
    """What does not fit, with the minimal core of what was taken before it that it contradicts."""
    core: Handles | None = None
    """Where the hard ones contradict each other: those that do; otherwise None."""
    model: frozenset[str] = frozenset()
    """A world in which all that fits holds."""


def climb(
    session: sat.Session,
    hard: Sequence[int],
    soft: Iterable[int],
    deadline: sat.Deadline,
    known: dict[int, Handles] | None = None,
) -> Ladder:
    """Take formulas one after the other, each if it fits what was taken before.

    Args:
        session: The session that gave the handles.
        hard: Handles of the formulas that are never dropped.
        soft: Handles of the others, the firmest first, without repeats.
        deadline: When to stop.
        known: Formulas that did not fit before, each with what it contradicts: where that stands and is
            firmer, they do not fit now either, and nothing is searched for them.

    Returns:
        What fits and what does not. There is exactly one outcome, whatever is known.

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
    """Take formulas one after the other, where nothing is known of any."""
    kept = list(soft)
    dropped: dict[int, Handles] = {}
    found = _checked(session, [*hard, *kept], deadline)
    if found.satisfiable:
        return Ladder((*hard, *kept), dropped, None, found.model)
    certain = _checked(session, hard, deadline)
    if not certain.satisfiable:
        return Ladder(core=certain.core)
    while not found.satisfiable:
        # `core` shows that its lowest formula does not fit, if all above that do.
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
    """The default operator. What it drops contradicts statements that are hard or outrank it."""

    timeout: float = TIMEOUT
    """Seconds for each settlement, and for each answer."""
    closure: Closure = "lexicographic"
    """What defaults come to that do not all hold."""
    claims: ClassVar[frozenset[str]] = OF_BASES

    @property
    def name(self) -> str:
        """`linear`; with rational closure of defaults `rational`."""
        return "linear" if self.closure == "lexicographic" else "rational"

    def settle(self, statements: Sequence[Ranked], deadline: sat.Deadline | None = None) -> Settled:
        """Tell which statements stand; see `Operator.settle`."""
        deadline = deadline or sat.Deadline(self.timeout)
        everything = by_rank(statements)
        ordered = [s for s in everything if not s.default]
        usual = [s for s in everything if s.default]
        session = sat.Session(self.timeout)
        handles = {s.id: session.add(s.formula) for s in ordered}
        hard = [s for s in ordered if s.hard]
        given = dict.fromkeys(handles[s.id] for s in hard)
        # Equal formulas share a handle: the firmest of them stands for all.
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
        """Return what strict statements that stand and defaults come to.

        Args:
            strict: The strict statements that stand, by rank.
            defaults: The defaults, by rank.
            dropped: The strict statements that do not stand.
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
    """Answers goals from what stands, of which one model is known."""

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
            # Where best worlds differ, it may hold in each for another reason.
            ids = _ids(found.core, self.standing, handles) if found.verdict is answer.verdict else ()
        return Answer(answer.verdict, ids, answer.models)


def _all(session: sat.Session, statements: Sequence[Ranked], deadline: sat.Deadline) -> frozenset[str] | None:
    """Return a world in which all of some statements hold; None if there is none."""
    found = session.check([session.add(s.formula) for s in statements], core=False, deadline=deadline)
    if found.satisfiable is None:
        raise sat.OutOfTimeError
    return found.model if found.satisfiable else None


def _ids(core: Sequence[int], statements: Sequence[Ranked], handles: dict[str, int]) -> tuple[str, ...]:
    """Return the ids of the statements with some handles: for each handle the first that has it."""
    wanted = set(core)
    first: dict[int, str] = {}
    for statement in statements:
        if handles[statement.id] in wanted:
            first.setdefault(handles[statement.id], statement.id)
    return tuple(first[handle] for handle in core)
