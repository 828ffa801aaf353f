"""`Reading`: one question about one story, with the relevant part of its theory and a solver for it."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

from defeasible.reasoner.forms import AtomDecl, Event
from defeasible.reasoner.laws.words import at_moment, event_in_words, names_of
from defeasible.reasoner.logic import And, Atom, atoms, conjoin
from defeasible.reasoner.sat import Session
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.story.grounding import Rule, Theory, ground
from defeasible.reasoner.story.moments import check_lines, in_scope
from defeasible.reasoner.story.weigh import Cost, verdict_of, weigh
from defeasible.reasoner.timing import seconds, until
from defeasible.reasoner.trace.steps import (
    AskStep,
    CastStep,
    HappeningStep,
    LawStep,
    Side,
    Step,
    WeighingStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.laws import Library
    from defeasible.reasoner.logic import FormulaNode

ENGINE = "implicit hitting sets over pysat"
FIRST_HAPPENING = 3
"""The step of the first happening, after the cast and the question."""


class Reading:
    """A question with its relevant statements, numbered by their steps in the trace."""

    def __init__(
        self, story: Story, ask: AskStep, library: Library, timeout: float | Deadline = 10.0
    ) -> None:
        self.story = story
        self.deadline = until(timeout)
        self._time = seconds(self.deadline)
        self.ask = replace(ask, support=check_lines(story, ask.support))
        self.happenings = in_scope(story, self.ask.support, context=ask.context)
        self.theory = ground(story.participants, self.happenings, self.ask, library)
        self.goal = conjoin(*self.theory.goals)
        self.rules = relevant(self.theory, self.goal)
        self.facts = {n: c for n, (_, c) in enumerate(self.theory.facts, FIRST_HAPPENING) if c is not None}
        self.first_rule = FIRST_HAPPENING + len(self.happenings)
        self.weights = {
            n: r.weight for n, r in enumerate(self.rules, self.first_rule) if r.weight is not None
        }
        self.persisting = {n for n, r in enumerate(self.rules, self.first_rule) if r.law == "persistence"}
        claims = {n: r.claim for n, r in enumerate(self.rules, self.first_rule)}
        used = {name for claim in (self.goal, *claims.values()) for name in atoms(claim)}
        self.facts = {n: c for n, c in self.facts.items() if not used.isdisjoint(atoms(c))}
        self.claims = self.facts | claims
        """The relevant formulas, by step number."""
        self._atoms: tuple[AtomDecl, ...] | None = None

    def renew(self) -> None:
        """Give later work, such as the proof, as much time as the question had."""
        self.deadline = Deadline(self._time)

    # --- solving ------------------------------------------------------------------------------------------

    def session(self) -> tuple[Session, dict[int, int]]:
        """Return a solver with every statement, and the handle of each step; the caller closes it."""
        session = Session()
        handles: dict[int, int] = {}
        seen: set[int] = set()
        for number, claim in self.claims.items():
            own: FormulaNode = claim
            while (handle := session.add(own)) in seen:
                # Two laws may have the same formula; each is a separate statement with its own weight.
                own = And((own,))
            seen.add(handle)
            handles[number] = handle
        return session, handles

    def in_order(self, steps: Iterable[int]) -> list[int]:
        """Return steps of the theory in order of preference for a core: facts, then heavy laws first."""
        return sorted(steps, key=lambda n: (n not in self.facts, -self.weights.get(n, inf), n))

    def weighing(self, without: int = 0) -> WeighingStep:
        """Weigh both sides, optionally without one of the usual statements."""
        theory = tuple(n for n in self.claims if n != without)
        if not theory and isinstance(self.goal, Atom):
            # Nothing bears on it, by far the most common case: no solver is needed.
            sides = Side(0.0, (self.goal.name,)), Side(0.0)
            return WeighingStep(ENGINE, (), self.goal, Verdict.UNKNOWN, *sides, without=without)
        session, handles = self.session()
        with session:
            return self._weighed(session, handles, theory, self.goal, without)

    def weighings(self) -> list[WeighingStep]:
        """Weigh both sides of each query alone, by the statements that bear on it.

        The theory of all queries may distinguish more moments than that of one.
        """
        numbers = list(self.claims)
        names = [set(atoms(claim)) for claim in self.claims.values()]
        connected = Connected(self.claims.values(), self.theory.fluents)
        implied = {n for n, r in enumerate(self.rules, self.first_rule) if r.law == "implicature"}
        told = implied.union(self.facts)
        found: list[WeighingStep] = []
        session, handles = self.session()
        with session:
            for goal in self.theory.goals:
                bearing = connected.reached(goal)
                used = set(atoms(goal)).union(*(names[i] for i in bearing))
                theory = tuple(
                    n
                    for i, n in enumerate(numbers)
                    if i in bearing or (n in told and not used.isdisjoint(names[i]))
                )
                found.append(self._weighed(session, handles, theory, goal))
        return found

    def _weighed(
        self,
        session: Session,
        handles: dict[int, int],
        theory: tuple[int, ...],
        goal: FormulaNode,
        without: int = 0,
    ) -> WeighingStep:
        claim = session.add(goal)
        ordered = [handles[n] for n in self.in_order(theory)]
        weights = {handles[n]: self.weights[n] for n in theory if n in self.weights}
        steps = {handles[n]: n for n in theory}
        pro = weigh(session, ordered, weights, [claim], self.deadline)
        contra = pro and weigh(session, ordered, weights, [session.negation(claim)], self.deadline)
        if pro is None or contra is None:
            return WeighingStep(ENGINE, theory, goal, Verdict.TIMEOUT, without=without)
        sides = self._as_side(pro, steps), self._as_side(contra, steps)
        return WeighingStep(ENGINE, theory, goal, verdict_of(pro.cost, contra.cost), *sides, without=without)

    def _as_side(self, found: Cost, steps: dict[int, int]) -> Side:
        cores = tuple(tuple(sorted(steps[h] for h in core)) for core in found.cores)
        if not found.choices:
            return Side(None, cores=cores)
        given_up, model = found.choices[0]
        broken = tuple(sorted(steps[h] for h in given_up))
        return Side(found.cost, self.shown(model), broken, cores)

    def shown(self, model: Iterable[str]) -> tuple[str, ...]:
        """Return the true atoms of a model in the order of the trace's legend."""
        true = frozenset(model)
        return tuple(atom.id for atom in self.atoms() if atom.id in true)

    # --- writing ------------------------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """Return the steps that state the question and its theory."""
        told = [HappeningStep(h, claim) for h, claim in self.theory.facts]
        laws = [LawStep(r.law, r.part, r.claim, r.weight, r.happening, r.reason) for r in self.rules]
        return [CastStep(self.story.participants), self.ask, *told, *laws]

    def atoms(self) -> tuple[AtomDecl, ...]:
        """Return the glosses of the atoms in the statements and the goal."""
        if self._atoms is None:
            self._atoms = self._declared()
        return self._atoms

    def _declared(self) -> tuple[AtomDecl, ...]:
        names = names_of(self.story.participants)
        events = {h.id: h for h in (*self.happenings, *self.ask.queries) if isinstance(h, Event)}
        claims = [c for _, c in self.theory.facts if c is not None]
        used = dict.fromkeys(
            name for claim in (*claims, *self.claims.values(), self.goal) for name in atoms(claim)
        )
        return tuple(AtomDecl(name, self._gloss(name, names, events)) for name in used)

    def _gloss(self, name: str, names: dict[str, str], events: dict[str, Event]) -> str:
        if name in self.theory.fluents:
            return at_moment(*self.theory.fluents[name], names)
        return event_in_words(events[name], names)


