"""What operators of belief change work on and give back: ranked statements, and what they come to."""

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
"""Seconds for each settlement and each answer, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One statement of a belief base, as operators see it.

    Raises:
        UsageError: On construction, if the weight is not positive, or what is stated is no formula.
    """

    id: str
    """What the statement is called in answers; unique within its base."""
    formula: FormulaNode
    weight: float = 1.0
    """How firmly it is held, in nats; `math.inf` for what is certain (hard) and never given up."""
    layer: int = 0
    """One statement of a higher layer outweighs all of the lower ones: context over typical facts, say."""
    seq: int = 0
    """When it arrived. Among equals the newer outranks the older, and a drop that is due to that says so."""
    default: bool = False
    """Whether it holds as a rule. Linear revision ranks such statements by how specific they are."""

    def __post_init__(self) -> None:
        if not isinstance(self.formula, FormulaNode):
            raise UsageError(
                f"statement `{self.id}` is {self.formula!r}, which is no formula",
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
        """Its place among the soft statements: a higher rank wins."""
        return (self.layer, self.weight, self.seq)


class Status(StrEnum):
    """How an operator ended."""

    SETTLED = "settled"
    """It is said which statements stand; what stands is consistent."""
    INCONSISTENT = "inconsistent"
    """The hard statements contradict each other, so nothing can be settled."""
    TIMEOUT = "timeout"
    """The time ran out; says nothing about the statements."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A statement that does not stand, and why."""

    id: str
    conflict: tuple[str, ...]
    """Statements that together contradict it, none of which can be left out. Empty if it contradicts itself.

    Under `LINEAR` all of them are hard or outrank it. Under `DALAL` a statement can be lost although it is
    in no contradiction itself; then this is the contradiction that set the change off.
    """
    always: bool = True
    """Whether it is given up in every optimum, or only in some of several."""
    tied: tuple[str, ...] = ()
    """Members of the conflict that weigh as much as it does: recency or a tie decided, not weight."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A two-sided answer: what follows about a goal from what stands, in every optimum."""

    verdict: Verdict
    core: tuple[str, ...] = ()
    """Ids of a minimal set of statements that decide the goal (or contradict each other).

    Where there are several optima, the union of one such set for each.
    """
    models: tuple[frozenset[str], ...] = ()
    """True atoms of each model: one when decided; goal true, then goal false when UNKNOWN."""


@dataclass(frozen=True, slots=True)
class Settled:
    """What a base comes to under an operator."""

    operator: str
    status: Status
    kept: tuple[str, ...] = ()
    """Ids of the statements that stand (in every optimum), hard ones first, then by rank."""
    dropped: tuple[Dropped, ...] = ()
    """The others, by rank."""
    core: tuple[str, ...] = ()
    """When INCONSISTENT: hard statements that contradict each other, none of which can be left out."""
    decide: Callable[[FormulaNode, bool, Deadline | None], Answer] | None = field(
        default=None, compare=False, repr=False
    )
    """How the operator answers a goal, with or without a core and until when, when SETTLED."""
    closed: Closed | None = field(default=None, compare=False, repr=False)
    """What defaults come to, where not all of them hold."""

    def ask(self, goal: FormulaNode, *, core: bool = True, deadline: Deadline | None = None) -> Answer:
        """Return what follows about a goal from what stands.

        Args:
            goal: What is asked about.
            core: Whether a core is wanted, which costs more than the answer itself.
            deadline: When to stop; by default after the operator's own time.

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
    """A way to make a consistent whole of statements that may contradict each other."""

    @property
    def name(self) -> str:
        """What the operator is called: `linear`."""
        ...

    @property
    def claims(self) -> frozenset[str]:
        """Ids of the postulates that it is meant to keep; see `defeasible.reasoner.postulates`."""
        ...

    def settle(self, statements: Sequence[Ranked], deadline: Deadline | None = None) -> Settled:
        """Tell which statements stand, and how to answer from them.

        Args:
            statements: The base, in any order.
            deadline: When to stop; by default after the operator's own time.

        Raises:
            UsageError: If two statements have the same id.
            FormError: If a formula is nested too deeply.
        """
        ...


def by_rank(statements: Iterable[Ranked]) -> list[Ranked]:
    """Return the hard statements in order of arrival, then the soft ones from the highest rank down.

    Raises:
        UsageError: If two statements have the same id.
    """
    ordered = sorted(statements, key=_place)
    seen: set[str] = set()
    for statement in ordered:
        if statement.id in seen:
            raise UsageError(f"two statements have the id `{statement.id}`", hint="ids are unique in a base")
        seen.add(statement.id)
    return ordered


def for_cores(statements: Iterable[Ranked]) -> list[Ranked]:
    """Return statements in the order that makes for short cores: literals, then the newest first."""
    return sorted(statements, key=lambda s: (not _is_literal(s.formula), -s.seq, s.id))


def _place(statement: Ranked) -> tuple[bool, int, float, int, str]:
    if statement.hard:
        return (False, 0, 0.0, statement.seq, statement.id)
    return (True, -statement.layer, -statement.weight, -statement.seq, statement.id)


def _is_literal(formula: FormulaNode) -> bool:
    return isinstance(positive(formula), Atom)
