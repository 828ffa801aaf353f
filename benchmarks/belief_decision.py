"""Measure a belief decision with core and trace, and the check of its trace, compared with a fresh Z3.

Times are CPU time of this process, the best of several rounds, so that a busy machine has little effect. The
peer decides the same two-sided question with tracked assertions, a fresh solver each time and no trace.
Run from the root, in an environment with the package installed: `python benchmarks/belief_decision.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import z3

from defeasible.reasoner import (
    Basis,
    Evidence,
    Role,
    RoleClaim,
    check_decision,
    check_document,
    no_roles,
)
from defeasible.reasoner.belief import decide
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises
from defeasible.reasoner.logic import Atom
from defeasible.reasoner.question import PremisesQuestion
from defeasible.reasoner.text import Source, Span

P, Q, R = Atom("a1"), Atom("a2"), Atom("a3")
SENTENCES = (
    "If the kettle is full then Ada will make tea",
    "The kettle is full",
    "If the gas is on then Ada will make tea",
)
DECISION_US, CHECK_US, ENTAILMENT_US = 30.0, 100.0, 40.0


def premises() -> Premises:
    """Return two conditionals with one consequent, and the condition of the first."""
    spans = [Span(f"s{i}", 0, len(text)) for i, text in enumerate(SENTENCES, 1)]
    return Premises(
        sources=tuple(Source(f"s{i}", text) for i, text in enumerate(SENTENCES, 1)),
        atoms=(
            AtomDecl("a1", "the kettle is full"),
            AtomDecl("a2", "Ada will make tea"),
            AtomDecl("a3", "the gas is on"),
        ),
        statements=(
            Conditional("c1", P, Q, spans[0]),
            Fact("f1", P, spans[1]),
            Conditional("c2", R, Q, spans[2]),
        ),
    )


def requirement(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Return evidence that the gas is needed, and a weaker claim that it is not."""
    return (
        Evidence(RoleClaim(later.id, earlier.id, Role.REQUIREMENT), 0.9, "benchmark", "needed"),
        Evidence(RoleClaim(later.id, earlier.id, Role.ALTERNATIVE), 0.2, "benchmark", "another way"),
    )


def fresh_z3() -> None:
    """Decide both sides of one question with tracked assertions, each in a fresh solver."""
    p, q, r = z3.Bools("p q r")
    for goal in (z3.Not(q), q):
        solver = z3.Solver()
        solver.set(unsat_core=True)
        solver.set("core.minimize", True)
        for name, formula in (("1", z3.Implies(p, q)), ("2", p), ("3", z3.Implies(r, q)), ("goal", goal)):
            solver.assert_and_track(formula, name)
        if solver.check() == z3.unsat:
            solver.unsat_core()


def microseconds(action: Callable[[], object], repeats: int, rounds: int = 7) -> float:
    """Return the CPU microseconds of one call: the best of `rounds` rounds of `repeats` calls."""
    action()
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for _ in range(repeats):
            action()
        best = min(best, time.process_time() - start)
    return best / repeats * 1e6


def main() -> None:
    """Measure and print one table."""
    form = premises()
    revision = decide(form, Q, new=frozenset({"c2"}), roles=requirement)
    entailment = decide(form, Q)
    asked, revised = PremisesQuestion(form, Q), PremisesQuestion(form, Q, ("c2",))
    stated, weighed = Basis(roles=no_roles), Basis(roles=requirement)
    document = revision.trace.to_json()
    peer = microseconds(fresh_z3, 20)
    rows = [
        ("entailment, 2 conditionals: core, model", lambda: decide(form, Q), DECISION_US),
        (
            "revision: before, after, flipped",
            lambda: decide(form, Q, new=frozenset({"c2"}), roles=requirement),
            DECISION_US,
        ),
        (
            "the same, and its 12-step trace written",
            lambda: decide(form, Q, new=frozenset({"c2"}), roles=requirement).trace,
            None,
        ),
        ("check the entailment", lambda: check_decision(asked, entailment, stated), ENTAILMENT_US),
        ("check the revision", lambda: check_decision(revised, revision, weighed), CHECK_US),
        ("read, unseal and check its JSON document", lambda: check_document(document), None),
        ("write its JSON document", revision.trace.to_json, None),
    ]
    print(f"fresh Z3, one two-sided question, core, no trace: {peer:8.1f} us CPU\n")
    print(f"{'what':<52}{'us CPU':>8}{'target':>8}{'Z3 / it':>9}")
    for name, action, target in rows:
        cost = microseconds(action, 2000)
        print(f"{name:<52}{cost:8.1f}{'' if target is None else f'{target:.0f}':>8}{peer / cost:9.1f}")


if __name__ == "__main__":
    main()
