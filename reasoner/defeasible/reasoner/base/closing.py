"""Write the steps of a proof for the closure of defaults that do not all hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.sat import Answer as SatAnswer
from defeasible.reasoner.sat import prove
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.trace.steps.defaults import ClosureStep, Override, Specific, ToleranceStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from defeasible.reasoner.change import Answer, Settled
    from defeasible.reasoner.defaults import Closed
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.sat import Deadline, Optima
    from defeasible.reasoner.trace.steps import Phase

Model = frozenset[str]


@dataclass(frozen=True, slots=True)
class Closing:
    """A theory whose defaults do not all hold, with the step numbers of its statements."""

    settled: Settled
    closed: Closed
    number: Mapping[str, int]
    """The premise step of each statement."""
    true: Callable[[Model], tuple[str, ...]]
    """Returns the true atoms of a world as the trace writes them."""
    engine: str
    phase: Phase
    latest: int | None

    def ranks(self) -> Iterator[ToleranceStep]:
        """Yield the ranks of the defaults, one step per part."""
        for part in self.closed.parts:
            names = {f"hard:{n}": self.number[name] for n, name in enumerate(part.rules)}
            names |= {d.id: self.number[d.id] for d in part.ranking.defaults}
            yield ToleranceStep(
                tuple(self.number[name] for name in part.rules),
                tuple(
                    Specific(
                        self.number[default.id],
                        placed.rank,
                        self.true(placed.witness),
                        tuple(names[name] for name in placed.core),
                    )
                    for default, placed in zip(part.ranking.defaults, part.ranking.placed, strict=True)
                ),
                self.phase,
            )

    def step(self, goal: FormulaNode, answer: Answer, deadline: Deadline) -> ClosureStep | None:
        """Return the step that shows what follows about a goal; None if time ran out."""
        closed, optima = self.closed, self.closed.optima
        if optima is None:
            cores: tuple[tuple[int, ...], ...] = (self._numbers(closed.clash),)
            against: tuple[tuple[int, ...], ...] = ()
            if answer.verdict is not Verdict.UNKNOWN:
                against = (self._numbers(answer.core),)
            others: tuple[Model, ...] | None = ()
        else:
            proof = prove(optima, goal, _plain(answer), deadline=deadline)
            others = self._others(optima, answer, deadline)
            if proof is None or others is None:
                return None
            place = self._places()
            cores = tuple(dict.fromkeys(tuple(place[n] for n in core) for core in proof.cores))
            against = tuple(tuple(place[n] for n in core) for core in proof.against)
        strict = self._strict()
        return ClosureStep(
            engine=self.engine,
            strict=self._numbers(strict),
            kept=self._numbers(name for name in self.settled.kept if name not in strict),
            overridden=tuple(
                Override(self.number[item.id], self._numbers(item.by), item.always)
                for item in closed.overridden
            ),
            goal=goal,
            verdict=answer.verdict,
            models=tuple(map(self.true, answer.models)),
            others=tuple(map(self.true, others or ())),
            cores=cores,
            against=against,
            phase=self.phase,
            latest=self.latest,
        )

    def _numbers(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.number[name] for name in names)

    def _strict(self) -> dict[str, None]:
        """Return the statements that hold and are not defaults, in order."""
        defaults = {s.id for level in self.closed.levels for s in level}
        return {name: None for name in self.settled.kept if name not in defaults}

    def _places(self) -> list[int]:
        """Return the premise step of each hard and soft formula of the best worlds, in order."""
        found = list(self._numbers(self._strict()))
        for level in self.closed.levels:
            # The first of several equal formulas represents all.
            first: dict[FormulaNode, int] = {}
            for default in level:
                number = self.number[default.id]
                first[default.formula] = min(number, first.get(default.formula, number))
            found += first.values()
        return found

    def _others(self, optima: Optima, answer: Answer, deadline: Deadline) -> tuple[Model, ...] | None:
        """Return worlds such that each tied default holds in one and fails in another."""
        tied = {item.id for item in self.closed.overridden if not item.always}
        found: list[Model] = []
        for level in self.closed.levels:
            for default in level:
                if default.id not in tied:
                    continue
                sides = {true_in(default.formula, model) for model in (*answer.models, *found)}
                if len(sides) < 2:
                    both = optima.ask(default.formula, deadline)
                    if both.verdict is Verdict.TIMEOUT:
                        return None
                    found.append(both.models[1 if True in sides else 0])
        return tuple(found)


def _plain(answer: Answer) -> SatAnswer:
    return SatAnswer(answer.verdict, (), answer.models)
