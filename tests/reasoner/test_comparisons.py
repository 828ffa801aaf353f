"""Many comparisons that live: against brute force, with priors, and every proof checked beside its ledger."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import networkx as nx
import pytest
from census import take_census
from checking import complaints
from mutations import mutants

from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.evidence import SizeClaim
from defeasible.reasoner.forms import Comparison
from defeasible.reasoner.forms.ledger import SizeLedger
from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.size import Comparisons, Stated
from defeasible.reasoner.size.theory import leads
from defeasible.reasoner.trace import EvidenceStep, PathStep, SizeStep, Trace
from defeasible.reasoner.trace.steps.sizes import LedgerStep
from defeasible.reasoner.verdict import Verdict

NAMES = "abcd"


def possible(facts: list[Stated]) -> set[int]:
    """Whether `a` is bigger than `b` in the weak orders of four objects that satisfy the comparisons."""
    found = set()
    for ranks in product(range(4), repeat=4):
        size = dict(zip(NAMES, ranks, strict=True))
        if all(
            {">": size[s.left] > size[s.right], ">=": size[s.left] >= size[s.right]}.get(
                s.relation, size[s.left] == size[s.right]
            )
            for s in facts
        ):
            found.add(int(size["a"] > size["b"]))
    return found


def revised(stated: list[Stated]) -> list[Stated]:
    """Facts and the priors that stand: linear revision by the definition, one weight after the other."""
    kept = [s for s in stated if s.prior is None]
    for weight in sorted({s.prior for s in stated if s.prior is not None}, reverse=True):
        base = [Comparison(s.left, s.relation, s.right) for s in kept]
        fitting = [s for s in stated if s.prior == weight and not leads(base, s.right, s.left)]
        together = base + [Comparison(s.left, s.relation, s.right) for s in fitting]
        kept += [s for s in fitting if not leads(together, s.right, s.left)]
    return kept


def brute_force(stated: list[Stated]) -> Verdict:
    facts = possible([s for s in stated if s.prior is None])
    if not facts:
        return Verdict.INCONSISTENT
    both = possible(revised(stated))
    if len(both) == 2:
        return Verdict.UNKNOWN
    return Verdict.ENTAILED if both == {1} else Verdict.REFUTED


def test_random_histories_agree_with_brute_force_and_are_verified() -> None:
    random, seen, statuses = Random(7), set(), set()
    for _ in range(250):
        comparisons, stated = Comparisons(), list[Stated]()
        for _ in range(random.randint(1, 9)):
            left, right = random.sample(NAMES, 2)
            prior = float(random.randint(1, 3)) if random.random() < 0.6 else None
            relation: Relation = ">" if prior else random.choice([">", ">=", "="])
            source = random.choice(["", "somebody"])
            number = comparisons.add(left, relation, right, source=source, prior=prior)
            stated.append(Stated(number, left, relation, right, source, prior))
            if random.random() < 0.2:
                comparisons.remove(stated.pop(random.randrange(len(stated))).number)
            decision = comparisons.compare("a", "b")
            assert decision.verdict is brute_force(stated), [str(s) for s in stated]
            ledger = comparisons.ledger()
            report = complaints(decision.trace, ledger)
            assert not report, f"{decision.trace}\n{report}"
            assert bool(complaints(decision.trace)) is (decision.verdict is Verdict.UNKNOWN)
            seen.add(decision.verdict)
            statuses |= {s.status for s in decision.trace.steps if isinstance(s, EvidenceStep)}
            only_facts = brute_force([s for s in stated if s.prior is None])
            assert only_facts in (decision.verdict, Verdict.UNKNOWN), "a prior changed what facts show"
    assert seen == {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT}
    assert statuses == {"accepted", "overruled", "tied"}


def everyday() -> Comparisons:
    comparisons = Comparisons()
    comparisons.add_many([("house", ">", "car"), ("car", ">=", "sofa")], source="the mover")
    comparisons.add("cat", ">", "house", prior=2.0, source="a dream")
    comparisons.add("sofa", ">", "house", prior=3.0, source="an advertisement")
    comparisons.add("moon", ">", "star", prior=1.0)
    comparisons.add("star", ">", "moon", prior=1.0)
    return comparisons


def test_facts_override_priors_and_the_trace_says_which_path_blocks_which() -> None:
    decision = everyday().compare("sofa", "house")
    assert (decision.verdict, decision.answer, decision.confidence) == (Verdict.REFUTED, "house", 1.0)
    (prior,) = (s for s in decision.trace.steps if isinstance(s, EvidenceStep))
    blocking = decision.trace[prior.by[0]]
    assert (prior.source, prior.status) == ("an advertisement", "overruled")
    assert isinstance(blocking, PathStep)
    assert "house > sofa  along 2, 3" in str(decision.trace)


def test_a_prior_decides_where_facts_are_silent() -> None:
    decision = everyday().compare("cat", "sofa")
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, "cat")
    assert decision.confidence == pytest.approx(0.8808, abs=1e-4)


def test_priors_of_one_weight_that_contradict_each_other_are_tied() -> None:
    decision = everyday().compare("moon", "star")
    assert decision.verdict is Verdict.UNKNOWN
    assert [s.status for s in decision.trace.steps if isinstance(s, EvidenceStep)] == ["tied", "tied"]


def test_a_new_fact_breaks_a_tie_and_keeps_the_other_priors() -> None:
    comparisons = everyday()
    assert comparisons.compare("moon", "star").verdict is Verdict.UNKNOWN
    comparisons.add("star", ">", "comet")
    comparisons.add("comet", ">=", "moon")
    assert comparisons.compare("star", "moon").answer == "star"
    assert comparisons.compare("cat", "sofa").answer == "cat"


def test_what_is_open_is_verified_only_beside_the_ledger() -> None:
    comparisons = everyday()
    decision = comparisons.compare("nobody has named it", "sofa")
    assert decision.verdict is Verdict.UNKNOWN
    assert "verified only beside it" in complaints(decision.trace)
    assert not complaints(decision.trace, comparisons.ledger())


def test_a_proof_is_of_the_moment_when_it_was_asked_for() -> None:
    comparisons = everyday()
    before, decision = comparisons.ledger(), comparisons.compare("cat", "sofa")
    comparisons.add("sofa", ">", "cat", source="a rumour", prior=1.0)
    comparisons.remove(0)
    assert not complaints(decision.trace, before)
    assert "another ledger" in complaints(decision.trace, comparisons.ledger())


@pytest.mark.parametrize(
    "change",
    [
        lambda comparisons: comparisons.add("moon", ">", "comet"),
        lambda comparisons: comparisons.add("moon", ">", "comet", prior=1.0),
        lambda comparisons: comparisons.add_many([("moon", ">", "comet")]),
        lambda comparisons: comparisons.remove(0),
    ],
    ids=["fact", "prior", "many", "removed"],
)
def test_a_change_is_in_the_next_ledger(change: Callable[[Comparisons], object]) -> None:
    comparisons = everyday()
    before = comparisons.ledger()
    assert comparisons.ledger().digest() == before.digest()
    change(comparisons)
    assert comparisons.ledger().digest() != before.digest()
    assert not complaints(comparisons.compare("nobody has named it", "sofa").trace, comparisons.ledger())


def test_a_contradiction_is_named_and_goes_with_its_cause() -> None:
    comparisons = everyday()
    cause = comparisons.add("sofa", ">=", "house")
    decision = comparisons.compare("house", "sofa")
    assert (decision.verdict, decision.answer) == (Verdict.INCONSISTENT, None)
    assert [s.number for s in comparisons.contradictions()[0]] == [0, 1, cause]
    sides = [(s.greater, s.lesser, s.strict) for s in decision.trace.steps if isinstance(s, PathStep)]
    assert sides == [("o1", "o3", True), ("o3", "o1", False)]
    assert not complaints(decision.trace, comparisons.ledger())
    comparisons.remove(cause)
    assert comparisons.contradictions() == []
    assert comparisons.compare("house", "sofa").verdict is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("x", ">", "x"), "row 1: 'x' is compared with itself"),
        (("x", "<", "y"), "row 1 must be two names"),
        (("x", ">"), "row 1 must be"),
        ((1, ">", "y"), "1 is not a string"),
        (([], ">", "y"), "row 1 must be"),
        (7, "row 1 must be .* got 7"),
    ],
    ids=["itself", "relation", "short", "number", "list", "no row"],
)
def test_malformed_rows_are_refused_and_nothing_is_added(row: object, message: str) -> None:
    comparisons = Comparisons()
    comparisons.add("a", ">", "b")
    with pytest.raises(UsageError, match=message):
        comparisons.add_many([("new", ">", "b"), row])  # type: ignore[list-item]
    assert len(comparisons) == 1
    assert set(comparisons.to_networkx()) == {"a", "b"}
    assert comparisons.add_many([("new", ">", "b")]) == range(1, 2)


@pytest.mark.parametrize("weight", [0.0, -1.0, float("nan"), 1e9])
def test_a_prior_has_a_weight(weight: float) -> None:
    with pytest.raises(UsageError, match="prior must be in"):
        Comparisons().add("a", ">", "b", prior=weight)


def test_misuse_is_refused_by_name() -> None:
    comparisons = everyday()
    with pytest.raises(UsageError, match="unknown comparison 99"):
        comparisons.remove(99)
    with pytest.raises(UsageError, match="compared with itself"):
        comparisons.compare("cat", "cat")
    with pytest.raises(UsageError, match="unknown relation"):
        comparisons.add("a", "<", "b")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="cannot claim"):
        comparisons.add("a", "=", "b", prior=1.0)
    with pytest.raises(UsageError, match="most must be at least 1, got 0"):
        comparisons.contradictions(0)
    comparisons.remove(0)
    with pytest.raises(UsageError, match="unknown comparison 0"):
        comparisons.remove(0)


def test_the_graph_of_networkx_has_every_comparison_that_stands() -> None:
    comparisons = everyday()
    comparisons.add("sofa", "=", "bench")
    comparisons.remove(0)
    graph = comparisons.to_networkx()
    assert isinstance(graph, nx.MultiDiGraph)
    assert not graph.has_edge("house", "car")
    assert graph.edges["car", "sofa", 1] == {"relation": ">=", "source": "the mover", "prior": None}
    assert graph.has_edge("bench", "sofa", 6)


ASKED = (("house", "sofa"), ("cat", "sofa"), ("sofa", "cat"), ("moon", "star"), ("house", "moon"))


@pytest.mark.parametrize("question", ASKED)
def test_no_falsified_trace_passes(question: tuple[str, str]) -> None:
    comparisons = everyday()
    decision, ledger = comparisons.compare(*question), comparisons.ledger()
    document, count = decision.trace.to_json(), 0
    assert not complaints(document, ledger)
    for what, forged in mutants(document):
        count += 1
        assert complaints(json.dumps(forged), ledger), f"{what} passes"
    assert count > 10


def test_a_contradiction_that_is_none_is_refused() -> None:
    comparisons = everyday()
    comparisons.add("sofa", ">", "house")
    decision = comparisons.compare("house", "sofa")
    for what, forged in mutants(decision.trace.to_json()):
        if what.startswith("turn the question"):
            continue  # every question about a contradiction has the same answer
        assert complaints(json.dumps(forged), comparisons.ledger()), f"{what} passes"
    sound = everyday()
    assert "another ledger" in complaints(decision.trace, sound.ledger())


def relabelled(trace: Trace, ledger: SizeLedger) -> Trace:
    """The trace as if it were of another ledger."""
    step = LedgerStep(len(list(ledger.facts())), len(ledger.priors()), ledger.digest())
    return replace(trace, steps=(step, *trace.steps[1:]))


def test_a_verdict_that_the_ledger_does_not_bear_is_refused() -> None:
    silent, telling = Comparisons(), Comparisons()
    for comparisons in (silent, telling):
        comparisons.add_many([("a", ">", "b"), ("c", ">", "d")])
    telling.add("b", ">", "c")
    silent.add("b", ">", "e")
    trace = relabelled(silent.compare("a", "d").trace, telling.ledger())
    assert "makes it entailed, not unknown" in complaints(trace, telling.ledger())


def test_a_prior_on_a_path_is_refused_where_facts_decide() -> None:
    first, second = Comparisons(), Comparisons()
    for comparisons in (first, second):
        comparisons.add("a", ">", "b", prior=1.0)
    second.add("a", ">", "b")
    first.add("a", ">", "c")
    trace = relabelled(first.compare("a", "b").trace, second.ledger())
    assert "marked accepted, by its weight it is overruled" in complaints(trace, second.ledger())


def test_an_equal_prior_cannot_block() -> None:
    comparisons = Comparisons()
    comparisons.add("a", ">", "b", prior=2.0)
    comparisons.add("b", ">", "a", prior=1.0)
    trace = comparisons.compare("a", "b").trace
    steps = [
        replace(s, weight=1.0) if isinstance(s, EvidenceStep) and s.status == "accepted" else s
        for s in trace.steps
    ]
    assert "which is not heavier" in complaints(replace(trace, steps=tuple(steps)))


def test_a_ledger_is_well_formed() -> None:
    ledger = everyday().ledger()
    with pytest.raises(FormError, match="not among"):
        replace(ledger, names=("house",))
    with pytest.raises(FormError, match="columns of"):
        replace(ledger, relation=b"")
    with pytest.raises(FormError, match="no comparison 77"):
        replace(ledger, removed=frozenset({77}))
    with pytest.raises(FormError, match="relation codes"):
        replace(ledger, relation=bytes([9]) * 6)
    with pytest.raises(FormError, match="only usual"):
        replace(ledger, weights={1: 2.0})


def test_a_size_step_cites_its_source() -> None:
    trace = everyday().compare("house", "car").trace
    (step,) = (s for s in trace.steps if isinstance(s, SizeStep))
    assert (step.statement, step.frame, step.reason) == ("c1", "stated by", "the mover")
    assert step.comparison == SizeClaim(Comparison("o1", ">", "o2")).comparison


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    sound, contradictory = everyday(), everyday()
    contradictory.add("sofa", ">=", "house")
    take_census(
        "comparisons",
        [
            (
                " ".join(pair),
                comparisons.compare(*pair).trace,
                partial(complaints, form=comparisons.ledger()),
            )
            for comparisons, pairs in ((sound, (*ASKED, ("sofa", "new"))), (contradictory, ASKED[:1]))
            for pair in pairs
        ],
    )
