"""Write the proof of a belief base's answer from a snapshot; the same statements give the same trace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

from defeasible.reasoner.base.closing import Closing
from defeasible.reasoner.base.pairs import required, weakened
from defeasible.reasoner.base.report import OUT_OF_TIME
from defeasible.reasoner.base.sureness import Theory, turnable
from defeasible.reasoner.belief.roles import Pair, Standing, groups
from defeasible.reasoner.change import Answer, Settled, Status
from defeasible.reasoner.evidence import RoleClaim
from defeasible.reasoner.forms import Conditional, Held, Role, Snapshot, linked
from defeasible.reasoner.logic import atoms
from defeasible.reasoner.sat import Deadline
from defeasible.reasoner.text import quote
from defeasible.reasoner.trace import (
    AssumptionStep,
    BaseStep,
    ConclusionStep,
    Drop,
    EvidenceStep,
    Flip,
    OutcomeStep,
    PremiseStep,
    RetractionStep,
    RuleStep,
    SettlementStep,
    SolverStep,
    Step,
    Trace,
)
from defeasible.reasoner.trace.steps.base import (
    FIRMEST_FIRST,
    MAX_FLIPPED,
    MAX_FLIPS,
    NOT_FLIPPED,
    NOT_TURNED,
    UNANALYSED,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.change import Dropped, Operator
    from defeasible.reasoner.forms import AtomDecl, Statement
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.text import Source
    from defeasible.reasoner.trace.steps import Phase


@cache
def engine_name() -> str:
    """Return the solver's name and version, as a trace records it."""
    return f"minisat22 of python-sat {version('python-sat')}"


@dataclass(frozen=True, slots=True)
class Question:
    """The subject of a decision, which does not change when the base does."""

    snapshot: Snapshot
    pairs: tuple[Standing, ...]
    """What is known about the roles of the statements linked to the goal, and perhaps of others."""
    goal: FormulaNode
    asked: Source | None
    """The words of the question, if it was asked in words."""
    decls: tuple[AtomDecl, ...]
    """The declarations of the atoms of the goal."""
    operator: Operator
    timeout: float
    near: tuple[Held, ...] | None
    """At least the statements linked to the goal, in order of arrival; None for all statements."""
    partly: Mapping[str, tuple[str, ...]]
    """The partly read statements, each with the words that were not analysed."""

    def sources(self, held: Iterable[Held]) -> tuple[Source, ...]:
        """Return the texts of some statements, and of the question."""
        spans = [h.statement.span for h in held]
        names = dict.fromkeys(span.source for span in spans if span is not None)
        asked = () if self.asked is None else (self.asked,)
        return (*(self.snapshot.sources[n] for n in names), *asked)

    def atoms(self, held: Iterable[Held], sources: Iterable[Source]) -> tuple[AtomDecl, ...]:
        """Return the declarations of the atoms of some statements and of the goal, as shown by some texts."""
        quoted = {source.id for source in sources}
        asked = {decl.id: decl for decl in self.decls}
        names = dict.fromkeys(name for h in held for name in atoms(h.statement.formula))
        found = []
        for name in names | dict.fromkeys(atoms(self.goal)):
            told = self.snapshot.atoms.get(name)
            known = asked[name] if told is None else asked.get(name, told)
            opaque = dict.fromkeys((*(() if told is None else told.opaque), *known.opaque))
            found.append(
                replace(
                    known,
                    span=known.span if known.span is not None and known.span.source in quoted else None,
                    opaque=tuple(span for span in opaque if span.source in quoted),
                )
            )
        return tuple(found)

    def unanalysed(self) -> tuple[str, ...]:
        """Return the words that were not analysed in the goal and in the statements linked to it."""
        held = self.linked()
        texts = {source.id: source for source in self.sources(held)}
        decls = self.atoms(held, texts.values())
        return tuple(quote((texts[span.source],), span) for decl in decls for span in decl.opaque)

    def elsewhere(self) -> tuple[str, ...]:
        """Return the words that were not analysed in statements not linked to the goal."""
        if not self.partly:
            return ()
        near = {held.id for held in self.linked()}
        return tuple(word for name, words in self.partly.items() if name not in near for word in words)

    def linked(self) -> tuple[Held, ...]:
        """Return the statements linked to the goal, in order of arrival."""
        near = self.snapshot.statements if self.near is None else self.near
        return linked(near, atoms(self.goal))


def write(question: Question) -> Trace:
    """Return the proof of a base's answer to a question."""
    return _Proof(question).write()


