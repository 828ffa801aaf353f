"""What retractions and updates do to the statements of a base, before it is done."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base.explaining import corrections
from defeasible.reasoner.change import Linear, Status, contract, minimal_change, past
from defeasible.reasoner.change.minimal_change import under_laws
from defeasible.reasoner.forms import Conditional, Fact, Held, Rank
from defeasible.reasoner.logic import atoms, conjoin, rename
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from defeasible.reasoner.base.islands import Island
    from defeasible.reasoner.base.reading import Read
    from defeasible.reasoner.base.report import Loss, Outcome, Quote
    from defeasible.reasoner.base.state import State
    from defeasible.reasoner.change import Answer, Contracted, Operator
    from defeasible.reasoner.forms import Statement
    from defeasible.reasoner.logic import FormulaNode


@dataclass(frozen=True, slots=True)
class Contraction:
    """What a retraction takes out."""

    outcome: Outcome
    reason: str = ""
    lost: tuple[Loss, ...] = ()
    taken: tuple[Held, ...] = ()
    """Everything that left, in the order in which it left."""
    alternatives: tuple[tuple[Quote, ...], ...] = ()


def contraction(state: State, formula: FormulaNode, alternatives: int) -> Contraction:
    """Take out of a base what must go so that a formula no longer follows.

    Giving up one of two conditionals that are required beside each other lets the other stand as stated, and
    then the formula may follow anew; so it is done again until it does not.
    """
    lost: list[Loss] = []
    taken: list[Held] = []
    others: tuple[tuple[Quote, ...], ...] = ()
    while True:
        island = state.islands.about(atoms(formula))
        answer = state.islands.ask(formula)
        failure = _failure(state, island, answer, formula)
        if failure is None and answer.verdict is not Verdict.ENTAILED:
            reason = "" if taken else "it does not follow, so there is nothing to give up"
            return Contraction("done", reason, tuple(lost), tuple(taken), others)
        if failure is None and island is not None:
            found = contract(_operator(state, island), state.islands.ranked(island.members), formula)
            failure = _impossible(state, found, formula)
        if failure is not None:
            for held in reversed(taken):
                state.put(held)
            return failure
        assert island is not None
        left = {statement.id for statement in found.statements}
        # Where no statement stands in all optima, the formula follows from those that stand in some.
        gone = [d for d in found.given_up or found.against.dropped if d.id not in left]
        if not taken:
            others = _others(state, island, formula, alternatives, {drop.id for drop in gone})
        for drop in gone:
            conflict = tuple(name for name in drop.conflict if name != found.negation)
            lost.append(state.loss(replace(drop, conflict=conflict)))
        stood = set(island.kept)
        taken.extend([state.take(drop.id) for drop in gone])
        # Taking something away adds no beliefs: what would come to stand for it goes, too.
        while True:
            state.islands.settle()
            back = [name for name in state.islands.regained if name in state.held and name not in stood]
            state.islands.regained.clear()
            if not back:
                break
            taken += [state.take(name) for name in back]


def _others(
    state: State, island: Island, formula: FormulaNode, limit: int, given_up: set[str]
) -> tuple[tuple[Quote, ...], ...]:
    """Return the smallest sets, at most `limit`, that could have been given up instead."""
    if limit < 1:
        return ()
    denied = island.session.negation(island.session.add(formula))
    found = corrections(state, island, denied, limit + 1)
    return tuple(quotes for quotes in found if {quote.id for quote in quotes} != given_up)[:limit]


def _operator(state: State, island: Island) -> Operator:
    operator = state.islands.operator
    return replace(operator, session=island.session) if isinstance(operator, Linear) else operator


def _failure(state: State, island: Island | None, answer: Answer, formula: FormulaNode) -> Contraction | None:
    if answer.verdict is Verdict.TIMEOUT:
        return Contraction("timeout", "the solver ran out of time")
    if answer.verdict is Verdict.INCONSISTENT:
        core = " and ".join(str(state.quote(name)) for name in answer.core)
        return Contraction("impossible", f"certain statements contradict each other: {core}")
    if island is None and answer.verdict is Verdict.ENTAILED:
        return Contraction("impossible", f"`{state.in_words(formula)}` is true whatever is the case")
    return None


def _impossible(state: State, found: Contracted, formula: FormulaNode) -> Contraction | None:
    if found.status is Status.TIMEOUT:
        return Contraction("timeout", "the solver ran out of time")
    if found.needed is None:
        return None
    if not found.needed:
        return Contraction("impossible", f"`{state.in_words(formula)}` is true whatever is the case")
    because = " and ".join(str(state.quote(name)) for name in found.needed)
    return Contraction("impossible", f"it follows from what is certain: {because}")


def moved(
    state: State, read: Read, stamp: int, turn: int, rank: Callable[[int, float | None], Rank]
) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
    """Return the statements that an update makes speak of the past, and what stands in their place.

    Args:
        state: The base.
        read: What comes true.
        stamp: The number of the change.
        turn: The turn of the change.
        rank: Makes a rank for the next statement, of a layer and a weight.

    Returns:
        The statements that go; then, in their place, the same about the past, copies about the past of what
        is certain, and the law of the change.

    Raises:
        UsageError: If the change is about too many atoms.
    """
    formula = conjoin(*(said.formula for said in read.statements))
    island = state.islands.about(atoms(formula))
    near = [] if island is None else [state.held[name] for name in island.members]
    near.sort(key=lambda held: held.rank.seq)
    laws = [held.statement.formula for held in near if _always(held)]
    wanted = under_laws(formula, laws)
    law = minimal_change(wanted, stamp)
    names = {name: past(name, stamp) for name in atoms(wanted)}
    for name, stamped in names.items():
        decl = state.atoms[name]
        state.declare(replace(decl, id=stamped, gloss=f"{decl.gloss} (before turn {turn})"))
    gone, new = [], []
    for held in near:
        if names.keys().isdisjoint(atoms(held.statement.formula)):
            continue
        before = _renamed(held.statement, names)
        if _always(held):
            copy = replace(before, id=f"{held.id}@{stamp}")
            if isinstance(copy, Conditional):
                copy = replace(copy, role=None, of=None)
            new.append(Held(copy, rank(held.rank.layer, None), held.turn))
        else:
            gone.append(held)
            new.append(replace(held, statement=before))
    change = Fact(f"{read.statements[0].id}~law", law, cue="update: as little changes as possible")
    return tuple(gone), (*new, Held(change, rank(0, None), turn))


def _always(held: Held) -> bool:
    """Whether a statement holds at all times: it is certain, and not about one change or the past."""
    return held.rank.certain and not {"~", "@"}.intersection(held.id)


def _renamed(said: Statement, names: dict[str, str]) -> Statement:
    if isinstance(said, Conditional):
        return replace(said, if_=rename(said.if_, names), then=rename(said.then, names))
    return replace(said, formula=rename(said.formula, names))
