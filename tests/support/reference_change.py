"""Ways of change as arithmetic on sets of worlds: fast enough to try all postulates on thousands of cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from defeasible.reasoner.change import Answer, Contracted, Dropped, Ranked, Settled, Status, by_rank, on_top
from defeasible.reasoner.logic import FormulaNode, Not
from defeasible.reasoner.postulates import SUBJECTS, Family, Subject
from defeasible.reasoner.postulates.cases import NAMES
from defeasible.reasoner.postulates.space import Space, members
from defeasible.reasoner.sat import Deadline
from defeasible.reasoner.verdict import Verdict

SPACE = Space(NAMES)
COLUMNS = [SPACE.table.columns[name] for name in NAMES]


def linear(statements: Sequence[Ranked]) -> int:
    models = SPACE.full
    for statement in by_rank(statements):
        models = models & SPACE.models(statement.formula) or models
    return models


def maxsat(statements: Sequence[Ranked]) -> int:
    models = SPACE.full
    for _, layer in groupby(by_rank(statements), key=lambda s: s.layer):
        rows = [(SPACE.models(s.formula), s.weight) for s in layer]
        cost = {w: sum(weight for row, weight in rows if not row >> w & 1) for w in members(models)}
        least = min(cost.values())
        models = sum(1 << w for w, c in cost.items() if c == least)
    return models


def dalal(statements: Sequence[Ranked]) -> int:
    models = SPACE.full
    for statement in reversed(by_rank(statements)):
        wanted = SPACE.models(statement.formula)
        if wanted:
            while not models & wanted:
                models = spread(models)
            models &= wanted
    return models


def spread(models: int) -> int:
    """Return the worlds that differ in at most one atom from some of a set."""
    found = models
    for i, column in enumerate(COLUMNS):
        found |= (models & column) >> (1 << i) | (models & ~column) << (1 << i)
    return found


@cache
def winslett(models: int, wanted: int) -> int:
    found = 0
    for world in members(models):
        changes = [world ^ other for other in members(wanted)]
        least = [c for c in changes if not any(d != c and d & c == d for d in changes)]
        found |= sum(1 << (world ^ c) for c in least)
    return found


@dataclass(frozen=True)
class Known:
    """Answers from a set of worlds."""

    worlds: int

    def ask(self, goal: FormulaNode, *, core: bool = True) -> Answer:
        return self.decide(goal, core, None)

    def decide(self, goal: FormulaNode, core: bool, deadline: Deadline | None) -> Answer:
        del core, deadline  # the reference has no core and is fast
        rows = SPACE.models(goal)
        if not self.worlds:
            return Answer(Verdict.INCONSISTENT)
        if not self.worlds & ~rows:
            return Answer(Verdict.ENTAILED, (), (self.model(self.worlds),))
        if not self.worlds & rows:
            return Answer(Verdict.REFUTED, (), (self.model(self.worlds),))
        return Answer(Verdict.UNKNOWN, (), (self.model(self.worlds & rows), self.model(self.worlds & ~rows)))

    @staticmethod
    def model(worlds: int) -> frozenset[str]:
        world = next(iter(members(worlds)))
        return frozenset(name for i, name in enumerate(NAMES) if world >> i & 1)


@dataclass(frozen=True)
class Revision:
    """Revision to a set of worlds."""

    name: str
    models: Callable[[Sequence[Ranked]], int]
    families: frozenset[Family] = frozenset(Family)

    @property
    def claims(self) -> frozenset[str]:
        return SUBJECTS[self.name].claims

    def change(self, base: tuple[Ranked, ...], *formulas: FormulaNode) -> Known:
        for n, formula in enumerate(formulas):
            base = (*base, on_top(base, Ranked(f"n{n}", formula, seq=len(base) + 1)))
        if formulas and not SPACE.models(formulas[-1]):
            return Known(0)
        return Known(self.models(base))

    def contract(self, base: tuple[Ranked, ...], formula: FormulaNode) -> Contracted:
        before, against = self._settled(base, self.change(base)), None
        if SPACE.models(Not(formula)):
            against = self._settled(base, self.change(base, Not(formula)))
        stood = set(before.kept) & set(against.kept if against else before.kept)
        left = tuple(s for s in base if s.id in stood)
        if against is None:
            inconsistent = Settled(self.name, Status.INCONSISTENT)
            return Contracted(left, (), "~", (), before, inconsistent)
        return Contracted(left, against.dropped, "~", None, before, against)

    def _settled(self, base: tuple[Ranked, ...], known: Known) -> Settled:
        kept = [s for s in base if not known.worlds & ~SPACE.models(s.formula)]
        dropped = tuple(Dropped(s.id, ()) for s in base if s not in kept)
        return Settled(self.name, Status.SETTLED, tuple(s.id for s in kept), dropped, (), known.decide)


@dataclass(frozen=True)
class Update:
    """Winslett's update of a set of worlds."""

    name: str = "winslett"
    claims: frozenset[str] = SUBJECTS["winslett"].claims
    families: frozenset[Family] = SUBJECTS["winslett"].families

    def change(self, base: tuple[Ranked, ...], *formulas: FormulaNode) -> Known:
        models = SPACE.models(*(s.formula for s in base))
        for formula in formulas:
            models = winslett(models, SPACE.models(formula))
        return Known(models)

    def contract(self, base: tuple[Ranked, ...], formula: FormulaNode) -> Contracted:
        raise AssertionError("no postulate of update asks for a contraction")


REFERENCES: dict[str, Subject] = {
    "linear": Revision("linear", linear),
    "maxsat": Revision("maxsat", maxsat),
    "dalal": Revision("dalal", dalal),
    "winslett": Update(),
}
