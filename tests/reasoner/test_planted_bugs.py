"""A fault planted in a helper of a decider makes a wrong decision, and the checker refuses its proof.

Each case decides a question once as it should be, with a proof that is verified, and once with the fault.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest
from builders import P, Q, R, sizes, theory, usually, weighing
from checking import complaints
from dialogues import facts
from tales import event, state, story

from defeasible.reasoner import belief, dialogue, equivalence, size, weigh
from defeasible.reasoner.belief import engine, roles
from defeasible.reasoner.commonsense import EnablingRoles, TypicalSizes
from defeasible.reasoner.commonsense import clauses as clause_module
from defeasible.reasoner.commonsense import sizes as size_lexicon
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.equivalence import sizes as equivalence_sizes
from defeasible.reasoner.evidence import Evidence, FormulaClaim, RoleClaim
from defeasible.reasoner.forms import (
    AtomDecl,
    Comparison,
    Conditional,
    Fact,
    Premises,
    Role,
    SizeContext,
    SizeObject,
)
from defeasible.reasoner.forms.times import Moment
from defeasible.reasoner.laws import Literal
from defeasible.reasoner.laws.library import Library
from defeasible.reasoner.logic import Atom, Implies, Not, Or
from defeasible.reasoner.sat.clauses import Clauses
from defeasible.reasoner.size.graph import ComparisonGraph
from defeasible.reasoner.story import grounding, infer_state, instances
from defeasible.reasoner.verdict import Change, Verdict

# The packages export functions of the same name.
belief_decide = import_module("defeasible.reasoner.belief.decide")
equivalence_decide = import_module("defeasible.reasoner.equivalence.decide")
optima = import_module("defeasible.reasoner.sat.optima")
size_decide = import_module("defeasible.reasoner.size.decide")

MODUS_PONENS = theory(Implies(P, Q), P)
SUPPRESSED = theory(Implies(P, Q), P, Implies(R, Q))
NEEDED = weighing(requirement=2.0)
CHAIN = sizes(Comparison("o1", ">", "o3"), Comparison("o3", ">", "o2"))
CLOSED = story([event(1, "close", agent="p1", theme="p4")], [state(0, "p4", "is", "open")])
LASTING = story(
    [event(1, "close", agent="p1", theme="p4"), event(2, "jump", agent="p2")], [state(0, "p4", "is", "open")]
)
GIVEN = story([event(1, "give", agent="p1", theme="p3", recipient="p2")], [state(0, "p1", "has", other="p3")])
LATE = facts(("Ben works", "start_time", "today"), ("Ben works", "end_time", "yesterday"))
HOUSE = SizeContext((), (SizeObject("o1", "mouse"), SizeObject("o2", "house")), (), ("o1", "o2"))
LIBRARY = Premises(
    (),
    (
        AtomDecl("a1", "she has an essay to finish"),
        AtomDecl("a2", "she will study late in the library"),
        AtomDecl("a3", "she has some textbooks to read"),
    ),
    (Conditional("c1", P, Q), Fact("f1", P), Conditional("c2", R, Q)),
)
OPINIONS = [Evidence(FormulaClaim(P), 1.25, "one"), Evidence(FormulaClaim(Not(P)), 1.5, "other")]


def several(premises: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Two claims for a requirement, and a heavier one against it that is lighter than both."""
    return tuple(
        Evidence(RoleClaim(later.id, earlier.id, role), weight, "test")
        for role, weight in ((Role.REQUIREMENT, 1.0), (Role.REQUIREMENT, 1.0), (Role.ALTERNATIVE, 1.5))
    )


def of(decision: Decision, form: object) -> tuple[Decision, Any]:
    return decision, form


@dataclass(frozen=True)
class Case:
    """A question, what is right, and a fault."""

    decide: Callable[[], tuple[Decision, Any]]
    right: object
    owner: object
    name: str
    fault: Callable[[Any], object]
    """Makes the faulty helper of the real one."""
    field: str = "verdict"


def without_the_last(solve: Any) -> object:
    return lambda self, theory, goal: solve(self, theory[:-1], goal)


def without_a_clause(conjuncts: Any) -> object:
    return lambda self, formula, *, holds: conjuncts(self, formula, holds=holds)[1:]


def blind_to_opposites(canonical: Any) -> object:
    return lambda self, *words, **how: Literal(canonical(self, *words, **how).fluent, positive=True)


def turned(add: Any) -> object:
    return lambda self, left, relation, right, number: add(self, right, relation, left, number)


def first_condition(weakening: Any) -> object:
    return lambda premises, members: weakening(premises, members[:1])


def heaviest_alone(_: Any) -> object:
    def by_role(evidence: Any) -> dict[Role, float]:
        found: dict[Role, float] = {}
        for item in evidence:
            found[item.claim.role] = max(found.get(item.claim.role, 0.0), item.weight)
        return found

    return by_role


def all_one(_: Any) -> object:
    return lambda formula, names: Atom("a1")


def constant(value: object) -> Callable[[Any], object]:
    return lambda _: lambda *args, **kwargs: value


def decided(form: Premises, goal: Any, **choices: Any) -> Callable[[], tuple[Decision, Any]]:
    return lambda: of(belief.decide(form, goal, **choices), form)


