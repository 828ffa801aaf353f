"""Postulates of contraction: of belief sets (AGM's, with recovery) and of bases (Hansson's)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from defeasible.reasoner.logic import And
from defeasible.reasoner.postulates.postulate import Family, Finding, Postulate
from defeasible.reasoner.postulates.revision import AGM
from defeasible.reasoner.postulates.space import within

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.postulates.trial import Trial

HANSSON = "Hansson 1999"


def _of_consistent(test: Callable[[Trial], Finding | None]) -> Callable[[Trial], Finding | None]:
    """Restrict a test to consistent bases; of others, only the kept statements are contracted."""
    return lambda t: test(t) if t.theory() else None


def _inclusion(t: Trial) -> Finding:
    left = t.left(t.phi)
    return Finding(within(t.theory(), left), (("K÷φ", left), ("K", t.theory())))


def _vacuity(t: Trial) -> Finding | None:
    if within(t.theory(), t.models(t.phi)):
        return None
    left = t.left(t.phi)
    return Finding(left == t.theory(), (("K÷φ", left), ("K", t.theory())))


def _success(t: Trial) -> Finding | None:
    if t.models(t.phi) == t.space.full:
        return None
    left = t.left(t.phi)
    return Finding(not within(left, t.models(t.phi)), (("K÷φ", left), ("φ", t.models(t.phi))))


def _recovery(t: Trial) -> Finding:
    again = t.left(t.phi) & t.models(t.phi)
    return Finding(within(again, t.theory()), (("(K÷φ)+φ", again), ("K", t.theory())))


def _extensionality(t: Trial) -> Finding:
    first, second = t.left(t.phi), t.left(t.case.phi_reworded)
    return Finding(first == second, (("K÷φ", first), ("K÷φ, φ in other words", second)))


def _overlap(t: Trial) -> Finding:
    both, either = t.left(And((t.phi, t.psi))), t.left(t.phi) | t.left(t.psi)
    return Finding(within(both, either), (("K÷(φ∧ψ)", both), ("K÷φ ∩ K÷ψ", either)))


def _conjunction(t: Trial) -> Finding | None:
    both = t.left(And((t.phi, t.psi)))
    if within(both, t.models(t.phi)):
        return None
    left = t.left(t.phi)
    return Finding(within(left, both), (("K÷(φ∧ψ)", both), ("K÷φ", left)))


class _Bases:
    """A base before and after contraction, by positions of its statements."""

    def __init__(self, t: Trial, formula: FormulaNode) -> None:
        self.t = t
        self.formula = t.models(formula)
        self.rows = [t.models(s.formula) for s in t.base]
        ids = {s.id for s in t.contracted(formula).statements}
        self.unknown = ids - {s.id for s in t.base}
        self.left = frozenset(i for i, s in enumerate(t.base) if s.id in ids)
        self.lost = [i for i in range(len(t.base)) if i not in self.left]

    def models(self, chosen: frozenset[int]) -> int:
        worlds = self.t.space.full
        for i in chosen:
            worlds &= self.rows[i]
        return worlds

    def between(self, least: frozenset[int]) -> list[frozenset[int]]:
        """Return the subsets of the base that contain some statements."""
        others = [i for i in range(len(self.rows)) if i not in least]
        return [
            least | frozenset(more) for size in range(len(others) + 1) for more in combinations(others, size)
        ]

    def blamed(self, least: frozenset[int]) -> bool:
        """Tell whether each lost statement helps some subset of the base to entail the formula."""
        free = [part for part in self.between(least) if not within(self.models(part), self.formula)]
        return all(any(within(self.models(p | {i}), self.formula) for p in free) for i in self.lost)

    def found(self, *, holds: bool) -> Finding:
        return Finding(holds, (("Cn(B÷φ)", self.models(self.left)), ("Cn(B)", self.t.theory())))


def _base_success(t: Trial) -> Finding | None:
    if t.models(t.phi) == t.space.full:
        return None
    bases = _Bases(t, t.phi)
    return bases.found(holds=not within(bases.models(bases.left), bases.formula))


def _base_inclusion(t: Trial) -> Finding:
    bases = _Bases(t, t.phi)
    return bases.found(holds=not bases.unknown)


def _base_vacuity(t: Trial) -> Finding | None:
    if within(t.theory(), t.models(t.phi)):
        return None
    bases = _Bases(t, t.phi)
    return bases.found(holds=not bases.lost)


def _relevance(t: Trial) -> Finding:
    bases = _Bases(t, t.phi)
    return bases.found(holds=bases.blamed(bases.left))


def _core_retainment(t: Trial) -> Finding:
    bases = _Bases(t, t.phi)
    return bases.found(holds=bases.blamed(frozenset()))


def _uniformity(t: Trial) -> Finding | None:
    for other in (t.psi, t.case.phi_reworded):
        first, second = _Bases(t, t.phi), _Bases(t, other)
        if all(
            within(first.models(part), first.formula) is within(first.models(part), second.formula)
            for part in first.between(frozenset())
        ):
            return first.found(holds=first.left == second.left)
    return None


def _base_recovery(t: Trial) -> Finding:
    bases = _Bases(t, t.phi)
    again = bases.models(bases.left) & bases.formula
    return Finding(within(again, t.theory()), (("Cn((B÷φ) ∪ {φ})", again), ("Cn(B)", t.theory())))


def _closure(t: Trial) -> Finding:
    left = t.left(t.phi)
    contracted = t.contracted(t.phi)
    goals = (t.psi, t.chi)
    asked = [contracted.ask(goal, core=False).verdict for goal in goals]
    holds = all(
        (verdict == "entailed") is within(left, t.models(goal))
        for verdict, goal in zip(asked, goals, strict=True)
    )
    return Finding(holds, (("K÷φ", left),))


CONTRACTION = tuple(
    Postulate(id_, name, text, AGM, Family.CONTRACTION, _of_consistent(test))
    for id_, name, text, test in (
        ("K÷1", "closure", "K÷φ = Cn(K÷φ)", _closure),
        ("K÷2", "inclusion", "K÷φ ⊆ K", _inclusion),
        ("K÷3", "vacuity", "if φ ∉ K then K÷φ = K", _vacuity),
        ("K÷4", "success", "if φ is no tautology then φ ∉ K÷φ", _success),
        ("K÷5", "recovery", "K ⊆ (K÷φ)+φ", _recovery),
        ("K÷6", "extensionality", "if φ ≡ φ' then K÷φ = K÷φ'", _extensionality),
        ("K÷7", "overlap", "K÷φ ∩ K÷ψ ⊆ K÷(φ∧ψ)", _overlap),
        ("K÷8", "conjunction", "if φ ∉ K÷(φ∧ψ) then K÷(φ∧ψ) ⊆ K÷φ", _conjunction),
    )
)
BASE = tuple(
    Postulate(id_, name, text, HANSSON, Family.BASE, _of_consistent(test))
    for id_, name, text, test in (
        ("B÷1", "success", "if φ is no tautology then φ ∉ Cn(B÷φ)", _base_success),
        ("B÷2", "inclusion", "B÷φ ⊆ B", _base_inclusion),
        ("B÷3", "vacuity", "if φ ∉ Cn(B) then B÷φ = B", _base_vacuity),
        ("B÷4", "relevance", "b ∈ B \\ B÷φ: some B÷φ ⊆ B' ⊆ B, φ ∉ Cn(B'), φ ∈ Cn(B' ∪ {b})", _relevance),
        (
            "B÷5",
            "core-retainment",
            "b ∈ B \\ B÷φ: some B' ⊆ B, φ ∉ Cn(B'), φ ∈ Cn(B' ∪ {b})",
            _core_retainment,
        ),
        ("B÷6", "uniformity", "if the same B' ⊆ B entail φ and ψ then B÷φ = B÷ψ", _uniformity),
        ("B÷7", "recovery", "B ⊆ Cn((B÷φ) ∪ {φ})", _base_recovery),
    )
)
