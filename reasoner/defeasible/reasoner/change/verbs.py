"""The verbs of belief change over ranked statements: expand, revise, update, erase.

Each returns the resulting statements and their settlement; nothing changes in place. Revision is for news
about an unchanged world, update for a world that changed (Katsuno and Mendelzon 1991). Contraction is in
`contraction`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.change.minimal_change import minimal_change, next_stamp, past, under_laws
from defeasible.reasoner.change.theory import Dropped, Ranked, Settled, Status
from defeasible.reasoner.logic import atoms, negate, rename

if TYPE_CHECKING:
    from collections.abc import Sequence

    from defeasible.reasoner.change.theory import Operator
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline


@dataclass(frozen=True, slots=True)
class Changed:
    """A base after a verb."""

    statements: tuple[Ranked, ...]
    """All statements, including dropped ones, so that later changes can bring them back."""
    settled: Settled
    """Their settlement. INCONSISTENT if the new statement cannot be accepted; the core says why."""


def expand(
    operator: Operator,
    statements: Sequence[Ranked],
    new: Ranked,
) -> Changed:
    """Add a statement without giving anything up (AGM expansion, K + phi).

    Args:
        operator: Decides which statements are kept before.
        statements: The base.
        new: The statement to add.

    Returns:
        The base with the statement. INCONSISTENT, with the conflict, if it contradicts kept statements.

    Raises:
        UsageError: If two statements have the same id.
        FormError: If a formula is nested too deeply.
    """
    before = operator.settle(statements)
    after = (*statements, new)
    if before.status is not Status.SETTLED:
        return Changed(after, before)
    standing = frozenset((*before.kept, new.id))
    firm = [replace(s, weight=math.inf) for s in after if s.id in standing]
    return Changed(after, operator.settle(firm))


def revise(
    operator: Operator,
    statements: Sequence[Ranked],
    new: Ranked,
    *,
    deadline: Deadline | None = None,
) -> Changed:
    """Add a statement that outranks all soft ones; the operator decides what gives way (K * phi).

    The statement gets a layer of its own above all others, so that revision can be repeated: the next one
    outranks it in turn. A certain statement stays certain.

    Args:
        operator: Decides which statements are kept.
        statements: The base.
        new: The statement to believe. Its layer counts only if it is the highest.
        deadline: When to stop; by default after the operator's timeout.

    Returns:
        The base with the statement. INCONSISTENT if it contradicts itself or the hard statements.

    Raises:
        UsageError: If two statements have the same id.
        FormError: If a formula is nested too deeply.
    """
    after = (*statements, on_top(statements, new))
    return Changed(after, _must_stand(after, operator.settle(after, deadline)))


def update(
    operator: Operator,
    statements: Sequence[Ranked],
    new: Ranked,
    *,
    laws: Sequence[FormulaNode] = (),
) -> Changed:
    """Update a base by a formula: the world changed so that it holds (Winslett's update, K <> phi).

    Earlier statements about the atoms of the formula then refer to the past (`p@1`), a hard law relates past
    and present by minimal change, and the formula gets the top rank. Every world that the base leaves open
    changes independently. If a later revision retracts the formula, nothing has changed.

    Args:
        operator: Decides which statements are kept. Statements kept before are kept afterwards under every
            operator but `DALAL`, whose distances count past atoms too.
        statements: The base.
        new: The statement that becomes true.
        laws: Formulas that hold at all times; see `under_laws`.

    Returns:
        The base with the law (id `new.id` and `~law`) and the statement. INCONSISTENT if the formula has no
        model under the laws, or if the base was inconsistent: an update cannot repair it.

    Raises:
        UsageError: If the formula with its laws has too many atoms, or two statements have the same id.
        FormError: If a formula is nested too deeply.
    """
    after = (*_change(statements, new, new.formula, laws), on_top(statements, new))
    return Changed(after, _must_stand(after, operator.settle(after)))


def erase(
    operator: Operator,
    statements: Sequence[Ranked],
    new: Ranked,
    *,
    laws: Sequence[FormulaNode] = (),
) -> Changed:
    """Erase a formula: the world may have changed so that it no longer holds.

    This is `update` by the negation, except that it stays open whether the change took place (Katsuno and
    Mendelzon 1991, 1992).

    Args:
        operator: Decides which statements are kept.
        statements: The base.
        new: The statement that may no longer hold. Only its id and its formula count.
        laws: Formulas that hold at all times; see `under_laws`.

    Returns:
        The base with the law (id `new.id` and `~law`).

    Raises:
        UsageError: If the formula with its laws has too many atoms, or two statements have the same id.
        FormError: If a formula is nested too deeply.
    """
    after = _change(statements, new, negate(new.formula), laws)
    return Changed(after, operator.settle(after))


def on_top(statements: Sequence[Ranked], new: Ranked) -> Ranked:
    """Return a statement moved to a layer above all others."""
    return replace(new, layer=max((new.layer, *(s.layer + 1 for s in statements))))


def given_up(before: Settled, after: Settled) -> tuple[Dropped, ...]:
    """Return the statements kept before and dropped after, by rank, with their conflicts."""
    stood = frozenset(before.kept)
    return tuple(dropped for dropped in after.dropped if dropped.id in stood)


def _change(
    statements: Sequence[Ranked], new: Ranked, formula: FormulaNode, laws: Sequence[FormulaNode]
) -> tuple[Ranked, ...]:
    """Return the statements about the past, with the law of change."""
    stamp = next_stamp(s.formula for s in (*statements, new))
    wanted = under_laws(formula, laws)
    law = minimal_change(wanted, stamp)
    names = {name: past(name, stamp) for name in atoms(wanted)}
    before = tuple(replace(s, formula=rename(s.formula, names)) for s in statements)
    return (*before, Ranked(f"{new.id}~law", law, math.inf, seq=new.seq))


def _must_stand(statements: Sequence[Ranked], settled: Settled) -> Settled:
    """Return a settlement; INCONSISTENT if the last statement, which must be kept, contradicts hard ones."""
    new, certain = statements[-1].id, {s.id for s in statements if s.hard}
    lost = next((d for d in settled.dropped if d.id == new), None)
    if lost is None or not lost.always or not certain.issuperset(lost.conflict):
        return settled
    return Settled(settled.operator, Status.INCONSISTENT, core=(*lost.conflict, new))
