"""Check a trace that shows that two forms are equivalent, or a world in which they differ."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from defeasible.reasoner.checker.certificates import check_certificate
from defeasible.reasoner.checker.formulas import names_in, renamed
from defeasible.reasoner.checker.readings import asked, asserted, named_apart
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.size import SizeCheck
from defeasible.reasoner.checker.words import quoted
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import METRE, Comparison, DialogueFacts, Role, SizeContext, Story
from defeasible.reasoner.logic import And, FormulaNode, Iff, Implies
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import (
    ArrangementStep,
    AssumptionStep,
    CycleStep,
    PathStep,
    PremiseStep,
    SizeStep,
    SolverStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.forms import Form
    from defeasible.reasoner.forms.propositions import Propositional
    from defeasible.reasoner.trace import Step, Trace


def check_equivalence(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of an equivalence trace."""
    of_sizes = bool(trace.objects) or any(isinstance(step, SizeStep) for step in trace.steps)
    # Readings consist of formulas or of sizes; a step of the other kind would not be verified.
    strange = (PremiseStep, SolverStep) if of_sizes else (PathStep, CycleStep, ArrangementStep)
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, strange):
            kind = "sizes" if of_sizes else "formulas"
            yield Failure(number, f"a {step.kind} step is no part of comparing {kind}")
            return
        if isinstance(step, AssumptionStep) and not step.reason.endswith(NOT_READ.format("")):
            yield Failure(number, "it assumes something else than that a part was not understood")
        if isinstance(step, PremiseStep) and (step.new or step.rank is not None):
            yield Failure(
                number, "a reading has no new statements, and none is held more firmly than another"
            )
    if any(not step.statement.startswith(("1.", "2.")) for step in _stated(trace)):
        yield Failure(0, "a statement belongs to neither reading")
        return
    if trace.conclusion.before is not None or trace.conclusion.change is not None:
        yield Failure(len(trace.steps), "a comparison of readings has no verdict before it")
    yield from _sizes(trace) if of_sizes else _formulas(trace)


def _stated(trace: Trace) -> list[PremiseStep | SizeStep]:
    return [step for step in trace.steps if isinstance(step, PremiseStep | SizeStep)]


def _formulas(trace: Trace) -> Iterator[Failure]:
    last, end = trace.conclusion, len(trace.steps)
    solved = [(n, step) for n, step in enumerate(trace.steps, 1) if isinstance(step, SolverStep)]
    if len(solved) != 1 or last.uses != (solved[0][0],) or last.comparison is not None or last.flips:
        yield Failure(end, "it must rest on one solver step alone")
        return
    number, step = solved[0]
    declared = {atom.id for atom in trace.atoms}
    used = {name for s in trace.steps if isinstance(s, PremiseStep) for name in names_in(s.claim)}
    used.update(names_in(step.goal), *step.models)
    if not used <= declared:
        yield Failure(number, f"atom `{min(used - declared)}` is not declared")
    parts = step.goal.args if isinstance(step.goal, And) else (step.goal,)
    first = parts[0] if parts else None
    sides = (first.left, first.right) if isinstance(first, Iff) else ()
    if not sides or any(not isinstance(part, Iff) for part in parts):
        yield Failure(number, "its goal is not that two theories, and then two formulas each, are equivalent")
    for side, theory in zip("12", sides, strict=False):
        stated = [s for s in trace.steps if isinstance(s, PremiseStep) and s.statement.startswith(side)]
        if not isinstance(theory, And) or set(theory.args) != set(_weakened(stated)):
            yield Failure(number, f"its goal does not have the statements of reading {side}")
    if step.theory or step.phase != "after":
        yield Failure(number, "equivalence is asked of no premises")
    if problem := check_certificate(step, {}):
        yield Failure(number, problem)
    if (last.goal, last.verdict) != (step.goal, step.verdict):
        yield Failure(end, "it says something else than the solver step")
    if bool(last.reason) != (last.verdict is Verdict.TIMEOUT):
        yield Failure(end, "a reason is given just where the time ran out")


