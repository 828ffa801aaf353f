"""Postulates of several steps: Darwiche and Pearl's, and those that relate revision and contraction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And, Not
from defeasible.reasoner.postulates.postulate import Family, Finding, Postulate
from defeasible.reasoner.postulates.space import within

if TYPE_CHECKING:
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.postulates.trial import Trial


def _with_and_without(t: Trial, first: FormulaNode, second: FormulaNode) -> Finding:
    twice, once = t.changed(first, second), t.changed(second)
    return Finding(twice == once, (("(K*ψ)*φ", twice), ("K*φ", once)))


def _confirmed(t: Trial) -> Finding:
    # The later formula is stronger than the earlier one, so that the postulate applies to every case.
    return _with_and_without(t, t.psi, And((t.phi, t.psi)))


def _refuted(t: Trial) -> Finding:
    return _with_and_without(t, t.psi, And((t.phi, Not(t.psi))))


def _kept(t: Trial) -> Finding | None:
    once = t.changed(t.phi)
    if not once or not within(once, t.models(t.psi)):
        return None
    twice = t.changed(t.psi, t.phi)
    return Finding(within(twice, t.models(t.psi)), (("(K*ψ)*φ", twice), ("ψ", t.models(t.psi))))


def _not_excluded(t: Trial) -> Finding | None:
    if not t.changed(t.phi) & t.models(t.psi):
        return None
    twice = t.changed(t.psi, t.phi)
    return Finding(bool(twice & t.models(t.psi)), (("(K*ψ)*φ", twice), ("ψ", t.models(t.psi))))


def _levi_of_harper(t: Trial) -> Finding | None:
    if not t.theory():
        return None
    by_contraction, revised = t.left(Not(t.phi)) & t.models(t.phi), t.changed(t.phi)
    return Finding(by_contraction == revised, (("(K÷¬φ)+φ", by_contraction), ("K*φ", revised)))


def _harper_of_levi(t: Trial) -> Finding | None:
    if not t.theory():
        return None
    left = t.left(t.phi)
    by_revision = t.theory() | (left & t.models(Not(t.phi)))
    return Finding(by_revision == left, (("K ∩ ((K÷φ)+¬φ)", by_revision), ("K÷φ", left)))


DP = "Darwiche & Pearl 1997"
ITERATED = (
    Postulate("DP1", "confirmation", "if φ ⊨ ψ then (K*ψ)*φ ≡ K*φ", DP, Family.ITERATED, _confirmed),
    Postulate("DP2", "refutation", "if φ ⊨ ¬ψ then (K*ψ)*φ ≡ K*φ", DP, Family.ITERATED, _refuted),
    Postulate("DP3", "retention", "if K*φ ⊨ ψ then (K*ψ)*φ ⊨ ψ", DP, Family.ITERATED, _kept),
    Postulate("DP4", "openness", "if K*φ ⊭ ¬ψ then (K*ψ)*φ ⊭ ¬ψ", DP, Family.ITERATED, _not_excluded),
)
INTERPLAY = (
    Postulate("LH", "Levi of Harper", "(K÷¬φ)+φ = K*φ", "Levi 1977", Family.INTERPLAY, _levi_of_harper),
    Postulate(
        "HL",
        "Harper of Levi",
        "K ∩ ((K÷φ)+¬φ) = K÷φ",
        "Harper 1976",
        Family.INTERPLAY,
        _harper_of_levi,
    ),
)
