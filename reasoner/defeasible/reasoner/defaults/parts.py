"""The statements that rank defaults: rules and defaults, in groups that share no atoms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.defaults.ranking import Default, Ranking, rank
from defeasible.reasoner.logic import TRUE, And, FormulaNode, Iff, Implies, atoms
from defeasible.reasoner.sat import OutOfTimeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.change.theory import Ranked
    from defeasible.reasoner.sat import Deadline


@dataclass(frozen=True, slots=True)
class Part:
    """Rules and defaults linked by chains of shared atoms, ranked separately from others."""

    rules: tuple[str, ...]
    """Ids of the hard statements, in the order of the ranking's hard statements."""
    ranking: Ranking


def is_rule(formula: FormulaNode) -> bool:
    """Whether a statement is a rule, which holds in all cases; facts of the present case affect no rank.

    Rules are `if ... then ...`, `if and only if`, and conjunctions of these.
    """
    if isinstance(formula, And):
        return bool(formula.args) and all(map(is_rule, formula.args))
    return isinstance(formula, Implies | Iff)


def as_default(id_: str, formula: FormulaNode) -> Default:
    """Return a statement as a default: `if p then q`, or an unconditional `q`."""
    if isinstance(formula, Implies):
        return Default(id_, formula.if_, formula.then)
    return Default(id_, TRUE, formula)


def ranked_parts(
    strict: Iterable[Ranked], defaults: Sequence[Ranked], deadline: Deadline
) -> tuple[Part, ...]:
    """Rank defaults by tolerance, separately for parts that share no atoms.

    The ranks of a part do not depend on the others: a new statement affects only its own part.

    Args:
        strict: The strict statements, of which only rules count, not facts.
        defaults: The defaults.
        deadline: When to stop.

    Raises:
        OutOfTimeError: At the deadline.
    """
    rules = [s for s in strict if is_rule(s.formula)]
    found = []
    for members in _groups([*rules, *defaults]):
        usual = [s for s in members if s.default]
        if usual:
            hard = [s for s in members if not s.default]
            ranking = rank(
                [s.formula for s in hard],
                [as_default(s.id, s.formula) for s in usual],
                max(deadline.left, 1e-9),
            )
            if ranking is None:
                raise OutOfTimeError
            found.append(Part(tuple(s.id for s in hard), ranking))
    return tuple(found)


def _groups(statements: Iterable[Ranked]) -> list[list[Ranked]]:
    """Group statements by shared atoms, in the order given."""
    home: dict[str, list[Ranked]] = {}
    groups: dict[int, list[Ranked]] = {}
    for statement in statements:
        names = atoms(statement.formula)
        own = [statement]
        groups[id(own)] = own
        for other in {id(home[name]): home[name] for name in names if name in home}.values():
            own[:0] = other
            del groups[id(other)]
        home.update((name, own) for member in own for name in atoms(member.formula))
    return list(groups.values())
