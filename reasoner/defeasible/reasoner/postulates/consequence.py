"""Kraus, Lehmann and Magidor's postulates of phi |~ psi: psi is believed after the change by phi.

With K*1 to K*8 the relation is rational (Makinson and Gärdenfors 1991).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Or
from defeasible.reasoner.postulates.postulate import Family, Finding, Postulate
from defeasible.reasoner.postulates.space import within

if TYPE_CHECKING:
    from defeasible.reasoner.postulates.trial import Trial

KLM = "Kraus, Lehmann & Magidor 1990"


def _reflexivity(t: Trial) -> Finding:
    return Finding(t.says(t.phi, goal=t.phi), (("K*φ", t.changed(t.phi)),))


def _left_equivalence(t: Trial) -> Finding:
    first, second = t.says(t.phi, goal=t.psi), t.says(t.case.phi_reworded, goal=t.psi)
    return Finding(first is second, (("K*φ", t.changed(t.phi)), ("K*φ'", t.changed(t.case.phi_reworded))))


def _right_weakening(t: Trial) -> Finding | None:
    if not t.says(t.phi, goal=t.psi):
        return None
    return Finding(t.says(t.phi, goal=Or((t.psi, t.chi))), (("K*φ", t.changed(t.phi)),))


def _and(t: Trial) -> Finding | None:
    if not (t.says(t.phi, goal=t.psi) and t.says(t.phi, goal=t.chi)):
        return None
    return Finding(t.says(t.phi, goal=And((t.psi, t.chi))), (("K*φ", t.changed(t.phi)),))


def _or(t: Trial) -> Finding:
    either, parts = t.changed(Or((t.phi, t.psi))), t.changed(t.phi) | t.changed(t.psi)
    return Finding(within(either, parts), (("K*(φ∨ψ)", either), ("K*φ ∩ K*ψ", parts)))


def _cut(t: Trial) -> Finding | None:
    once = t.changed(t.phi)
    if not within(once, t.models(t.psi)):
        return None
    both = t.changed(And((t.phi, t.psi)))
    return Finding(within(once, both), (("K*φ", once), ("K*(φ∧ψ)", both)))


def _cautious(t: Trial) -> Finding | None:
    once = t.changed(t.phi)
    if not within(once, t.models(t.psi)):
        return None
    both = t.changed(And((t.phi, t.psi)))
    return Finding(within(both, once), (("K*φ", once), ("K*(φ∧ψ)", both)))


def _rational(t: Trial) -> Finding | None:
    once = t.changed(t.phi)
    if not once & t.models(t.psi):
        return None
    both = t.changed(And((t.phi, t.psi)))
    return Finding(within(both, once), (("K*φ", once), ("K*(φ∧ψ)", both)))


CONSEQUENCE = tuple(
    Postulate(id_, name, text, source, Family.CONSEQUENCE, test)
    for id_, name, text, source, test in (
        ("REF", "reflexivity", "φ |~ φ", KLM, _reflexivity),
        ("LLE", "left equivalence", "if φ ≡ φ' and φ |~ ψ then φ' |~ ψ", KLM, _left_equivalence),
        ("RW", "right weakening", "if φ |~ ψ and ψ ⊨ χ then φ |~ χ", KLM, _right_weakening),
        ("AND", "and", "if φ |~ ψ and φ |~ χ then φ |~ ψ∧χ", KLM, _and),
        ("OR", "or", "if φ |~ χ and ψ |~ χ then φ∨ψ |~ χ", KLM, _or),
        ("CUT", "cut", "if φ |~ ψ and φ∧ψ |~ χ then φ |~ χ", KLM, _cut),
        ("CM", "cautious monotony", "if φ |~ ψ and φ |~ χ then φ∧ψ |~ χ", KLM, _cautious),
        (
            "RM",
            "rational monotony",
            "if φ |~ χ and not φ |~ ¬ψ then φ∧ψ |~ χ",
            "Lehmann & Magidor 1992",
            _rational,
        ),
    )
)
