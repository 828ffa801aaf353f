"""Trace documents: round trip, seal, and errors that say where."""

import json

import pytest

from defeasible.reasoner.errors import TraceError
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import AtomDecl, Comparison, Role, SizeObject
from defeasible.reasoner.logic import And, Atom, Implies
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import (
    ConclusionStep,
    EvidenceStep,
    Flip,
    PathStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SizeStep,
    SolverStep,
    Trace,
)
from defeasible.reasoner.verdict import Change, Verdict

P, Q, R = Atom("a1"), Atom("a2"), Atom("a3")


def belief_trace() -> Trace:
    return Trace(
        task="belief",
        sources=(Source("s1", "If p then q"), Source("s2", "p"), Source("s3", "If r then q")),
        atoms=(AtomDecl("a1", "p", Span("s1", 3, 4)), AtomDecl("a2", "q"), AtomDecl("a3", "r")),
        steps=(
            PremiseStep("c1", Implies(P, Q), Span("s1", 0, 11)),
            PremiseStep("f1", P, Span("s2", 0, 1)),
            PremiseStep("c2", Implies(R, Q), Span("s3", 0, 11), new=True),
            SolverStep("z3 5.4.0", (1, 2), Q, Verdict.ENTAILED, (1, 2), (("a1", "a2"),), "before"),
            EvidenceStep(RoleClaim("c2", "c1", Role.REQUIREMENT), 0.7, "lexicon", "enables", "accepted"),
            RuleStep("weakening-by-requirement", (1, 3, 5), Implies(And((P, R)), Q)),
            RetractionStep(1, (3, 5), 6),
            SolverStep("z3 5.4.0", (2, 3, 6), Q, Verdict.UNKNOWN, (), (("a1", "a2", "a3"), ("a1",)), "after"),
            ConclusionStep(
                Verdict.UNKNOWN,
                (8,),
                Q,
                None,
                Verdict.ENTAILED,
                Change.RETRACTED,
                (Flip((5,), Verdict.ENTAILED, 4),),
            ),
        ),
    )


def size_trace() -> Trace:
    return Trace(
        task="size",
        sources=(Source("s1", "a house in a bulb"),),
        objects=(SizeObject("o1", "house"), SizeObject("o2", "bulb")),
        steps=(
            SizeStep("c1", Comparison("o2", ">", "o1"), Span("s1", 8, 10), "containment.in", "inside"),
            PathStep("o2", "o1", True, (1,)),
            ConclusionStep(Verdict.REFUTED, (2,), comparison=Comparison("o1", ">", "o2")),
        ),
    )


@pytest.mark.parametrize("trace", [belief_trace(), size_trace()], ids=["belief", "size"])
def test_round_trip(trace: Trace) -> None:
    document = trace.to_json()
    again = Trace.from_json(document)
    assert again.steps == trace.steps
    assert again.to_json() == document
    assert again.seal


def test_unknown_field_names_the_place() -> None:
    value = json.loads(size_trace().to_json())
    value["steps"][0]["colour"] = "red"
    with pytest.raises(TraceError, match=r"steps\.0\.size\.colour"):
        Trace.from_json(json.dumps(value))


def test_other_schema_version_is_refused() -> None:
    value = json.loads(size_trace().to_json()) | {"schema": "defeasible.trace/9"}
    with pytest.raises(TraceError, match=r"defeasible\.trace/9"):
        Trace.from_json(json.dumps(value))


def test_not_json() -> None:
    with pytest.raises(TraceError, match="not JSON"):
        Trace.from_json('{"schema": "defeasible.trace/1", "steps": [')


def test_text_names_words_and_what_each_step_rests_on() -> None:
    text = str(belief_trace())
    assert '"If r then q"' in text
    assert "(a1 ∧ a3) → a2" in text
    assert "hinges on 5: otherwise ENTAILED, by 4" in text


def test_graph_marks_the_retraction_as_defeat() -> None:
    graph = belief_trace().to_graph()
    assert graph.edges[1, 7]["defeat"]
    assert not graph.edges[1, 6]["defeat"]
    assert belief_trace().to_dot().startswith("digraph trace {")
