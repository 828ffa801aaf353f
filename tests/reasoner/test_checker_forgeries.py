"""Forgeries by someone who knows the checker: each is a whole trace built to pass, and must not.

The mutation tests change one thing in a true proof. Here a forger rewrites several steps at once, so that
each looks right beside the others, and the conclusion or what the proof says is wrong.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from builders import P, Q, R, S, edited, sizes, theory, weighing
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import (
    AtomDecl,
    Comparison,
    Conditional,
    Premises,
    Role,
    SizeContext,
    SizeObject,
)
from defeasible.reasoner.logic import And, Atom, Implies
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import (
    AssumptionStep,
    ConclusionStep,
    EvidenceStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SizeStep,
    SolverStep,
    Step,
    Trace,
)
from defeasible.reasoner.trace.codec import seal
from defeasible.reasoner.verdict import Change, Verdict

PONENS = theory(Implies(P, Q), P, Implies(R, Q), query=Q)
E, U = Verdict.ENTAILED, Verdict.UNKNOWN


def prove(form: Premises, *, new: frozenset[str] = frozenset(), **weights: float) -> Trace:
    return belief.decide(form, form.queries[0].formula, new=new, roles=weighing(**weights)).trace


def with_role(role: Role | None, form: Premises = PONENS) -> Premises:
    first, fact, later = form.statements
    assert isinstance(later, Conditional)
    return replace(form, statements=(first, fact, replace(later, role=role, of=role and "c1")))


def given(trace: Trace) -> list[Evidence]:
    steps = [s for s in trace.steps if isinstance(s, EvidenceStep)]
    return [Evidence(s.claim, s.weight, s.source, s.reason) for s in steps]


# --- another problem than the form's -----------------------------------------------------------------------


@pytest.mark.parametrize(("stated", "forged"), [(Role.REQUIREMENT, None), (None, Role.REQUIREMENT)])
def test_a_stated_role_can_be_neither_dropped_nor_invented(stated: Role | None, forged: Role | None) -> None:
    assert not complaints(prove(with_role(stated)), with_role(stated), [])
    assert complaints(prove(with_role(forged)), with_role(stated), [])


@pytest.mark.parametrize(
    "changed",
    [
        lambda t: replace(t, sources=(Source("s1", "text 7"), *t.sources[1:])),
        lambda t: replace(t, atoms=(AtomDecl("a1", "another gloss"), *t.atoms[1:])),
        lambda t: edited(
            t, s1=replace(t.steps[0], span=Span("s2", 0, 4)), s2=replace(t.steps[1], span=Span("s1", 0, 4))
        ),
        lambda t: edited(t, s1=replace(t.steps[0], cue="negation: never")),
        lambda t: replace(t, steps=(t.steps[1], t.steps[0], *t.steps[2:])),
    ],
    ids=["the source's text", "an atom's gloss", "the words quoted", "what was read in them", "the order"],
)
def test_what_a_proof_shows_is_what_the_form_says(changed: Callable[[Trace], Trace]) -> None:
    form = theory(P, Q, query=S)  # two facts: their steps can change places without a trace in the logic
    trace = prove(form)
    assert not complaints(trace, form)
    assert complaints(changed(trace), form)


def test_the_names_of_objects_are_the_forms() -> None:
    context = sizes(Comparison("o1", ">", "o2"))
    trace = size.decide(context).trace
    first, second, *others = trace.objects
    swapped = (replace(first, name=second.name), replace(second, name=first.name), *others)
    assert complaints(replace(trace, objects=swapped), context)
    step = trace.steps[0]
    assert isinstance(step, SizeStep)
    assert complaints(edited(trace, s1=replace(step, reason="another")), context)


def test_the_reason_for_evidence_is_the_one_given() -> None:
    trace = prove(PONENS, alternative=1.0)
    step = trace.steps[3]
    assert isinstance(step, EvidenceStep)
    forged = edited(trace, s4=replace(step, reason="a better reason"))
    assert complaints(forged, PONENS, given(trace))


def test_which_premise_arrived_last_is_part_of_the_problem() -> None:
    trace = prove(PONENS, new=frozenset({"c3"}), requirement=1.0)
    assert not complaints(trace, PONENS, given(trace), frozenset({"c3"}))
    other = prove(PONENS, new=frozenset({"f2"}), requirement=1.0)
    assert other.conclusion.change is not trace.conclusion.change
    assert complaints(other, PONENS, given(trace), frozenset({"c3"}))
    assert complaints(prove(PONENS, requirement=1.0), PONENS, given(trace), frozenset({"c3"}))


def test_a_trace_of_the_other_task_proves_nothing_about_a_form() -> None:
    nothing = Premises((), (), ())
    assert complaints(size.decide(ASKED).trace, nothing)
    assert complaints(belief.decide(nothing, And(())).trace, ASKED)


# --- conclusions that rest on nothing ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [{"change": Change.RETRACTED}, {"before": E}, {"goal": Q}, {"comparison": Comparison("o1", ">", "o2")}],
    ids=lambda claim: str(next(iter(claim))),
)
def test_unparsed_claims_nothing_else(claim: dict[str, Any]) -> None:
    last = ConclusionStep(Verdict.UNPARSED, (), reason="not a sentence")
    assert not complaints(Trace("belief", (), (last,)))
    assert complaints(Trace("belief", (), (replace(last, **claim),)))


ASKED = SizeContext((), (SizeObject("o1", "box"), SizeObject("o2", "ball")), (), ("o1", "o2"))


@pytest.mark.parametrize("form", [Premises((), (), ()), ASKED], ids=["belief", "size"])
def test_what_was_read_is_not_unparsed(form: Premises | SizeContext) -> None:
    last = ConclusionStep(Verdict.UNPARSED, (), reason="too lazy to read")
    task = "belief" if isinstance(form, Premises) else "size"
    assert complaints(Trace(task, (), (last,)), form)  # type: ignore[arg-type]


# --- belief ------------------------------------------------------------------------------------------------


def test_every_atom_of_goal_and_models_is_declared() -> None:
    trace = belief.decide(PONENS, Q).trace
    assert complaints(replace(trace, atoms=(*trace.atoms, trace.atoms[0])))
    solver = trace.steps[-2]
    assert isinstance(solver, SolverStep)
    dreamt = replace(solver, models=((*solver.models[0], "a9"),))
    assert complaints(edited(trace, **{f"s{len(trace.steps) - 1}": dreamt}))
    unknown = Trace(
        "belief",
        (),
        (
            SolverStep("z3", (), Atom("a9"), U, (), (("a9",), ())),
            ConclusionStep(U, (1,), Atom("a9")),
        ),
    )
    assert complaints(unknown)


def test_a_rule_that_nothing_uses_must_hold_too() -> None:
    """Two rules of one group: the last one counts, and the first one used to be believed."""
    trace = prove(PONENS, requirement=1.0)
    at = next(n for n, s in enumerate(trace.steps, 1) if isinstance(s, RuleStep))
    rule = trace.steps[at - 1]
    assert isinstance(rule, RuleStep)
    document = json.loads(trace.to_json())
    false = {"rule": rule.rule, "uses": list(rule.uses), "claim": "a2", "kind": "rule"}

    def moved(value: Any) -> Any:
        return [moved(v) for v in value] if isinstance(value, list) else value + (value >= at)

    for step in document["steps"]:
        for key in ("uses", "theory", "core", "because", "target", "replaced_by"):
            if step.get(key):
                step[key] = moved(step[key])
        for flip in step.get("flips", ()):
            flip["evidence"], flip["step"] = moved(flip["evidence"]), moved(flip["step"])
    document["steps"].insert(at - 1, false)
    document["seal"] = seal(document)
    assert complaints(json.dumps(document))


def test_a_weakening_names_the_evidence_for_it() -> None:
    trace = prove(PONENS, requirement=1.0)
    hidden: dict[str, Step] = {}
    for n, step in enumerate(trace.steps, 1):
        if isinstance(step, RuleStep):
            hidden[f"s{n}"] = replace(step, uses=(1, 3))
        elif isinstance(step, RetractionStep):
            hidden[f"s{n}"] = replace(step, because=(1,))
    assert len(hidden) == 3
    assert complaints(edited(trace, **hidden))


def test_a_role_is_stated_or_weighed_not_both() -> None:
    """Evidence beside a stated role would be flipped in its place."""
    weighed = prove(PONENS, alternative=1.0)
    step = weighed.steps[2]
    assert isinstance(step, PremiseStep)
    both = edited(weighed, s3=replace(step, role=RoleClaim("c3", "c1", Role.ALTERNATIVE)))
    assert complaints(both)


@pytest.mark.parametrize("of", ["c3", "f2", "c9"])
def test_a_stated_role_is_beside_an_earlier_conditional(of: str) -> None:
    trace = prove(PONENS)
    step = trace.steps[2]
    assert isinstance(step, PremiseStep)
    assert complaints(edited(trace, s3=replace(step, role=RoleClaim("c3", of, Role.ALTERNATIVE))))


@pytest.mark.parametrize(
    "reason",
    [
        "everyone knows",
        "",
        "nothing tells how 1 bears on 3: both as stated",
        "nothing tells how 3 bears on 2: both as stated",
        "nothing tells how 3 bears on 9: both as stated",
        "nothing tells how 3 bears on 1: both as stated, and houses are tiny",
    ],
)
def test_only_what_nothing_tells_is_assumed(reason: str) -> None:
    trace = prove(PONENS)
    at = next(n for n, s in enumerate(trace.steps, 1) if isinstance(s, AssumptionStep))
    assert trace[at] == AssumptionStep("nothing tells how 3 bears on 1: both as stated")
    assert complaints(edited(trace, **{f"s{at}": AssumptionStep(reason)}))


@pytest.mark.parametrize("weight", [float("inf"), float("nan"), -1.0, 0.0, 1e308])
def test_weights_that_cannot_be_added_up_are_refused(weight: float) -> None:
    trace = prove(PONENS, requirement=1.0, alternative=0.5)
    for n in (4, 5):
        step = trace.steps[n - 1]
        assert isinstance(step, EvidenceStep)
        assert complaints(edited(trace, **{f"s{n}": replace(step, weight=weight)}))
        both = edited(trace, s4=replace(step, weight=weight), s5=replace(step, weight=weight))
        assert complaints(both)


def test_a_reason_is_given_only_where_there_is_no_answer() -> None:
    trace = prove(PONENS, alternative=1.0)
    told = edited(trace, **{f"s{len(trace.steps)}": replace(trace.conclusion, reason="an oracle said so")})
    assert complaints(told)


# --- documents ---------------------------------------------------------------------------------------------


def test_a_document_without_its_seal_is_refused() -> None:
    document = json.loads(prove(PONENS).to_json())
    del document["seal"]
    assert "no seal" in complaints(json.dumps(document))


@pytest.mark.parametrize(
    ("key", "value"), [("weight", True), ("weight", "1.0"), ("by", [1.0]), ("by", [True]), ("status", 1)]
)
def test_values_are_of_the_types_of_the_schema(key: str, value: object) -> None:
    document = json.loads(prove(PONENS, alternative=1.0).to_json())
    next(s for s in document["steps"] if s["kind"] == "evidence")[key] = value
    assert f"evidence.{key}" in complaints(json.dumps(document))
