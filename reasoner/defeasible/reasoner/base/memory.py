"""`Memory`: earlier states of a base, undone changes, and why something is not believed."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from defeasible.reasoner.base.attributes import Attributes
from defeasible.reasoner.base.reading import text_of
from defeasible.reasoner.base.report import Event, Loss, Quote, Report
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Conditional, Unparsed
from defeasible.reasoner.logic import And, FormulaNode, atoms
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.base.explaining import Explanation
    from defeasible.reasoner.base.reading import Read, Said


@dataclass(frozen=True, slots=True)
class Missing(Record):
    """A conditional from which something would follow, and the parts of its condition not believed."""

    rule: Quote
    conditions: tuple[str, ...]
    """In words; empty if the conditional itself does not hold."""

    def __str__(self) -> str:
        return f"{self.rule} lacks: {' and '.join(self.conditions) or 'nothing, and does not hold here'}"


@dataclass(frozen=True, slots=True)
class WhyNot(Record):
    """Why something is not believed."""

    text: str
    verdict: Verdict
    against: tuple[tuple[Quote, ...], ...] = ()
    """If its negation is believed: the smallest sets of statements that entail it."""
    missing: tuple[Missing, ...] = ()
    """Conditionals from which it would follow, and what they lack."""
    given_up: tuple[Loss, ...] = ()
    """Linked statements that are not believed, and what they contradict."""
    reason: str = ""

    def __str__(self) -> str:
        lines = [f"{self.verdict.upper()}: {self.text}", *([f"  {self.reason}"] if self.reason else [])]
        for proof in self.against:
            lines += ["  its opposite, because", *(f"    {quote}" for quote in proof)]
        lines += [f"  {item}" for item in self.missing]
        lines += [f"  not believed: {loss}" for loss in self.given_up]
        return "\n".join(lines)


class Memory(Attributes):
    """The part of a base that gives access to earlier states."""

    # Undone events stay in `log`: nothing that was said is lost.

    @property
    def history(self) -> tuple[Event, ...]:
        """The changes that were not undone, in order."""
        with self._call():
            return tuple(self._history.events)

    @property
    def log(self) -> tuple[tuple[Event, bool], ...]:
        """All changes in order of their turns, each with whether it is in force; the log only grows."""
        with self._call():
            both = [
                *((event, True) for event in self._history.events),
                *((event, False) for event in self._history.undone),
            ]
            return tuple(sorted(both, key=lambda item: item[0].turn))

    def undo(self, turn: int | None = None) -> Event:
        """Undo a change that is in the history, and return it.

        Args:
            turn: The number of the change; by default the last one.

        Raises:
            UsageError: If there is no such change, or a later one changed the same statements.
        """
        with self._call():
            if not self._history.events:
                raise UsageError("nothing to undo")
            place = len(self._history.events) - 1 if turn is None else self._place(turn)
            if place is None:
                raise UsageError(f"no change {turn} in the history")
            event = self._history.events[place]
            own = dict.fromkeys((*event.added, *(held.id for held in event.replaced)))
            for later in self._history.events[place + 1 :]:
                if not own.keys().isdisjoint((*later.added, *(held.id for held in later.replaced))):
                    raise UsageError(
                        f"change {later.turn} changed what change {event.turn} did",
                        hint=f"undo change {later.turn} first",
                    )
            del self._history.events[place]
            follow = (name for name in self._grounded(own) if name not in own)
            self._restore([*event.added, *follow], event.replaced)
            self._history.undone.append(event)
            return event

    def _place(self, turn: int) -> int | None:
        """Return the position of a change in the history; None if it is not there."""
        return next((n for n, event in enumerate(self._history.events) if event.turn == turn), None)

    def as_of(self, turn: int) -> Self:
        """Return an independent base with the state after a turn.

        Changes undone since then are undone in it, too.

        Raises:
            UsageError: If the turn is negative.
        """
        if turn < 0:
            raise UsageError(f"no turn {turn}")
        with self._call():
            past = copy.copy(self)
            while past._history.events and past._history.events[-1].turn > turn:
                past.undo()
            return past

    def why(self, what: Said, *, k: int = 3) -> Explanation:
        """Explain why something is believed; see `explain`."""
        return self.explain(what, k=k)

    def why_not(self, what: Said, *, k: int = 3) -> WhyNot:
        """Explain why something is not believed: what entails its negation, or what is missing.

        Args:
            what: As for `ask`.
            k: Most proofs of the negation to return.

        Raises:
            UsageError: If `what` cannot be asked.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return WhyNot(text_of(what), Verdict.UNPARSED, reason=read.reason)
            found = self.explain(what, k=k)
            if found.verdict is Verdict.ENTAILED:
                return WhyNot(found.text, found.verdict, reason="it is believed")
            against = found.proofs if found.verdict is Verdict.REFUTED else ()
            missing = tuple(self._missing(read.goals[0]))
            return WhyNot(found.text, found.verdict, against, missing, found.against, found.reason)

    def _missing(self, goal: FormulaNode) -> list[Missing]:
        islands = self._state.islands
        island = islands.about(atoms(goal))
        members = () if island is None else island.members
        found = []
        for held in sorted((self._state.held[name] for name in members), key=lambda h: h.rank.seq):
            said = held.statement
            if isinstance(said, Conditional) and goal in _parts(said.then):
                verdicts = {p: islands.ask(p, core=False).verdict for p in _parts(said.if_)}
                lacking = [p for p, verdict in verdicts.items() if verdict is not Verdict.ENTAILED]
                found.append(Missing(self._state.quote(held.id), tuple(map(self._state.in_words, lacking))))
        return found

    def _to_ask(self, what: Said, read: Read) -> Report | None:
        """Return a report to ask before a new value of an attribute is accepted; None if not needed."""
        for said in read.statements:
            for item, other, believed in self._clashes(said):
                if believed and item.policy == "ask":
                    self._forget()
                    old = self._state.quote(other.id)
                    reason = f"{old} gives another value of `{item.says}`: revise, or retract it first"
                    return Report(self._turn + 1, "tell", text_of(what), "asked", reason=reason)
        return None


def _parts(formula: FormulaNode) -> tuple[FormulaNode, ...]:
    return formula.args if isinstance(formula, And) else (formula,)
