"""The confidence from the weights in a trace, by task, as if every word had been analysed.

A weight in nats is log-odds, so the probability that its claim is right is its logistic function. If a
verdict hinges on several claims, probabilities are multiplied. A verdict that hinges on none is certain.
"""

from __future__ import annotations

from math import exp, fsum, prod
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.truth import TABLE_ATOMS, Table, collect_atoms
from defeasible.reasoner.evidence import FRAMES, FRAMES_EARN, FormulaClaim, RoleClaim
from defeasible.reasoner.forms import Mood, Role
from defeasible.reasoner.laws.library import UNFORESEEN
from defeasible.reasoner.logic import Not
from defeasible.reasoner.trace import (
    AssumptionStep,
    EvidenceStep,
    PathStep,
    PremiseStep,
    SizeStep,
    SolverStep,
)
from defeasible.reasoner.trace.steps import (
    AskStep,
    BalanceStep,
    HappeningStep,
    LawStep,
    OptimumStep,
    ReplacementStep,
    WeighingStep,
)
from defeasible.reasoner.trace.steps.base import BY_ARRIVAL, NOT_FLIPPED, NOT_TURNED
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.trace import Trace
    from defeasible.reasoner.trace.steps import Side

_PERHAPS = "perhaps of it"
"""In the cue of what a pronoun may tell of somebody else than what is told before it."""
_REPORTED = "reported"
"""In the cue of what somebody was told, heard, or said of himself."""
READ_IN_PART = 0.5
"""Factor on the confidence if words were not analysed, or lines not understood."""
HEAVIEST = 700.0
"""Log-odds, in nats, beyond which a probability is 1 in floating point."""


def logistic(log_odds: float) -> float:
    """Return the probability of log-odds in nats."""
    return 1 / (1 + exp(-min(log_odds, HEAVIEST)))


def certain(_trace: Trace) -> float:
    """Return 1, since nothing is weighed."""
    return 1.0


def of_readings(trace: Trace) -> float:
    """Return the probability of all comparisons that the words of two readings only make likely.

    It is halved if a part of a reading was not understood.
    """
    likely = (step.weight for step in trace.steps if isinstance(step, SizeStep))
    return _of_all(trace, prod(logistic(min(weight, FRAMES_EARN)) for weight in likely if weight is not None))


def of_comparisons(trace: Trace) -> float:
    """Return the probability that all evidence that a chain of comparisons uses is right."""
    return _unopposed(trace, _on_paths(trace, trace.conclusion.uses))


def of_sizes(trace: Trace) -> float:
    """Return the probability that all evidence that the path uses or the verdict hinges on is right.

    Against a piece of evidence stands the heaviest that it overrules. Ties count once, with one half. The
    result is halved if a sentence was not understood.
    """
    last = trace.conclusion
    numbers = {n for flip in last.flips for n in flip.evidence} | _on_paths(trace, last.uses)
    named = [step for n in numbers if isinstance(step := trace.steps[n - 1], EvidenceStep)]
    sure = _unopposed(trace, numbers)
    return _of_all(trace, sure * 0.5 if _tied(named) else sure)


def _on_paths(trace: Trace, uses: Iterable[int]) -> set[int]:
    """Return the comparisons along the paths among some steps, as numbers of steps."""
    used = (trace.steps[n - 1] for n in uses)
    return {edge for step in used if isinstance(step, PathStep) for edge in step.edges}


def _unopposed(trace: Trace, numbers: Iterable[int]) -> float:
    """Return the probability that accepted evidence is right, rather than the heaviest that it overrules.

    What words only make likely earns at most `FRAMES_EARN`, however heavy it ranks.
    """
    named = ((n, trace.steps[n - 1]) for n in numbers)
    kept = {n: s for n, s in named if isinstance(s, EvidenceStep) and s.status == "accepted"}
    against = dict.fromkeys(kept, 0.0)
    for step in trace.steps:
        if isinstance(step, EvidenceStep) and step.status == "overruled":
            for n in _on_paths(trace, step.by) & kept.keys():
                against[n] = max(against[n], step.weight)
    most = {n: FRAMES_EARN if step.source == FRAMES else HEAVIEST for n, step in kept.items()}
    return prod(logistic(min(step.weight - against[n], most[n])) for n, step in kept.items())


