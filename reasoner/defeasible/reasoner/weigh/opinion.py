"""`Opinion`: what somebody holds with some confidence, as a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, FormulaClaim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.forms import Query


@dataclass(frozen=True, slots=True)
class Opinion:
    """A sentence with its weight: evidence before it is read."""

    text: str
    weight: float
    """Log-odds in favour of the sentence, in nats; positive: say the opposite where it is negative."""
    source: str = "user"
    """Who says so."""
    reason: str = ""
    """One phrase a reader can judge."""


def as_evidence(opinions: Sequence[Opinion], queries: Sequence[Query]) -> tuple[Evidence, ...]:
    """Return what opinions say as evidence, given what its sentences were read as.

    Raises:
        UsageError: If a sentence leaves open what it is about, or its weight is not one.
    """
    evidence = []
    for item, query in zip(opinions, queries, strict=True):
        if query.open:
            raise UsageError(f"{item.text!r} leaves the matter open", hint="evidence must assert something")
        try:
            claim = FormulaClaim(query.formula)
            evidence.append(Evidence(claim, item.weight, item.source, item.reason))
        except ValueError as error:
            raise UsageError(
                f"{item.text!r}: {error}", hint="weigh the opposite sentence where the log-odds are negative"
            ) from error
    return tuple(evidence)