E, R_, U, X = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT
CASES = {
    "a literal negated": Case(
        decided(MODUS_PONENS, Q), E, engine, "evaluate", lambda real: lambda f, m: not real(f, m)
    ),
    "a premise dropped": Case(decided(MODUS_PONENS, Q), E, engine.Problem, "solve", without_the_last),
    "a requirement ignored": Case(
        decided(SUPPRESSED, Q, roles=NEEDED), U, belief_decide._Planner, "_accepted", constant(frozenset())
    ),
    "a new premise ignored": Case(
        decided(MODUS_PONENS, Q, new=frozenset({"f2"})),
        E,
        belief_decide._Planner,
        "_read",
        lambda real: lambda self, ids, *rest: real(self, [i for i in ids if i not in self.new], *rest),
    ),
    "a condition lost in a weakening": Case(
        decided(SUPPRESSED, Q, roles=NEEDED), U, belief_decide, "weakening", first_condition
    ),
    "weights not added up": Case(
        decided(SUPPRESSED, Q, roles=several), U, roles, "weights_by_role", heaviest_alone
    ),
    "a change named wrongly": Case(
        decided(SUPPRESSED, Q, roles=NEEDED, new=frozenset({"c3"})),
        Change.RETRACTED,
        belief_decide.Change,
        "between",
        constant(Change.MAINTAINED),
        field="change",
    ),
    "a comparison turned round": Case(
        lambda: of(size.decide(CHAIN), CHAIN), E, ComparisonGraph, "add", turned
    ),
    "a tie overlooked": Case(
        lambda: of(
            size.decide(sizes(), sizes=lambda _: usually(("o1", "o2", 1.0), ("o2", "o1", 1.0))), sizes()
        ),
        U,
        size_decide,
        "leads",
        constant(value=False),
    ),
    "a noun looked up wrongly": Case(
        lambda: of(size.decide(HOUSE, sizes=TypicalSizes()), HOUSE),
        R_,
        size_lexicon,
        "typical_size",
        lambda real: lambda phrase: real("planet" if phrase == "mouse" else phrase),
    ),
    "words that all share a stem": Case(
        decided(LIBRARY, Q, roles=EnablingRoles()),
        E,
        clause_module,
        "light_stem",
        constant("x"),
    ),
    "an opposite taken for a synonym": Case(
        lambda: of(infer_state(CLOSED, 0), CLOSED), R_, Library, "canonical", blind_to_opposites
    ),
    "an effect of no law": Case(
        lambda: of(infer_state(GIVEN, 0), GIVEN), R_, instances.Instances, "of_event", constant([])
    ),
    "a state that never lasts": Case(
        lambda: of(infer_state(LASTING, 0), LASTING), R_, grounding._Grounder, "_persistence", constant(None)
    ),
    "times that always meet": Case(
        lambda: of(dialogue.consistency(LATE), LATE), X, Moment, "surely_after", constant(value=False)
    ),
    "all atoms taken for one": Case(
        lambda: of(equivalence.equivalent(theory(P), theory(Q)), (theory(P), theory(Q))),
        U,
        equivalence_decide,
        "rename",
        all_one,
    ),
    "objects taken for one another": Case(
        lambda: of(
            equivalence.equivalent(sizes(Comparison("o1", ">", "o3")), sizes(Comparison("o1", ">", "o4"))),
            (sizes(Comparison("o1", ">", "o3")), sizes(Comparison("o1", ">", "o4"))),
        ),
        U,
        equivalence_sizes,
        "object_names",
        lambda real: lambda form: real(form) | {"o3": "thing 3", "o4": "thing 3"},
    ),
    "a clause lost": Case(
        lambda: of(weigh.decide(theory(Or((P, Q)), Not(P)), [], Q), theory(Or((P, Q)), Not(P))),
        E,
        Clauses,
        "_conjuncts",
        without_a_clause,
    ),
    "weights rounded": Case(
        lambda: of(weigh.decide(theory(Or((P, Q))), OPINIONS, P), theory(Or((P, Q)))),
        R_,
        optima,
        "to_units",
        lambda _: lambda weight: 1,
    ),
}


@pytest.fixture(autouse=True)
def _forget() -> Any:
    """What was planned with a fault must not be used by another test, nor the other way round."""

    def forget() -> None:
        belief_decide.clear_plans()
        engine.clear_memo()
        clause_module._clause.cache_clear()

    forget()
    yield
    forget()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_checker_refuses_what_a_faulty_decider_proves(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    decision, form = case.decide()
    assert getattr(decision, case.field) is case.right
    assert not complaints(decision.trace, form), complaints(decision.trace, form)
    with monkeypatch.context() as planted:
        real = getattr(case.owner, case.name)
        belief_decide.clear_plans()
        engine.clear_memo()
        clause_module._clause.cache_clear()
        planted.setattr(case.owner, case.name, case.fault(real))
        wrong, form = case.decide()
        assert getattr(wrong, case.field) is not case.right, "this fault makes no wrong decision"
        trace = wrong.trace
        # The checker works beside the same fault.
        assert complaints(trace, form)
