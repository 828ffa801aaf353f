"""Plan the effects of retractions and updates on the statements of a base."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base.explaining import corrections
from defeasible.reasoner.base.pairs import required
from defeasible.reasoner.base.report import OUT_OF_TIME, Listing
from defeasible.reasoner.change import Linear, Status, contract, minimal_change, past
from defeasible.reasoner.change.linear import climb
from defeasible.reasoner.change.minimal_change import under_laws
from defeasible.reasoner.forms import Conditional, Fact, Held, Rank
from defeasible.reasoner.logic import atoms, conjoin, rename
from defeasible.reasoner.sat import OutOfTimeError
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from defeasible.reasoner.base.island import Island
    from defeasible.reasoner.base.reading import Read
    from defeasible.reasoner.base.report import Loss, Outcome, Quote
    from defeasible.reasoner.base.state import State
    from defeasible.reasoner.change import Answer, Dropped
    from defeasible.reasoner.forms import Statement
    from defeasible.reasoner.logic import FormulaNode


@dataclass(frozen=True, slots=True)
class Contraction:
    """The effects of a retraction."""

    outcome: Outcome
    reason: str = ""
    lost: tuple[Loss, ...] = ()
    taken: tuple[Held, ...] = ()
    """All removed statements, in order of removal."""
    alternatives: tuple[tuple[Quote, ...], ...] = ()
    complete: bool = True
    """Whether the search for alternatives finished."""


_OUT_OF_TIME = Contraction("timeout", OUT_OF_TIME)


def contraction(state: State, formula: FormulaNode, alternatives: int) -> Contraction:
    """Remove statements from a base so that a formula no longer follows.

    If one of two conditionals with a requirement is given up, the other holds as stated again, and the
    formula may follow anew; so the removal is repeated until it does not.
    """
    lost: list[Loss] = []
    taken: list[Held] = []
    others: Listing[tuple[Quote, ...]] = Listing(())
    while True:
        island = state.islands.about(atoms(formula))
        answer = state.islands.ask(formula, core=False)
        failure = _failure(state, island, answer, formula)
        if failure is None and answer.verdict is not Verdict.ENTAILED:
            reason = "" if taken else "it does not follow, so there is nothing to give up"
            return Contraction("done", reason, tuple(lost), tuple(taken), others.items, others.complete)
        gone: list[Dropped] = []
        if failure is None and island is not None:
            failure, gone = _given_up(state, island, formula)
        if failure is not None:
            for held in reversed(taken):
                state.put(held)
            return failure
        assert island is not None
        if not taken:
            # The retraction matters more than the list of alternatives.
            with state.islands.half():
                others = _others(state, island, formula, alternatives, {drop.id for drop in gone})
        lost.extend([state.loss(drop) for drop in gone])
        stood = island.kept.keys()
        taken.extend([state.take(drop.id) for drop in gone])
        # A retraction adds no beliefs: statements that would now be believed are removed, too.
        while True:
            state.islands.settle()
            back = [name for name in state.islands.regained if name in state.held and name not in stood]
            state.islands.regained.clear()
            if not back:
                break
            taken += [state.take(name) for name in back]


def _given_up(state: State, island: Island, formula: FormulaNode) -> tuple[Contraction | None, list[Dropped]]:
    """Return why a formula cannot be given up, or else the statements to give up for it."""
    islands = state.islands
    if isinstance(islands.operator, Linear):
        denied = island.session.negation(island.session.add(formula))
        certain, soft = island.ladder()
        try:
            found = climb(
                island.session,
                certain,
                [denied, *(handle for handle in soft if handle != denied)],
                islands.deadline,
                island.known(),
            )
        except OutOfTimeError:
            return _OUT_OF_TIME, []
        if denied in found.dropped:
            first = island.firmest()
            return _impossible(state, [first[handle] for handle in found.dropped[denied]], formula), []
        # Each of several tied defaults holds in some best world.
        held = island.kept.keys() | {name for name, drop in island.dropped.items() if not drop.always}
        return None, [drop for drop in island.drops(found, denied) if drop.id in held]
    contracted = contract(
        islands.operator, islands.ranked(island.members), formula, deadline=islands.deadline
    )
    if contracted.status is Status.TIMEOUT:
        return _OUT_OF_TIME, []
    if contracted.needed is not None:
        return _impossible(state, contracted.needed, formula), []
    left = {statement.id for statement in contracted.statements}
    gone = []
    # If no statement is kept in all optima, the formula follows from those kept in some.
    for drop in contracted.given_up or contracted.against.dropped:
        if drop.id not in left:
            conflict = tuple(name for name in drop.conflict if name != contracted.negation)
            gone.append(replace(drop, conflict=conflict))
    return None, gone


def _others(
    state: State, island: Island, formula: FormulaNode, limit: int, given_up: set[str]
) -> Listing[tuple[Quote, ...]]:
    """Return at most `limit` smallest sets that could have been given up instead."""
    if limit < 1:
        return Listing(())
    denied = island.session.negation(island.session.add(formula))
    found = corrections(state, island, denied, limit + 1)
    others = tuple(quotes for quotes in found if {quote.id for quote in quotes} != given_up)
    return Listing(others[:limit], found.complete)


def _failure(state: State, island: Island | None, answer: Answer, formula: FormulaNode) -> Contraction | None:
    if answer.verdict is Verdict.TIMEOUT:
        return _OUT_OF_TIME
    if answer.verdict is Verdict.INCONSISTENT:
        core = " and ".join(str(state.quote(name)) for name in answer.core)
        return Contraction("impossible", f"certain statements contradict each other: {core}")
    if island is None and answer.verdict is Verdict.ENTAILED:
        return Contraction("impossible", f"`{state.in_words(formula)}` is true whatever is the case")
    return None


def _impossible(state: State, needed: Sequence[str], formula: FormulaNode) -> Contraction:
    """Report that a formula follows from certain statements, or is a tautology."""
    if not needed:
        return Contraction("impossible", f"`{state.in_words(formula)}` is true whatever is the case")
    because = " and ".join(str(state.quote(name)) for name in needed)
    return Contraction("impossible", f"it follows from what is certain: {because}")


def moved(
    state: State, read: Read, stamp: int, turn: int, rank: Callable[[int, float | None], Rank]
) -> tuple[tuple[Held, ...], tuple[Held, ...]]:
    """Return the statements that an update moves to the past, and their replacements.

    Args:
        state: The base.
        read: What becomes true.
        stamp: The number of the change.
        turn: The turn of the change.
        rank: Makes a rank for the next statement, from a layer and a weight.

    Returns:
        The statements to remove; then their replacements: the same statements about the past, again those
        that hold before and after, and the law of the change.

    Raises:
        UsageError: If the change involves too many atoms.
    """
    formula = conjoin(*(said.formula for said in read.statements))
    island = state.islands.about(atoms(formula))
    near = [] if island is None else [state.held[name] for name in island.members]
    near.sort(key=lambda held: held.rank.seq)
    lasting = _lasting(state, near)
    # A law with a requirement holds only in its weakened form.
    laws = [state.islands.claim(held.id) for held in near if held.id in lasting and held.rank.certain]
    wanted = under_laws(formula, laws)
    law = minimal_change(wanted, stamp)
    names = {name: past(name, stamp) for name in atoms(wanted)}
    for name, stamped in names.items():
        decl = state.atoms[name]
        state.declare(replace(decl, id=stamped, gloss=f"{decl.gloss} (before turn {turn})"))
    near = [held for held in near if not names.keys().isdisjoint(atoms(held.statement.formula))]
    copies = {held.id: past(held.id, stamp) for held in near if held.id in lasting}
    before, after = [], []
    for held in near:
        said = _renamed(held.statement, names)
        if isinstance(said, Conditional) and said.of in copies:
            said = replace(said, of=copies[said.of])
        before.append(replace(held, statement=replace(said, id=copies.get(held.id, held.id))))
        if held.id in lasting:
            after.append(replace(held, rank=rank(held.rank.layer, held.rank.weight)))
    change = Fact(f"{read.statements[0].id}~law", law, cue="update: as little changes as possible")
    return tuple(near), (*before, *after, Held(change, rank(0, None), turn))


def _lasting(state: State, near: Iterable[Held]) -> frozenset[str]:
    """Return the statements that hold before and after a change.

    These are the certain statements that are not about one change or the past, and the conditionals that
    state requirements for such a law, since without them the law would be stronger.
    """
    always = {held.id for held in near if held.rank.certain and not {"~", "@"}.intersection(held.id)}
    pairs = [pair.pair for pair in state.pairs.of(always) if required(pair)]
    return frozenset(always.union(*pairs))


def _renamed(said: Statement, names: dict[str, str]) -> Statement:
    if isinstance(said, Conditional):
        return replace(said, if_=rename(said.if_, names), then=rename(said.then, names))
    return replace(said, formula=rename(said.formula, names))