def _weakened(stated: Sequence[PremiseStep]) -> list[FormulaNode]:
    """Return the claims of a reading, each weakened by its stated requirements."""
    claims = {step.statement: step.claim for step in stated}
    required: dict[str, set[str]] = {}
    for step in stated:
        if step.role is not None and step.role.role is Role.REQUIREMENT:
            pair = {step.role.of, step.role.conditional}
            for name in pair:
                required.setdefault(name, set()).update(pair)
    found: list[FormulaNode] = []
    for name, claim in claims.items():
        if name in required and isinstance(claim, Implies):
            conditions: dict[FormulaNode, None] = {}
            for other, c in claims.items():
                if other in required[name] and isinstance(c, Implies):
                    conditions |= dict.fromkeys(c.if_.args if isinstance(c.if_, And) else (c.if_,))
            parts = tuple(conditions)
            found.append(Implies(parts[0] if len(parts) == 1 else And(parts), claim.then))
        else:
            found.append(claim)
    return found


def _sizes(trace: Trace) -> Iterator[Failure]:
    walk = SizeCheck(trace)
    failures = list(walk.steps())
    yield from failures
    last, end = trace.conclusion, len(trace.steps)
    if failures:
        return
    if last.goal is not None or last.comparison is not None or last.flips:
        yield Failure(end, "it is about no single formula or comparison")
    if not told_apart_by_questions(trace):
        yield from _compared(trace, walk)
    elif last.verdict is not Verdict.UNKNOWN or not last.reason:
        yield Failure(end, f"other questions make two readings differ in some worlds, not {last.verdict}")


def _compared(trace: Trace, walk: SizeCheck) -> Iterator[Failure]:
    """Check that the comparisons of two readings are shown to be the same or to differ."""
    last, end = trace.conclusion, len(trace.steps)
    sides: dict[int, str] = {
        n: step.statement[0] for n, step in enumerate(trace.steps, 1) if isinstance(step, SizeStep)
    }
    cycles = {
        reading
        for step in trace.steps
        if isinstance(step, CycleStep)
        if len(used := {sides[n] for n in step.edges}) == 1
        for reading in used
    }
    try:
        said = {side: [walk.stated[n] for n, of in sides.items() if of == side] for side in "12"}
        contradictory = {side for side in "12" if walk.ratios.contradictory(said[side])}
    except OverflowError as error:
        yield Failure(0, f"it is too large to verify: {error}")
        return
    if last.verdict is not Verdict.TIMEOUT and cycles != contradictory:
        yield Failure(end, "it does not show just the contradictions that there are")
        return
    match last.verdict:
        case Verdict.ENTAILED if len(cycles) == 2:
            kinds = ["cycle", "cycle"]
        case Verdict.REFUTED if len(cycles) == 1:
            kinds = ["cycle"]
        case Verdict.ENTAILED if not cycles:
            yield from _shown(trace, walk, sides)
            return
        case Verdict.UNKNOWN if not cycles:
            yield from _separated(trace, walk, sides)
            return
        case Verdict.TIMEOUT if last.reason:
            kinds = []
        case _:
            yield Failure(end, f"nothing shows that two readings are {last.verdict}")
            return
    if [trace.steps[n - 1].kind for n in last.uses] != kinds:
        yield Failure(end, "it does not rest on the contradictions that it names")


def told_apart_by_questions(trace: Trace) -> ArrangementStep | None:
    """Return the sizes by which a trace shows that two size contexts ask different questions, if it does.

    They satisfy no reading, and only the two forms show whether the questions differ.
    """
    uses = trace.conclusion.uses
    step = trace.steps[uses[0] - 1] if len(uses) == 1 else None
    return step if isinstance(step, ArrangementStep) and not step.theory else None


def _shown(trace: Trace, walk: SizeCheck, sides: dict[int, str]) -> Iterator[Failure]:
    """Check that the paths derive each comparison of either reading from the other."""
    last, end = trace.conclusion, len(trace.steps)
    shown = {
        (step.greater, step.lesser, step.factor, strict, reading)
        for n in last.uses
        if isinstance(step := trace.steps[n - 1], PathStep)
        if len(along := {sides[e] for e in step.edges}) == 1
        for strict in {step.strict, False}
        for reading in along
    }
    for number, side in sides.items():
        for c in _both_ways(walk.stated[number]):
            other = "2" if side == "1" else "1"
            if (c.left, c.right, c.factor, c.relation == ">", other) not in shown:
                yield Failure(end, f"nothing shows step {number} from the other reading")


