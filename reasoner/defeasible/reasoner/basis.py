"""`Basis`: what a decision may rest on beside its question, so far as it is at hand to be looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from defeasible.reasoner.verdict import Branch

if TYPE_CHECKING:
    from defeasible.reasoner.evidence import RoleSource, SizeSource
    from defeasible.reasoner.parsing import Parser


@dataclass(frozen=True, slots=True)
class Basis:
    """What reads and weighs again when a decision is checked. `shipped()` is what the package brings."""

    parser: Parser | None = None
    """Reads the texts again; None takes the reading as given, as where a language model read them."""
    roles: RoleSource | None = None
    """Gives the evidence on roles again; None takes it as given."""
    sizes: SizeSource | None = None
    """Gives the evidence on sizes again; None takes it as given."""
    others: bool = False
    """Whether evidence of others stands beside it and is taken as given, as that of a language model."""
    second: bool = False
    """Whether a language model read the texts as well, whose reading is not at hand."""
    branches: frozenset[Branch] = frozenset(Branch)
    """Who may have answered."""


@cache
def shipped() -> Basis:
    """Return the grammar and the lexicons of the package, as `Reasoner()` uses them."""
    from defeasible.reasoner.commonsense import EnablingRoles, TypicalSizes  # noqa: PLC0415 - lexicons
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - the grammar, for a check alone

    return Basis(GrammarParser(), EnablingRoles(), TypicalSizes())
