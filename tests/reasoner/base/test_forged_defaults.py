"""Forged ranks and closures of defaults, sealed anew, are refused with the honest base and goal at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from defeasible.reasoner import Decision, State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import LINEAR, RATIONAL, Linear
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.question import BaseQuestion
from defeasible.reasoner.trace import ConclusionStep, Step, Trace
from defeasible.reasoner.trace.steps import ClosureStep, ToleranceStep
from defeasible.reasoner.verdict import Verdict

TOLD = (("b -> f", True), ("p -> b", False), ("p -> ~f", True), ("b -> w", True), ("p", False))
"""Birds fly and have wings, penguins are birds and do not fly, and this is a penguin."""
E, R, U = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN
Change: TypeAlias = Callable[[Step], Step]


def honest(operator: Linear, goal: str) -> tuple[BaseQuestion, Decision]:
    kb = BeliefBase(operator=operator, roles=no_roles)
    for said, default in TOLD:
        kb.tell(parse_formula(said), default=default)
    asked = parse_formula(goal)
    return kb.question(asked), kb.ask(asked)


def closure(change: Callable[[ClosureStep], ClosureStep]) -> Change:
    return lambda step: change(step) if isinstance(step, ClosureStep) else step


def ranks(change: Callable[[ToleranceStep], ToleranceStep]) -> Change:
    return lambda step: change(step) if isinstance(step, ToleranceStep) else step


def says(verdict: Verdict) -> Change:
    """The verdict of the closure and of the conclusion."""
    return lambda s: replace(s, verdict=verdict) if isinstance(s, ClosureStep | ConclusionStep) else s


FORGERIES: dict[str, Change] = {
    "a strict statement fewer": closure(lambda s: replace(s, strict=s.strict[:-1])),
    "no strict statement": closure(lambda s: replace(s, strict=())),
    "a default as strict": closure(lambda s: replace(s, strict=(*s.strict, s.overridden[0].step))),
    "nothing is overridden": closure(
        lambda s: replace(s, kept=(*s.kept, *(o.step for o in s.overridden)), overridden=())
    ),
    "all are overridden": closure(lambda s: replace(s, kept=())),
    "by something else": closure(
        lambda s: replace(s, overridden=tuple(replace(o, by=o.by[:-1]) for o in s.overridden))
    ),
    "only now and then": closure(
        lambda s: replace(s, overridden=tuple(replace(o, always=not o.always) for o in s.overridden))
    ),
    "no best world": closure(lambda s: replace(s, models=())),
    "a world of its own": closure(lambda s: replace(s, models=(("b", "f", "p", "w"), *s.models[1:]))),
    "no reason why": closure(lambda s: replace(s, cores=())),
    "another goal": closure(lambda s: replace(s, goal=parse_formula("b"))),
    "all of one rank": ranks(lambda s: replace(s, defaults=tuple(replace(p, rank=0) for p in s.defaults))),
    "ranks upside down": ranks(
        lambda s: replace(s, defaults=tuple(replace(p, rank=1 - (p.rank or 0)) for p in s.defaults))
    ),
    "a default without a rank": ranks(lambda s: replace(s, defaults=s.defaults[:-1])),
    "a rank without a world": ranks(
        lambda s: replace(s, defaults=tuple(replace(p, witness=()) for p in s.defaults))
    ),
    "entailed": says(E),
    "refuted": says(R),
    "unknown": says(U),
}


@pytest.mark.parametrize("operator", [LINEAR, RATIONAL], ids=lambda o: str(o.name))
@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_closure_is_refused(operator: Linear, name: str) -> None:
    for goal in ("f", "w"):
        question, decision = honest(operator, goal)
        assert check_decision(question, decision).state is State.VERIFIED
        steps = tuple(FORGERIES[name](step) for step in decision.trace.steps)
        if steps == decision.trace.steps:
            continue  # it says the verdict that it has
        trace = Trace.from_json(replace(decision.trace, steps=steps, seal="").to_json())
        forged = replace(decision, proof=trace, verdict=trace.verdict)
        assert check_decision(question, forged).state is State.FAILED, (goal, str(trace))
