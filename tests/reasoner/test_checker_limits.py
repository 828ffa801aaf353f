"""What is too large for the checker is named as that: no crash, and never verified."""

import re

import pytest
from builders import P, Q, R, sizes, theory, usually
from checking import Decided, complaints
from tales import event, state, story

from defeasible.reasoner import belief, checker, size, weigh
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import MAXSAT
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.evidence import Evidence, FormulaClaim
from defeasible.reasoner.forms import Comparison
from defeasible.reasoner.logic import And, Atom, Implies, Not, Or
from defeasible.reasoner.size import Comparisons
from defeasible.reasoner.story import infer_state, revise_story
from defeasible.reasoner.trace import Trace

A, B = Atom("p"), Atom("q")
Proof = tuple[Trace, Decided]
SEARCH = {"truth.TABLE_ATOMS": 0, "dpll.VISITS": 0}
RING = story(
    [event(2, "give", agent="p1", theme="p3", recipient="p2"), event(3, "jump", agent="p2")],
    [state(0, "p1", "has", other="p3")],
)


def premises() -> Proof:
    form = theory(Implies(P, Q), P, query=Q)
    return belief.decide(form, Q).trace, form


def evidence() -> Proof:
    form = theory(Implies(P, Q), Implies(R, Not(Q)), query=And((P, Q, R)))
    said = tuple(Evidence(FormulaClaim(f), w, "model") for f, w in ((P, 1.0), (R, 2.0), (Q, 0.5)))
    return weigh.decide(form, said, Q).trace, form


def compared() -> Proof:
    form = sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">", "o2"))
    return size.decide(form, sizes=lambda _: usually(("o2", "o1", 1.0))).trace, form


def ledger() -> Proof:
    comparisons = Comparisons()
    comparisons.add_many([("a", ">", "b"), ("b", ">", "c")])
    return comparisons.compare("a", "c").trace, comparisons.ledger()


def readings() -> Proof:
    alike = sizes(Comparison("o1", "=", "o3"), Comparison("o3", "=", "o2"))
    return equivalent(alike, alike).trace, (alike, alike)


def base() -> Proof:
    kb = BeliefBase(operator=MAXSAT)
    for formula in (A, Not(A), And((A, B)), Or((B, A))):
        kb.tell(formula)
    return kb.ask(A).trace, kb.snapshot()


def told() -> Proof:
    return infer_state(RING).trace, RING


def changed() -> Proof:
    return revise_story(RING).decision.trace, RING


@pytest.mark.parametrize(
    ("proof", "limits", "named"),
    [
        (premises, SEARCH, "step 3: its core is too large to verify: gave up after 0"),
        (evidence, SEARCH, "step 6: its contradictions are too large to verify: gave up after 0"),
        (evidence, {"cheapest.BRANCHES": 0}, "step 6: its contradictions are too large to verify: gave up"),
        (evidence, {"cheapest.BRANCHES": 5}, "step 3: its status is too large to verify: gave up after 5"),
        (compared, {"ratios.VISITS": 1}, "trace: it is too large to verify: gave up after 1"),
        (readings, {"ratios.VISITS": 1}, "trace: it is too large to verify: gave up after 1"),
        (ledger, {"orders.VISITS": 1}, "trace: it is too large to verify: gave up after 1"),
        (base, {"worlds.ENUMERATED": 1}, "step 6: it is too large to verify: 2 atoms, and at most 1"),
        (
            told,
            SEARCH,
            r"step \d+: its core is too large to verify(.|\n)*\nstep \d+: too much to verify: gave up",
        ),
        (told, {"cheapest.BRANCHES": 0}, r"step \d+: its cores are too many to verify: gave up after 0"),
        (changed, {"cheapest.BRANCHES": 0}, r"step \d+: its cores are too many to verify: gave up after 0"),
    ],
)
def test_what_is_too_large_is_named(
    proof: object, limits: dict[str, int], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(proof)
    trace, form = proof()
    assert not complaints(trace, form)
    for name, limit in limits.items():
        module, _, constant = name.partition(".")
        monkeypatch.setattr(getattr(checker, module), constant, limit)
    assert re.search(f"^{named}", complaints(trace, form), re.MULTILINE), complaints(trace, form)