def of_base(trace: Trace) -> float | None:
    """Return the probability of the roles on which an answer hinges, halved if arrival decides as well.

    The answer counts as hinging on roles that were not decided again. None if time ran out for a step.
    """
    last = trace.conclusion
    if any(getattr(step, "verdict", None) is Verdict.TIMEOUT for step in trace.steps):
        return None
    pairs = _pairs(trace)
    assumed = {step.reason for step in trace.steps if isinstance(step, AssumptionStep)}
    hinges = pairs.keys() if NOT_FLIPPED in assumed else _hinges(trace)
    sure = prod(logistic(_margin(pairs[pair])) for pair in hinges)
    named = (trace.steps[n - 1] for flip in last.flips for n in flip.evidence)
    arrived = NOT_TURNED in assumed or any(isinstance(step, PremiseStep) for step in named)
    return sure * BY_ARRIVAL if arrived else sure


def _pairs(trace: Trace) -> dict[tuple[str, str], list[EvidenceStep]]:
    """Return the weighed evidence on each pair of conditionals."""
    pairs: dict[tuple[str, str], list[EvidenceStep]] = {}
    for step in trace.steps:
        if type(step) is EvidenceStep and isinstance(step.claim, RoleClaim):
            pairs.setdefault((step.claim.of, step.claim.conditional), []).append(step)
    return pairs


def _hinges(trace: Trace) -> set[tuple[str, str]]:
    """Return the pairs of conditionals on whose roles the conclusion hinges."""
    named = [trace.steps[n - 1] for flip in trace.conclusion.flips for n in flip.evidence]
    claims = [step.claim for step in named if isinstance(step, EvidenceStep)]
    return {(claim.of, claim.conditional) for claim in claims if isinstance(claim, RoleClaim)}


def of_roles(trace: Trace) -> float:
    """Return the probability that the roles on which a verdict hinges are right, halved for tied readings."""
    pairs = _pairs(trace)
    if not pairs:
        return 1.0
    if not any(map(_tied, pairs.values())):
        return prod([logistic(_margin(pairs[pair])) for pair in _hinges(trace)])
    # No reading of tied roles is the right one, so the verdict counts as hinging on all the others.
    sure = prod(logistic(_margin(steps)) for steps in pairs.values() if not _tied(steps))
    readings = {s.verdict for s in trace.steps if isinstance(s, SolverStep) and s.phase == "after"}
    return sure * 0.5 if len(readings) > 1 else sure


def _tied(steps: Iterable[EvidenceStep]) -> bool:
    return "tied" in [step.status for step in steps]


def _margin(steps: Iterable[EvidenceStep]) -> float:
    """Return the absolute difference, in nats, between requirement and the heaviest of the other roles."""
    weights: dict[Role, list[float]] = {}
    for step in steps:
        assert isinstance(step.claim, RoleClaim)
        weights.setdefault(step.claim.role, []).append(step.weight)
    sums = {role: fsum(found) for role, found in weights.items()}
    requirement = sums.pop(Role.REQUIREMENT, 0.0)
    return abs(requirement - max(sums.values(), default=0.0))


def of_optima(trace: Trace) -> float | None:
    """Return the log-linear probability of the best model against the best one of the other side."""
    evidence = [s for s in trace.steps if isinstance(s, EvidenceStep)]
    last = trace.conclusion
    if last.verdict is Verdict.UNKNOWN:
        return 0.5 if _tied(evidence) else 1.0
    if last.verdict is Verdict.INCONSISTENT:
        return 1.0
    assert last.goal is not None
    hard = [s.claim for s in trace.steps if isinstance(s, PremiseStep)]
    soft = [(s.claim.formula, s.weight) for s in evidence if isinstance(s.claim, FormulaClaim)]
    names: dict[str, None] = {}
    for formula in (*hard, *(f for f, _ in soft), last.goal):
        collect_atoms(formula, names)
    if len(names) > TABLE_ATOMS:
        return None
    table = Table(tuple(names))
    rows = table.of(Not(last.goal) if last.verdict is Verdict.ENTAILED else last.goal)
    for formula in hard:
        rows &= table.of(formula)
    other = _least(rows, [(table.full ^ table.of(f), weight) for f, weight in soft])
    best = next(s.cost for s in trace.steps if isinstance(s, OptimumStep))
    return 1.0 if other is None else logistic(other - best)