def _separated(trace: Trace, walk: SizeCheck, sides: dict[int, str]) -> Iterator[Failure]:
    """Check that the sizes satisfy one reading and violate a comparison of the other."""
    last, end = trace.conclusion, len(trace.steps)
    worlds = [trace.steps[n - 1] for n in last.uses if isinstance(trace.steps[n - 1], ArrangementStep)]
    denied = [n for n in last.uses if n in sides]
    if len(worlds) != 1 or len(denied) != 1:
        yield Failure(end, "it must name one comparison and sizes that deny it")
        return
    world = worlds[0]
    assert isinstance(world, ArrangementStep)
    sizes = {name: Fraction(size) for name, size in world.sizes} | {METRE: Fraction(1)}
    c = walk.stated[denied[0]]
    left, right = sizes[c.left], c.factor * sizes[c.right]
    if {">": left > right, ">=": left >= right, "=": left == right}[c.relation]:
        yield Failure(end, f"the sizes do not deny step {denied[0]}")
    if set(world.theory) != {n for n, side in sides.items() if side != sides[denied[0]]}:
        yield Failure(end, "the sizes are not those of the whole other reading")


def _both_ways(c: Comparison) -> list[Comparison]:
    if c.relation != "=":
        return [c]
    return [Comparison(c.left, ">=", c.right, c.factor), Comparison(c.right, ">=", c.left, 1 / c.factor)]


def unseen(trace: Trace) -> Iterator[Failure]:
    """Yield what cannot be verified without the two forms."""
    if told_apart_by_questions(trace):
        yield Failure(
            len(trace.steps), "what the forms ask is verified only beside them, by `check_decision`"
        )


def check_readings(trace: Trace, first: Form, second: Form) -> Iterator[Failure]:
    """Yield failures if a trace compares readings other than two given forms."""
    if type(first) is not type(second):
        yield Failure(0, "the forms are of different families, and nothing can compare them")
        return
    prefix = ("", "") if first.sources == second.sources else ("1.", "2.")
    texts = [
        Source(p + s.id, s.text)
        for p, form in zip(prefix, (first, second), strict=True)
        for s in form.sources
    ]
    if set(trace.sources) != set(texts):
        yield Failure(0, "its source texts are not those of the forms")
    yield from _legend(trace, first, second)
    stated = {step.statement: (n, step) for n, step in enumerate(trace.steps, 1) if _is_stated(step)}
    for side, before, form in (("1.", prefix[0], first), ("2.", prefix[1], second)):
        found = {name: n for name, (n, _) in stated.items() if name.startswith(side)}
        for name, wanted in _said(trace, form, side, before).items():
            if name not in found or _content(stated[name][1]) != wanted:
                yield Failure(
                    found.get(name, 0), f"statement `{name[2:]}` of form {side[0]} says something else"
                )
            found.pop(name, None)
        for name, number in found.items():
            yield Failure(number, f"form {side[0]} has no statement `{name[2:]}`")
    missed = [f"{part} of reading {n}" for n, form in ((1, first), (2, second)) for part in _missed(form)]
    if [s.reason for s in trace.steps if isinstance(s, AssumptionStep)] != [
        NOT_READ.format(m) for m in missed
    ]:
        yield Failure(0, "the parts that were not understood are not those of the forms")
    if isinstance(first, SizeContext) and isinstance(second, SizeContext):
        yield from _asked_sizes(trace, first, second)
    elif not isinstance(first, SizeContext) and not isinstance(second, SizeContext):
        yield from _asked(trace, first, second)


NOT_READ = "{} was not understood"
"""How a trace reports a part of a reading that was not understood."""


def _missed(form: Form) -> list[str]:
    if isinstance(form, SizeContext):
        return [f'sentence "{quoted(form.sources, span)}"' for span in form.unread]
    if isinstance(form, Story):
        return [f"line {number}" for number in form.unread]
    return [f"turn {number}" for number in form.unread] if isinstance(form, DialogueFacts) else []


