"""Checks the logic of a story trace: its theory, both sides of every weighing, the chain, the edits."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import fsum, isfinite
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.cheapest import TIE, Cheapest
from defeasible.reasoner.checker.formulas import atoms_in, opposite
from defeasible.reasoner.checker.law_book import Stated
from defeasible.reasoner.checker.legend import event_in_words
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.story_theory import StoryTheory
from defeasible.reasoner.checker.truth import minimally_unsatisfiable, true_in
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import Event, Story
from defeasible.reasoner.logic import Not
from defeasible.reasoner.trace import AssumptionStep
from defeasible.reasoner.trace.steps import (
    AskStep,
    CastStep,
    EditStep,
    HappeningStep,
    HoldsStep,
    LawStep,
    WeighingStep,
)
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import Trace
    from defeasible.reasoner.trace.steps import Side

_RANK = {
    CastStep: 0, AskStep: 1, HappeningStep: 2, LawStep: 3, AssumptionStep: 4, WeighingStep: 5, HoldsStep: 6,
    EditStep: 7,
}  # fmt: skip
"""The order of steps; later steps, on what would flip the verdict, are again weighings."""


def _expected(cast: tuple[Participant, ...], happenings: tuple[Happening, ...], ask: AskStep) -> StoryTheory:
    """Return the theory of a question, kept for the next trace: it costs more than the rest of a check."""
    try:
        hash((cast, happenings, ask))
    except TypeError:  # who puts a trace together may do so of lists
        return StoryTheory(cast, happenings, ask)
    return _kept(cast, happenings, ask)


_kept = lru_cache(maxsize=4)(StoryTheory)


class StoryCheck:
    """Recomputes a story trace and compares."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.end = len(trace.steps)
        self.told: list[tuple[int, HappeningStep]] = []
        self.laws: dict[int, LawStep] = {}
        self.weighings: list[tuple[int, WeighingStep]] = []
        self.chain: list[tuple[int, HoldsStep]] = []
        self.edits: list[tuple[int, EditStep]] = []
        self.claims: dict[int, FormulaNode] = {}
        """The assertable statements by step: relevant facts and laws."""

    def failures(self) -> Iterator[Failure]:
        """Yield every step that does not hold."""
        problems = [*self._shape()]
        if not problems:
            problems += self._theory()
        yield from problems
        if problems:
            return
        for number, step in self.weighings:
            yield from self._weighing(number, step)
        if not self.weighings or self.weighings[0][1].without:
            yield Failure(self.end, "nothing was weighed")
            return
        yield from self._chain()
        yield from self._edits()
        yield from self._conclusion()

    # --- shape and theory ---------------------------------------------------------------------------------

    def _shape(self) -> Iterator[Failure]:
        steps = self.trace.steps
        heads = [type(step) for step in steps[:2]]
        if heads != [CastStep, AskStep]:
            yield Failure(1, "the participants and the question do not come first")
            return
        rank = 0
        for number, step in enumerate(steps[:-1], 1):
            place = _RANK[type(step)]
            if isinstance(step, WeighingStep) and step.without:
                place = 8
            if place < rank or (place < 2 and number > 2):
                yield Failure(number, f"a {step.kind} step is out of place")
            rank = place
            match step:
                case HappeningStep():
                    self.told.append((number, step))
                case LawStep():
                    self.laws[number] = step
                case WeighingStep():
                    self.weighings.append((number, step))
                case HoldsStep():
                    self.chain.append((number, step))
                case EditStep():
                    self.edits.append((number, step))
                case AssumptionStep() if not _left_out(step.reason, self.trace):
                    yield Failure(number, "it assumes something else than that a line was not understood")
                case _:
                    pass
        if len([w for _, w in self.weighings if not w.without]) > 1 or len(self.edits) > 1:
            yield Failure(0, "it decides more than one question")

    def _theory(self) -> Iterator[Failure]:
        cast, ask = self.trace.steps[0], self.trace.steps[1]
        assert isinstance(cast, CastStep)
        assert isinstance(ask, AskStep)
        happenings = tuple(step.happening for _, step in self.told)
        try:
            story = Story(self.trace.sources, cast.participants, happenings, ask.queries)
        except FormError as error:
            yield Failure(0, f"what it tells is no story: {error.message}")
            return
        if not ask.queries:
            yield Failure(2, "nothing is asked")
            return
        lines = {s.id for s in self.trace.sources}
        if list(ask.support) != sorted({n for n in ask.support if f"s{n}" in lines}):
            yield Failure(2, "the supporting lines are no lines of the story in order")
            return
        if ask.support and not ask.context and any(h.line not in ask.support for h in happenings):
            yield Failure(2, "a line beside those that should stand alone was told")
        expected = _expected(cast.participants, happenings, ask)
        for (number, step), fact in zip(self.told, expected.facts, strict=True):
            if step.claim != fact:
                yield Failure(number, "it does not assert what its happening says")
        stated = Counter(
            Stated(s.law, s.part, s.claim, s.weight, s.happening, s.reason) for s in self.laws.values()
        )
        for number, law in self.laws.items():
            key = Stated(law.law, law.part, law.claim, law.weight, law.happening, law.reason)
            if key not in expected.rules or stated[key] > 1:
                yield Failure(number, f"it is no instance of law `{law.law}` that bears on the question")
        if missing := [rule for rule in expected.rules if not stated[rule]]:
            yield Failure(0, f"an instance of law `{missing[0].law}` that bears on the question is left out")
        self.goal = expected.goal
        used = atoms_in(self.goal).union(*(atoms_in(law.claim) for law in self.laws.values()))
        facts = {n: s.claim for n, s in self.told if s.claim is not None}
        self.facts = {n: claim for n, claim in facts.items() if atoms_in(claim) & used}
        self.claims = self.facts | {n: law.claim for n, law in self.laws.items()}
        yield from self._legend(story, expected, used.union(*(atoms_in(c) for c in facts.values())))

    def _legend(self, story: Story, expected: StoryTheory, used: set[str]) -> Iterator[Failure]:
        names = {person.id: person.name for person in story.participants}
        words = {
            h.id: event_in_words(h, names)
            for h in (*story.happenings, *story.queries)
            if isinstance(h, Event)
        }
        for atom in self.trace.atoms:
            gloss = expected.gloss(atom.id) or words.get(atom.id)
            if atom.id not in used or atom.gloss != gloss or atom.span is not None:
                yield Failure(0, f"the legend explains `{atom.id}` in other words than its own")
        if missing := used - {atom.id for atom in self.trace.atoms}:
            yield Failure(0, f"atom `{min(missing)}` is not declared")

    # --- weighings ----------------------------------------------------------------------------------------

    def _weighing(self, number: int, step: WeighingStep) -> Iterator[Failure]:
        if step.goal != self.goal:
            yield Failure(number, "it weighs another goal than the question's")
            return
        if step.without and (step.without not in self.laws or self.laws[step.without].weight is None):
            yield Failure(number, f"step {step.without} is nothing usual that could be left out")
            return
        theory = {n: c for n, c in self.claims.items() if n != step.without}
        if list(step.theory) != sorted(theory):
            yield Failure(number, "it weighs other statements than those that bear on the question")
            return
        if step.pro is None or step.contra is None:
            if step.verdict is not Verdict.TIMEOUT or step.pro is not step.contra:
                yield Failure(number, "a side was not weighed")
            return
        for side, formula in ((step.pro, self.goal), (step.contra, opposite(self.goal))):
            if problem := self._side(side, formula, theory):
                yield Failure(number, problem)
                return
        # The stated costs are close to the true ones, but the error might just decide a tie.
        right = _verdict(self._cost(step.pro), self._cost(step.contra))
        if step.verdict is not right:
            yield Failure(number, f"says {step.verdict}, its sides say {right}")

    def _cost(self, side: Side) -> float | None:
        return None if side.cost is None else fsum(self._weight(n) or 0.0 for n in side.broken)

    def _weight(self, number: int) -> float | None:
        return self.laws[number].weight if number in self.laws else None

    def _side(self, side: Side, formula: FormulaNode, theory: dict[int, FormulaNode]) -> str:
        """Return the error in one side of a weighing; an empty string if there is none."""
        usual = {n: w for n in theory if (w := self._weight(n)) is not None}
        for core in side.cores:
            if problem := _core(core, formula, theory):
                return problem
        if side.cost is None:
            if (
                side.model
                or side.broken
                or len(side.cores) != 1
                or not usual.keys().isdisjoint(side.cores[0])
            ):
                return "an impossible side is shown by one core of what has no exceptions"
            return ""
        true = frozenset(side.model)
        if not true <= {atom.id for atom in self.trace.atoms}:
            return "its world names an atom that is not declared"
        if not true_in(formula, true):
            return "its world is not on its side"
        false = [n for n, claim in theory.items() if not true_in(claim, true)]
        if false != list(side.broken) or not usual.keys() >= set(false):
            return f"its world makes {false} false, it gives up {list(side.broken)}"
        cost = fsum(usual[n] for n in false)
        if not isfinite(side.cost) or abs(cost - side.cost) > TIE:
            return f"it says it costs {side.cost:g}, what its world gives up weighs {cost:g}"
        try:
            bound = Cheapest((usual.keys() & set(core) for core in side.cores), usual).cost
        except OverflowError as error:
            return f"its cores are too many to verify: {error}"
        if bound is not None and bound < cost - TIE:
            return f"its cores only show that it costs {bound:g}"
        return ""

    # --- the chain, the edits, the end --------------------------------------------------------------------

    def _chain(self) -> Iterator[Failure]:
        first = self.weighings[0][1]
        broken: set[int] = set()
        for side, verdict in ((first.pro, Verdict.ENTAILED), (first.contra, Verdict.REFUTED)):
            if side is not None and first.verdict is verdict:
                broken = set(side.broken)
        known = {n: c for n, c in self.claims.items() if n not in broken}
        for number, step in self.chain:
            if not known.keys() >= set(step.uses):
                yield Failure(number, "it uses a step that asserts nothing, or that was given up")
                continue
            if problem := _follows(step.claim, [known[n] for n in step.uses]):
                yield Failure(number, problem)
            known[number] = step.claim
        wanted = {Verdict.ENTAILED: self.goal, Verdict.REFUTED: opposite(self.goal)}.get(first.verdict)
        if self.chain and self.chain[-1][1].claim != wanted:
            yield Failure(self.chain[-1][0], "the chain does not end in what was decided")

    def _edits(self) -> Iterator[Failure]:
        contra = self.weighings[0][1].contra
        for number, step in self.edits:
            if self.weighings[0][1].verdict is not Verdict.REFUTED or contra is None:
                yield Failure(number, "nothing speaks against the goal, so nothing need be changed for it")
                return
            laws = [n for n in self.laws if n not in contra.broken]
            if list(step.theory) != laws or list(step.facts) != list(self.facts) or step.goal != self.goal:
                yield Failure(number, "its laws, its happenings or its goal are not those of the question")
                return
            if problem := self._edit(step):
                yield Failure(number, problem)

    def _edit(self, step: EditStep) -> str:
        theory = {n: self.claims[n] for n in (*step.theory, *step.facts)}
        for core in step.cores:
            if problem := _core(core, step.goal, theory):
                return problem
        facts = set(step.facts)
        if not step.edits:
            possible = len(step.cores) != 1 or not facts.isdisjoint(step.cores[0])
            return "no edit is shown to be impossible by one core of laws" if possible else ""
        states = sum(not isinstance(s.happening, Event) for n, s in self.told if n in facts)
        costs = {n: 1.0 if not isinstance(s.happening, Event) else 1.0 + states for n, s in self.told}
        try:
            smallest = Cheapest((facts & set(core) for core in step.cores), costs).every()
        except OverflowError as error:
            return f"its cores are too many to verify: {error}"
        if len(step.edits) != len(smallest) or {frozenset(e.changed) for e in step.edits} != smallest:
            return "its edits are not just the smallest that its cores leave"
        for edit in step.edits:
            true = frozenset(edit.model)
            if not true <= {atom.id for atom in self.trace.atoms}:
                return "its world names an atom that is not declared"
            false = [n for n, claim in theory.items() if not true_in(claim, true)]
            if false != sorted(edit.changed) or not true_in(step.goal, true):
                return f"the world of edit {list(edit.changed)} makes {false} false, or not the goal true"
        return ""

    def _conclusion(self) -> Iterator[Failure]:
        last = self.trace.conclusion
        number, first = self.weighings[0]
        uses = [number, *([self.chain[-1][0]] if self.chain else []), *(n for n, _ in self.edits)]
        if list(last.uses) != uses:
            yield Failure(self.end, f"it does not rest on {uses}, which decide the question")
        if last.goal != self.goal or last.comparison is not None:
            yield Failure(self.end, "its goal is not the question's")
        if last.verdict is not first.verdict:
            yield Failure(self.end, f"says {last.verdict}, the steps it rests on say {first.verdict}")
        if last.before is not None or last.change is not None:
            yield Failure(self.end, "a story has no verdict before it")
        tied = first.pro and first.contra and (first.pro.broken or first.contra.broken)
        explained = first.verdict is Verdict.TIMEOUT or (first.verdict is Verdict.UNKNOWN and bool(tied))
        if bool(last.reason) is not explained:
            yield Failure(self.end, "a reason is given just where the time ran out or what is usual is tied")
        losing = {Verdict.ENTAILED: first.contra, Verdict.REFUTED: first.pro}.get(first.verdict)
        hinges = (
            {n for core in losing.cores for n in core if self._weight(n) is not None} if losing else set()
        )
        flipped = self.weighings[1:]
        if [step.without for _, step in flipped] != sorted(hinges):
            yield Failure(self.end, "not just what the verdict may hinge on was left out in turn")
        expected = [((s.without,), s.verdict, n) for n, s in flipped if s.verdict is not first.verdict]
        if [(flip.evidence, flip.verdict, flip.step) for flip in last.flips] != expected:
            yield Failure(self.end, "it does not name just what it hinges on")


