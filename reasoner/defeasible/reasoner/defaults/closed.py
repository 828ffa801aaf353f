"""The closure of a base's defaults given what is known: which hold, which are overridden, and by what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.defaults.closure import whole_levels
from defeasible.reasoner.defaults.parts import Part, ranked_parts
from defeasible.reasoner.sat import Answer, Deadline, Optima, OutOfTimeError, Session, ask
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.sat.lexicographic import layered_optima

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.change.theory import Ranked
    from defeasible.reasoner.defaults.closure import Closure
    from defeasible.reasoner.logic import FormulaNode

Level: TypeAlias = tuple[bool, int, int, float]
"""Specificity and firmness of a default: whether it has no rank, its rank, its layer, its weight."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """A default that does not hold, or not in all best worlds."""

    id: str
    by: tuple[str, ...]
    """A minimal set of statements that contradicts it: strict ones, and defaults that are no less specific.
    Under rational closure, the conflict for which its rank is given up."""
    always: bool = True
    """False if it is tied, so that it holds in some best worlds."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The closure of strict statements and defaults that do not all hold.

    The best worlds satisfy all strict statements and violate the defaults as little as possible: under
    lexicographic closure as few as possible of each level, highest first; under rational closure none of the
    highest levels, as far down as possible.
    """

    closure: Closure
    parts: tuple[Part, ...]
    levels: tuple[tuple[Ranked, ...], ...]
    """The defaults, highest level first, including equal ones."""
    kept: tuple[str, ...]
    """Defaults that hold in all best worlds."""
    overridden: tuple[Overridden, ...]
    hard: tuple[FormulaNode, ...]
    """Formulas that hold in all best worlds in any case; under rational closure, kept defaults too."""
    optima: Optima | None
    """Under lexicographic closure: the best worlds."""
    clash: tuple[str, ...] = ()
    """Under rational closure: strict statements and defaults that contradict each other, the least specific
    of which belong to the highest level that is given up."""
    model: frozenset[str] = frozenset()
    """One of the best worlds."""

    def ask(self, goal: FormulaNode, deadline: Deadline) -> Answer:
        """Decide whether a goal holds in all, none or some of the best worlds. There is no core."""
        if self.optima is not None:
            return self.optima.ask(goal, deadline)
        with Session() as session:
            found = ask(session, [session.add(formula) for formula in self.hard], goal, deadline)
        return Answer(found.verdict, (), found.models)


def close(
    strict: Sequence[Ranked], defaults: Sequence[Ranked], closure: Closure, deadline: Deadline
) -> Closed:
    """Compute the closure of defaults and consistent strict statements.

    Ranks are computed from the rules among the strict statements and from the defaults (Geffner and Pearl
    1992 separate background and evidence in the same way). A stated layer or weight refines them. Defaults
    without a rank are above the others.

    Args:
        strict: The strict statements.
        defaults: The defaults, which need not all be consistent with `strict`.
        closure: The kind of closure, which determines the best worlds.
        deadline: When to stop.

    Raises:
        OutOfTimeError: At the deadline.

    References:
        D. Lehmann and M. Magidor (1992), section 5; D. Lehmann (1995), definitions 2 to 5.
    """
    parts = ranked_parts(strict, defaults, deadline)
    levels = _levels(defaults, parts, stated=closure == "lexicographic")
    return (_lexicographic if closure == "lexicographic" else _rational)(strict, parts, levels, deadline)


def _levels(
    defaults: Sequence[Ranked], parts: Sequence[Part], *, stated: bool
) -> tuple[tuple[Ranked, ...], ...]:
    ranks = {
        default.id: placed.rank
        for part in parts
        for default, placed in zip(part.ranking.defaults, part.ranking.placed, strict=True)
    }
    rows: dict[Level, list[Ranked]] = {}
    for default in defaults:
        rank = ranks[default.id]
        refined = (default.layer, default.weight) if stated else (0, 0.0)
        rows.setdefault((rank is None, rank or 0, *refined), []).append(default)
    return tuple(tuple(rows[level]) for level in sorted(rows, reverse=True))


def _lexicographic(
    strict: Sequence[Ranked],
    parts: tuple[Part, ...],
    levels: tuple[tuple[Ranked, ...], ...],
    deadline: Deadline,
) -> Closed:
    # Duplicates add nothing.
    distinct = [list(dict.fromkeys(default.formula for default in level)) for level in levels]
    hard = tuple(s.formula for s in strict)
    layers = [[(formula, 1.0) for formula in level] for level in distinct]
    found = layered_optima(hard, layers, max(deadline.left, 1e-9), deadline)
    words = found.kept(deadline) if isinstance(found, Optima) else None
    if not isinstance(found, Optima) or words is None:
        raise OutOfTimeError
    flat = [(place, formula) for place, level in enumerate(distinct) for formula in level]
    word = dict(zip(flat, words, strict=True))
    kept, overridden = [], []
    with Session() as session:
        for place, level in enumerate(levels):
            for default in level:
                becomes = word[place, default.formula]
                if becomes == "always":
                    kept.append(default.id)
                    continue
                world = found.model
                if becomes == "sometimes":
                    world = found.ask(default.formula, deadline).models[-1]
                firmer = [s for row in levels[: place + 1] for s in row if true_in(s.formula, world)]
                by = _against(session, default, [*strict, *firmer], deadline)
                overridden.append(Overridden(default.id, by, becomes == "never"))
    return Closed(
        "lexicographic", parts, levels, tuple(kept), tuple(overridden), hard, found, model=found.model
    )


def _rational(
    strict: Sequence[Ranked],
    parts: tuple[Part, ...],
    levels: tuple[tuple[Ranked, ...], ...],
    deadline: Deadline,
) -> Closed:
    rows = [*strict, *(s for level in levels for s in level)]
    with Session() as session:
        handle = {s.id: session.add(s.formula) for s in rows}
        hard = [handle[s.id] for s in strict]
        found = whole_levels(session, hard, [[handle[s.id] for s in level] for level in levels], deadline)
    assert found is not None  # the strict statements have a model
    first = {handle[s.id]: s.id for s in reversed(rows)}
    clash = tuple(first[name] for name in found.clash)
    kept = [s for level in levels[: found.kept] for s in level]
    overridden = tuple(
        Overridden(s.id, tuple(name for name in clash if name != s.id))
        for level in levels[found.kept :]
        for s in level
    )
    stands = tuple(s.formula for s in (*strict, *kept))
    names = tuple(s.id for s in kept)
    return Closed("rational", parts, levels, names, overridden, stands, None, clash, found.model)


def _against(
    session: Session, default: Ranked, standing: Sequence[Ranked], deadline: Deadline
) -> tuple[str, ...]:
    """Return a minimal set of statements that contradicts a default; the first ones are preferred."""
    handles = {s.id: session.add(s.formula) for s in standing}
    found = session.check(list(handles.values()), given=[session.add(default.formula)], deadline=deadline)
    if found.satisfiable is not False:
        raise OutOfTimeError
    first = {handle: name for name, handle in reversed(handles.items())}
    return tuple(first[handle] for handle in found.core)
