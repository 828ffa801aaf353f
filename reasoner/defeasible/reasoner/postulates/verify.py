"""`verify`: try postulates on an operator, one's own included, over thousands of random cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Operator
from defeasible.reasoner.errors import UsageError
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
"""Cases, where nobody says otherwise."""


@dataclass(frozen=True, slots=True)
class Line:
    """What was found about one postulate."""

    postulate: Postulate
    claimed: bool
    """Whether the operator is meant to keep it."""
    applied: int
    """Cases that its condition let say something."""
    violated: int
    """Those that it fails."""
    undecided: int
    """Cases without an answer in time."""
    example: Counterexample | None
    """Of the failing cases, the one that is said in the fewest words."""

    @property
    def rate(self) -> float:
        """Violations as a share of the cases that it applied to; 0 where there were none."""
        return self.violated / self.applied if self.applied else 0.0


@dataclass(frozen=True, slots=True)
class Report:
    """What was found about an operator."""

    operator: str
    cases: int
    seed: int
    lines: tuple[Line, ...]

    @property
    def ok(self) -> bool:
        """Whether every claimed postulate applied to some case and failed none."""
        return all(line.applied and not line.violated for line in self.lines if line.claimed)

    @property
    def broken(self) -> tuple[Line, ...]:
        """The postulates that are claimed and violated."""
        return tuple(line for line in self.lines if line.claimed and line.violated)

    def line(self, postulate: str) -> Line:
        """Return what was found about a postulate.

        Raises:
            UsageError: If it was not tried.
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
    """Try postulates on an operator, over random bases of up to 5 statements about up to 4 atoms.

    All postulates are tried on one pool of cases, in exact sets of worlds. K is what all statements say
    together, Cn(base), and not what the operator makes of them: an operator that answers from one of several
    optima would otherwise pass. No violation is evidence, not proof.

    Args:
        operator: An operator, whose revision and contraction are tried; or any other way of change.
        cases: How many cases, at least 1.
        seed: Of the random generator; the same seed gives the same cases.
        postulates: Ids of those to try; by default all that can be stated of it.

    Returns:
        For every postulate, claimed or not: how many cases it applied to, how many fail it, and the
        shortest of these.

    Raises:
        UsageError: If there are no cases, a claim or a postulate is unknown, or cannot be stated of it.
    """
    if cases < 1:
        raise UsageError(f"{cases} cases cannot test anything", hint="at least 1")
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
    """Counts of one postulate as cases go by."""

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