def _left_out(reason: str, trace: Trace) -> bool:
    return any(reason == f"line {s.id[1:]} was not understood" for s in trace.sources if s.id[:1] == "s")


def _verdict(pro: float | None, contra: float | None) -> Verdict:
    if pro is None:
        return Verdict.INCONSISTENT if contra is None else Verdict.REFUTED
    if contra is None or contra - pro > TIE:
        return Verdict.ENTAILED
    return Verdict.REFUTED if pro - contra > TIE else Verdict.UNKNOWN


def _core(core: Sequence[int], formula: FormulaNode, theory: dict[int, FormulaNode]) -> str:
    if not theory.keys() >= set(core) or len(set(core)) < len(core):
        return f"its core {list(core)} is not part of the theory"
    try:
        problem = minimally_unsatisfiable([theory[n] for n in core], formula)
    except OverflowError as error:
        return f"its core is too large to verify: {error}"
    return f"its core {list(core)} does not hold: {problem}" if problem else ""


def _follows(claim: FormulaNode, premises: list[FormulaNode]) -> str:
    try:
        problem = minimally_unsatisfiable(premises, Not(claim))
    except OverflowError as error:
        return f"too much to verify: {error}"
    return f"it does not follow, or not from all it uses: {problem}" if problem else ""


def check_story(trace: Trace) -> Iterator[Failure]:
    """Yield the steps of a story trace that do not hold."""
    return StoryCheck(trace).failures()
