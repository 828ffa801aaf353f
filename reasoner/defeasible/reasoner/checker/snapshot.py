"""Check a belief base trace against the base: statements, evidence, words, and the question."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.formulas import names_in, said
from defeasible.reasoner.checker.ranks import linked
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Conditional
from defeasible.reasoner.trace import AssumptionStep, BaseStep, EvidenceStep, PremiseStep
from defeasible.reasoner.trace.steps.base import UNANALYSED
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.evidence import Claim
    from defeasible.reasoner.forms import Held, Snapshot
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Trace


def check_snapshot(trace: Trace, snapshot: Snapshot, goal: FormulaNode | None = None) -> Iterator[Failure]:
    """Yield failures if a trace is about another base or goal, or omits something relevant.

    Args:
        trace: The trace of an answer.
        snapshot: The base at the time of the question, with the evidence that it weighed.
        goal: The formula asked about, if known.
    """
    opening = trace.steps[0]
    if goal is not None and trace.conclusion.goal != goal:
        yield Failure(len(trace.steps), f"it does not answer whether `{goal}` follows, which was asked")
    if not isinstance(opening, BaseStep):
        return  # its logic fails anyway
    if (opening.statements, opening.digest) != (len(snapshot), snapshot.digest):
        yield Failure(1, "the base was another one when it was asked")
        return
    if opening.operator != snapshot.operator:
        yield Failure(1, f"the operator of the base is {snapshot.operator}")
    answered = trace.conclusion.goal
    held = snapshot.statements
    near = [] if answered is None else linked([said(h.statement) for h in held], answered)
    wanted = [held[n] for n in near]
    in_force = {item.id: item for item in held}
    stated = [(n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, PremiseStep)]
    for (number, step), item in zip(stated, wanted, strict=False):
        if not _states(step, item, in_force):
            yield Failure(number, f"statement `{item.id}` of the base says something else")
    if len(stated) != len(wanted):
        yield Failure(0, f"{len(wanted)} statements are linked to the goal, it states {len(stated)}")
    linked_ids = {item.id for item in wanted}
    partly = any(_read_in_part(item, snapshot) for item in held if item.id not in linked_ids)
    said_so = AssumptionStep(UNANALYSED) in trace.steps
    if said_so is not (partly and trace.verdict is Verdict.UNKNOWN):
        yield Failure(0, "statements that are not linked were read in part, which it should say just then")
    yield from _other_evidence(trace, snapshot, linked_ids)
    yield from _other_words(trace, snapshot)


def _read_in_part(held: Held, snapshot: Snapshot) -> bool:
    span = held.statement.span
    names = names_in(said(held.statement))
    declared = [snapshot.atoms[name] for name in names if name in snapshot.atoms]
    return span is not None and any(o.source == span.source for decl in declared for o in decl.opaque)


def _other_evidence(trace: Trace, snapshot: Snapshot, linked_ids: set[str]) -> Iterator[Failure]:
    """Yield failures if the evidence on roles of linked statements is not what the base weighed."""
    wanted: Counter[tuple[Claim, float, str, str]] = Counter(
        (item.claim, item.weight, item.source, item.reason)
        for item in snapshot.evidence
        if isinstance(item.claim, RoleClaim)
        and linked_ids.issuperset((item.claim.of, item.claim.conditional))
    )
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, EvidenceStep):
            stated = (step.claim, step.weight, step.source, step.reason)
            if not wanted[stated]:
                yield Failure(number, "the base weighed no such evidence")
            wanted[stated] -= 1
    if missing := next(wanted.elements(), None):
        yield Failure(0, f"evidence of `{missing[2]}` that the base weighed is not in the trace")


def _other_words(trace: Trace, snapshot: Snapshot) -> Iterator[Failure]:
    for source in trace.sources:
        if snapshot.sources.get(source.id, source) != source:
            yield Failure(0, f"source `{source.id}` of the base has other words")
    glosses = {atom.gloss for atom in snapshot.atoms.values()}
    for atom in trace.atoms:
        if atom.id not in snapshot.atoms:
            if atom.gloss in glosses:
                yield Failure(0, f"new atom `{atom.id}` stands for what an atom of the base does")
        elif snapshot.atoms[atom.id].gloss != atom.gloss:
            yield Failure(0, f"atom `{atom.id}` of the base stands for something else")


def _states(step: PremiseStep, held: Held, in_force: dict[str, Held]) -> bool:
    statement, role = held.statement, None
    if isinstance(statement, Conditional) and statement.role is not None and statement.of in in_force:
        earlier = in_force[statement.of].statement
        if isinstance(earlier, Conditional) and earlier.then == statement.then:
            role = RoleClaim(statement.id, statement.of, statement.role)
    return (step.statement, step.claim, step.span, step.cue, step.rank, step.role) == (
        statement.id,
        said(statement),
        statement.span,
        statement.cue,
        held.rank,
        role,
    )
