"""The equivalence decider: whether two forms say and ask the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.belief.engine import Problem
from defeasible.reasoner.belief.roles import groups
from defeasible.reasoner.decision import Decision, parts_unread, read_in_part
from defeasible.reasoner.equivalence.sizes import equivalent_sizes
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import AtomDecl, DialogueFacts, Premises, Role, SizeContext, Story
from defeasible.reasoner.forms.propositions import (
    Proposition,
    Propositional,
    opaque,
    parts_of,
    queries,
    statements,
)
from defeasible.reasoner.logic import (
    And,
    FormulaNode,
    Iff,
    Implies,
    atoms,
    check_depth,
    conjoin,
    evaluate,
    rename,
)
from defeasible.reasoner.smt import engine_name
from defeasible.reasoner.text import Source, Span, quote
from defeasible.reasoner.trace import AssumptionStep, ConclusionStep, PremiseStep, SolverStep, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Form
    from defeasible.reasoner.sat.deadline import Deadline


def equivalent(first: Form, second: Form, *, timeout: float | Deadline = 10.0) -> Decision:
    """Decide whether two forms say and ask the same.

    Atoms (objects, participants, phrases) are the same if they have the same words, up to case, articles and
    punctuation. Conditionals with a stated role are weakened by it. A story's happenings and a dialogue's
    facts are compared as literals. Two inconsistent readings are logically equivalent.

    Args:
        first: A form.
        second: Another form of the same family.
        timeout: Seconds for the whole call, or the deadline of the call that it is part of.

    Returns:
        ENTAILED if they are equivalent; UNKNOWN or REFUTED if they differ in some worlds or in every world,
        one of which `separating_world` then describes; TIMEOUT. With a trace that the checker accepts.

    Raises:
        UsageError: If the forms are of different families.
        FormError: If a formula is nested too deeply.
    """
    if isinstance(first, SizeContext) and isinstance(second, SizeContext):
        return equivalent_sizes(first, second, timeout)
    for family in (Premises, Story, DialogueFacts):
        if isinstance(first, family) and isinstance(second, family):
            return _propositional(first, second, timeout)
    raise UsageError(
        f"cannot compare a form of type {type(first).__name__} with one of type {type(second).__name__}",
        hint="both must be of one family: Premises, SizeContext, Story or DialogueFacts",
    )


def separating_world(decision: Decision) -> str:
    """Describe a world in which two readings differ, and what each says about it; empty if there is none.

    Args:
        decision: The result of `equivalent`.
    """
    trace = decision.trace
    goal = trace.conclusion.goal
    if trace.task != "equivalence" or decision.verdict not in (Verdict.UNKNOWN, Verdict.REFUTED):
        return ""
    if goal is None:
        return trace.conclusion.reason
    solved = next(step for step in trace.steps if isinstance(step, SolverStep))
    model = frozenset(solved.models[-1])
    world = {atom.id: atom.id in model for atom in trace.atoms}
    shown = [atom.gloss if world[atom.id] else f"not: {atom.gloss}" for atom in trace.atoms]
    return f"In the world {{{'; '.join(shown)}}} {_difference(goal, trace, world)}."


def _difference(goal: FormulaNode, trace: Trace, world: dict[str, bool]) -> str:
    parts = goal.args if isinstance(goal, And) else (goal,)
    differing = next(n for n, part in enumerate(parts) if not evaluate(part, world))
    if differing:
        return f"the readings of query {differing} differ"
    false = {
        side: [
            step.statement
            for step in trace.steps
            if isinstance(step, PremiseStep)
            and step.statement.startswith(f"{side}.")
            and not evaluate(step.claim, world)
        ]
        for side in (1, 2)
    }
    holds, fails = (1, 2) if not false[1] else (2, 1)
    because = f": {', '.join(name.partition('.')[2] for name in false[fails])} is false there"
    return f"reading {holds} is true and reading {fails} is not{because if false[fails] else ''}"


def _propositional(first: Propositional, second: Propositional, timeout: float | Deadline) -> Decision:
    sides = (first, second)
    said, asked = [statements(form) for form in sides], [queries(form) for form in sides]
    if len(asked[0]) != len(asked[1]) or any(a.open != b.open for a, b in zip(*asked, strict=True)):
        raise UsageError(
            "the two forms do not ask the same questions: "
            f"{len(asked[0])} queries against {len(asked[1])}, or an open query against a closed one",
            hint="compare forms of the same questions, or leave the queries out of both",
        )
    formulas = [p.formula for group in (*said, *asked) for p in group]
    for formula in formulas:
        check_depth(formula, "a statement")
    names = {name: f"a{n}" for n, name in enumerate(dict.fromkeys(a for f in formulas for a in atoms(f)), 1)}
    prefix = ("", "") if first.sources == second.sources else ("1.", "2.")
    steps: list[PremiseStep | SolverStep | AssumptionStep | ConclusionStep] = []
    for side, group in enumerate(said):
        steps += [_step(p, f"{side + 1}.", prefix[side], names) for p in group]
    goal = goal_of(
        [[s for s in steps if isinstance(s, PremiseStep) and s.statement[0] == side] for side in "12"],
        [[rename(q.formula, names) for q in group] for group in asked],
    )
    problem = Problem(timeout)
    answer = problem.solve((), problem.code(goal))
    numbered = list(problem.numbers)
    models = tuple(tuple(numbered[i] for i in model) for model in answer.models)
    steps.append(SolverStep(engine_name(), (), goal, answer.verdict, (), models))
    reason = "the solver ran out of time" if answer.verdict is Verdict.TIMEOUT else ""
    missed = parts_of(first, second)
    uses = (len(steps),)
    steps += [AssumptionStep(f"{part} was not understood") for part in missed]
    steps.append(ConclusionStep(answer.verdict, uses, goal, reason=reason))
    sources = first.sources if prefix[0] == "" else _prefixed(first, "1.") + _prefixed(second, "2.")
    unread = {
        name: tuple(
            replace(span, source=before + span.source)
            for form, before in zip(sides, prefix, strict=True)
            for span in opaque(form, name)
        )
        for name in names
    }
    declared = tuple(AtomDecl(short, name, opaque=unread[name]) for name, short in names.items())
    trace = Trace("equivalence", sources, tuple(steps), declared)
    confidence = 1.0 if answer.verdict.decided else 0.0
    decided = Decision(answer.verdict, trace, confidence=confidence, reason=reason)
    decided = parts_unread(decided, "part", missed)
    words = [quote(sources, span) for spans in unread.values() for span in spans]
    stated = {quote(sources, s.span) for s in steps if isinstance(s, PremiseStep) and s.span is not None}
    return read_in_part(decided, words, stated)


def _step(p: Proposition, side: str, prefix: str, names: dict[str, str]) -> PremiseStep:
    span = None if p.span is None else Span(prefix + p.span.source, p.span.start, p.span.end)
    role = None if p.role is None else RoleClaim(side + p.id, side + p.role[0], p.role[1])
    return PremiseStep(side + p.id, rename(p.formula, names), span, p.cue, role=role)


def _prefixed(form: Propositional, prefix: str) -> tuple[Source, ...]:
    return tuple(Source(prefix + s.id, s.text) for s in form.sources)


def goal_of(said: Sequence[Sequence[PremiseStep]], asked: Sequence[Sequence[FormulaNode]]) -> FormulaNode:
    """Return the formula that is valid iff two readings are equivalent: first theories, then queries."""
    theories = [And(tuple(dict.fromkeys(_weakened(group)))) for group in said]
    return conjoin(Iff(*theories), *(Iff(a, b) for a, b in zip(*asked, strict=True)))


def _weakened(group: Sequence[PremiseStep]) -> list[FormulaNode]:
    """Return the claims of a reading, with each conditional weakened by its stated requirements."""
    required = groups(
        (s.role.of, s.role.conditional) for s in group if s.role and s.role.role is Role.REQUIREMENT
    )
    claims = {s.statement: s.claim for s in group}
    found: list[FormulaNode] = []
    for name, claim in claims.items():
        members = [c for other, c in claims.items() if other in required.get(name, ())]
        if not members:
            found.append(claim)
            continue
        conditions = [c.if_ for c in members if isinstance(c, Implies)]
        assert isinstance(claim, Implies)
        found.append(Implies(conjoin(*conditions), claim.then))
    return found
