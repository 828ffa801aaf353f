"""Forged size traces: whole traces built to pass the checker, with priors weighed to the forger's liking."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest
from builders import edited, sizes, usually
from checking import complaints

from defeasible.reasoner import size
from defeasible.reasoner.checker import ratios
from defeasible.reasoner.evidence import Evidence, SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, SizeContext, SizeObject
from defeasible.reasoner.trace import (
    ArrangementStep,
    ConclusionStep,
    CycleStep,
    EvidenceStep,
    Flip,
    PathStep,
    SizeStep,
    Step,
    Trace,
)
from defeasible.reasoner.verdict import Verdict

E, U = Verdict.ENTAILED, Verdict.UNKNOWN


def forged_sizes(context: SizeContext, evidence: tuple[Evidence, ...]) -> list[Trace]:
    """Every trace a forger can write: any order of the priors, any status, any short path, any conclusion."""
    traces = []
    for order in permutations(evidence):
        for statuses in product(["accepted", "overruled", "tied"], repeat=len(order)):
            steps: list[Step] = [
                SizeStep(s.id, s.comparison, s.span, s.frame, s.reason) for s in context.statements
            ]
            force = dict(enumerate([s.comparison for s in context.statements], 1))
            for item, status in zip(order, statuses, strict=True):
                claim = item.claim
                assert isinstance(claim, SizeClaim)
                by: tuple[int, ...] = ()
                if status == "overruled":
                    back = claim.comparison.right, claim.comparison.left
                    path = walk(force, *back)
                    if path is None:
                        break
                    steps.append(PathStep(*back, True, path))
                    by = (len(steps),)
                steps.append(EvidenceStep(claim, item.weight, item.source, item.reason, status, by))  # type: ignore[arg-type]
                if status == "accepted":
                    force[len(steps)] = claim.comparison
            else:
                traces += conclusions(context, steps, force)
    return traces


def walk(force: dict[int, Comparison], start: str, end: str) -> tuple[int, ...] | None:
    frontier: list[tuple[str, tuple[int, ...]]] = [(start, ())]
    while frontier:
        here, taken = frontier.pop(0)
        if here == end and taken:
            return taken
        frontier += [(c.right, (*taken, n)) for n, c in force.items() if c.left == here and n not in taken]
    return None


def conclusions(context: SizeContext, steps: list[Step], force: dict[int, Comparison]) -> list[Trace]:
    asked = Comparison("o1", ">", "o2")
    names = [o.id for o in context.objects]
    worlds = [
        dict(zip(names, ranks, strict=True)) for ranks in product(range(1, len(names) + 1), repeat=len(names))
    ]
    possible = [w for w in worlds if all(w[c.left] > w[c.right] for c in force.values())]
    bigger = [w for w in possible if w["o1"] > w["o2"]]
    smaller = [w for w in possible if w["o1"] <= w["o2"]]

    def arranged(world: dict[str, int], theory: tuple[int, ...]) -> ArrangementStep:
        return ArrangementStep(theory, tuple((name, str(size)) for name, size in world.items()))

    found: list[tuple[list[Step], ConclusionStep]] = []
    end = len(steps)
    if bigger and smaller:
        both = [arranged(bigger[0], tuple(force)), arranged(smaller[0], tuple(force))]
        found.append(([*both], ConclusionStep(U, (end + 1, end + 2), comparison=asked)))
    for verdict, pair in ((E, ("o1", "o2")), (Verdict.REFUTED, ("o2", "o1"))):
        path = walk(force, *pair)
        if path is not None and possible:
            shown: list[Step] = [arranged(possible[0], tuple(force)), PathStep(*pair, True, path)]
            last = ConclusionStep(verdict, (end + 1, end + 2), comparison=asked)
            found.append((shown, last))  # says nothing of what it hinges on
            flips: list[Flip] = []
            shown = [*shown]
            for n in path:
                rest = {m: c for m, c in force.items() if m != n}
                other = [w for w in worlds if all(w[c.left] > w[c.right] for c in rest.values())]
                other = [w for w in other if (w["o1"] > w["o2"]) != (verdict is E)]
                if n > len(context.statements) and other:
                    shown.append(arranged(other[0], tuple(rest)))
                    flips.append(Flip((n,), U, end + len(shown)))
            found.append((shown, replace(last, flips=tuple(flips))))
    return [
        Trace("size", context.sources, (*steps, *more, last), objects=context.objects) for more, last in found
    ]


@pytest.mark.parametrize(
    "priors",
    [
        [("o1", "o2", 9.0), ("o2", "o1", 1.0)],
        [("o1", "o2", 1.0), ("o2", "o1", 1.0)],
        [("o1", "o2", 1.0), ("o3", "o4", 1.0)],
        [("o1", "o2", 1.0), ("o2", "o1", 1.0), ("o3", "o4", 1.0)],
        [("o1", "o3", 2.0), ("o3", "o2", 2.0), ("o2", "o1", 2.0)],
        [("o1", "o3", 3.0), ("o3", "o2", 2.0), ("o2", "o1", 1.0)],
        [("o1", "o3", 1.0), ("o3", "o2", 1.0)],
    ],
    ids=[
        "lighter first",
        "first of equals",
        "no rivals",
        "tied with another",
        "triangle",
        "chain",
        "two hinges",
    ],
)
def test_no_order_or_status_of_priors_proves_anything_else(priors: list[tuple[str, str, float]]) -> None:
    context = sizes()
    evidence = usually(*priors)
    true = size.decide(context, sizes=lambda _: evidence).trace
    assert not complaints(true, context, evidence)
    accepted = [t for t in forged_sizes(context, evidence) if not complaints(t, context, evidence)]
    assert all(t.verdict is true.verdict for t in accepted), str(accepted[0])
    assert all(hinges(t) == hinges(true) for t in accepted), str(accepted[0])


def hinges(trace: Trace) -> set[str]:
    named = [trace[n] for flip in trace.conclusion.flips for n in flip.evidence]
    return {str(step.claim) for step in named if isinstance(step, EvidenceStep)}


def test_evidence_against_the_text_is_not_accepted() -> None:
    context = sizes(Comparison("o2", ">=", "o3"), Comparison("o3", ">=", "o1"))
    evidence = usually(("o1", "o2", 9.0))
    assert not [
        t for t in forged_sizes(context, evidence) if not complaints(t, context, evidence) and t.verdict is E
    ]


@pytest.mark.parametrize("size_of", ["1e999999999", "0.5", " 1", "1_0", "٣", "-1", "1/0", "", "9" * 5000])
def test_a_size_is_written_as_the_codec_writes_it(size_of: str) -> None:
    trace = size.decide(sizes(Comparison("o1", ">", "o2"))).trace
    step = next(s for s in trace.steps if isinstance(s, ArrangementStep))
    at = trace.steps.index(step) + 1
    forged = replace(step, sizes=((step.sizes[0][0], size_of), *step.sizes[1:]))
    assert complaints(edited(trace, **{f"s{at}": forged}))


def test_objects_are_declared_once_and_arranged_once() -> None:
    trace = size.decide(sizes(Comparison("o1", ">", "o2"))).trace
    assert complaints(replace(trace, objects=(*trace.objects, trace.objects[0])))
    assert complaints(replace(trace, objects=(*trace.objects, SizeObject(METRE, "metre"))))
    at, step = next((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, ArrangementStep))
    assert complaints(edited(trace, **{f"s{at}": replace(step, sizes=(*step.sizes, step.sizes[0]))}))
    assert complaints(edited(trace, **{f"s{at}": replace(step, sizes=(*step.sizes, ("o9", "1")))}))


def test_evidence_that_yields_to_nothing_names_nothing() -> None:
    context = sizes(Comparison("o1", ">", "o2"))
    trace = size.decide(context, sizes=lambda _: usually(("o3", "o4", 1.0))).trace
    at, step = next((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, EvidenceStep))
    assert complaints(edited(trace, **{f"s{at}": replace(step, by=(1,))}))


def test_a_hinge_that_ratios_hide_is_named() -> None:
    """Plain reachability would find a way round through an edge whose ratio is too small to carry it."""
    context = sizes(Comparison("o1", ">", "o2", Fraction(1, 2)))
    trace = size.decide(context, sizes=lambda _: usually(("o1", "o2", 1.0))).trace
    assert len(trace.conclusion.flips) == 1
    assert not complaints(trace, context)
    last = len(trace.steps)
    silent = edited(trace, **{f"s{last}": replace(trace.conclusion, flips=())})
    assert complaints(silent, context)


def test_a_prior_does_not_yield_to_one_that_is_no_heavier() -> None:
    context = sizes(Comparison("o1", ">", "o2"), Comparison("o3", ">=", "o2"))
    evidence = usually(("o1", "o3", 2.0), ("o2", "o1", 2.0))
    trace = size.decide(context, sizes=lambda _: evidence).trace
    assert not complaints(trace, context, evidence)
    accepted = next(n for n, s in enumerate(trace.steps, 1) if isinstance(s, EvidenceStep))
    at, path = next((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, PathStep))
    assert accepted < at
    forged = edited(trace, **{f"s{at}": replace(path, edges=(accepted, 2))})
    assert "needs evidence that is not heavier" in complaints(forged)


def test_a_path_takes_no_edge_twice() -> None:
    trace = size.decide(sizes(Comparison("o1", ">", "o2"), Comparison("o2", "=", "o1"))).trace
    for n, step in enumerate(trace.steps, 1):
        if isinstance(step, CycleStep):
            forged = edited(trace, **{f"s{n}": replace(step, edges=step.edges * 2)})
            assert "takes an edge twice" in complaints(forged)
            return
    raise AssertionError("no cycle")


def test_evidence_that_would_take_too_long_to_weigh_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratios, "VISITS", 2)
    evidence = usually(("o3", "o4", 3.0), ("o2", "o3", 2.0), ("o1", "o2", 1.0))
    trace = size.decide(sizes(), sizes=lambda _: evidence).trace
    assert "too large to verify: gave up after 2 visits" in complaints(trace)


def chains(comparisons: list[Comparison]) -> bool:
    """Whether some chain of comparisons makes an object bigger than itself, by trying all chains."""
    steps = [(c.left, c.right, c.factor, c.relation == ">") for c in comparisons]
    steps += [(c.right, c.left, 1 / c.factor, False) for c in comparisons if c.relation == "="]

    def leads(here: str, start: str, seen: frozenset[str], product: Fraction, strict: bool) -> bool:
        for left, right, factor, more in steps:
            if left != here or right in seen:
                continue
            reached, stricter = product * factor, strict or more
            if right == start:
                if reached > 1 or (reached == 1 and stricter):
                    return True
            elif leads(right, start, seen | {right}, reached, stricter):
                return True
        return False

    return any(leads(name, name, frozenset(), Fraction(1), False) for name in {left for left, *_ in steps})


def test_a_contradiction_is_found_wherever_it_is() -> None:
    random, seen = Random(31), Counter[bool]()
    for _ in range(400):
        said = [
            Comparison(
                a,
                ">" if random.random() < 0.5 else ">=",
                b,
                Fraction(random.choice([1, 1, 2]), random.choice([1, 2])),
            )
            if random.random() < 0.7
            else Comparison(a, "=", b, Fraction(random.choice([1, 2])))
            for a, b in (random.sample("abcde", 2) for _ in range(random.randint(2, 6)))
        ]
        seen[chains(said)] += 1
        assert ratios.Ratios().contradictory(said) is chains(said), said
    assert min(seen[True], seen[False]) > 100


def test_a_cycle_of_ratios_is_shown_without_halves() -> None:
    twice = Fraction(2)
    decision = size.decide(sizes(Comparison("o1", ">=", "o2", twice), Comparison("o2", ">=", "o1", twice)))
    trace = decision.trace
    assert decision.verdict is Verdict.INCONSISTENT
    assert not complaints(trace)
    at = next(n for n, s in enumerate(trace.steps) if isinstance(s, CycleStep))
    half = PathStep("o1", "o2", strict=False, edges=(1,), factor=twice)
    forged = replace(trace, steps=(*trace.steps[:at], half, *trace.steps[at:]))
    assert complaints(forged)
