"""What clauses imply together: what is seen in what was opened, what hides what can no longer be seen."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, PartWhole
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition


def connect(clauses: Sequence[Clause], opened: tuple[int, ...]) -> tuple[list[PartWhole], tuple[int, ...]]:
    """Add to clauses the places that the clauses before them imply.

    Args:
        clauses: Those of a sentence, in order.
        opened: What the sentence before opened last.

    Returns:
        What is said to be hidden, and what this sentence opened last.
    """
    hidden: list[PartWhole] = []
    before: Clause | None = None
    last: tuple[int, ...] = ()
    for clause in clauses:
        if clause.verb is None or clause.hypothetical:
            continue
        now = _opened(clause)
        if now and before is not None and clause.link in w.BACKWARD:
            _place(before, now)
        elif last or opened:
            _place(clause, last or opened)
        elif clause.within and before is not None:
            _inside(clause, before)
        if before is not None:
            hidden.extend(_hides(before, clause))
        hidden.extend(_unseen(clause))
        last, before = now or last, clause
    return hidden, last


def _is(clause: Clause, name: str) -> bool:
    """Whether the verb of a clause, with its particle, is of a class."""
    verb, known = clause.verb, lexicon().discourse[name]
    return verb is not None and any(
        lemma in known or (clause.particle and f"{lemma}_{clause.particle}" in known) for lemma in verb.lemmas
    )


def _theme(clause: Clause) -> list[int]:
    passive = clause.verb is not None and clause.verb.passive
    return clause.subject if passive or not clause.patient else clause.patient


def _opened(clause: Clause) -> tuple[int, ...]:
    """Return what a clause opens, empties, or looks into: things are then seen in it."""
    if clause.negated or not _is(clause, "access"):
        return ()
    into = tuple(n for a in clause.phrases if a.phrase.id == "containment.in" for n in a.numbers)
    if into or _is(clause, "access.place"):
        return into if _is(clause, "access.place") else ()
    passive = clause.verb is not None and clause.verb.passive
    return tuple(clause.subject if passive else clause.patient)


def _place(clause: Clause, opened: tuple[int, ...]) -> None:
    """Say of what is seen, or comes out, that it is or was in what has been opened."""
    located = any(a.phrase.place or a.phrase.id == "source.from" for a in clause.phrases)
    if clause.negated or located or clause.verb is None or set(_theme(clause)) & set(opened):
        return
    seen = _is(clause, "perceive") and (clause.patient or clause.verb.passive)
    if clause.within or seen or (clause.cleft and clause.verb.be):
        _attach(clause, "in", opened)
    elif (
        (_is(clause, "extract") and clause.patient)
        or _is(clause, "emerge")
        or (clause.particle == "out" and _is(clause, "emerge.out"))
    ):
        _attach(clause, "from", opened)


def _inside(clause: Clause, before: Clause) -> None:
    """Let `inside`, `at the bottom` go back to the one thing the clause before acts upon or speaks of."""
    ground = [n for n in before.patient or before.subject if n not in _theme(clause)]
    if len(ground) == 1 and not clause.negated:
        _attach(clause, "in", tuple(ground))


def _attach(clause: Clause, word: str, numbers: tuple[int, ...]) -> None:
    phrase = preposition(word)
    if phrase is not None:
        clause.phrases.append(Attached(phrase, numbers, clause.start, clause.end))


def _hides(before: Clause, clause: Clause) -> list[PartWhole]:
    """Read `spread a mat so that a coin cannot be seen`: what was done hides the thing."""
    verb = clause.verb
    joined = clause.link in {"so", "until"} or (clause.link == "and" and clause.capacity)
    if verb is None or before.negated or not joined:
        return []
    gone = _is(clause, "vanish") and not clause.negated and clause.link != "and"
    if not gone and not (clause.negated and _is(clause, "sight")):
        return []
    unseen = clause.subject if verb.passive or gone else clause.patient
    # `stood in front of a lamp so that it could not be seen`: the lamp is not the bigger one here.
    before.phrases[:] = [a for a in before.phrases if a.phrase.words != "in front of"]
    located = any(a.phrase.place for a in before.phrases)
    if any(n in a.numbers for a in before.phrases for n in unseen):
        return []
    cover = [n for n in before.patient if n not in unseen]
    if not cover and not (located and before.patient):
        cover = [n for n in before.subject if n not in unseen]
    if len(unseen) != 1 or len(cover) != 1:
        return []
    return [PartWhole(cover[0], unseen[0], clause.start, clause.end, "hides")]


def _unseen(clause: Clause) -> list[PartWhole]:
    """Read `not a bit of the bus could be seen behind the wall`, `could not see the wood for the trees`."""
    if clause.verb is None or not clause.negated or not _is(clause, "sight"):
        return []
    unseen = clause.subject if clause.verb.passive else clause.patient
    covers = [number for a in clause.phrases if a.phrase.words in w.COVERS for number in a.numbers]
    return [PartWhole(cover, one, clause.start, clause.end, "hides") for cover in covers for one in unseen]
