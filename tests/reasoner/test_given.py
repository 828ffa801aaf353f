"""What is handed in by mistake is refused with a message, and what leaves a matter open asserts nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from defeasible.reasoner import Opinion, Reasoner, Verdict
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence
from defeasible.reasoner.size import Comparisons

RAIN = "It rains."
OPEN = "It may or may not rain."
R = Reasoner()
WRONG: Any = 3
THREE: Any = "3"

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "one string": (lambda: R.entails(RAIN, RAIN), "`premises` is one string\n  hint: pass a list"),
    "a number": (lambda: R.entails(WRONG, RAIN), "`premises` is 3, not a list of sentences"),
    "a number in it": (lambda: R.entails([RAIN, WRONG], RAIN), "3 is no text"),
    "no query": (lambda: R.entails([RAIN], WRONG), "3 is no text"),
    "one option": (lambda: R.answer([RAIN], RAIN), "`options` is one string"),
    "turns": (lambda: R.dialogue(WRONG), "`turns` is 3"),
    "lines": (lambda: R.infer_state("Ben slept.", "Ben is tired."), "`lines` is one string"),
    "revised lines": (lambda: R.state_change([RAIN], "Ben slept."), "`revised_lines` is one string"),
    "evidence": (lambda: R.weigh([RAIN], WRONG, RAIN), "`evidence` is 3, not a list of opinions"),
    "no opinion": (lambda: R.weigh([RAIN], [WRONG], RAIN), "3 is no opinion"),
    "opinion": (lambda: R.weigh([RAIN], [Opinion(WRONG, 1.0, "m")], RAIN), "3 is no text"),
    "second reading": (lambda: R.equivalent([RAIN], RAIN), "`second` is one string"),
    "surrogate": (lambda: R.entails(["It \ud800"], RAIN), "half of a surrogate pair at character 3"),
    "timeout": (lambda: Reasoner(timeout=THREE), "timeout '3' is not a positive number"),
    "weight": (lambda: R.base().tell(RAIN, weight=THREE), "weight '3' is not a positive number"),
    "prior": (lambda: Comparisons().add("cup", ">", "hat", prior=THREE), "the weight '3' of a prior"),
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