class _Proof:
    """Builds the steps of one trace. A step's number is its position in `steps`, from 1."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.held = question.linked()
        ids = {h.id for h in self.held}
        self.pairs = tuple(pair for pair in question.pairs if ids.issuperset(pair.pair))
        self.steps: list[Step] = []
        self.number: dict[str, int] = {}
        self.reasons: dict[Pair, tuple[int, ...]] = {}
        self.weighed: dict[Pair, tuple[int, ...]] = {}
        self.rules: dict[frozenset[str], int] = {}
        self.sources = question.sources(self.held)
        self.atoms = question.atoms(self.held, self.sources)
        self.deadline = Deadline(question.timeout)

    def write(self) -> Trace:
        """Write all steps and the conclusion."""
        question, snapshot = self.question, self.question.snapshot
        self._add(BaseStep(len(snapshot), len(self.held), snapshot.digest, snapshot.operator))
        self._state()
        accepted = frozenset(pair.pair for pair in self.pairs if required(pair))
        for name, group in groups(accepted).items():
            rule = self._weaken(group)
            self._add(RetractionStep(self.number[name], self._reasons(group), rule))
        verdict, settled = self._solve(accepted, "after")
        decisive = len(self.steps)
        hinges = (*self._flip(accepted, verdict), *self._turn(accepted, verdict, settled))
        if verdict is Verdict.UNKNOWN and question.elsewhere():
            self._add(AssumptionStep(UNANALYSED))
        reason = OUT_OF_TIME if verdict is Verdict.TIMEOUT else ""
        self._add(ConclusionStep(verdict, (decisive,), question.goal, flips=hinges, reason=reason))
        return Trace("base", self.sources, tuple(self.steps), self.atoms)

    def _add(self, step: Step) -> int:
        self.steps.append(step)
        return len(self.steps)

    def _state(self) -> None:
        """State the linked statements, then the evidence on their roles, accepted evidence first."""
        ids = {h.id: h.statement for h in self.held}
        for held in self.held:
            said = held.statement
            role = stated_role(said, ids) if isinstance(said, Conditional) else None
            self.number[held.id] = self._add(
                PremiseStep(said.id, said.formula, said.span, said.cue, role=role, rank=held.rank)
            )
        for pair in self.pairs:
            if pair.given is not None:
                self.reasons[pair.pair] = (self.number[pair.later.id],)
            else:
                self._evidence(pair)

    def _evidence(self, pair: Standing) -> None:
        winners: list[int] = []
        for_requirement: list[int] = []
        for beaten in (False, True):
            for item in pair.evidence:
                status = pair.status(item)
                if (status == "overruled") is beaten:
                    claim = item.claim
                    assert isinstance(claim, RoleClaim)
                    by = tuple(winners) if beaten else ()
                    number = self._add(EvidenceStep(claim, item.weight, item.source, item.reason, status, by))
                    winners += [] if beaten else [number]
                    for_requirement += [number] if claim.role is Role.REQUIREMENT else []
        self.reasons[pair.pair] = tuple(for_requirement or winners)
        self.weighed[pair.pair] = tuple(winners)

    def _reasons(self, group: frozenset[str]) -> tuple[int, ...]:
        found = (n for pair, steps in self.reasons.items() if group.issuperset(pair) for n in steps)
        return tuple(dict.fromkeys(found))

    def _weaken(self, group: frozenset[str]) -> int:
        """Derive the weakening of the conditionals of a group, once."""
        if group not in self.rules:
            members = [h.statement for h in self.held if h.id in group]
            uses = dict.fromkeys([*(self.number[s.id] for s in members), *self._reasons(group)])
            claim = weakened(s for s in members if isinstance(s, Conditional))
            self.rules[group] = self._add(RuleStep("weakening-by-requirement", tuple(uses), claim))
        return self.rules[group]

    def _solve(
        self, accepted: frozenset[Pair], phase: Phase, latest: str | None = None
    ) -> tuple[Verdict, Settled]:
        """Settle the statements under some requirements, decide the goal, and add the steps for both."""
        theory = Theory(self.held, accepted, self.question.operator, self.deadline, latest)
        steps = {
            h.id: self._weaken(theory.groups[h.id]) if h.id in theory.groups else self.number[h.id]
            for h in self.held
        }
        settled, goal = theory.settled, self.question.goal
        answer = theory.ask(goal)
        if settled.dropped and self.question.operator.name not in FIRMEST_FIRST and answer.models:
            self._add(
                OutcomeStep(
                    engine=engine_name(),
                    operator=self.question.operator.name,
                    believed=tuple(self.number[name] for name in settled.kept),
                    dropped=tuple(self.number[drop.id] for drop in settled.dropped),
                    goal=goal,
                    verdict=answer.verdict,
                    models=tuple(self._true(model) for model in answer.models),
                    phase=phase,
                    latest=None if latest is None else self.number[latest],
                )
            )
            return answer.verdict, settled
        turned = None if latest is None else self.number[latest]
        if settled.closed is not None and answer.verdict is not Verdict.TIMEOUT:
            closing = Closing(settled, settled.closed, self.number, self._true, engine_name(), phase, turned)
            decided = closing.step(goal, answer, self.deadline)
            if decided is not None:
                self._settled(settled, decided.strict, decided.models[0], phase, turned)
                self.steps += closing.ranks()
                self._add(decided)
                return answer.verdict, settled
            answer = Answer(Verdict.TIMEOUT)
        stand = [h.id for h in self.held if h.rank.certain]
        if settled.status is Status.SETTLED and answer.verdict is not Verdict.TIMEOUT:
            stand = list(settled.kept)
            believed = tuple(self.number[name] for name in stand)
            self._settled(settled, believed, self._true(answer.models[0]), phase, turned)
        self._add(
            SolverStep(
                engine=engine_name(),
                theory=tuple(dict.fromkeys(steps[name] for name in stand)),
                goal=goal,
                verdict=answer.verdict,
                core=tuple(dict.fromkeys(steps[name] for name in answer.core)),
                models=tuple(self._true(model) for model in answer.models),
                phase=phase,
            )
        )
        return answer.verdict, settled

    def _settled(
        self,
        settled: Settled,
        believed: tuple[int, ...],
        model: tuple[str, ...],
        phase: Phase,
        latest: int | None,
    ) -> None:
        """State which statements are believed; if defaults are overridden, which of the others are."""
        closed = () if settled.closed is None else settled.closed.overridden
        overridden = {item.id for item in closed}
        dropped = tuple(self._drop(drop) for drop in settled.dropped if drop.id not in overridden)
        self._add(SettlementStep(engine_name(), believed, dropped, model, phase, latest))

    def _drop(self, drop: Dropped) -> Drop:
        return Drop(
            self.number[drop.id],
            tuple(self.number[name] for name in drop.conflict),
            tuple(self.number[name] for name in drop.tied),
        )

    def _true(self, model: frozenset[str]) -> tuple[str, ...]:
        return tuple(decl.id for decl in self.atoms if decl.id in model)

    def _flip(self, accepted: frozenset[Pair], verdict: Verdict) -> tuple[Flip, ...]:
        """Decide again with each weighed role flipped; return those on which the verdict hinges."""
        if self.weighed and (len(self.weighed) > MAX_FLIPS or len(self.held) > MAX_FLIPPED):
            self._add(AssumptionStep(NOT_FLIPPED))
            return ()
        hinges = []
        for pair, winners in self.weighed.items():
            otherwise, _ = self._solve(accepted ^ {pair}, "flipped")
            if otherwise != verdict:
                hinges.append(Flip(winners, otherwise, len(self.steps)))
        return tuple(hinges)

    def _turn(self, accepted: frozenset[Pair], verdict: Verdict, settled: Settled) -> tuple[Flip, ...]:
        """Decide again with each tie of arrival reversed; return those on which the verdict hinges."""
        ties = () if verdict is Verdict.TIMEOUT else turnable(self.held, settled)
        if ties and (len(ties) > MAX_FLIPS or len(self.held) > MAX_FLIPPED):
            self._add(AssumptionStep(NOT_TURNED))
            return ()
        hinges = []
        for name in ties:
            otherwise, _ = self._solve(accepted, "flipped", name)
            if otherwise != verdict:
                hinges.append(Flip((self.number[name],), otherwise, len(self.steps)))
        return tuple(hinges)


def stated_role(said: Conditional, others: Mapping[str, Statement]) -> RoleClaim | None:
    """Return the role that a conditional states for itself relative to another one in force, if any."""
    earlier = others.get(said.of or "")
    if (
        said.role is None
        or said.of is None
        or not isinstance(earlier, Conditional)
        or earlier.then != said.then
    ):
        return None
    return RoleClaim(said.id, said.of, said.role)
