"""The verbs of belief change over ranked statements: expand, revise, update, erase.

Each returns the statements afterwards and what they come to; nothing is changed in place. Revision is for
news about a world that stays as it is, update for a world that changed (Katsuno and Mendelzon 1991).
Contraction is in `contraction`.
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
    """All statements, those that do not stand included, so that later changes can bring them back."""
    settled: Settled
    """What they come to. INCONSISTENT if the new statement cannot be had; the core says why not."""


def expand(
    operator: Operator,
    statements: Sequence[Ranked],
    new: Ranked,
) -> Changed:
    """Add a statement and give nothing up for it (AGM expansion, K + phi).

    Args:
        operator: Tells what stands before.
        statements: The base.
        new: The statement to add.

    Returns:
        The base with the statement. INCONSISTENT, with the conflict, if it contradicts what stands.

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
    """Add a statement that wins over all soft ones, which give way as the operator has it (K * phi).

    The statement is put in a layer of its own above all others, so that revision can be repeated: the next
    one outranks it in turn. If it is given as certain, it stays so.

    Args:
        operator: Tells what stands.
        statements: The base.
        new: The statement that comes to be believed. Its layer counts only if it is the highest.
        deadline: When to stop; by default after the operator's own time.

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
    """Let the world change so that a formula comes true (Winslett's update, K <> phi).

    What the base says about the atoms of the formula is from now on about their past (`p@1`), a hard law
    ties past and present by minimal change, and the formula stands on top. Every world that the base leaves
    open is changed by itself. Later revisions may take the formula back; then nothing has changed.

    Args:
        operator: Tells what stands. The statements that stood before stand afterwards, whatever it is, except
            for `DALAL`, whose distances count past atoms too.
        statements: The base.
        new: The statement that comes true.
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
    """Let the world perhaps change so that a formula ceases to hold (Katsuno and Mendelzon 1991, 1992).

    As `update` by the negation, except that nothing says whether the change took place.

    Args:
        operator: Tells what stands.
        statements: The base.
        new: What may cease to hold. Only its id and its formula count.
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
    """Return a statement in a layer above those of all others."""
    return replace(new, layer=max((new.layer, *(s.layer + 1 for s in statements))))


def given_up(before: Settled, after: Settled) -> tuple[Dropped, ...]:
    """Return the statements that stood before and do not stand after, by rank, and why."""
    stood = frozenset(before.kept)
    return tuple(dropped for dropped in after.dropped if dropped.id in stood)


def _change(
    statements: Sequence[Ranked], new: Ranked, formula: FormulaNode, laws: Sequence[FormulaNode]
) -> tuple[Ranked, ...]:
    """Return the statements as of the past, with the law of change."""
    stamp = next_stamp(s.formula for s in (*statements, new))
    wanted = under_laws(formula, laws)
    law = minimal_change(wanted, stamp)
    names = {name: past(name, stamp) for name in atoms(wanted)}
    before = tuple(replace(s, formula=rename(s.formula, names)) for s in statements)
    return (*before, Ranked(f"{new.id}~law", law, math.inf, seq=new.seq))


def _must_stand(statements: Sequence[Ranked], settled: Settled) -> Settled:
    """Return an outcome, as INCONSISTENT if the last statement, which was to win, contradicts hard ones."""
    new, certain = statements[-1].id, {s.id for s in statements if s.hard}
    lost = next((d for d in settled.dropped if d.id == new), None)
    if lost is None or not lost.always or not certain.issuperset(lost.conflict):
        return settled
    return Settled(settled.operator, Status.INCONSISTENT, core=(*lost.conflict, new))