def _least(rows: int, broken: list[tuple[int, float]]) -> float | None:
    """Return the least total weight violated in some row; None if there is no row."""
    if not rows:
        return None
    costs = {rows: 0.0}
    for where, weight in broken:
        split: dict[int, float] = {}
        for group, cost in costs.items():
            for part, more in ((group & where, weight), (group & ~where, 0.0)):
                if part:
                    split[part] = cost + more
        costs = split
    return min(costs.values())


def of_story(trace: Trace) -> float:
    """Return the logistic function of the extra weight that the other side gives up; 1 if it is impossible.

    It is halved if a line that counts was not understood, and if each conflict with the other side needs a
    line whose pronoun may mean somebody else, or that says that somebody said so.
    """
    ask = next(step for step in trace.steps if isinstance(step, AskStep))
    lines = ask.support if ask.support and not ask.context else None
    unread = [step.reason for step in trace.steps if isinstance(step, AssumptionStep)]
    missed = unread if lines is None else {f"line {n} was not understood" for n in lines} & {*unread}
    sure = _of_weighing(trace) * (READ_IN_PART if _unsure(trace) else 1.0)
    return sure * (READ_IN_PART if missed else 1.0)


def _unsure(trace: Trace) -> bool:
    """Return whether each conflict needs a report, or a line whose pronoun may mean somebody else."""
    first = next(step for step in trace.steps if isinstance(step, WeighingStep))
    losing = {Verdict.ENTAILED: first.contra, Verdict.REFUTED: first.pro}.get(first.verdict)
    told = [(n, s.happening) for n, s in enumerate(trace.steps, 1) if isinstance(s, HappeningStep)]
    unsure = {n for n, one in told if _REPORTED in one.cue} | {
        max((n for n, one in told[:k] if one.mood is not Mood.POSSIBLE), default=0)
        for k, (_, twin) in enumerate(told)
        if _PERHAPS in twin.cue
    }
    return losing is not None and bool(losing.cores) and all(unsure & {*core} for core in losing.cores)


def _of_weighing(trace: Trace) -> float:
    first = next(step for step in trace.steps if isinstance(step, WeighingStep))
    assert first.pro is not None
    assert first.contra is not None
    if first.pro.cost is None or first.contra.cost is None:
        return 1.0
    if first.verdict is Verdict.UNKNOWN:
        return 0.5
    lead = abs(_given_up(trace, first.pro) - _given_up(trace, first.contra))
    losing = first.contra if first.verdict is Verdict.ENTAILED else first.pro
    steps = enumerate(trace.steps, 1)
    kept = {n for n, step in steps if isinstance(step, LawStep) and step.law == "persistence"}
    if not any(kept.isdisjoint(core) for core in losing.cores):
        lead = min(lead, UNFORESEEN)
    return logistic(lead)


def _given_up(trace: Trace, side: Side) -> float:
    return fsum(getattr(trace.steps[n - 1], "weight", None) or 0.0 for n in side.broken)


def of_dialogue(trace: Trace) -> float:
    """Return the share of the chosen option; 1 if nothing was weighed, 0 if nothing was decided.

    It is halved if a turn was not understood, except for a choice of options, which weighs words of any turn.
    """
    balance = next((step for step in trace.steps if isinstance(step, BalanceStep)), None)
    if balance is not None:
        most = max(option.weight for option in balance.options)
        chosen = trace.verdict is Verdict.ENTAILED
        return 1 / fsum(exp(option.weight - most) for option in balance.options) if chosen else 0.0
    if any(isinstance(step, ReplacementStep) for step in trace.steps) or trace.conclusion.reason:
        sure = float(trace.verdict is not Verdict.UNKNOWN)
    else:
        sure = 1.0
    return _of_all(trace, sure)


def _of_all(trace: Trace, sure: float) -> float:
    """Return a confidence, halved if the trace names a part that was not understood."""
    unread = any(isinstance(step, AssumptionStep) for step in trace.steps)
    return sure * READ_IN_PART if unread else sure
