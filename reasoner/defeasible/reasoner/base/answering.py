"""What a belief base answers: verdicts with proofs, explanations, conflicts."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from defeasible.reasoner.base.explaining import Difference, Explanation, conflicts, difference, explain
from defeasible.reasoner.base.proof import Question, write
from defeasible.reasoner.base.reading import text_of
from defeasible.reasoner.base.report import OUT_OF_TIME, Listing
from defeasible.reasoner.base.sureness import sureness
from defeasible.reasoner.base.ties import Tie, tie
from defeasible.reasoner.change import Status
from defeasible.reasoner.decision import Decision, read_in_part, unparsed
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.logic import atoms
from defeasible.reasoner.question import BaseQuestion
from defeasible.reasoner.trace import Deferred
from defeasible.reasoner.verdict import Change, Verdict

if TYPE_CHECKING:
    import threading
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.base.island import Island
    from defeasible.reasoner.base.reading import Read, Reader, Said
    from defeasible.reasoner.base.report import Loss, Quote
    from defeasible.reasoner.base.state import State
    from defeasible.reasoner.forms import Held, Snapshot
    from defeasible.reasoner.logic import FormulaNode


MOST_WORDS = 8
"""Words that a reason quotes at most."""
NEAR = 1_000
"""Statements of an island that are listed with a question; for more the whole base is searched."""


class Answering:
    """The half of a base that changes nothing.

    Args:
        lock: Held by every method, so that they take turns.
        state: The statements in force.
        reader: Reads what is asked.
    """

    def __init__(self, lock: threading.RLock, state: State, reader: Reader) -> None:
        self._lock = lock
        self._state = state
        self._reader = reader
        self._asked: dict[FormulaNode, Verdict] = {}
        """The last verdict on everything that was asked."""

    @contextmanager
    def _call(self) -> Iterator[None]:
        """Let the calls of several threads take turns, and bound each by the base's time."""
        with self._lock, self._state.islands.timed():
            yield

    def _read_question(self, what: Said) -> Read | Unparsed:
        with self._state.islands.others():
            return self._reader.asked(what, "query")

    def ask(self, what: Said) -> Decision:
        """Decide whether something follows from what is believed.

        Only statements that a chain of shared atoms links to the question have a say, so a contradiction of
        certain statements makes INCONSISTENT just what is linked to it.

        Args:
            what: A text that says one thing, a formula, or a form with one query.

        Returns:
            A decision; `before` and `change` tell what became of the verdict since the same was last asked.
            Its confidence is below 1 where it hinges on weighed roles or on which of equally firm statements
            arrived last; the reason says so. TIMEOUT says nothing about the question.
            Its proof is written when it is first read, from the base as it was when it was asked.

        Raises:
            UsageError: If `what` is nothing that can be asked.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return unparsed(read, "base")
            return self._decide(what, read)

    def question(self, what: Said) -> BaseQuestion:
        """Return what `ask` would decide now as a value: the base as it is, and the formula asked about.

        Take it before `ask`; `check_decision(question, decision)` then holds the answer against it.

        Args:
            what: As for `ask`.

        Raises:
            UsageError: If `what` is nothing that can be asked, or cannot be read.
            FormError: If a formula is nested too deeply.
        """
        with self._lock:
            read = self._reader.asked(what, "query")
            if isinstance(read, Unparsed):
                raise UsageError(f"the question cannot be read: {read.reason}")
            words = read.sources[0] if read.sources else None
            before = self._asked.get(read.goals[0])
            self._state.wake(atoms(read.goals[0]))
            return BaseQuestion(self._state.snapshot(), read.goals[0], words, read.atoms, before)

    def explain(self, what: Said, *, k: int = 3) -> Explanation:
        """Say why something is believed, or its opposite, or neither.

        Args:
            what: As for `ask`.
            k: How many proofs, and how many ways to flip the verdict, to give at most.

        Returns:
            The shortest proofs and the smallest sets of statements on which they all depend; for what is open
            two worlds that differ on it; and what is not believed although it has a say.

        Raises:
            UsageError: If `what` is nothing that can be asked, or `k` is not positive.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return Explanation(text_of(what), Verdict.UNPARSED, reason=read.reason)
            if k < 1:
                raise UsageError(f"cannot give {k} proofs", hint="at least one")
            return explain(self._state, text_of(what), read, k)

    def conflicts(self, k: int = 5) -> Listing[tuple[Quote, ...]]:
        """Return the shortest sets of statements, at most `k`, that cannot all be true.

        Returns:
            Each set is minimal. Where the time runs out, the listing is incomplete: it has what was found,
            and there may be other sets, also shorter ones.

        Raises:
            UsageError: If `k` is not positive.
        """
        with self._call():
            return conflicts(self._state, k)

    @property
    def statements(self) -> tuple[Held, ...]:
        """All statements in force, believed or not, in order of arrival."""
        return self.snapshot().statements

    def snapshot(self) -> Snapshot:
        """Return the base as it is now, to hold traces against."""
        with self._call():
            return self._state.snapshot()

    def beliefs(self) -> Listing[Held]:
        """Return the statements that are believed, in order of arrival.

        Of several optima, those believed in all. Where certain statements contradict each other, nothing that
        is linked to them is believed. Where the time runs out, the listing is incomplete: what is linked to
        the searches that did not end is not in it.
        """
        with self._call():
            islands = self._state.islands.all(again=True)
            kept = {name for island in islands for name in island.kept}
            return Listing(tuple(h for h in self.statements if h.id in kept), _complete(islands))

    def disbeliefs(self) -> Listing[Loss]:
        """Return the statements that are not believed, in order of arrival, each with what it contradicts.

        Where the time runs out, the listing is incomplete.
        """
        with self._call():
            state = self._state
            islands = state.islands.all(again=True)
            drops = [drop for island in islands for drop in island.dropped.values()]
            drops.sort(key=lambda drop: state.held[drop.id].rank.seq)
            return Listing(tuple(state.loss(drop) for drop in drops), _complete(islands))

    def quote(self, statement: str) -> Quote:
        """Return a statement in force by its words.

        Raises:
            UsageError: If there is none of that id.
        """
        with self._call():
            if statement not in self._state.held:
                raise UsageError(f"no statement `{statement}` is in force")
            return self._state.quote(statement)

    @staticmethod
    def diff(before: Decision, after: Decision) -> Difference:
        """Return what two decisions differ in: which statements came, went, gave way or were weakened."""
        return difference(before, after)

    def _decide(self, what: Said, read: Read) -> Decision:
        goal = read.goals[0]
        answer = self._state.islands.ask(goal, core=False)
        verdict = answer.verdict
        island = self._state.islands.about(atoms(goal))
        question = self._question(read, island)
        before = self._asked.get(goal)
        # What only a question spoke of has no name that lasts.
        if verdict.decided and all(name in self._state.atoms for name in atoms(goal)):
            self._asked[goal] = verdict
        change = None
        if before is not None and verdict.decided:
            change = Change.between(before, verdict)
        lost = () if island is None else island.dropped.values()
        sure = sureness(question, verdict, lost, self._state.islands.deadline)
        reasons = [sure.reason] if sure.reason else []
        if verdict is Verdict.TIMEOUT:
            reasons = [OUT_OF_TIME]
        elif verdict is Verdict.UNKNOWN:
            strange = [decl.gloss for decl in read.atoms if not self._state.islands.speaks_of(decl.id)]
            reasons += [f"nothing in the base speaks of: {'; '.join(strange)}"] if strange else []
            reasons += [open_.reason] if (open_ := self._tie(goal, island)) is not None else []
        decision = Decision(
            verdict=verdict,
            proof=Deferred(partial(write, question)),
            answer=what if isinstance(what, str) and verdict is Verdict.ENTAILED else None,
            confidence=sure.confidence,
            before=before,
            change=change,
            reason="; ".join(reasons),
        )
        words = question.unanalysed() if self._opaque(read, island) else ()
        # That nothing follows rests on all that was told.
        elsewhere = question.elsewhere() if verdict is Verdict.UNKNOWN else ()
        return read_in_part(decision, tuple(dict.fromkeys((*words, *elsewhere)))[:MOST_WORDS])

    def _tie(self, goal: FormulaNode, island: Island | None) -> Tie | None:
        """Return the defaults between which nothing decides, where these leave a goal open."""
        if island is None or island.settled is None or island.settled.closed is None:
            return None
        return tie(self._state, island.settled.closed, island.kept, goal)

    def _opaque(self, read: Read, island: Island | None) -> bool:
        """Whether words that bear on a question may not have been analysed."""
        if island is not None and not island.atoms.keys().isdisjoint(self._state.opaque):
            return True
        return any(decl.opaque for decl in read.atoms)

    def _near(self, island: Island | None) -> tuple[Held, ...] | None:
        """Return at least what is linked to a question, where that is little; None for everything."""
        if island is None:
            return ()
        if len(island.members) > NEAR:
            return None
        held = (self._state.held[name] for name in island.members)
        return tuple(sorted(held, key=lambda h: h.rank.seq))

    def _question(self, read: Read, island: Island | None) -> Question:
        goal, state = read.goals[0], self._state
        asked = read.sources[0] if read.sources else None
        return Question(
            snapshot=state.snapshot(),
            pairs=() if island is None else state.pairs.of(island.members),
            goal=goal,
            asked=asked,
            decls=read.atoms,
            near=self._near(island),
            operator=state.islands.operator,
            timeout=state.islands.timeout,
            partly=dict(state.partly),
        )


def _complete(islands: Iterable[Island]) -> bool:
    """Whether the time was enough for all islands."""
    return all(island.status is not Status.TIMEOUT for island in islands)
