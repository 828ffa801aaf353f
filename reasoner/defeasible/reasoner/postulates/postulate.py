"""A postulate: its source, and a test that a case can fail."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from defeasible.reasoner.logic import render
from defeasible.reasoner.postulates.cases import base_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.postulates.cases import Case
    from defeasible.reasoner.postulates.trial import Trial


class Family(StrEnum):
    """The subject of a postulate."""

    REVISION = "revision"
    """One change, by a formula that is then believed."""
    CONTRACTION = "contraction"
    """Contraction of a belief set (a theory), which then lacks a formula."""
    BASE = "base contraction"
    """Contraction of a belief base (statements), which then does not entail a formula."""
    INTERPLAY = "interplay"
    """Revision from contraction (Levi) and contraction from revision (Harper)."""
    ITERATED = "iterated revision"
    """One revision after another."""
    UPDATE = "update"
    """A change of the world instead of news about it."""
    CONSEQUENCE = "consequence"
    """The relation phi |~ psi: psi is believed after the change by phi."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a postulate on a case to which it applies."""

    holds: bool
    shown: tuple[tuple[str, int], ...] = ()
    """The sets of worlds that were compared, each with its name."""


@dataclass(frozen=True, slots=True)
class Postulate:
    """One postulate."""

    id: str
    """Its name in the literature, such as `K*3`."""
    name: str
    """A short name, such as `inclusion`."""
    text: str
    """The postulate in symbols. K is Cn(base), `*` the change, `+` expansion, `÷` contraction."""
    source: str
    """Author and year."""
    family: Family
    test: Callable[[Trial], Finding | None]
    """Tests one case; returns None if the postulate does not apply to it."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A case that violates a postulate."""

    postulate: Postulate
    case: Case
    finding: Finding

    def __str__(self) -> str:
        space, text = self.case.space, self.postulate.text
        shown = "".join(f"\n  {name}: {space.words(worlds)}" for name, worlds in self.finding.shown)
        words = {
            "K'": base_words(self.case.reworded),
            "φ": render(self.case.phi),
            "φ'": render(self.case.phi_reworded),
            "ψ": render(self.case.psi),
            "χ": render(self.case.chi),
        }
        about = "".join(f"; {name} = {said}" for name, said in words.items() if name in text)
        base = base_words(self.case.base)
        return f"{self.postulate.id} ({text}) fails in case {self.case.number}: K = {base}{about}{shown}"