def relevant(theory: Theory, goal: FormulaNode) -> tuple[Rule, ...]:
    """Return the rules that bear on a goal: those connected to it by shared fluents.

    Event atoms do not connect rules, because events are told. The denial of an event that is only implied
    belongs to the rules and the goal that name it.
    """
    claims = [rule.claim for rule in theory.rules] + [c for _, c in theory.facts if c is not None]
    reached = Connected(claims, theory.fluents).reached(goal)
    named = set(atoms(goal)).union(*(atoms(r.claim) for i, r in enumerate(theory.rules) if i in reached))
    implied = [r.law == "implicature" and r.happening in named for r in theory.rules]
    return tuple(r for i, r in enumerate(theory.rules) if i in reached or implied[i])


class Connected:
    """Statements that bear on each other because they share fluents."""

    def __init__(self, claims: Iterable[FormulaNode], fluents: Container[str]) -> None:
        self._names = [[a for a in atoms(claim) if a in fluents] for claim in claims]
        self._of: dict[str, list[int]] = {}
        for i, names in enumerate(self._names):
            for name in names:
                self._of.setdefault(name, []).append(i)

    def reached(self, goal: FormulaNode) -> set[int]:
        """Return the indices of the statements that bear on a goal, directly or by others."""
        reached: set[int] = set()
        todo = list(atoms(goal))
        seen = set(todo)
        while todo:
            for i in self._of.get(todo.pop(), ()):
                if i not in reached:
                    reached.add(i)
                    new = [a for a in self._names[i] if a not in seen]
                    seen.update(new)
                    todo += new
        return reached
