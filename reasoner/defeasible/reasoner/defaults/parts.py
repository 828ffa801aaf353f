"""Which statements rank defaults: rules and defaults, in groups that share no atom."""

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
    """Rules and defaults that chains of shared atoms link, ranked by themselves."""

    rules: tuple[str, ...]
    """Ids of the hard statements, in the order of the ranking's."""
    ranking: Ranking


def is_rule(formula: FormulaNode) -> bool:
    """Whether a statement says what holds in all cases; others say what is so here, and bear on no rank.

    `if ... then ...` and `if and only if` do, and several such at once.
    """
    if isinstance(formula, And):
        return bool(formula.args) and all(map(is_rule, formula.args))
    return isinstance(formula, Implies | Iff)


def as_default(id_: str, formula: FormulaNode) -> Default:
    """Return a statement as a default: `if p then q`, or `q` whatever is the case."""
    if isinstance(formula, Implies):
        return Default(id_, formula.if_, formula.then)
    return Default(id_, TRUE, formula)


def ranked_parts(
    strict: Iterable[Ranked], defaults: Sequence[Ranked], deadline: Deadline
) -> tuple[Part, ...]:
    """Rank defaults by tolerance, those that share no atom apart.

    What is ranked apart does not depend on the rest: a new statement moves the ranks of its own part alone.

    Args:
        strict: The statements that hold; of these the rules count, and facts do not.
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
