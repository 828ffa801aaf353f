"""Settles the options of one question: they deny each other, even if a negation is misplaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from defeasible.reasoner.english.closed import OPENERS, PREPOSITIONS
from defeasible.reasoner.forms import Query
from defeasible.reasoner.grammar.belief.atoms import Entry
from defeasible.reasoner.grammar.belief.matching import Use
from defeasible.reasoner.logic import Atom, FormulaNode, Not, negate, positive

_SMALL = PREPOSITIONS | OPENERS | {"due", "even", "both", "one"}


def settle(queries: tuple[Query, ...], entries: Iterable[Entry]) -> tuple[tuple[Query, ...], str]:
    """Read a stray option as the denial of the option about the premises.

    For a premise `not A-ing will B`, the options `not A-ing will not B`, `A-ing will B` and `A-ing may or may
    not B` have the same words, but only the first is about the premise as it stands. If exactly two options
    assert something, in the same words except for where they deny, or except for a small word where one of
    them denies, and only one of the two is about a proposition of the premises, the other is read as its
    denial.

    Args:
        queries: The options, in order.
        entries: The atoms of the text.

    Returns:
        The options, and a remark, which is empty if nothing was changed.
    """
    known = {entry.id: entry for entry in entries}
    asserted = [(query, _entry(query.formula, known)) for query in queries if not query.open]
    if len(asserted) != 2 or len(queries) < 3:
        return queries, ""
    if asserted[0][0].formula == negate(asserted[1][0].formula):
        return _about(asserted[0][0].formula, queries, known)
    strays = [(query, entry) for query, entry in asserted if entry and entry.uses <= {Use.OPTION}]
    meant = [(query, entry) for query, entry in asserted if entry and not entry.uses <= {Use.OPTION}]
    if len(strays) != 1 or len(meant) != 1 or not _alike(strays[0], meant[0]):
        return queries, ""
    (stray, stray_entry), (other, entry) = strays[0], meant[0]
    settled = []
    for query in queries:
        if query is stray:
            settled.append(replace(query, formula=negate(other.formula)))
        elif query.open and _entry(query.formula, known) is stray_entry:
            settled.append(replace(query, formula=Atom(entry.id)))
        else:
            settled.append(query)
    said, more = _about(other.formula, tuple(settled), known)
    remark = "an option in the same words was read as the denial of the other"
    return said, f"{remark}; {more}" if more else remark


def _alike(stray: tuple[Query, Entry], meant: tuple[Query, Entry]) -> bool:
    """Return whether options differ in their negations, or in a small word where one denies: `not due to`."""
    one, other = (entry.clause.core for _, entry in (stray, meant))
    denied = {isinstance(query.formula, Not) for query, _ in (stray, meant)}
    return one == other or (len(denied) > 1 and set(one) ^ set(other) <= _SMALL)


def _about(
    asserted: FormulaNode, queries: tuple[Query, ...], known: Mapping[str, Entry]
) -> tuple[tuple[Query, ...], str]:
    """Read an open option about a proposition of its own as one about what the others assert."""
    strays = [query for query in queries if query.open and (entry := _entry(query.formula, known))
              and entry.uses <= {Use.OPTION} and query.formula != positive(asserted)]  # fmt: skip
    if len(strays) != 1:
        return queries, ""
    settled = tuple(replace(q, formula=positive(asserted)) if q is strays[0] else q for q in queries)
    return settled, "an option that leaves something open was read as about what the others assert"


def _entry(formula: FormulaNode, known: Mapping[str, Entry]) -> Entry | None:
    literal = positive(formula)
    return known.get(literal.name) if isinstance(literal, Atom) else None
