"""Forged evidence of the lexicons about roles, sealed anew: what it would prove is false."""

from dataclasses import replace

from builders import P, Q, R
from checking import complaints

from defeasible.reasoner import belief
from defeasible.reasoner.commonsense import EnablingRoles
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import AtomDecl, Comparison, Conditional, Fact, Premises, Role
from defeasible.reasoner.trace import EvidenceStep, Trace
from defeasible.reasoner.verdict import Verdict

E, U = Verdict.ENTAILED, Verdict.UNKNOWN


def verified(trace: Trace, form: Premises) -> bool:
    """Whether a trace passes as a sealed document, beside its honest form."""
    return not complaints(trace.to_json(), form)


ESSAY = Premises(
    (),
    (
        AtomDecl("a1", "she has an essay to finish"),
        AtomDecl("a2", "she will study late in the library"),
        AtomDecl("a3", "the library stays open"),
    ),
    (Conditional("c1", P, Q), Fact("f1", P), Conditional("c2", R, Q)),
)


def with_roles(change: object) -> Trace:
    """The trace of a decision whose lexicon evidence a forger changes before it is weighed."""

    def source(form: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        return tuple(change(EnablingRoles()(form, earlier, later)))  # type: ignore[operator]

    return belief.decide(ESSAY, Q, roles=source).trace


def opposite(item: Evidence) -> Evidence:
    claim = item.claim
    assert isinstance(claim, RoleClaim)
    other = Role.ALTERNATIVE if claim.role is Role.REQUIREMENT else Role.REQUIREMENT
    return replace(item, claim=replace(claim, role=other))


def required(item: Evidence) -> bool:
    return isinstance(item.claim, RoleClaim) and item.claim.role is Role.REQUIREMENT


def test_the_lexicons_say_no_other_role_than_they_do() -> None:
    honest = with_roles(tuple)
    assert honest.verdict is U
    assert verified(honest, ESSAY)
    turned = with_roles(lambda found: map(opposite, found))
    left_out = with_roles(lambda found: [*(e for e in found if not required(e)), opposite(found[0])])
    lighter = with_roles(
        lambda found: [*(replace(e, weight=0.01) for e in found if required(e)), opposite(found[0])]
    )
    for forged in (turned, left_out, lighter):
        assert forged.verdict is E
        assert not verified(forged, ESSAY)


def test_a_lexicon_speaks_of_the_words_that_stand_there() -> None:
    """Evidence of other words: honest of them, and a forger puts it beside these."""
    other = replace(ESSAY, atoms=(*ESSAY.atoms[:2], AtomDecl("a3", "she has some textbooks to read")))
    trace = belief.decide(other, Q, roles=EnablingRoles()).trace
    assert trace.verdict is E
    assert verified(trace, other)
    assert not verified(replace(trace, atoms=ESSAY.atoms), ESSAY)


def test_the_lexicons_speak_by_their_length_as_well_where_asked() -> None:
    trace = belief.decide(ESSAY, Q, roles=EnablingRoles(use_length=True)).trace
    assert any(isinstance(s, EvidenceStep) and s.source == "lexicon:length" for s in trace.steps)
    assert verified(trace, ESSAY)


def test_a_belief_concludes_a_formula_and_nothing_about_sizes() -> None:
    trace = with_roles(tuple)
    last = trace.conclusion
    for wrong in (replace(last, goal=None), replace(last, comparison=Comparison("o1", ">", "o2"))):
        assert not verified(replace(trace, steps=(*trace.steps[:-1], wrong)), ESSAY)
