"""Decisions, traces and comparisons go to another process and back, and copies share nothing that changes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import pytest
from checking import complaints

from defeasible.reasoner import Comparisons, Decision, Opinion, Reasoner

PREMISES = ["If it rains, the match is off.", "It rains."]
REASONER = Reasoner()


def sizes() -> Comparisons:
    found = Comparisons()
    found.add("house", ">", "car", source="the mover")
    gone = found.add("cup", ">", "sofa")
    found.add("car", ">=", "sofa")
    found.add("mouse", ">", "car", prior=1.0)
    found.add("sofa", ">", "lamp", prior=2.0)
    found.remove(gone)
    return found


def told() -> Decision:
    base = REASONER.base()
    for sentence in PREMISES:
        base.tell(sentence)
    return base.ask("The match is off.")


DECISIONS: dict[str, Callable[[], Decision]] = {
    "belief": lambda: REASONER.entails(PREMISES, "The match is off."),
    "revision": lambda: REASONER.revise(PREMISES, "It does not rain.", "The match is off."),
    "evidence": lambda: REASONER.weigh(PREMISES[:1], [Opinion("It rains.", 1.0)], "The match is off."),
    "size": lambda: REASONER.compare_size("There is a house inside a light bulb.", "house", "light bulb"),
    "story": lambda: REASONER.infer_state(["Mia opened the window."], "The window is open."),
    "dialogue": lambda: REASONER.dialogue(["A: 我发烧了。"]).consistency(),
    "equivalence": lambda: REASONER.equivalent(PREMISES, PREMISES),
    "comparisons": lambda: sizes().compare("house", "lamp"),
    "unparsed": lambda: REASONER.entails(["?"], "It rains."),
    "base": told,
}


@pytest.mark.parametrize("decide", DECISIONS.values(), ids=DECISIONS)
@pytest.mark.parametrize(
    "again",
    [lambda d: pickle.loads(pickle.dumps(d)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_a_decision_is_the_same_again(
    decide: Callable[[], Decision], again: Callable[[Decision], Decision]
) -> None:
    decision = decide()  # its proof is not written yet
    found = again(decision)
    assert found == decision
    assert found.trace.to_json() == decision.trace.to_json()
    assert complaints(found.trace) == complaints(decision.trace)


def test_a_copy_does_not_write_the_proof() -> None:
    decision = told()
    assert copy.deepcopy(decision).proof is decision.proof


@pytest.mark.parametrize(
    "again",
    [lambda c: pickle.loads(pickle.dumps(c)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_comparisons_live_on_apart(again: Callable[[Comparisons], Comparisons]) -> None:
    first = sizes()
    before = first.compare("mouse", "lamp")  # labels and priors are worked out
    second = again(first)
    assert len(second) == len(first) == 4
    assert second.ledger().digest() == first.ledger().digest()
    assert second.compare("mouse", "lamp") == before
    second.add("lamp", ">", "house")
    second.add("tree", ">", "mouse")
    assert first.compare("tree", "mouse").verdict.value == "unknown"
    assert first.compare("house", "sofa").answer == "house"
    assert second.compare("tree", "mouse").answer == "tree"
    assert len(first) == 4


def test_decisions_come_back_from_spawned_processes() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        decided = pool.submit(REASONER.entails, PREMISES, "The match is off.").result()
        compared = pool.submit(sizes().compare, "house", "sofa").result()
    assert decided == REASONER.entails(PREMISES, "The match is off.")
    assert not complaints(decided.trace)
    assert compared.answer == "house"
