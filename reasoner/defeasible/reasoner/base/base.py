"""`BeliefBase`: a theory over many turns."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner import notebook
from defeasible.reasoner.base import store
from defeasible.reasoner.base.functional import Functional
from defeasible.reasoner.base.heard import Heard, current, fingerprint
from defeasible.reasoner.base.history import History, Past
from defeasible.reasoner.base.memory import Memory
from defeasible.reasoner.base.reading import Said, text_of
from defeasible.reasoner.base.report import Event, Report
from defeasible.reasoner.base.verbs import contraction, moved
from defeasible.reasoner.change import LINEAR, Operator, Status
from defeasible.reasoner.commonsense import EnablingRoles
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.forms import LAYERS, Held, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.number import positive

if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike

    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.forms import Layer, Role
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.parsing import Parser
    from defeasible.reasoner.verdict import Verdict


class BeliefBase(Memory):
    """Statements told over many turns, which of them are believed, and why.

    No statement is ever lost: statements that contradict each other are all kept, and the operator decides
    which of them are believed. Every change is a turn of the history and can be undone. Threads may share a
    base; its methods take turns, and no decision changes after it was made.

    Args:
        parser: Parses text into forms; by default the grammar parser.
        roles: Weighs the role of a later conditional for an earlier one; by default a lexicon of enabling
            conditions. Pass `no_roles` to take all conditionals as stated.
        operator: Resolves contradictions; by default linear base revision.
        timeout: Seconds for each call with all its searches, not counting parsers and sources of roles.
            Unfinished results say so: a verdict or outcome is TIMEOUT, and a listing, report or explanation
            is not `complete`.
        clock: Returns the time in seconds; by default `time.monotonic`.

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
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            GrammarParser() if parser is None else parser,
            EnablingRoles() if roles is None else roles,
            operator,
            timeout,
            clock,
        )

    # --- verbs --------------------------------------------------------------------------------------------

    def tell(  # noqa: PLR0913 - one parameter per property of a statement
        self,
        what: Said,
        *,
        layer: Layer | None = None,
        weight: float = 1.0,
        certain: bool = False,
        default: bool = False,
        role: Role | None = None,
        of: str | None = None,
        by: str = "",
    ) -> Report:
        """Add statements. If they contradict others, some are not believed, and the report says which.

        A statement of a higher layer outranks all of lower layers. Within a layer the heavier statement wins,
        and among equals the newer. Certain statements are never given up, and survive updates.

        Args:
            what: Text, a formula, or a form.
            layer: `context`, `dialogue` or `prior`; by default `dialogue`, and `prior` for defaults.
            weight: Weight within its layer, in nats.
            certain: Whether it is never given up.
            default: Whether it is a default, which yields to all other statements. A text with `usually`,
                `normally` or the like is a default in any case.
            role: The role of the told conditional for the earlier one named by `of`.
            of: Id of a conditional with the same consequent.
            by: The source. If two sources give two values of one attribute, both statements are kept, and
                nothing follows from either.

        Returns:
            What was added, what is no longer believed, and why. Text that cannot be parsed changes nothing,
            nor does a second value of an attribute with the policy `ask`.

        Raises:
            UsageError: If a layer or weight is invalid, the role does not apply, or `what` cannot be told.
            FormError: If a formula is nested too deeply, or there is no such role.
        """
        if layer is not None and layer not in LAYERS:
            raise unknown("layer", layer, LAYERS)
        if not positive(weight):
            raise UsageError(
                f"weight must be a positive number of nats, got {weight!r}", hint="or pass certain=True"
            )
        if certain and default:
            raise UsageError("a statement cannot be both certain and a default")
        with self._call():
            read = self._read(what, role, of)
            if isinstance(read, Unparsed):
                return self._unparsed("tell", what, read)
            if (asked := self._to_ask(what, read)) is not None:
                return asked
            self._begin()
            self._again = [name for said in read.statements for name in self._state.saying(said.formula)]
            with self._whole():
                for said in read.statements:
                    usual = not certain and (default or said.id in read.hedged)
                    level = LAYERS[layer or ("prior" if usual else "dialogue")]
                    usual |= said.id in read.likely and not certain
                    rank = replace(self._rank(level, None if certain else weight), default=usual)
                    self._put(Held(said, rank, self._turn, by))
                return self._done("tell", what, read)

    def revise(self, what: Said, *, certain: bool = False) -> Report:
        """Add statements that outrank all others but certain ones; the operator decides what gives way.

        Args:
            what: Text, a formula, or a form.
            certain: Whether they are never given up.

        Returns:
            What was added and what gave way. IMPOSSIBLE if they contradict themselves or certain statements.

        Raises:
            UsageError: If `what` cannot be told.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
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
        """Give up as little as possible so that something no longer follows (contraction).

        The statements given up leave the base. So do statements that were not believed and would now be
        believed, since a retraction adds no beliefs.

        Args:
            what: A text with one claim, a formula, or a form with one query.
            alternatives: Most alternative smallest sets to name that could have been given up instead.

        Returns:
            What was given up and why. IMPOSSIBLE if it follows from certain statements or is a tautology.

        Raises:
            UsageError: If `what` cannot be asked.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return self._unparsed("retract", what, read)
            self._begin()
            found = contraction(self._state, read.goals[0], alternatives)
            report = Report(self._turn, "retract", text_of(what), found.outcome, reason=found.reason)
            if not found.taken:
                self._turn -= 1
                return report
            taken = (*found.taken, *self._instances(found.taken))
            self._settle()
            report = replace(
                report,
                lost=found.lost,
                weakened=self._state.weakenings(),
                alternatives=found.alternatives,
                complete=found.complete,
                notes=read.notes,
            )
            self._history.add(Event(report, (), taken))
            return report

    def update(self, what: Said) -> Report:
        """Record that the world changed so that something is true, with minimal change (Winslett 1988).

        `revise` corrects beliefs about an unchanged world; `update` is for news that the world is now
        different. Earlier statements about the atoms of the change then refer to the past (`a1@2`: a1 before
        change 2), except certain statements, which hold before and after.

        Args:
            what: Text, a formula, or a form.

        Returns:
            What was added. IMPOSSIBLE if it contradicts itself or certain statements.

        Raises:
            UsageError: If `what` cannot be told or involves too many atoms, counting those of linked certain
                statements.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
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

    # --- looking ------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._state.held)

    def __repr__(self) -> str:
        with self._call():
            islands = self._state.islands.all()
            lost = sum(len(island.dropped) for island in islands)
            open_ = sum(len(i.members) for i in islands if i.status is Status.TIMEOUT)
            parts = [f"{len(self)} statements"]
            parts += [f"{lost} not believed"] if lost else []
            parts += [f"{open_} open: timed out"] if open_ else []
            parts += [f"{len(self._history.events)} changes", self._state.islands.operator.name]
            return f"<BeliefBase: {', '.join(parts)}>"

    # --- copies -------------------------------------------------------------------------------------------

    def __copy__(self) -> BeliefBase:
        """Return an independent copy with the same statements, beliefs and answers.

        The parser and the source of roles are shared: they are services without state of the base.
        """
        rebuild, parts = self.__reduce__()
        return rebuild(*parts)

    def __deepcopy__(self, memo: dict[int, object]) -> BeliefBase:
        """Return the same as `copy.copy`, which copies everything that is mutable."""
        return self.__copy__()

    def __reduce__(self) -> tuple[Callable[..., BeliefBase], tuple[object, ...]]:
        """Pickle the content of a base, without solvers. Its parser and source of roles must be picklable."""
        with self._call():
            state = self._state
            services = (self._reader.parser, state.pairs.source, state.islands.operator)
            times = (state.islands.timeout, state.islands.clock)
            known = self._document(), self._history.past()
            return _rebuilt, (type(self), services, times, known, dict(self._asked))

    def _repr_html_(self) -> str:
        with self._lock:
            believed = {held.id for held in self.beliefs()}
            rows = [
                (
                    held.id,
                    self._state.quote(held.id).words,
                    "certain" if held.rank.certain else "believed" if held.id in believed else "not believed",
                )
                for held in self.statements
            ]
            return notebook.of_statements(repr(self).strip("<>"), rows)

    # --- files --------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> None:
        """Write the base with its history to a file, which is replaced atomically.

        Raises:
            BaseFileError: If it cannot be written; the old file is then unchanged.
        """
        with self._call():
            document, past = self._document(), self._history.past()
        store.save(document, past, path)

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
        """Read a base that `save` wrote. It answers as before, given the same parser and source of roles.

        Args:
            path: The file.
            parser: As for a new base.
            roles: As for a new base.
            operator: By default the operator that the base was saved with.
            timeout: Seconds for each call.

        Raises:
            BaseFileError: If the file is missing, truncated, altered, or of another version.
        """
        document, read = store.load(path)
        chosen = store.operator(document, path) if operator is None else operator
        base = cls(parser=parser, roles=roles, operator=chosen, timeout=timeout)
        with store.uncollected():
            base._take_over(document, History(read))
        return base

    def _document(self) -> store.Document:
        state = self._state
        return store.Document(
            operator=state.islands.operator.name,
            turn=self._turn,
            seq=self._seq,
            changes=self._changes,
            statements=self.statements,
            sources=tuple(state.sources.values()),
            atoms=tuple(state.atoms.values()),
            introductions=self._reader.introductions(),
            weighed=self._state.pairs.weighed(),
            functional=tuple(self._functional.own),
            heard=self._heard(),
        )

    def _heard(self) -> Heard | None:
        """Return the readings of the texts; None if there are none, or another parser reads them."""
        if not self._state.sources or not isinstance(self._reader.parser, GrammarParser):
            return None
        reader = fingerprint(self._reader.english.name)
        return Heard(reader, self._reader.known(), self._reader.kinds(), self._functional.given())

    def _take_over(self, document: store.Document, history: History | None = None) -> None:
        state = self._state
        state.sources.update((source.id, source) for source in document.sources)
        state.declare_all(document.atoms)
        self._turn, self._seq, self._changes = document.turn, document.seq, document.changes
        self._history = history or History()
        self._functional = Functional(document.functional)
        state.pairs.recall(document.weighed)
        if any(item.evidence for item in document.weighed):
            for held in document.statements:
                state.put(held)
        else:
            state.rest(document.statements)
        heard = current(document.heard, self._reader.english)
        if heard is None:
            self._reader.restore(document.introductions, document.sources, None, None)
            for decl in document.atoms:
                self._functional.key(decl.id, decl.gloss)
        else:
            self._reader.restore(document.introductions, document.sources, heard.known, heard.kinds)
            self._functional.recall(heard.given)


def _rebuilt(
    kind: type[BeliefBase],
    services: tuple[Parser, RoleSource, Operator],
    times: tuple[float, Callable[[], float]],
    known: tuple[store.Document, Past],
    asked: dict[FormulaNode, Verdict],
) -> BeliefBase:
    """Return the base that was copied or pickled."""
    parser, roles, operator = services
    timeout, clock = times
    base = kind(parser=parser, roles=roles, operator=operator, timeout=timeout, clock=clock)
    document, past = known
    base._take_over(document, History(lambda: past))
    base._asked.update(asked)
    return base
