"""The input and output of operators of belief change: ranked statements and their settlement."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import Atom, FormulaNode, positive
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from defeasible.reasoner.defaults.closed import Closed
    from defeasible.reasoner.sat import Deadline

TIMEOUT = 10.0
"""Default seconds for each settlement and each answer."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One statement of a belief base, as operators see it.

    Raises:
        UsageError: On construction, if the weight is not positive, or `formula` is not a formula.
    """

    id: str
    """Its name in answers; unique within its base."""
    formula: FormulaNode
    weight: float = 1.0
    """Its weight in nats; `math.inf` for a certain (hard) statement, which is never given up."""
    layer: int = 0
    """A statement of a higher layer outweighs all of lower layers, such as context over typical facts."""
    seq: int = 0
    """Its time of arrival. Among equals the newer outranks the older; drops for this reason are marked."""
    default: bool = False
    """Whether it is a default. Linear revision ranks defaults by specificity."""

    def __post_init__(self) -> None:
        if not isinstance(self.formula, FormulaNode):
            raise UsageError(
                f"statement `{self.id}` is {self.formula!r}, which is not a formula",
                hint='such as Implies(Atom("p"), Atom("q"))',
            )
        if not self.weight > 0:
            raise UsageError(
                f"statement `{self.id}` has weight {self.weight!r}",
                hint="a positive number of nats, or math.inf for what is certain",
            )

    @property
    def hard(self) -> bool:
        """Whether the statement is certain, so that no operator gives it up."""
        return math.isinf(self.weight)

    @property
    def rank(self) -> tuple[int, float, int]:
        """Its rank among the soft statements; a higher rank wins."""
        return (self.layer, self.weight, self.seq)


class Status(StrEnum):
    """The status of a settlement."""

    SETTLED = "settled"
    """It is decided which statements are kept; these are consistent."""
    INCONSISTENT = "inconsistent"
    """The hard statements are inconsistent, so nothing can be settled."""
    TIMEOUT = "timeout"
    """Time ran out; this says nothing about the statements."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A statement that is not kept, and why."""

    id: str
    conflict: tuple[str, ...]
    """A minimal set of statements that contradicts it. Empty if it contradicts itself.

    Under `LINEAR` all of them are hard or outrank it. Under `DALAL` a statement can be lost although it is in
    no conflict; then this is the conflict that caused the change.
    """
    always: bool = True
    """Whether it is given up in every optimum, or only in some of several."""
    tied: tuple[str, ...] = ()
    """Members of the conflict with the same weight: recency or a tie decided, not weight."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A two-sided answer: what follows about a goal from the kept statements, in every optimum."""

    verdict: Verdict
    core: tuple[str, ...] = ()
    """Ids of a minimal set of statements that decide the goal (or contradict each other).

    With several optima, the union of one such set for each.
    """
    models: tuple[frozenset[str], ...] = ()
    """True atoms of each model: one if decided; for UNKNOWN two, with the goal true, then with it false."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The settlement of a base by an operator."""

    operator: str
    status: Status
    kept: tuple[str, ...] = ()
    """Ids of the kept statements (in every optimum), hard ones first, then by rank."""
    dropped: tuple[Dropped, ...] = ()
    """The others, by rank."""
    core: tuple[str, ...] = ()
    """If INCONSISTENT: a minimal set of hard statements that contradict each other."""
    decide: Callable[[FormulaNode, bool, Deadline | None], Answer] | None = field(
        default=None, compare=False, repr=False
    )
    """If SETTLED: answers a goal, with or without a core, until a deadline."""
    closed: Closed | None = field(default=None, compare=False, repr=False)
    """The closure of the defaults, if not all of them hold."""

    def ask(self, goal: FormulaNode, *, core: bool = True, deadline: Deadline | None = None) -> Answer:
        """Return what follows about a goal from the kept statements.

        Args:
            goal: The formula asked about.
            core: Whether to return a core, which costs more than the answer itself.
            deadline: When to stop; by default after the operator's timeout.

        Raises:
            FormError: If the goal is nested too deeply.
        """
        if self.status is Status.INCONSISTENT:
            return Answer(Verdict.INCONSISTENT, self.core)
        if self.decide is None:
            return Answer(Verdict.TIMEOUT)
        return self.decide(goal, core, deadline)


@runtime_checkable
class Operator(Protocol):
    """A way to resolve contradictions among statements."""

    @property
    def name(self) -> str:
        """The name of the operator, such as `linear`."""
        ...

    @property
    def claims(self) -> frozenset[str]:
        """Ids of the postulates that it claims to satisfy; see `defeasible.reasoner.postulates`."""
        ...

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        """Decide which statements are kept, and how to answer from them.

        Args:
            statements: The base, in any order.
            deadline: When to stop; by default after the operator's timeout.

        Raises:
            UsageError: If two statements have the same id.
            FormError: If a formula is nested too deeply.
        """
        ...


def by_rank(statements: Iterable[Ranked]) -> list[Ranked]:
    """Return the hard statements in order of arrival, then the soft ones by descending rank.

    Raises:
        UsageError: If two statements have the same id.
    """
    ordered = sorted(statements, key=_place)
    seen: set[str] = set()
    for statement in ordered:
        if statement.id in seen:
            raise UsageError(f"duplicate statement id `{statement.id}`", hint="ids must be unique in a base")
        seen.add(statement.id)
    return ordered


def for_cores(statements: Iterable[Ranked]) -> list[Ranked]:
    """Return statements in an order that gives short cores: literals first, then the newest."""
    return sorted(statements, key=lambda s: (not _is_literal(s.formula), -s.seq, s.id))


def _place(statement: Ranked) -> tuple[bool, int, float, int, str]:
    if statement.hard:
        return (False, 0, 0.0, statement.seq, statement.id)
    return (True, -statement.layer, -statement.weight, -statement.seq, statement.id)


def _is_literal(formula: FormulaNode) -> bool:
    return isinstance(positive(formula), Atom)