def _legend(trace: Trace, first: Form, second: Form) -> Iterator[Failure]:
    """Yield failures unless symbols correspond one to one to the things that the forms mention.

    Two symbols for the same words, or a symbol with the words of another, would let a forger distinguish what
    is the same, or identify what is not.
    """
    atoms_, objects = dict[str, None](), dict[str, None]()
    for form in (first, second):
        if isinstance(form, SizeContext):
            objects |= dict.fromkeys(_object_names(form).values())
        else:
            for p in (*asserted(form), *asked(form)):
                atoms_ |= dict.fromkeys(names_in(p.formula))
    for found, wanted in (
        ([a.gloss for a in trace.atoms], atoms_),
        ([o.name for o in trace.objects], objects),
    ):
        if sorted(found) != sorted(wanted):
            yield Failure(0, "its symbols do not stand, each for one, for what the forms speak of")


def _asked_sizes(trace: Trace, first: SizeContext, second: SizeContext) -> Iterator[Failure]:
    """Yield failures if a trace takes different questions about sizes for the same, or vice versa."""
    end = len(trace.steps)
    ids = {item.name: item.id for item in trace.objects}
    pairs = []
    for form in (first, second):
        names = _object_names(form)
        if form.question is not None:
            pairs.append([ids.get(names.get(o, ""), o) for o in form.question])
    if len(pairs) == 1:
        yield Failure(0, "the forms do not ask the same questions, and nothing can compare them")
        return
    world = told_apart_by_questions(trace)
    if len(pairs) == 2 and pairs[0] != pairs[1]:
        sizes = {METRE: "1", **dict(world.sizes)} if world else {}
        answers = [Fraction(sizes[a]) > Fraction(sizes[b]) for a, b in pairs if {a, b} <= sizes.keys()]
        if len(set(answers)) < 2:
            yield Failure(end, "the forms ask different questions, and no sizes show it")
    elif world:
        yield Failure(end, "the forms ask the same question")


def _asked(trace: Trace, first: Propositional, second: Propositional) -> Iterator[Failure]:
    """Yield failures if a trace compares queries other than those of two forms."""
    both, ids = (asked(first), asked(second)), {atom.gloss: atom.id for atom in trace.atoms}
    if [q.open for q in both[0]] != [q.open for q in both[1]]:
        yield Failure(0, "the forms do not ask the same questions, and nothing can compare them")
        return
    goal = trace.conclusion.goal
    parts = goal.args if isinstance(goal, And) else (goal,)
    sides = ([renamed(q.formula, ids) for q in side] for side in both)
    pairs = dict.fromkeys(Iff(a, b) for a, b in zip(*sides, strict=True))
    if set(parts[1:]) != set(pairs) - {parts[0]}:
        yield Failure(len(trace.steps), "it compares other queries than those of the forms")


_Content: TypeAlias = "tuple[FormulaNode | Comparison, str, str, RoleClaim | float | None, Span | None]"
"""The content of a statement: its claim, the cue in the words, the reason, its stated role, its span."""


def _is_stated(step: Step) -> TypeGuard[PremiseStep | SizeStep]:
    return isinstance(step, PremiseStep | SizeStep)


def _content(step: PremiseStep | SizeStep) -> _Content:
    if isinstance(step, SizeStep):
        return step.comparison, step.frame, step.reason, step.weight, step.span
    return step.claim, step.cue, "", step.role, step.span


def _said(trace: Trace, form: Form, side: str, prefix: str) -> dict[str, _Content]:
    said: dict[str, _Content] = {}

    def moved_span(span: Span | None) -> Span | None:
        return span and Span(prefix + span.source, span.start, span.end)

    if isinstance(form, SizeContext):
        ids = {o.name: o.id for o in trace.objects}
        names = {o: ids.get(name, name) for o, name in _object_names(form).items()} | {METRE: METRE}
        for s in form.statements:
            c = s.comparison
            moved = Comparison(names[c.left], c.relation, names[c.right], c.factor)
            said[side + s.id] = (moved, s.frame, s.reason, s.weight, moved_span(s.span))
        return said
    atom_ids = {atom.gloss: atom.id for atom in trace.atoms}
    for p in asserted(form):
        role = p.role and RoleClaim(side + p.id, side + p.role[0], p.role[1])
        said[side + p.id] = (renamed(p.formula, atom_ids), p.cue, "", role, moved_span(p.span))
    return said


def _object_names(form: SizeContext) -> dict[str, str]:
    return named_apart([(o.id, o.name) for o in form.objects])
