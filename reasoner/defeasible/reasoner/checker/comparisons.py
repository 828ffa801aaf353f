"""Check traces over many comparisons: what they quote and, given the ledger, what they leave out.

A trace alone shows that the comparisons that it quotes prove its claim. That no other comparison contradicts
it, or that nothing decides the question, is a claim about the whole ledger, and needs the ledger to verify.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.orders import Order, stated, usual
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.size import SizeCheck
from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms.ledger import RELATIONS
from defeasible.reasoner.forms.sizes import METRE, Comparison
from defeasible.reasoner.trace import CycleStep, EvidenceStep, PathStep, SizeStep
from defeasible.reasoner.trace.steps.sizes import LedgerStep, NoPathStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms.ledger import SizeLedger
    from defeasible.reasoner.trace import Step, Trace

_DIGEST = re.compile("[0-9a-f]{64}")


class _ComparisonsCheck(SizeCheck):
    """Checks what the trace quotes: its paths are followed as in any size trace."""

    def _step(self, number: int, step: Step) -> Iterator[Failure]:
        if isinstance(step, LedgerStep) != (number == 1):
            yield Failure(number, "the ledger is named first, and once")
        elif isinstance(step, LedgerStep):
            if min(step.facts, step.priors) < 0 or not _DIGEST.fullmatch(step.digest):
                yield Failure(number, "it names no ledger: two counts and a SHA-256")
        elif isinstance(step, SizeStep):
            c = step.comparison
            if c.factor != 1 or METRE in (c.left, c.right) or (step.span, step.weight) != (None, None):
                yield Failure(number, "a ledger holds plain comparisons, without ratios, words and weights")
        elif isinstance(step, NoPathStep) and not (
            step.ledger == 1 and {step.greater, step.lesser} <= self.known and step.greater != step.lesser
        ):
            yield Failure(number, "it must be about two objects and the ledger")
        yield from super()._step(number, step)

    def _statuses(self) -> Iterator[Failure]:
        """Check that whatever contradicts a prior outweighs it."""
        for number, step in enumerate(self.trace.steps, 1):
            if isinstance(step, EvidenceStep) and step.by:
                path = self.trace.steps[step.by[0] - 1]
                assert isinstance(path, PathStep)
                for edge in path.edges:
                    prior = self.trace.steps[edge - 1]
                    if isinstance(prior, EvidenceStep) and prior.weight <= step.weight:
                        yield Failure(number, f"it yields to step {edge}, which is not heavier")

    def _conclusion(self) -> Iterator[Failure]:
        last, end = self.trace.conclusion, len(self.trace.steps)
        asked = self._asked(self.known - {METRE})
        if isinstance(asked, Failure):
            yield asked
            return
        if last.reason or last.flips or last.before is not None or last.change is not None:
            yield Failure(end, "it says more than which of two objects is bigger")
        used = [self.trace.steps[n - 1] for n in last.uses]
        paths = [s for s in used if isinstance(s, PathStep)]
        absent = [(s.greater, s.lesser, s.strict) for s in used if isinstance(s, NoPathStep)]
        forth, back = (asked.left, asked.right), (asked.right, asked.left)
        one = paths[0] if last.uses[:1] == (1,) and len(used) == 2 and len(paths) == 1 else None
        match last.verdict:
            case Verdict.ENTAILED:
                shown = one is not None and (one.greater, one.lesser) == forth and one.strict
            case Verdict.REFUTED:
                shown = one is not None and (one.greater, one.lesser) == back
            case Verdict.UNKNOWN:
                shown = (
                    last.uses[:1] == (1,) and len(used) == 3 and absent == [(*forth, True), (*back, False)]
                )
            case Verdict.INCONSISTENT:
                cycles = [s for s in used if isinstance(s, CycleStep)]
                shown = last.uses[:1] == (1,) and len(used) == 4 and self._both_sides(paths, cycles)
            case _:
                shown = False
        if not shown or len(absent) < sum(isinstance(step, NoPathStep) for step in self.trace.steps):
            yield Failure(end, f"the steps it rests on do not show {last.verdict}")


def check_comparisons(trace: Trace) -> Iterator[Failure]:
    """Yield the steps of a trace over many comparisons that are invalid by themselves."""
    return _ComparisonsCheck(trace).failures()


def unseen(trace: Trace) -> Iterator[Failure]:
    """Yield the steps that cannot be verified without the ledger."""
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, NoPathStep):
            yield Failure(number, "what a ledger does not show is verified only beside it: `check_decision`")


def check_ledger(trace: Trace, ledger: SizeLedger) -> Iterator[Failure]:
    """Yield failures if a trace is not from a ledger, or decides otherwise than the ledger. O(the ledger).

    Everything is decided again: facts by breadth-first search, priors by weight.
    """
    found = list(_quotes(trace, ledger))
    if found:
        yield from found
        return
    try:
        yield from _Weighing(trace, ledger).failures()
    except OverflowError as error:
        yield Failure(0, f"it is too large to verify: {error}")


def _quotes(trace: Trace, ledger: SizeLedger) -> Iterator[Failure]:
    """Yield failures if a quotation differs from the ledger."""
    first, priors = trace.steps[0], usual(ledger)
    facts = len(ledger.relation) - len(ledger.removed) - len(priors)
    if first != LedgerStep(facts, len(priors), ledger.digest()):
        yield Failure(1, "it is of another ledger")
        return
    new = {item.name for item in trace.objects if item.id.startswith("new")}
    for item in trace.objects:
        number = _number("o", item.id, len(ledger.names))
        if item.id.startswith("new") and number is None:
            continue
        if number is None or ledger.names[number] != item.name or item.span is not None:
            yield Failure(0, f"`{item.id}` is another object in the ledger")
            return
    if new and not new.isdisjoint(ledger.names):
        yield Failure(0, "an object is declared as new that the ledger names")
        return
    standing = Counter((_comparison(ledger, n), ledger.weights[n], ledger.sources.get(n, "")) for n in priors)
    for number, step in enumerate(trace.steps, 1):
        if isinstance(step, SizeStep):
            n = _number("c", step.statement, len(ledger.relation))
            if n is None or n in ledger.removed or n in ledger.weights or not _states(step, ledger, n):
                yield Failure(number, f"the ledger has no such fact `{step.statement}`")
        elif isinstance(step, EvidenceStep) and isinstance(step.claim, SizeClaim):
            if step.reason or not standing[step.claim.comparison, step.weight, step.source]:
                yield Failure(number, "the ledger has no such prior")
            standing[step.claim.comparison, step.weight, step.source] -= 1


def _number(prefix: str, name: str, below: int) -> int | None:
    digits = name.removeprefix(prefix)
    if not name.startswith(prefix) or not re.fullmatch("[1-9][0-9]{0,11}", digits) or int(digits) > below:
        return None
    return int(digits) - 1


def _comparison(ledger: SizeLedger, n: int) -> Comparison:
    return Comparison(f"o{ledger.left[n] + 1}", RELATIONS[ledger.relation[n]], f"o{ledger.right[n] + 1}")


def _states(step: SizeStep, ledger: SizeLedger, n: int) -> bool:
    source = ledger.sources.get(n, "")
    said = (_comparison(ledger, n), "stated by" if source else "", source)
    return (step.comparison, step.frame, step.reason) == said


class _Weighing:
    """Decides the question of a trace again, from the ledger alone."""

    def __init__(self, trace: Trace, ledger: SizeLedger) -> None:
        self.trace, self.ledger = trace, ledger
        self.facts = Order(ledger, stated(ledger))
        self.status: dict[int, str] = {}

    def failures(self) -> Iterator[Failure]:
        """Yield failures if the ledger decides otherwise."""
        last, end = self.trace.conclusion, len(self.trace.steps)
        consistent = self.facts.consistent()
        if consistent == (last.verdict is Verdict.INCONSISTENT):
            yield Failure(end, f"the facts of the ledger are {'' if consistent else 'not '}consistent")
            return
        if not consistent:
            return
        verdict, asked = self._verdict(self.facts), last.comparison
        assert asked is not None
        forth, back = (asked.left, asked.right), (asked.right, asked.left)
        if verdict is Verdict.UNKNOWN:
            verdict, about = self._verdict(self._weigh()), [forth, back]
        else:
            about = [back if verdict is Verdict.ENTAILED else forth]
            # No prior may be on the path, and priors that contradict the facts are overruled.
            self.status = dict.fromkeys(usual(self.ledger), "overruled")
        if verdict is not last.verdict:
            yield Failure(end, f"the ledger makes it {verdict}, not {last.verdict}")
        yield from self._statuses(about)

    def _verdict(self, order: Order) -> Verdict:
        asked = self.trace.conclusion.comparison
        assert asked is not None
        first, second = (_number("o", side, len(self.ledger.names)) for side in (asked.left, asked.right))
        if first is None or second is None:
            return Verdict.UNKNOWN
        if order.leads(first, second) == 2:
            return Verdict.ENTAILED
        return Verdict.REFUTED if order.leads(second, first) else Verdict.UNKNOWN

    def _weigh(self) -> Order:
        """Weigh the priors, heaviest first; return the facts and the kept priors."""
        ledger, priors = self.ledger, usual(self.ledger)
        kept = Order(ledger, stated(ledger))
        contested = self._on_cycles([*stated(ledger), *priors], priors)
        # A prior on no cycle of all comparisons cannot be contradicted, and contradicts nothing.
        for n in priors:
            if n not in contested:
                self.status[n] = "accepted"
                kept.add(n)
        chosen = [n for n, status in self.status.items() if status == "accepted"]
        for _, equals in groupby([n for n in priors if n in contested], key=ledger.weights.__getitem__):
            group = list(equals)
            denied = {n for n in group if kept.leads(ledger.right[n], ledger.left[n])}
            fitting = [n for n in group if n not in denied]
            tied = (
                self._on_cycles([*stated(ledger), *chosen, *fitting], fitting) if len(fitting) > 1 else set()
            )
            for n in group:
                self.status[n] = "overruled" if n in denied else "tied" if n in tied else "accepted"
                if self.status[n] == "accepted":
                    kept.add(n)
                    chosen.append(n)
        return kept

    def _on_cycles(self, numbers: list[int], asked: list[int]) -> set[int]:
        if not asked:
            return set()
        place = Order(self.ledger, numbers).places()
        self.facts.spend(len(numbers))
        return {n for n in asked if place[self.ledger.left[n]] == place[self.ledger.right[n]]}

    def _statuses(self, about: list[tuple[str, str]]) -> Iterator[Failure]:
        """Yield priors with a wrong status, and priors about the question that the trace omits."""
        ledger, due = self.ledger, Counter[tuple[Comparison, float, str]]()
        by_weight = {}
        for n, status in self.status.items():
            key = (_comparison(ledger, n), ledger.weights[n], ledger.sources.get(n, ""))
            by_weight[key] = status
            if status != "accepted" and (key[0].left, key[0].right) in about:
                due[key] += 1
        for number, step in enumerate(self.trace.steps, 1):
            if isinstance(step, EvidenceStep) and isinstance(step.claim, SizeClaim):
                key = (step.claim.comparison, step.weight, step.source)
                if step.status != by_weight[key]:
                    yield Failure(number, f"is marked {step.status}, by its weight it is {by_weight[key]}")
                if step.status != "accepted":
                    due[key] -= 1
        if any(due.values()):
            yield Failure(0, "it must show just those priors about the question that do not stand")
