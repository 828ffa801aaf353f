"""`timeout` bounds a whole call, however many questions it comes to, and what is not finished says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from checking import complaints

from defeasible.reasoner import Decision, Opinion, Reasoner, Verdict, no_roles, smt
from defeasible.reasoner.belief import clear_plans
from defeasible.reasoner.belief.engine import clear_memo
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.forms import Conditional, Premises, Story
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.sat import maxsat, solver
from defeasible.reasoner.sat.deadline import Deadline
from defeasible.reasoner.story import infer_state

PREMISES = ["If it rains, Ben reads.", "If it snows, Ben reads.", "It rains.", "If Ben reads, Ann sings."]
OPTIONS = ["Ben reads.", "Ann sings.", "It snows.", "Ben reads or it snows.", "Ann does not sing."]
STORY = ["Mia opened the window.", "Then she closed it.", "Tom was angry."]


class Slow:
    """A source of evidence that takes all the time of the call that asks it."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(
        self, _premises: Premises, _earlier: Conditional, _later: Conditional
    ) -> tuple[Evidence, ...]:
        self.asked += 1
        time.sleep(0.02)
        return ()


@pytest.fixture
def forgetful() -> None:
    """Have every question go to the solver."""
    clear_plans()
    clear_memo()


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch, forgetful: None) -> list[float]:
    """The seconds that each check of Z3 is given, in order."""
    seconds: list[float] = []
    exact = smt.milliseconds

    def milliseconds(timeout: float) -> int:
        seconds.append(timeout)
        return exact(timeout)

    monkeypatch.setattr(smt, "milliseconds", milliseconds)
    return seconds


CALLS: dict[str, Callable[[Reasoner], object]] = {
    "answer": lambda r: r.answer(PREMISES, OPTIONS),
    "revise": lambda r: r.revise(PREMISES[:3], "If Tim comes, Ben reads."),
    "revise a choice": lambda r: r.answer(PREMISES[:3], OPTIONS, new=PREMISES[3]),
    "equivalent": lambda r: r.equivalent(PREMISES[:2], PREMISES[2:]),
    "sizes": lambda r: r.compare_size("The house is twice as big as the car.", "house", "car"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_check_of_a_call_is_given_what_is_left_of_its_time(
    call: Callable[[Reasoner], object], given: list[float]
) -> None:
    call(Reasoner(timeout=60))
    assert given
    assert max(given) < 60
    assert given == sorted(given, reverse=True)


@pytest.mark.parametrize(
    "call",
    [
        lambda r: r.infer_state(STORY, "The window is open."),
        lambda r: r.revise_story(STORY, "The window is open."),
        lambda r: r.state_change(STORY, STORY[:1]),
        lambda r: r.weigh(PREMISES[:1], [Opinion("It rains.", 1.0), Opinion("Ben sits.", 1.0)], "Ben reads."),
    ],
    ids=["story", "revision", "change", "evidence"],
)
def test_every_search_of_pysat_ends_with_the_call(
    call: Callable[[Reasoner], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines: list[Deadline] = []
    exact = solver.search

    def search(compiled: Any, assumptions: list[int], deadline: Deadline) -> bool | None:
        deadlines.append(deadline)
        return exact(compiled, assumptions, deadline)

    monkeypatch.setattr(solver, "search", search)
    monkeypatch.setattr(maxsat, "search", search)
    call(Reasoner(timeout=60))
    assert deadlines
    assert len(set(map(id, deadlines))) == 1


@pytest.mark.usefixtures("forgetful")
def test_no_option_is_decided_after_the_time_is_over(given: list[float]) -> None:
    roles = Slow()
    decision = Reasoner(roles=roles, timeout=0.01).answer(PREMISES, OPTIONS)
    assert roles.asked
    assert (decision.verdict, decision.answer, decision.confidence) == (Verdict.TIMEOUT, None, 0.0)
    assert given == []
    assert decision.reason == "the solver ran out of time"


def test_an_option_that_is_not_decided_in_time_leaves_the_choice_incomplete(
    monkeypatch: pytest.MonkeyPatch, forgetful: None
) -> None:
    exact, checks = smt.check, 0

    def check_twice(solver: Any, deadline: Any, *assumptions: Any) -> Any:
        nonlocal checks
        checks += 1
        return exact(solver, deadline, *assumptions) if checks <= 2 else smt.z3().unknown

    monkeypatch.setattr(smt, "check", check_twice)
    decision = Reasoner(roles=no_roles).answer(PREMISES, OPTIONS)
    assert (decision.verdict, decision.answer, decision.confidence) == (Verdict.ENTAILED, None, 0.0)
    assert decision.reason == "the time ran out before 4 of 5 options were decided"
    assert decision.reason in str(decision)


@pytest.mark.usefixtures("forgetful")
def test_the_belief_in_question_is_sought_within_the_time() -> None:
    with pytest.raises(UsageError, match="timed out before the belief in question was found"):
        Reasoner(roles=Slow(), timeout=0.01).revise(PREMISES[:3], "If Tim comes, Ben reads.")


@pytest.mark.parametrize(
    "ask",
    [
        lambda r: r.infer_state(STORY, "The window is open."),
        lambda r: r.weigh(PREMISES[:1], [Opinion("It rains.", 1.0)], "Ben reads."),
        lambda r: r.equivalent(PREMISES[:2], PREMISES[2:]),
        lambda r: r.compare_size("The house is twice as big as the car.", "house", "car"),
    ],
    ids=["story", "evidence", "equivalence", "sizes"],
)
@pytest.mark.usefixtures("forgetful")
def test_a_call_without_time_is_a_timeout_with_a_reason(ask: Callable[[Reasoner], Decision]) -> None:
    decision = ask(Reasoner(timeout=1e-9))
    assert (decision.verdict, decision.confidence) == (Verdict.TIMEOUT, 0.0)
    assert decision.reason == "the solver ran out of time"
    assert "ran out of time" in str(decision)


def test_a_story_that_is_not_finished_says_that_it_is_incomplete() -> None:
    hurried = Reasoner(timeout=1e-9)
    change = hurried.state_change(STORY, ["Mia opened the window.", "Tom was happy."])
    assert (change.pairs, change.unfinished > 0) == ((), True)
    assert str(change).startswith("incomplete: the time ran out for")
    assert "incomplete" in repr(change)
    revision = hurried.revise_story(STORY, "The window is open.")
    assert revision.reason == "incomplete: the time ran out"
    assert revision.reason in str(revision)
    whole = Reasoner().state_change(STORY, ["Mia opened the window.", "Tom was happy."])
    assert (whole.unfinished, whole.reason) == (0, "")


def test_a_proof_that_is_written_later_has_time_of_its_own() -> None:
    now = [0.0]
    form = GrammarParser().story(STORY, ["The window is open."])
    assert isinstance(form, Story)
    decision = infer_state(form, timeout=Deadline(10, clock=lambda: now[0]))
    now[0] = 100.0
    assert decision.verdict is Verdict.REFUTED
    assert not complaints(decision.trace)
    assert all(flip.verdict is not Verdict.TIMEOUT for flip in decision.trace.conclusion.flips)
