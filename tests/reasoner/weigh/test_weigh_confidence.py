"""How certain a weighing is: by its verdict, by the margin, and by what of the text was read."""

import math
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import pytest
from builders import P, Q, R, pigeons, theory
from checking import complaints

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, FormulaClaim
from defeasible.reasoner.forms import AtomDecl, Conditional, Premises, Role
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, atoms
from defeasible.reasoner.question import WeighingQuestion
from defeasible.reasoner.text import Span
from defeasible.reasoner.trace.steps.optima import MAX_TURNED
from defeasible.reasoner.verdict import Verdict
from defeasible.reasoner.weigh import decide

CLASH = theory(Implies(P, Q), Implies(R, Not(Q)), query=And((P, Q, R)))


def says(formula: FormulaNode, weight: float) -> Evidence:
    return Evidence(FormulaClaim(formula), weight, "model")


def decided(form: Premises, goal: FormulaNode, *evidence: Evidence, timeout: float = 10.0) -> Decision:
    decision = decide(form, evidence, goal, timeout=timeout)
    assert not complaints(decision.trace, form, evidence)
    return decision


def test_a_contradiction_in_the_premises_is_certain() -> None:
    decision = decided(theory(P, Not(P), query=Q), Q, says(Q, 1.0))
    assert (decision.verdict, decision.confidence) == (Verdict.INCONSISTENT, 1.0)


def test_what_ran_out_of_time_has_no_confidence() -> None:
    hard = pigeons(11)
    names = sorted({name for formula in hard for name in atoms(formula)})
    form = theory(*hard, query=And(tuple(map(Atom, names))))
    decision = decided(form, Atom("x0_0"), says(Atom("x0_0"), 1.0), timeout=0.05)
    assert (decision.verdict, decision.confidence) == (Verdict.TIMEOUT, 0.0)


def test_open_is_certain_and_tied_is_a_coin() -> None:
    assert decided(CLASH, Q).confidence == 1.0
    assert decided(CLASH, Q, says(P, 1.0), says(R, 1.0)).confidence == 0.5


@pytest.mark.parametrize(("for_", "against"), [(2.0, 0.5), (0.5, 2.0), (3.0, 0.25)])
def test_the_margin_is_the_log_odds_of_the_better_side(for_: float, against: float) -> None:
    decision = decided(CLASH, Q, says(P, for_), says(R, against))
    assert decision.verdict is (Verdict.ENTAILED if for_ > against else Verdict.REFUTED)
    assert decision.confidence == pytest.approx(1 / (1 + math.exp(-abs(for_ - against))))


@pytest.mark.parametrize("weight", [699.0, 1e5])
def test_a_margin_beyond_what_a_float_tells_is_certain(weight: float) -> None:
    assert decided(CLASH, Q, says(P, weight)).confidence == 1.0


@pytest.mark.parametrize("pair", [(P, R), (R, P)])
def test_each_tied_piece_is_shown_to_hold_in_one_optimum_and_not_in_another(
    pair: tuple[FormulaNode, FormulaNode],
) -> None:
    for goal in (Or((P, R)), And((P, R)), Q):
        decision = decided(CLASH, goal, *(says(piece, 1.0) for piece in pair))
        assert decision.reason.startswith("evidence is tied")


def test_as_many_pieces_are_turned_as_the_limit_says() -> None:
    form = theory(Implies(P, Q), query=Q)
    for count, sought in ((MAX_TURNED, True), (MAX_TURNED + 1, False)):
        decision = decide(form, [says(P, 1.0)] + [says(Q, 1.0)] * (count - 1), Q)
        assert ("is not sought" in decision.reason) is not sought


def test_a_premise_that_states_a_requirement_is_refused() -> None:
    form = theory(Implies(P, Q), Implies(R, Q), query=Q)
    first, second = form.statements
    assert isinstance(second, Conditional)
    for role, refused in ((Role.REQUIREMENT, True), (Role.ALTERNATIVE, False)):
        stated = replace(form, statements=(first, replace(second, role=role, of=first.id)))
        if refused:
            with pytest.raises(UsageError, match="`c2` states a requirement, which weakens conditionals"):
                decide(stated, [], Q)
        else:
            assert decided(stated, Q).verdict is Verdict.UNKNOWN


def read_in_part(form: Premises, name: str, number: int) -> Premises:
    """The form with `tex` not analysed in the source where an atom was found."""
    span = Span(f"s{number}", 0, 3)
    decls = tuple(AtomDecl(a.id, a.gloss, span, opaque=(span,)) if a.id == name else a for a in form.atoms)
    return replace(form, atoms=decls)


@pytest.mark.parametrize(
    ("opaque", "number", "lower"),
    [("a1", 1, True), ("a2", 1, True), ("a3", 2, False)],
    ids=["a premise of the proof", "the goal", "what the proof does without"],
)
def test_only_what_the_proof_speaks_of_lowers_the_confidence(
    opaque: str, number: int, *, lower: bool
) -> None:
    form = read_in_part(theory(Implies(P, Q), R, P, query=Q), opaque, number)
    decision = decided(form, Q, says(R, 1.0))
    assert decision.verdict is Verdict.ENTAILED
    assert decision.confidence == (0.5 if lower else 1.0)
    assert decision.reason == ('not analysed: "tex"' if lower else "")


def test_evidence_that_a_proof_rests_on_counts_as_what_it_speaks_of() -> None:
    form = read_in_part(theory(Implies(P, Q), query=Q), "a1", 1)
    decision = decided(form, Q, says(P, 2.0))
    assert decision.confidence == pytest.approx(0.5 / (1 + math.exp(-2.0)))


def test_the_words_of_evidence_that_a_proof_rests_on_count_too() -> None:
    form = read_in_part(theory(Implies(P, Q), R, query=Q), "a3", 2)
    assert decided(form, Q, says(P, 2.0)).confidence == pytest.approx(1 / (1 + math.exp(-2.0)))
    read = decided(form, Q, says(And((P, R)), 2.0))
    assert read.confidence == pytest.approx(0.5 / (1 + math.exp(-2.0)))


def test_where_the_time_ran_out_for_the_other_side_the_verdict_is_a_coin(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = import_module("defeasible.reasoner.weigh.decide")
    monkeypatch.setattr(module, "optima", lambda *_, **__: Verdict.TIMEOUT)
    decision = decide(theory(Implies(P, Q), query=Q), [says(P, 2.0)], Q)
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert decision.reason == "the time ran out before the other side was weighed"


@pytest.mark.parametrize("count", [14, 15])
def test_a_confidence_is_worked_out_again_up_to_fourteen_atoms(count: int) -> None:
    chain = [Atom(f"x{n}") for n in range(count)]
    form = theory(*(Implies(a, b) for a, b in pairwise(chain)), query=chain[-1])
    question = WeighingQuestion(form, (says(chain[0], 2.0),))
    decision = Reasoner().decide(question)
    report = check_decision(question, decision)
    assert report.state is State.VERIFIED
    assert ("the confidence" in report.given) is (count > 14)
    lie = check_decision(question, replace(decision, confidence=0.3))
    assert lie.state is (State.FAILED if count == 14 else State.VERIFIED)


def test_what_is_open_speaks_of_all_that_was_weighed_and_a_contradiction_not_of_the_goal() -> None:
    open_ = read_in_part(theory(R, Implies(P, Q), query=Q), "a1", 2)
    assert decided(open_, R).confidence == 1.0
    assert decided(open_, Q).confidence == 0.5
    broken = read_in_part(theory(P, Not(P), query=Q), "a2", 1)
    assert decided(broken, Q).confidence == 1.0
