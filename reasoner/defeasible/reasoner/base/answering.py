"""Queries of a belief base: verdicts with proofs, explanations, conflicts."""

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
from defeasible.reasoner.errors import UsageError, require_at_least
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
"""Most words that a reason quotes."""
NEAR = 1_000
"""Most statements of an island that are listed with a question; with more, the whole base is searched."""


class Answering:
    """The read-only half of a base.

    Args:
        lock: Held by every method, so that calls take turns.
        state: The statements in force.
        reader: Reads the questions.
    """

    def __init__(self, lock: threading.RLock, state: State, reader: Reader) -> None:
        self._lock = lock
        self._state = state
        self._reader = reader
        self._asked: dict[FormulaNode, Verdict] = {}
        """The last verdict on each formula that was asked."""

    @contextmanager
    def _call(self) -> Iterator[None]:
        """Serialise the calls of several threads, and bound each by the base's timeout."""
        with self._lock, self._state.islands.timed():
            yield

    def _read_question(self, what: Said) -> Read | Unparsed:
        with self._state.islands.others():
            return self._reader.asked(what, "query")

    def ask(self, what: Said) -> Decision:
        """Decide whether something follows from what is believed.

        Only statements linked to the question by a chain of shared atoms matter, so if certain statements
        contradict each other, only questions linked to them are INCONSISTENT.

        Args:
            what: A text with one claim, a formula, or a form with one query.

        Returns:
            A decision; `before` and `change` compare it with the last answer to the same question. Its
            confidence is below 1 if it hinges on weighed roles or on which of equally firm statements arrived
            last; the reason says so. TIMEOUT says nothing about the question.
            Its proof is written when it is first read, from the base at the time of the question.

        Raises:
            UsageError: If `what` cannot be asked.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return unparsed(read, "base")
            return self._decide(what, read)

    def question(self, what: Said) -> BaseQuestion:
        """Return the question that `ask` would decide now: the present base, and the formula asked about.

        Call it before `ask`; `check_decision(question, decision)` then checks the answer against it.

        Args:
            what: As for `ask`.

        Raises:
            UsageError: If `what` cannot be asked or parsed.
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
        """Explain why something is believed, or its negation, or neither.

        Args:
            what: As for `ask`.
            k: Most proofs, and most ways to flip the verdict, to return.

        Returns:
            The shortest proofs, and the smallest sets of statements without which none holds; for an open
            question, two worlds that differ on it; and linked statements that are not believed.

        Raises:
            UsageError: If `what` cannot be asked, or `k` is not positive.
            FormError: If a formula is nested too deeply.
        """
        with self._call():
            read = self._read_question(what)
            if isinstance(read, Unparsed):
                return Explanation(text_of(what), Verdict.UNPARSED, reason=read.reason)
            require_at_least(1, k=k)
            return explain(self._state, text_of(what), read, k)

    def conflicts(self, k: int = 5) -> Listing[tuple[Quote, ...]]:
        """Return at most `k` of the smallest sets of statements that cannot all be true.

        Returns:
            Minimal sets. If time runs out, the listing has what was found and is not `complete`: there may be
            other sets, also smaller ones.

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
        """Return the present state of the base, to check traces against."""
        with self._call():
            return self._state.snapshot()

    def beliefs(self) -> Listing[Held]:
        """Return the statements that are believed, in order of arrival.

        With several optima, these are the statements believed in all. If certain statements contradict each
        other, nothing that is linked to them is believed. If time runs out, the listing is not `complete`: it
        lacks whatever is linked to unfinished searches.
        """
        with self._call():
            islands = self._state.islands.all(again=True)
            kept = {name for island in islands for name in island.kept}
            return Listing(tuple(h for h in self.statements if h.id in kept), _complete(islands))

    def disbeliefs(self) -> Listing[Loss]:
        """Return the statements that are not believed, in order of arrival, each with what it contradicts.

        If time runs out, the listing is not `complete`.
        """
        with self._call():
            state = self._state
            islands = state.islands.all(again=True)
            drops = [drop for island in islands for drop in island.dropped.values()]
            drops.sort(key=lambda drop: state.held[drop.id].rank.seq)
            return Listing(tuple(state.loss(drop) for drop in drops), _complete(islands))

    def quote(self, statement: str) -> Quote:
        """Return the words of a statement in force.

        Raises:
            UsageError: If there is no statement with that id.
        """
        with self._call():
            if statement not in self._state.held:
                raise UsageError(f"no statement `{statement}` is in force")
            return self._state.quote(statement)

    @staticmethod
    def diff(before: Decision, after: Decision) -> Difference:
        """Compare two decisions: which statements came, went, gave way or were weakened."""
        return difference(before, after)

    def _decide(self, what: Said, read: Read) -> Decision:
        goal = read.goals[0]
        answer = self._state.islands.ask(goal, core=False)
        verdict = answer.verdict
        island = self._state.islands.about(atoms(goal))
        question = self._question(read, island)
        before = self._asked.get(goal)
        # An atom that only a question mentions has no lasting name.
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
        # That nothing follows depends on everything that was told.
        elsewhere = question.elsewhere() if verdict is Verdict.UNKNOWN else ()
        return read_in_part(decision, tuple(dict.fromkeys((*words, *elsewhere)))[:MOST_WORDS])

    def _tie(self, goal: FormulaNode, island: Island | None) -> Tie | None:
        """Return the tied defaults that leave a goal open, if any."""
        if island is None or island.settled is None or island.settled.closed is None:
            return None
        return tie(self._state, island.settled.closed, island.kept, goal)

    def _opaque(self, read: Read, island: Island | None) -> bool:
        """Whether some words that affect a question may not have been analysed."""
        if island is not None and not island.atoms.keys().isdisjoint(self._state.opaque):
            return True
        return any(decl.opaque for decl in read.atoms)

    def _near(self, island: Island | None) -> tuple[Held, ...] | None:
        """Return at least the statements linked to a question if they are few; None for all statements."""
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
    """Whether all islands were settled in time."""
    return all(island.status is not Status.TIMEOUT for island in islands)
