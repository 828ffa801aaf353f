"""`Turns`: the stages of a change to a base, from its start to its end or rollback."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base.answering import Answering
from defeasible.reasoner.base.functional import Functional
from defeasible.reasoner.base.history import History
from defeasible.reasoner.base.reading import Read, Reader, Said, stated, text_of
from defeasible.reasoner.base.report import OUT_OF_TIME, Event, Outcome, Report, Verb
from defeasible.reasoner.base.state import State
from defeasible.reasoner.change import Operator, Status
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Conditional, Held, Rank, Unparsed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Role
    from defeasible.reasoner.parsing import Parser


class Turns(Answering):
    """The half of a base that makes changes, one turn at a time.

    Args:
        parser: Parses text into forms.
        roles: Weighs the role of a later conditional for an earlier one.
        operator: Resolves contradictions.
        timeout: Seconds for each call, not counting the reading of texts.
        clock: Returns the time in seconds.

    Raises:
        UsageError: If the timeout is not positive.
    """

    def __init__(
        self,
        parser: Parser,
        roles: RoleSource,
        operator: Operator,
        timeout: float,
        clock: Callable[[], float],
    ) -> None:
        state = State(operator, roles, timeout, clock)
        super().__init__(threading.RLock(), state, Reader(parser, state.atoms))
        self._functional = Functional()
        self._history = History()
        self._turn = 0
        """The last turn used, including undone ones."""
        self._seq = 0
        """The last time of arrival used."""
        self._changes = 0
        """The number of updates so far, including undone ones; it numbers the past."""
        self._named: list[str] = []
        """The atoms that the last text introduced."""
        self._added: list[str] = []
        """The statements that this turn has added so far."""
        self._again: list[str] = []
        """The earlier statements that say the same as this turn."""
        self._replaced: list[Held] = []
        """The statements that this turn has removed or replaced so far, as they were."""

    def _read(self, what: Said, role: Role | None, of: str | None) -> Read | Unparsed:
        with self._state.islands.others():
            read = self._reader.told(what, f"t{self._turn + 1}")
        if isinstance(read, Unparsed):
            return read
        if role is not None or of is not None:
            try:
                read = replace(read, statements=(self._with_role(read, role, of),))
            except (UsageError, FormError):
                self._reader.rollback()
                raise
        state = self._state
        self._named = [decl.id for decl in read.atoms if decl.id not in state.atoms]
        state.sources.update((source.id, source) for source in read.sources)
        for decl in read.atoms:
            state.declare(decl)
        return read

    def _with_role(self, read: Read, role: Role | None, of: str | None) -> Conditional:
        earlier = self._state.held.get(of or "")
        said = read.statements[0]
        if role is None or earlier is None or not isinstance(earlier.statement, Conditional):
            raise UsageError(f"`role` and `of` come together, and `of` names a conditional, not {of!r}")
        if len(read.statements) > 1 or not isinstance(said, Conditional):
            raise UsageError("a role applies to a single conditional", hint="tell it alone")
        if said.then != earlier.statement.then or said.if_ == earlier.statement.if_:
            raise UsageError(
                f"this has no role beside `{of}`",
                hint="a role is that of a second condition for the same consequent",
            )
        return replace(said, role=role, of=of)

    def _begin(self) -> None:
        self._turn += 1
        self._added, self._replaced, self._again = [], [], []
        if self._state.islands.unsettled:
            # Work left over by earlier calls must not use up the time of this one.
            with self._state.islands.half():
                self._settle()
        self._state.begin()

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Roll back a turn that is interrupted, by Ctrl-C or by an exception in a source of roles."""
        try:
            yield
        except BaseException:
            self._take_back()
            raise

    def _settle(self) -> None:
        self._state.islands.settle()

    def _rank(self, layer: int, weight: float | None) -> Rank:
        self._seq += 1
        return Rank(layer, weight, self._seq)

    def _top(self) -> int:
        """Return a layer above all others."""
        return 1 + self._state.islands.top

    def _put(self, held: Held) -> None:
        self._state.put(held)
        self._added.append(held.id)

    def _done(self, verb: Verb, what: Said, read: Read) -> Report:
        """Settle the added statements, add the change to the history, and return its report."""
        self._ground()
        self._one_value()
        self._settle()
        state = self._state
        new = [state.held[name] for name in self._added]
        status = {state.islands.island(held.id).status for held in new}
        outcome: Outcome = "done"
        reason = ""
        if Status.INCONSISTENT in status:
            core = next(c for h in new if (c := state.islands.island(h.id).core))
            outcome = "inconsistent"
            reason = (
                f"certain statements contradict each other: {' and '.join(str(state.quote(n)) for n in core)}"
            )
        elif Status.TIMEOUT in status:
            outcome, reason = (
                "timeout",
                f"{OUT_OF_TIME}; what is believed is open until it is asked",
            )
        report = Report(
            self._turn,
            verb,
            text_of(what),
            outcome,
            tuple(state.quote(said.id) for said in read.statements),
            state.losses(),
            state.regained(),
            state.weakenings(),
            reason=reason,
            notes=read.notes,
            again=tuple(map(state.quote, self._again)),
        )
        self._history.add(Event(report, tuple(self._added), tuple(self._replaced)))
        return report

    def _one_value(self) -> None:
        """Make the statements of this turn exclude other values of their relations; see `Attributes`."""

    def _ground(self) -> None:
        """Instantiate general statements for each newly named thing."""
        if not self._reader.generics.found:
            return
        held = self._state.held
        done = {name for event in self._history.events for name in event.added} | set(self._added)
        for found in self._reader.generics.due(self._reader.talk, held, done):
            for decl in found.atoms:
                self._state.declare(decl)
            parent = held[found.of]
            usual = parent.rank.default or (found.likely and not parent.rank.certain)
            rank = replace(self._rank(parent.rank.layer, parent.rank.weight), default=usual)
            cue = f"{found.of}, of {found.id.partition('/')[2]}"
            self._put(
                Held(
                    replace(stated(found.id, found.formula), span=parent.statement.span, cue=cue),
                    rank,
                    self._turn,
                )
            )

    def _instances(self, taken: Iterable[Held]) -> list[Held]:
        """Remove the instances of general statements that were given up."""
        return [self._state.take(name) for name in self._grounded(held.id for held in taken)]

    def _grounded(self, general: Iterable[str]) -> list[str]:
        """Return the ids of the instances of general statements."""
        return [name for one in general for name in self._state.instances.get(one, ())]

    def _must_stand(self, verb: Verb, what: Said, read: Read) -> Report:
        """Do the same as `_done`, but roll back if the added statements are not believed."""
        self._settle()
        state = self._state
        for name in (said.id for said in read.statements):
            island = state.islands.island(name)
            if name not in island.kept:
                drop = island.dropped.get(name)
                against = (*drop.conflict, name) if drop else island.core
                reason = OUT_OF_TIME
                if against:
                    reason = (
                        f"these cannot be true together: {' and '.join(str(state.quote(n)) for n in against)}"
                    )
                outcome: Outcome = "impossible" if against else "timeout"
                self._take_back()
                return Report(self._turn + 1, verb, text_of(what), outcome, reason=reason, notes=read.notes)
        return self._done(verb, what, read)

    def _unparsed(self, verb: Verb, what: Said, found: Unparsed) -> Report:
        return Report(self._turn + 1, verb, text_of(what), "unparsed", reason=found.reason)

    def _take_back(self) -> None:
        """Roll back this turn; the next one reuses its number and its ids."""
        self._restore(self._added, self._replaced)
        self._state.pairs.forget(self._added)
        self._forget()
        self._turn -= 1

    def _forget(self) -> None:
        """Forget the last text; the next proposition reuses the name of its first."""
        self._reader.rollback()
        for name in self._named:
            self._state.atoms.pop(name, None)
        self._functional.forget(self._named)

    def _restore(self, added: Iterable[str], replaced: Iterable[Held]) -> None:
        """Remove the statements that a change added, and restore those that it replaced."""
        for name in added:
            self._state.take(name)
        for held in replaced:
            self._state.put(held)
