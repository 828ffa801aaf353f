"""`verify`: test postulates on any operator, over thousands of random cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Operator
from defeasible.reasoner.errors import UsageError, require_at_least
from defeasible.reasoner.postulates.cases import NAMES, draw
from defeasible.reasoner.postulates.catalogue import POSTULATES
from defeasible.reasoner.postulates.postulate import Counterexample, Postulate
from defeasible.reasoner.postulates.space import Space
from defeasible.reasoner.postulates.subjects import Revisions
from defeasible.reasoner.postulates.trial import OutOfTimeError, Trial

if TYPE_CHECKING:
    from collections.abc import Collection

    from defeasible.reasoner.postulates.subjects import Subject

CASES = 1_000
"""Default number of cases."""


@dataclass(frozen=True, slots=True)
class Line:
    """The result for one postulate."""

    postulate: Postulate
    claimed: bool
    """Whether the operator claims it."""
    applied: int
    """Cases to which it applies."""
    violated: int
    """Cases that violate it."""
    undecided: int
    """Cases without an answer in time."""
    example: Counterexample | None
    """The shortest of the violating cases."""

    @property
    def rate(self) -> float:
        """Violations as a share of the applicable cases; 0 if there were none."""
        return self.violated / self.applied if self.applied else 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """The results for an operator."""

    operator: str
    cases: int
    seed: int
    lines: tuple[Line, ...]

    @property
    def ok(self) -> bool:
        """Whether every claimed postulate applied to some case and was never violated."""
        return all(line.applied and not line.violated for line in self.lines if line.claimed)

    @property
    def broken(self) -> tuple[Line, ...]:
        """The postulates that are claimed and violated."""
        return tuple(line for line in self.lines if line.claimed and line.violated)

    def line(self, postulate: str) -> Line:
        """Return the result for a postulate.

        Raises:
            UsageError: If it was not tested.
        """
        for line in self.lines:
            if line.postulate.id == postulate:
                return line
        raise UsageError(
            f"postulate {postulate!r} was not tried",
            hint=", ".join(tried.postulate.id for tried in self.lines),
        )

    def __str__(self) -> str:
        head = f"{self.operator}, {self.cases} cases, seed {self.seed}"
        lines = [
            f"{line.postulate.id:<4} {'claimed' if line.claimed else '':<8}"
            f"{line.applied:>7} applied {line.violated:>6} violated {line.rate:>7.1%}"
            f"{f' {line.undecided} undecided' if line.undecided else ''}"
            for line in self.lines
        ]
        return "\n".join((head, *lines, *(str(line.example) for line in self.broken)))


def verify(
    operator: Operator | Subject,
    *,
    cases: int = CASES,
    seed: int = 0,
    postulates: Collection[str] | None = None,
) -> Report:
    """Test postulates on an operator, over random bases of up to 5 statements about up to 4 atoms.

    All postulates are tested on one pool of cases, with exact sets of worlds. K is Cn(base), what all
    statements say together, and not the operator's own result: otherwise an operator that answers from one of
    several optima would pass. The absence of violations is evidence, not proof.

    Args:
        operator: An operator, whose revision and contraction are tested; or any other subject.
        cases: The number of cases, at least 1.
        seed: Seed of the random generator; the same seed gives the same cases.
        postulates: Ids of the postulates to test; by default all that can be stated for it.

    Returns:
        For every postulate, claimed or not: to how many cases it applied, how many violate it, and the
        shortest of these.

    Raises:
        UsageError: If `cases` is less than 1, or a claim or postulate is unknown or cannot be stated for it.
    """
    require_at_least(1, cases=cases)
    subject: Subject = Revisions(operator) if isinstance(operator, Operator) else operator
    possible = [p for p in POSTULATES.values() if p.family in subject.families]
    for wanted in (postulates or (), subject.claims):
        unknown = sorted(set(wanted) - {p.id for p in possible})
        if unknown:
            raise UsageError(
                f"`{subject.name}`: no postulate {unknown[0]!r} can be tried on it",
                hint=", ".join(p.id for p in possible),
            )
    tallies = [
        _Tally(p, p.id in subject.claims) for p in possible if postulates is None or p.id in postulates
    ]
    spaces = {n: Space(NAMES[:n]) for n in range(2, len(NAMES) + 1)}
    for case in draw(cases, seed, spaces):
        trial = Trial(subject, case)
        for tally in tallies:
            tally.add(trial)
    return Report(subject.name, cases, seed, tuple(tally.line() for tally in tallies))


class _Tally:
    """Running counts for one postulate."""

    def __init__(self, postulate: Postulate, claimed: bool) -> None:
        self.postulate = postulate
        self.claimed = claimed
        self.applied = self.violated = self.undecided = 0
        self.example: Counterexample | None = None

    def add(self, trial: Trial) -> None:
        try:
            finding = self.postulate.test(trial)
        except OutOfTimeError:
            self.undecided += 1
            return
        if finding is None:
            return
        self.applied += 1
        if not finding.holds:
            self.violated += 1
            found = Counterexample(self.postulate, trial.case, finding)
            if self.example is None or len(str(found)) < len(str(self.example)):
                self.example = found

    def line(self) -> Line:
        return Line(self.postulate, self.claimed, self.applied, self.violated, self.undecided, self.example)
