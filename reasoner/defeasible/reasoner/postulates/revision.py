"""Postulates of revision: AGM's, in terms of models of belief sets, and independence of syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Not, Or
from defeasible.reasoner.postulates.postulate import Family, Finding, Postulate
from defeasible.reasoner.postulates.space import within

if TYPE_CHECKING:
    from defeasible.reasoner.postulates.trial import Trial

AGM = "Alchourrón, Gärdenfors & Makinson 1985"


def _closure(t: Trial) -> Finding:
    worlds = t.changed(t.phi)
    holds = all(t.says(t.phi, goal=g) is within(worlds, t.models(g)) for g in (t.psi, t.chi, Not(t.psi)))
    return Finding(holds, (("K*φ", worlds),))


def _success(t: Trial) -> Finding:
    worlds = t.changed(t.phi)
    return Finding(within(worlds, t.models(t.phi)), (("K*φ", worlds), ("φ", t.models(t.phi))))


def _inclusion(t: Trial) -> Finding:
    worlds, expanded = t.changed(t.phi), t.theory() & t.models(t.phi)
    return Finding(within(expanded, worlds), (("K*φ", worlds), ("K+φ", expanded)))


def _vacuity(t: Trial) -> Finding | None:
    expanded = t.theory() & t.models(t.phi)
    if not expanded:
        return None
    worlds = t.changed(t.phi)
    return Finding(within(worlds, expanded), (("K*φ", worlds), ("K+φ", expanded)))


def _consistency(t: Trial) -> Finding:
    worlds = t.changed(t.phi)
    return Finding(bool(worlds) is bool(t.models(t.phi)), (("K*φ", worlds), ("φ", t.models(t.phi))))


def _extensionality(t: Trial) -> Finding:
    first, second = t.changed(t.phi), t.changed(t.case.phi_reworded)
    return Finding(first == second, (("K*φ", first), ("K*φ, φ in other words", second)))


def _superexpansion(t: Trial) -> Finding:
    both, expanded = t.changed(And((t.phi, t.psi))), t.changed(t.phi) & t.models(t.psi)
    return Finding(within(expanded, both), (("K*(φ∧ψ)", both), ("(K*φ)+ψ", expanded)))


def _subexpansion(t: Trial) -> Finding | None:
    expanded = t.changed(t.phi) & t.models(t.psi)
    if not expanded:
        return None
    both = t.changed(And((t.phi, t.psi)))
    return Finding(within(both, expanded), (("K*(φ∧ψ)", both), ("(K*φ)+ψ", expanded)))


def _factoring(t: Trial) -> Finding:
    either, first, second = t.changed(Or((t.phi, t.psi))), t.changed(t.phi), t.changed(t.psi)
    return Finding(
        either in (first, second, first | second), (("K*(φ∨ψ)", either), ("K*φ", first), ("K*ψ", second))
    )


def _syntax(t: Trial) -> Finding | None:
    if not t.theory():
        return None
    first, second = t.changed(t.phi), t.changed(t.case.phi_reworded, base=t.case.reworded)
    return Finding(first == second, (("K*φ", first), ("K*φ, all in other words", second)))


REVISION = (
    Postulate("K*1", "closure", "K*φ = Cn(K*φ)", AGM, Family.REVISION, _closure),
    Postulate("K*2", "success", "φ ∈ K*φ", AGM, Family.REVISION, _success),
    Postulate("K*3", "inclusion", "K*φ ⊆ K+φ", AGM, Family.REVISION, _inclusion),
    Postulate("K*4", "vacuity", "if ¬φ ∉ K then K+φ ⊆ K*φ", AGM, Family.REVISION, _vacuity),
    Postulate("K*5", "consistency", "K*φ is consistent if φ is", AGM, Family.REVISION, _consistency),
    Postulate("K*6", "extensionality", "if φ ≡ φ' then K*φ = K*φ'", AGM, Family.REVISION, _extensionality),
    Postulate("K*7", "superexpansion", "K*(φ∧ψ) ⊆ (K*φ)+ψ", AGM, Family.REVISION, _superexpansion),
    Postulate(
        "K*8", "subexpansion", "if ¬ψ ∉ K*φ then (K*φ)+ψ ⊆ K*(φ∧ψ)", AGM, Family.REVISION, _subexpansion
    ),
    Postulate(
        "DF",
        "factoring",
        "K*(φ∨ψ) is K*φ, K*ψ or K*φ ∩ K*ψ",
        "Gärdenfors 1988",
        Family.REVISION,
        _factoring,
    ),
    Postulate(
        "R4",
        "syntax",
        "if K ≡ K' and φ ≡ φ' then K*φ ≡ K'*φ'",
        "Katsuno & Mendelzon 1991",
        Family.REVISION,
        _syntax,
    ),
)
