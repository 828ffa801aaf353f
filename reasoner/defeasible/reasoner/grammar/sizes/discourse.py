"""Inferences across clauses: what is seen is in what was opened; what covers a thing hides it."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, Found, related
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition


def connect(clauses: Sequence[Clause], opened: tuple[int, ...]) -> tuple[list[Found], tuple[int, ...]]:
    """Add the places that earlier clauses imply; return what is hidden, and what was opened last."""
    hidden: list[Found] = []
    before: Clause | None = None
    nouns: list[Clause] = []
    last: tuple[int, ...] = ()
    for clause in clauses:
        if not clause.verb:
            nouns.append(clause)  # `the car behind the bus`
        if not clause.verb or clause.hypothetical:
            continue
        now = _opened(clause)
        if now and before is not None and clause.link in w.BACKWARD:
            _place(before, now)
        else:
            _place(clause, last or opened)
        covers = [n for one in (clause, *nouns) if one.subject == clause.subject for n in _covers(one)]
        if before is not None and not before.negated:
            covers += _hiding(before, clause)
        gone = _is(clause, "vanish") and clause.link in {"so", "until"}
        if "unseen" in clause.marks or (_is(clause, "sight") if clause.negated else gone):
            # `not a bit of it could be seen behind the wall`, `spread a mat so that a coin cannot be seen`
            themes = clause.theme
            hidden += [related("hides", c, t, clause.start, clause.end) for c in covers for t in themes]
        last, before = now or last, clause
    return hidden, last


def _is(clause: Clause, name: str) -> bool:
    """Return whether the verb of a clause, with its particle, belongs to a class."""
    return clause.verb.among(lexicon().discourse[name], clause.particle)


def _opened(clause: Clause) -> tuple[int, ...]:
    """Return what a clause opens, empties or looks into, where things may then be seen."""
    if clause.negated or not _is(clause, "access"):
        return ()
    if _is(clause, "access.place"):
        return tuple(n for a in clause.phrases if a.phrase.id == "containment.in" for n in a.numbers)
    return tuple(clause.subject if clause.verb.passive else clause.patient)


def _place(clause: Clause, opened: tuple[int, ...]) -> None:
    """Locate what is seen, or comes out, in what has been opened."""
    located = any(a.phrase.place or a.phrase.id == "source.from" for a in clause.phrases)
    if clause.negated or located or not opened:
        return
    seen = _is(clause, "perceive") and (clause.patient or clause.verb.passive)
    if clause.within or seen or (clause.cleft and clause.verb.be):
        clause.phrases.append(Attached(preposition("in"), opened, clause.start, clause.end))
    elif _is(clause, "emerge") or (_is(clause, "extract") and clause.patient):
        clause.phrases.append(Attached(preposition("from"), opened, clause.start, clause.end))


def _covers(clause: Clause) -> list[int]:
    return [n for a in clause.phrases if a.phrase.words in w.COVERS for n in a.numbers]


def _hiding(before: Clause, clause: Clause) -> list[int]:
    """Return what hides a thing, by the action before: `spread a mat so that a coin cannot be seen`."""
    if (clause.capacity or "unseen" in clause.marks) and before.theme == clause.theme:
        return _covers(before)  # `lay down behind the bush and couldn't be seen`
    if not (clause.link in {"so", "until"} or (clause.link == "and" and clause.capacity)):
        return []
    acting = ([n for n in numbers if n not in clause.theme] for numbers in (before.patient, before.subject))
    return next(filter(None, acting), [])
