"""What is handed in by mistake is refused with a message, and what leaves a matter open asserts nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defeasible.reasoner import Decision, Opinion, Reasoner, Verdict, check_decision, check_steps
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.size import Comparisons

RAIN = "It rains."
OPEN = "It may or may not rain."
R = Reasoner()
WRONG: Any = 3
THREE: Any = "3"
NOTHING: Any = None
SET: Any = {RAIN}
DECIDED: Any = R.entails([RAIN], RAIN)

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "one string": (lambda: R.entails(RAIN, RAIN), "`premises` is a string\n  hint: pass a list"),
    "a number": (lambda: R.entails(WRONG, RAIN), "`premises` must be a list of sentences, got 3"),
    "a number in it": (lambda: R.entails([RAIN, WRONG], RAIN), "3 is not a string"),
    "no query": (lambda: R.entails([RAIN], WRONG), "3 is not a string"),
    "one option": (lambda: R.answer([RAIN], RAIN), "`options` is a string"),
    "turns": (lambda: R.dialogue(WRONG), "`turns` must be a list of sentences, got 3"),
    "lines": (lambda: R.infer_state("Ben slept.", "Ben is tired."), "`lines` is a string"),
    "revised lines": (lambda: R.state_change([RAIN], "Ben slept."), "`revised_lines` is a string"),
    "evidence": (lambda: R.weigh([RAIN], WRONG, RAIN), "`evidence` must be a list of opinions, got 3"),
    "no opinion": (lambda: R.weigh([RAIN], [WRONG], RAIN), "3 is not an opinion"),
    "opinion": (lambda: R.weigh([RAIN], [Opinion(WRONG, 1.0, "m")], RAIN), "3 is not a string"),
    "second reading": (lambda: R.equivalent([RAIN], RAIN), "`second` is a string"),
    "surrogate": (lambda: R.entails(["It \ud800"], RAIN), "half of a surrogate pair at character 3"),
    "a set": (lambda: R.entails(SET, RAIN), "`premises` is a set, which has no order\n  hint: pass"),
    "a set of opinions": (lambda: R.weigh([RAIN], frozenset(), RAIN), "`evidence` is a frozenset"),
    "a mapping": (lambda: R.state_change({RAIN: 1}, [RAIN]), "`lines` is a dict"),
    "options as a set": (lambda: R.answer([RAIN], frozenset(SET)), "`options` is a frozenset"),
    "no form": (lambda: R.decide(NOTHING), "None is neither a question nor a form that"),
    "no trace": (lambda: check_steps(NOTHING), "None is not a trace\n  hint: pass `decision.trace`"),
    "a decision for a trace": (lambda: check_steps(DECIDED), "ENTAILED: It rains. is not a trace"),
    "no decision": (lambda: check_decision(NOTHING, NOTHING), "None is not a decision"),
    "no question": (lambda: check_decision(NOTHING, DECIDED), "None is not a question"),
    "timeout": (lambda: Reasoner(timeout=THREE), "timeout must be a positive number, got '3'"),
    "weight": (
        lambda: R.base().tell(RAIN, weight=THREE),
        "weight must be a positive number of nats, got '3'",
    ),
    "prior": (lambda: Comparisons().add("cup", ">", "hat", prior=THREE), "nats, got '3'"),
    "open query": (lambda: R.entails([RAIN], OPEN), "leaves the matter open\n  hint: ask whether it is so"),
    "open belief": (lambda: R.revise([RAIN], "It snows.", OPEN), "leaves the matter open"),
    "open question": (lambda: R.base().ask(OPEN), "leaves the matter open"),
    "open weighed": (lambda: R.weigh([RAIN], [], OPEN), "leaves the matter open"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_a_mistake_is_named(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UsageError) as refused:
        call()
    assert message in str(refused.value)


def test_a_weight_of_evidence_is_a_number() -> None:
    with pytest.raises(ValueError, match="evidence weight '3' is not in"):
        Evidence(WRONG, THREE, "somebody")


@pytest.mark.parametrize("query", [RAIN, "It does not rain."])
def test_a_premise_that_leaves_a_matter_open_asserts_nothing(query: str) -> None:
    assert R.entails([OPEN], query).verdict is Verdict.UNKNOWN
    assert R.entails([f"If it is cold, {OPEN.lower()}", "It is cold."], query).verdict is Verdict.UNKNOWN


LINES = ["Mia opened the window.", "Then she closed it."]
READ_ONCE: dict[str, Callable[[Callable[[list[Any]], Any]], Any]] = {
    "entails": lambda given: R.entails(given(["If it rains, Ben reads.", RAIN]), "Ben reads."),
    "revise": lambda given: R.revise(given(["If it rains, Ben reads.", RAIN]), "It does not rain."),
    "answer": lambda given: R.answer(given([RAIN]), given(["It does not rain.", RAIN])),
    "weigh": lambda given: R.weigh(given(["If it rains, Ben reads."]), given([Opinion(RAIN, 1.0)]), RAIN),
    "infer_state": lambda given: R.infer_state(
        given(LINES), "The window is open.", given([1]), context=False
    ),
    "revise_story": lambda given: R.revise_story(given(LINES), "The window is open."),
    "state_change": lambda given: R.state_change(given(LINES), given(LINES[:1])),
    "equivalent": lambda given: R.equivalent(given([RAIN]), given([RAIN, "It rains now."])),
    "dialogue": lambda given: R.dialogue(given(["A: 我发烧了。"])).facts,
}


@pytest.mark.parametrize("call", READ_ONCE.values(), ids=READ_ONCE)
def test_an_iterator_counts_as_the_list_of_what_it_yields(call: Callable[..., Any]) -> None:
    assert call(iter) == call(list)
    assert call(lambda several: (item for item in several)) == call(tuple)


@pytest.mark.parametrize("truth", [bool, lambda value: value or None, lambda value: not value])
def test_neither_a_decision_nor_a_verdict_is_a_truth_value(truth: Callable[[object], object]) -> None:
    decision: Decision = R.entails([RAIN], "Ben reads.")
    with pytest.raises(TypeError, match=r"as in `decision\.verdict is Verdict\.UNKNOWN`"):
        truth(decision)
    with pytest.raises(TypeError, match=r"as in `verdict is Verdict\.UNKNOWN`"):
        truth(decision.verdict)
