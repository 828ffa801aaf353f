"""Explanations: shortest proofs, correction sets, counter-models, and differences between decisions."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.base.report import OUT_OF_TIME, Listing, Loss, Quote
from defeasible.reasoner.change import Status
from defeasible.reasoner.logic import atoms
from defeasible.reasoner.record import Record
from defeasible.reasoner.sat import correction_sets, shortest_conflicts
from defeasible.reasoner.trace import PremiseStep, RetractionStep, SettlementStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.base.island import Island
    from defeasible.reasoner.base.reading import Read
    from defeasible.reasoner.base.state import State
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.trace import Trace

Quotes = tuple[Quote, ...]
SHOWN = 12
"""Most propositions listed of a world."""


@dataclass(frozen=True, slots=True)
class World(Record):
    """A model of everything that is believed."""

    goal: bool
    """Whether the goal is true in it."""
    true: tuple[str, ...]
    """What is true in it, in words, as far as it concerns the goal."""
    false: tuple[str, ...]

    def __str__(self) -> str:
        said = [*self.true, *(f"not: {text}" for text in self.false)]
        more = f"; and {len(said) - SHOWN} more" if len(said) > SHOWN else ""
        return "; ".join(said[:SHOWN]) + more


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """Why something is believed, or its negation, or neither."""

    text: str
    verdict: Verdict
    proofs: tuple[Quotes, ...] = ()
    """The smallest sets of believed statements that entail it or its negation."""
    flips: tuple[Quotes, ...] = ()
    """The smallest sets of statements whose removal would leave the question open."""
    worlds: tuple[World, ...] = ()
    """For UNKNOWN: a world in which it is true, and one in which it is false."""
    against: tuple[Loss, ...] = ()
    """Statements linked to it that are not believed, and what they contradict."""
    reason: str = ""
    """For UNPARSED, TIMEOUT and INCONSISTENT: what is wrong."""
    complete: bool = True
    """Whether the search finished. If not, time ran out: there may be shorter proofs and other flips."""

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()}: {self.text}", *([f"  {self.reason}"] if self.reason else [])]
        for proof in self.proofs:
            lines += ["  because", *(f"    {quote}" for quote in proof)]
        for world in self.worlds:
            lines.append(f"  it may be {'true' if world.goal else 'false'}: {world}")
        for flip in self.flips:
            lines.append(f"  it would be open without {' and '.join(map(str, flip))}")
        for loss in self.against:
            because = " and ".join(map(str, loss.because)) or "itself"
            lines.append(f"  not believed: {loss.what}, against {because}")
        if not self.complete:
            lines.append("  timed out: there may be shorter proofs, and other ways to leave it open")
        return "\n".join(lines)


def explain(state: State, text: str, read: Read, k: int) -> Explanation:
    """Explain the answer of a base to a goal, with at most `k` proofs and `k` ways to flip it."""
    goal = read.goals[0]
    answer = state.islands.ask(goal)
    island = state.islands.about(atoms(goal))
    reason = ""
    if answer.verdict is Verdict.TIMEOUT:
        reason = OUT_OF_TIME
    elif answer.verdict is Verdict.INCONSISTENT:
        core = " and ".join(str(state.quote(name)) for name in answer.core)
        reason = f"certain statements contradict each other: {core}"
    if island is None or reason:
        worlds = _worlds(state, read, answer.models)
        return Explanation(
            text, answer.verdict, reason=reason, worlds=worlds, complete=answer.verdict is not Verdict.TIMEOUT
        )
    against = tuple(state.loss(drop) for drop in island.dropped.values())
    if answer.verdict is Verdict.UNKNOWN:
        return Explanation(text, answer.verdict, worlds=_worlds(state, read, answer.models), against=against)
    handle = island.session.add(goal)
    denied = island.session.negation(handle) if answer.verdict is Verdict.ENTAILED else handle
    kept = [island.handles[name] for name in island.kept]
    proofs = shortest_conflicts(island.session, kept, [denied], k, state.islands.deadline)
    shown = _each(state, island, proofs.found, island.kept, k)
    if not shown:
        shown = (tuple(state.quote(name) for name in answer.core),)
    flips = corrections(state, island, denied, k)
    complete = proofs.complete and flips.complete
    return Explanation(text, answer.verdict, shown, flips.items, (), against, complete=complete)


def corrections(state: State, island: Island, denied: int, k: int) -> Listing[Quotes]:
    """Return at most `k` smallest sets of believed statements without which a handle is satisfiable."""
    certain = {island.handles[n] for n in island.kept if state.held[n].rank.certain}
    sharing: dict[int, int] = {}
    for name in island.kept:
        handle = island.handles[name]
        if handle not in certain:
            sharing[handle] = sharing.get(handle, 0) + 1
    # Statements with the same claim share a handle, and all of them would have to be removed.
    weights = sharing if max(sharing.values(), default=1) > 1 else None
    found = correction_sets(
        island.session, list(sharing), [*certain, denied], k, weights=weights, deadline=state.islands.deadline
    )
    sets = tuple(_quotes(state, island, handles) for handles in found.found if handles)
    return Listing(sets, found.complete)


def conflicts(state: State, k: int) -> Listing[Quotes]:
    """Return at most `k` of the smallest sets of statements that cannot all be true."""
    found: dict[Quotes, None] = {}
    complete = True
    islands = state.islands.all(again=True)
    for island in islands:
        if island.status is Status.TIMEOUT:
            complete = False
        elif island.dropped or island.core:
            members = sorted(island.members, key=lambda name: state.held[name].rank.seq)
            soft = [island.handles[name] for name in members]
            sets = shortest_conflicts(island.session, soft, (), k, state.islands.deadline)
            complete = complete and sets.complete
            found.update(dict.fromkeys(_each(state, island, sets.found, members, k)))
    if not complete:
        found.update(dict.fromkeys(_settled(state, islands)))
    shortest = sorted(found, key=lambda quotes: (len(quotes), [q.id for q in quotes]))[:k]
    return Listing(tuple(shortest), complete)


def _settled(state: State, islands: Iterable[Island]) -> list[Quotes]:
    """Return the conflicts that are known from the statements that are not believed."""
    if state.islands.operator.name == "dalal":
        return []  # this operator can give up statements that are in no conflict
    known = [
        {drop.id, *drop.conflict} for island in islands for drop in island.dropped.values() if drop.always
    ]
    known += [set(island.core) for island in islands if island.core]
    return [
        tuple(state.quote(name) for name in sorted(names, key=lambda name: state.held[name].rank.seq))
        for names in known
    ]


def _each(
    state: State, island: Island, sets: Iterable[tuple[int, ...]], among: Iterable[str], k: int
) -> tuple[Quotes, ...]:
    """Return at most `k` sets of statements for some sets of handles.

    Statements with the same claim share a handle; each of them gives a set of its own.
    """
    sharing: dict[int, list[Quote]] = {}
    wanted = {handle for handles in sets for handle in handles}
    for name in among:
        if island.handles[name] in wanted:
            sharing.setdefault(island.handles[name], []).append(state.quote(name))
    chosen = (choice for handles in sets for choice in product(*(sharing[handle] for handle in handles)))
    return tuple(
        tuple(sorted(quotes, key=lambda quote: state.held[quote.id].rank.seq)) for quotes in islice(chosen, k)
    )


def _quotes(state: State, island: Island, handles: tuple[int, ...]) -> Quotes:
    """Return all believed statements with some handles; statements with the same claim share one."""
    wanted = set(handles)
    names = [name for name in island.kept if island.handles[name] in wanted]
    return tuple(state.quote(name) for name in sorted(names, key=lambda name: state.held[name].rank.seq))


def _worlds(state: State, read: Read, models: tuple[frozenset[str], ...]) -> tuple[World, ...]:
    if len(models) < 2:
        return ()
    goal = read.goals[0]
    island = state.islands.about(atoms(goal))
    names = dict.fromkeys(atoms(goal))
    if island is not None:
        # The atoms of the goal first, then atoms that differ, then the rest.
        names.update((name, None) for name in island.atoms if (name in models[0]) != (name in models[1]))
        names.update(island.atoms)
    decls = {decl.id: decl for decl in read.atoms}
    words = {
        name: (decls.get(name) or state.atoms[name]).gloss
        for name in names
        if name in decls or name in state.atoms
    }
    return tuple(
        World(
            side,
            tuple(text for name, text in words.items() if name in model),
            tuple(text for name, text in words.items() if name not in model),
        )
        for side, model in zip((True, False), models, strict=True)
    )


Place = Literal["absent", "believed", "weakened", "not believed"]
"""The status of a statement in a decision; `absent` if it is not linked to the goal or was not told."""


@dataclass(frozen=True, slots=True)
class Shift(Record):
    """A statement whose status differs between two decisions."""

    statement: str
    words: str
    before: Place
    after: Place


@dataclass(frozen=True, slots=True)
class Difference(Record):
    """The difference between two decisions on one goal."""

    before: Verdict
    after: Verdict
    shifts: tuple[Shift, ...]
    """Statements that came, went, or changed their status, in the order of the later trace."""

    def __str__(self) -> str:
        lines = [f"{self.before.upper()} -> {self.after.upper()}"]
        lines += [f'  {s.statement} "{s.words}": {s.before} -> {s.after}' for s in self.shifts]
        return "\n".join(lines)


def difference(before: Decision, after: Decision) -> Difference:
    """Compare two decisions by their traces."""
    first, second = _places(before.trace), _places(after.trace)
    shifts = []
    for name in {**second, **first}:
        (was, words), (now, words_now) = first.get(name, ("absent", "")), second.get(name, ("absent", ""))
        if was != now:
            shifts.append(Shift(name, words_now or words, was, now))
    return Difference(before.verdict, after.verdict, tuple(shifts))


def _places(trace: Trace) -> dict[str, tuple[Place, str]]:
    """Return the status and the words of each statement of a trace."""
    settled = next((s for s in trace.steps if isinstance(s, SettlementStep)), None)
    dropped = {drop.step for drop in settled.dropped} if settled else set()
    weakened = {step.target for step in trace.steps if isinstance(step, RetractionStep)}
    texts = {source.id: source.text for source in trace.sources}
    found: dict[str, tuple[Place, str]] = {}
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, PremiseStep):
            words = texts[step.span.source][step.span.start : step.span.end] if step.span else str(step.claim)
            place: Place = "weakened" if number in weakened else "believed"
            found[step.statement] = ("not believed" if number in dropped else place, words)
    return found
