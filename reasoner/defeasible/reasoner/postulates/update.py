"""Katsuno and Mendelzon's postulates of update, in terms of models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.change.theory import Ranked
from defeasible.reasoner.logic import And, Or
from defeasible.reasoner.postulates.postulate import Family, Finding, Postulate
from defeasible.reasoner.postulates.space import within

if TYPE_CHECKING:
    from defeasible.reasoner.postulates.trial import Trial


def _success(t: Trial) -> Finding:
    worlds = t.changed(t.phi)
    return Finding(within(worlds, t.models(t.phi)), (("K◇φ", worlds), ("φ", t.models(t.phi))))


def _inertia(t: Trial) -> Finding | None:
    if not within(t.theory(), t.models(t.phi)):
        return None
    worlds = t.changed(t.phi)
    return Finding(worlds == t.theory(), (("K◇φ", worlds), ("K", t.theory())))


def _consistency(t: Trial) -> Finding | None:
    if not t.theory() or not t.models(t.phi):
        return None
    worlds = t.changed(t.phi)
    return Finding(bool(worlds), (("K◇φ", worlds),))


def _syntax(t: Trial) -> Finding:
    first, second = t.changed(t.phi), t.changed(t.case.phi_reworded, base=t.case.reworded)
    return Finding(first == second, (("K◇φ", first), ("K◇φ, all in other words", second)))


def _superexpansion(t: Trial) -> Finding:
    expanded, both = t.changed(t.phi) & t.models(t.psi), t.changed(And((t.phi, t.psi)))
    return Finding(within(expanded, both), (("(K◇φ)∧ψ", expanded), ("K◇(φ∧ψ)", both)))


def _reciprocity(t: Trial) -> Finding | None:
    first, second = t.changed(t.phi), t.changed(t.psi)
    if not (within(first, t.models(t.psi)) and within(second, t.models(t.phi))):
        return None
    return Finding(first == second, (("K◇φ", first), ("K◇ψ", second)))


def _primeness(t: Trial) -> Finding:
    base = t.case.complete
    both = t.changed(t.phi, base=base) & t.changed(t.psi, base=base)
    either = t.changed(Or((t.phi, t.psi)), base=base)
    return Finding(within(both, either), (("K", t.theory(base)), ("(K◇φ)∧(K◇ψ)", both), ("K◇(φ∨ψ)", either)))


def _disjunction(t: Trial) -> Finding:
    second = t.case.second
    either = Or(tuple(And(tuple(s.formula for s in base)) for base in (t.base, second)))
    whole = t.changed(t.phi, base=(Ranked("k1", either, seq=1),))
    parts = t.changed(t.phi) | t.changed(t.phi, base=second)
    return Finding(
        whole == parts,
        (("K2", t.theory(second)), ("(K∨K2)◇φ", whole), ("(K◇φ)∨(K2◇φ)", parts)),
    )


UPDATE = tuple(
    Postulate(id_, name, text, "Katsuno & Mendelzon 1991", Family.UPDATE, test)
    for id_, name, text, test in (
        ("U1", "success", "K◇φ ⊨ φ", _success),
        ("U2", "inertia", "if K ⊨ φ then K◇φ ≡ K", _inertia),
        ("U3", "consistency", "if K and φ have models then K◇φ has", _consistency),
        ("U4", "syntax", "if K ≡ K' and φ ≡ φ' then K◇φ ≡ K'◇φ'", _syntax),
        ("U5", "superexpansion", "(K◇φ)∧ψ ⊨ K◇(φ∧ψ)", _superexpansion),
        ("U6", "reciprocity", "if K◇φ ⊨ ψ and K◇ψ ⊨ φ then K◇φ ≡ K◇ψ", _reciprocity),
        ("U7", "primeness", "if K is complete then (K◇φ)∧(K◇ψ) ⊨ K◇(φ∨ψ)", _primeness),
        ("U8", "disjunction", "(K∨K2)◇φ ≡ (K◇φ)∨(K2◇φ)", _disjunction),
    )
)
