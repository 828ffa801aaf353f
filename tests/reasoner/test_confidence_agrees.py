"""Random honest decisions of every kind are never refused, and with another confidence always are."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from builders import random_comparison, random_formula, sizes, theory, usually
from dialogues import random_facts
from tales import random_story

from defeasible.reasoner import Basis, Decision, Reasoner, check_decision
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import DALAL, LINEAR, MAXSAT, Operator
from defeasible.reasoner.checker import State
from defeasible.reasoner.decision import UNFINISHED
from defeasible.reasoner.evidence import Evidence, FormulaClaim, RoleClaim
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import Atom, Implies, Not
from defeasible.reasoner.question import (
    ConsistencyQuestion,
    ContextQuestion,
    EquivalenceQuestion,
    PremisesQuestion,
    Question,
    StoryQuestion,
    WeighingQuestion,
)
from defeasible.reasoner.size import Comparisons
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Conditional, Premises

NAMES = ["p", "q", "r", "s"]
WEIGHTS = (0.5, 1.0, 2.0)


def rule(random: Random) -> Implies:
    """One of few conditionals, so that several have the same consequent."""
    return Implies(Atom(random.choice(NAMES[:3])), Atom("s") if random.random() < 0.8 else Not(Atom("s")))


def literal(random: Random) -> Atom | Not:
    atom = Atom(random.choice(NAMES))
    return atom if random.random() < 0.7 else Not(atom)


def roles(seed: int) -> RoleSource:
    """A source that gives each pair of conditionals random evidence, the same each time."""

    def source(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        random = Random(f"{seed} {earlier.id} {later.id}")
        return tuple(
            Evidence(RoleClaim(later.id, earlier.id, role), random.choice(WEIGHTS), f"test {n}", "so it is")
            for n, role in enumerate(random.choices(list(Role), k=random.randrange(4)))
        )

    return source


def of_premises(random: Random) -> tuple[Question, Decision, Basis]:
    stated = [rule(random) if random.random() < 0.7 else literal(random) for _ in range(random.randint(2, 5))]
    goal = literal(random)
    form = theory(*stated, query=goal)
    basis = Basis(roles=roles(random.randrange(10**6)))
    new = (form.statements[-1].id,) if random.random() < 0.5 else ()
    question = PremisesQuestion(form, goal, new)
    return question, Reasoner(roles=basis.roles).decide(question), basis


def of_evidence(random: Random) -> tuple[Question, Decision, Basis]:
    form = theory(*(random_formula(random, NAMES, 2) for _ in range(2)), query=literal(random))
    names = [atom.id for atom in form.atoms]
    said = [(random_formula(random, names, 1), random.choice(WEIGHTS)) for _ in range(random.randint(1, 4))]
    question = WeighingQuestion(form, tuple(Evidence(FormulaClaim(f), w, "test", "") for f, w in said))
    return question, Reasoner().decide(question), Basis()


def of_sizes(random: Random) -> tuple[Question, Decision, Basis]:
    context = sizes(*(random_comparison(random) for _ in range(random.randint(0, 3))))
    pairs = [random.sample(["o1", "o2", "o3", "o4"], 2) for _ in range(4)]
    evidence = usually(*((a, b, random.choice(WEIGHTS)) for a, b in pairs))
    basis = Basis(sizes=lambda _: evidence)
    question = ContextQuestion(context)
    return question, Reasoner(sizes=basis.sizes).decide(question), basis


def of_base(random: Random) -> tuple[Question, Decision, Basis]:
    source = roles(random.randrange(10**6))
    operators: tuple[Operator, ...] = (LINEAR, MAXSAT, DALAL)
    base = BeliefBase(roles=source, operator=random.choice(operators))
    for _ in range(random.randint(2, 8)):
        said = rule(random) if random.random() < 0.6 else literal(random)
        base.tell(said, weight=random.choice([1.0, 1.0, 2.0]), certain=random.random() < 0.05)
    goal = literal(random)
    question = base.question(goal)
    return question, base.ask(goal), Basis(roles=source)


def of_ledger(random: Random) -> tuple[Question, Decision, Basis]:
    ledger = Comparisons()
    for _ in range(random.randint(1, 6)):
        a, b = random.sample("abcd", 2)
        prior = random.choice([None, *WEIGHTS])
        ledger.add(a, random.choice([">", ">=", "="]) if prior is None else ">", b, prior=prior)
    return ledger.question("a", "b"), ledger.compare("a", "b"), Basis()


def of_story(random: Random) -> tuple[Question, Decision, Basis]:
    form = random_story(random)
    question = StoryQuestion(replace(form, unread=(1,)) if random.random() < 0.3 else form)
    return question, Reasoner().decide(question), Basis()


def of_dialogue(random: Random) -> tuple[Question, Decision, Basis]:
    form = random_facts(random, random.randint(2, 6))
    if random.random() < 0.3:
        silence = Source("t99", "A: Hm.")
        form = replace(form, sources=(*form.sources, silence), unread=(len(form.sources) + 1,))
    question = ConsistencyQuestion(form)
    return question, Reasoner().decide(question), Basis()


def of_equivalence(random: Random) -> tuple[Question, Decision, Basis]:
    first, second = (theory(rule(random), literal(random)) for _ in range(2))
    question = EquivalenceQuestion(first, second)
    return question, Reasoner().decide(question), Basis()


KINDS: dict[str, Callable[[Random], tuple[Question, Decision, Basis]]] = {
    "premises": of_premises,
    "evidence": of_evidence,
    "sizes": of_sizes,
    "base": of_base,
    "ledger": of_ledger,
    "story": of_story,
    "dialogue": of_dialogue,
    "equivalence": of_equivalence,
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_confidence_passes_and_another_does_not(kind: str) -> None:
    random = Random(kind)
    seen: Counter[bool] = Counter()
    for _ in range(40):
        question, decision, basis = KINDS[kind](random)
        report = check_decision(question, decision, basis)
        assert report.state is State.VERIFIED, f"{decision}\n{report}\n{decision.trace}"
        seen[decision.confidence < 1.0] += 1
        for other in (decision.confidence / 2, (1 + decision.confidence) / 2, decision.confidence + 1e-5):
            if other != decision.confidence:
                forged = check_decision(question, replace(decision, confidence=other), basis)
                assert "confidence" in str(forged), f"{other}\n{decision}\n{decision.trace}"
                assert forged.state is State.FAILED
    assert seen[True] or kind == "equivalence", seen


def test_for_want_of_time_a_confidence_may_be_lower_and_never_higher() -> None:
    form = theory(Atom("p"), query=Atom("p"))
    form = replace(form, statements=())
    question = WeighingQuestion(form, (Evidence(FormulaClaim(Atom("p")), 1.0, "test", ""),))
    decision, basis = Reasoner().decide(question), Basis()
    assert 0.5 < decision.confidence < 1.0
    late = replace(decision, confidence=decision.confidence / 2, reason=f"{UNFINISHED} it was done")
    report = check_decision(question, late, basis)
    assert report.state is State.VERIFIED
    assert "the confidence" in report.given
    higher = replace(late, confidence=1.0)
    assert check_decision(question, higher, basis).state is State.FAILED
