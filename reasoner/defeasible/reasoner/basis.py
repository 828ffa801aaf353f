"""`Basis`: the parser and the sources of evidence of a decision, as far as the checker can use them again."""

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
    """What reads and weighs again when a decision is checked. `shipped()` returns that of the package."""

    parser: Parser | None = None
    """Reads the texts again; None takes the reading as given, for example that of a language model."""
    roles: RoleSource | None = None
    """Gives the evidence on roles again; None takes it as given."""
    sizes: SizeSource | None = None
    """Gives the evidence on sizes again; None takes it as given."""
    others: bool = False
    """Whether evidence from other sources, such as a language model, is allowed and taken as given."""
    second: bool = False
    """Whether a language model read the texts as well; its reading is not available."""
    branches: frozenset[Branch] = frozenset(Branch)
    """Who may have answered."""


@cache
def shipped() -> Basis:
    """Return the grammar parser and the lexicons of the package, which `Reasoner()` uses."""
    from defeasible.reasoner.commonsense import EnablingRoles, TypicalSizes  # noqa: PLC0415 - lexicons
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - the grammar, for a check alone

    return Basis(GrammarParser(), EnablingRoles(), TypicalSizes())
