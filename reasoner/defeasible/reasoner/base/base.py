"""`BeliefBase`: a theory that lives over many turns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.base import store
from defeasible.reasoner.base.reading import Said, text_of
from defeasible.reasoner.base.report import Event, Loss, Quote, Report
from defeasible.reasoner.base.turns import Turns
from defeasible.reasoner.base.verbs import contraction, moved
from defeasible.reasoner.change import LINEAR, Operator
from defeasible.reasoner.commonsense import EnablingRoles
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import LAYERS, Held, Snapshot, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.number import positive

if TYPE_CHECKING:
    from os import PathLike

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Layer, Role
    from defeasible.reasoner.parsing import Parser


class BeliefBase(Turns):
    """Statements told over many turns, what is believed of them, and why.

    Nothing that was told is ever lost: statements that contradict each other are all held, and the operator
    says which of them are believed. Every change is a turn of the history and can be undone. Threads may
    share a base; its methods take turns, and no decision changes after it was made.

    Args:
        parser: Turns text into forms; by default the grammar parser.
        roles: Weighs how a later conditional bears on an earlier one; by default a lexicon of enabling
            conditions. Pass `no_roles` to take all conditionals as stated.
        operator: Settles contradictions; by default linear base revision.
        timeout: Seconds for each solver check.

    Raises:
        UsageError: If the timeout is not positive.

    Example:
        >>> kb = BeliefBase()
        >>> _ = kb.tell("If it rains then the match is off.")
        >>> _ = kb.tell("It rains.")
        >>> kb.ask("The match is off.").verdict
        <Verdict.ENTAILED: 'entailed'>
    """

    def __init__(
        self,
        *,
        parser: Parser | None = None,
        roles: RoleSource | None = None,
        operator: Operator = LINEAR,
        timeout: float = 10.0,
    ) -> None:
        super().__init__(
            GrammarParser() if parser is None else parser,
            EnablingRoles() if roles is None else roles,
            operator,
            timeout,
        )

    # --- verbs --------------------------------------------------------------------------------------------

    def tell(  # noqa: PLR0913 - one parameter a property of what is told
        self,
        what: Said,
        *,
        layer: Layer | None = None,
        weight: float = 1.0,
        certain: bool = False,
        default: bool = False,
        role: Role | None = None,
        of: str | None = None,
    ) -> Report:
        """Add statements. If they contradict others, some are not believed, and the report says which.

        A statement of a higher layer outranks all of a lower one, within a layer the heavier, among equals
        the newer. What is certain is never given up, and stays true when the world changes.

        Args:
            what: Text, a formula, or a form.
            layer: `context`, `dialogue` or `prior`; by default `dialogue`, and `prior` for defaults.
            weight: How firmly it is held within its layer, in nats.
            certain: Whether it is never to be given up.
            default: Whether it holds usually, so that it yields to whatever is said. A text that says
                `usually`, `normally` or the like is one without being told so.
            role: How the one conditional that is told bears on the earlier one named by `of`.
            of: Id of a conditional with the same consequent.

        Returns:
            What was added, what is no longer believed and why. UNPARSED text changes nothing.

        Raises:
            UsageError: If a layer or weight is none, a role fits nothing, or `what` cannot be told.
            FormError: If a formula is nested too deeply, or there is no such role.
        """
        if layer is not None and layer not in LAYERS:
            raise UsageError(f"no layer {layer!r}", hint=", ".join(LAYERS))
        if not positive(weight):
            raise UsageError(
                f"weight {weight!r} is not a positive number of nats", hint="or pass certain=True"
            )
        if certain and default:
            raise UsageError("a statement cannot be both certain and a default")
        with self._lock:
            read = self._read(what, role, of)
            if isinstance(read, Unparsed):
                return self._unparsed("tell", what, read)
            self._begin()
            with self._whole():
                for said in read.statements:
                    usual = not certain and (default or said.id in read.hedged)
                    level = LAYERS[layer or ("prior" if usual else "dialogue")]
                    self._put(Held(said, self._rank(level, None if certain else weight), self._turn))
                return self._done("tell", what, read)

    def revise(self, what: Said, *, certain: bool = False) -> Report:
        """Add statements that win over all others but certain ones, which give way as the operator has it.

        Args:
            what: Text, a formula, or a form.
            certain: Whether they are never to be given up.

        Returns:
            What was added and what gave way. IMPOSSIBLE if they contradict themselves or what is certain.

        Raises:
            UsageError: If `what` is nothing that can be told.
            FormError: If a formula is nested too deeply.
        """
        with self._lock:
            read = self._read(what, None, None)
            if isinstance(read, Unparsed):
                return self._unparsed("revise", what, read)
            self._begin()
            top = self._top()
            with self._whole():
                for said in read.statements:
                    self._put(Held(said, self._rank(top, None if certain else 1.0), self._turn))
                return self._must_stand("revise", what, read)

    def retract(self, what: Said, *, alternatives: int = 3) -> Report:
        """Give up as little as will do so that something no longer follows.

        What is given up leaves the base. So does what was not believed and would come to be believed for it:
        taking something away adds no beliefs.

        Args:
            what: A text that says one thing, a formula, or a form with one query.
            alternatives: How many other smallest sets to name that would have done instead, at most.

        Returns:
            What was given up and why. IMPOSSIBLE if it follows from what is certain, or from nothing.

        Raises:
            UsageError: If `what` is nothing that can be asked.
            FormError: If a formula is nested too deeply.
        """
        with self._lock:
            read = self._reader.asked(what, "query")
            if isinstance(read, Unparsed):
                return self._unparsed("retract", what, read)
            self._begin()
            found = contraction(self._state, read.goals[0], alternatives)
            report = Report(self._turn, "retract", text_of(what), found.outcome, reason=found.reason)
            if not found.taken:
                self._turn -= 1
                return report
            self._settle()
            report = replace(
                report,
                lost=found.lost,
                weakened=self._state.weakenings(),
                alternatives=found.alternatives,
                notes=read.notes,
            )
            self._events.append(Event(report, (), found.taken))
            return report

    def update(self, what: Said) -> Report:
        """Let the world change so that something comes true, and as little else as possible (Winslett 1988).

        Where `revise` corrects what is believed about a world that stays as it is, this is for news that the
        world is now different. What the base says about the atoms of the change is about the past from now on
        (`a1@2`: a1 before change 2), but for what is certain, which held before and holds after.

        Args:
            what: Text, a formula, or a form.

        Returns:
            What was added. IMPOSSIBLE if it contradicts itself or what is certain.

        Raises:
            UsageError: If `what` is nothing that can be told, or is about too many atoms, counting those of
                certain statements linked to it.
            FormError: If a formula is nested too deeply.
        """
        with self._lock:
            read = self._read(what, None, None)
            if isinstance(read, Unparsed):
                return self._unparsed("update", what, read)
            self._begin()
            top = self._top()
            with self._whole():
                replaced, new = moved(self._state, read, self._changes + 1, self._turn, self._rank)
                self._changes += 1
                for held in replaced:
                    self._replaced.append(self._state.take(held.id))
                for held in new:
                    self._put(held)
                for said in read.statements:
                    self._put(Held(said, self._rank(top, 1.0), self._turn))
                return self._must_stand("update", what, read)

    def undo(self) -> Event:
        """Take back the last change that is in the history, and return it.

        Raises:
            UsageError: If there is none.
        """
        with self._lock:
            if not self._events:
                raise UsageError("there is nothing to undo")
            event = self._events.pop()
            self._restore(event.added, event.replaced)
            return event

    # --- looking ------------------------------------------------------------------------------------------

    @property
    def history(self) -> tuple[Event, ...]:
        """The changes that were not undone, in order."""
        with self._lock:
            return tuple(self._events)

    @property
    def statements(self) -> tuple[Held, ...]:
        """All statements in force, believed or not, in order of arrival."""
        return self.snapshot().statements

    def snapshot(self) -> Snapshot:
        """Return the base as it is now, to check traces against: `check(trace, base=kb.snapshot())`."""
        with self._lock:
            return self._state.snapshot()

    def beliefs(self) -> tuple[Held, ...]:
        """Return the statements that are believed, in order of arrival.

        Of several optima, those believed in all. Where certain statements contradict each other, nothing that
        is linked to them is believed.
        """
        with self._lock:
            kept = {name for island in self._state.islands.all() for name in island.kept}
            return tuple(held for held in self.statements if held.id in kept)

    def disbeliefs(self) -> tuple[Loss, ...]:
        """Return the statements that are not believed, in order of arrival, each with what it contradicts."""
        with self._lock:
            state = self._state
            drops = [drop for island in state.islands.all() for drop in island.dropped.values()]
            drops.sort(key=lambda drop: state.held[drop.id].rank.seq)
            return tuple(state.loss(drop) for drop in drops)

    def quote(self, statement: str) -> Quote:
        """Return a statement in force by its words.

        Raises:
            UsageError: If there is none of that id.
        """
        with self._lock:
            if statement not in self._state.held:
                raise UsageError(f"no statement `{statement}` is in force")
            return self._state.quote(statement)

    def __len__(self) -> int:
        return len(self._state.held)

    def __repr__(self) -> str:
        with self._lock:
            lost = len(self.disbeliefs())
            name = self._state.islands.operator.name
            believed = (
                f"{len(self)} statements" if not lost else f"{len(self)} statements, {lost} not believed"
            )
            return f"<BeliefBase: {believed}, {len(self._events)} changes, {name}>"

    # --- files --------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write the base with its history to a file; the old file stays until the new one is whole.

        Raises:
            BaseFileError: If it cannot be written; then the old file is as it was.
        """
        with self._lock:
            document = self._document()
        store.save(document, path)

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        parser: Parser | None = None,
        roles: RoleSource | None = None,
        operator: Operator | None = None,
        timeout: float = 10.0,
    ) -> BeliefBase:
        """Read a base that `save` wrote; it answers as it did, given the same parser and source of roles.

        Args:
            path: The file.
            parser: As for a new base, as are the others.
            roles: Source of roles.
            operator: By default the one that the base was saved with.
            timeout: Seconds for each solver check.

        Raises:
            BaseFileError: If there is no such file, or it is cut short, altered, or of another version.
        """
        document = store.load(path)
        chosen = store.operator(document, path) if operator is None else operator
        base = cls(parser=parser, roles=roles, operator=chosen, timeout=timeout)
        base._take_over(document)
        return base

    def _document(self) -> store.Document:
        state = self._state
        return store.Document(
            operator=state.islands.operator.name,
            turn=self._turn,
            seq=self._seq,
            changes=self._changes,
            statements=self.statements,
            history=tuple(self._events),
            sources=tuple(state.sources.values()),
            atoms=tuple(state.atoms.values()),
            introductions=self._reader.introductions(),
        )

    def _take_over(self, document: store.Document) -> None:
        state = self._state
        state.sources.update((source.id, source) for source in document.sources)
        for decl in document.atoms:
            state.declare(decl)
        self._turn, self._seq, self._changes = document.turn, document.seq, document.changes
        self._events = list(document.history)
        for held in document.statements:
            state.put(held)
        self._reader.restore(document.introductions, document.sources)
