"""What becomes of doors, locks, lamps, vessels, stains and heat, class by class."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "verdict"),
    [
        ("The door swung open.", ENTAILED),
        ("The door swung shut.", REFUTED),
        ("The door slid shut.", REFUTED),
        ("Rita flung open the door.", ENTAILED),
        ("Rita yanked the door open.", ENTAILED),
        ("Rita left the door ajar.", ENTAILED),
        ("Rita kept the door closed.", REFUTED),
        ("The door was left open.", ENTAILED),
        ("The door was closed. Omar gave it a push and it swung open.", ENTAILED),
    ],
)
def test_a_result_stands_behind_its_verb(story: str, verdict: Verdict) -> None:
    assert verified(story, "The door is open.") is verdict


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        ("Rita wound the window down.", "The window is open.", ENTAILED),
        ("Omar unfurled his umbrella.", "Omar's umbrella is open.", ENTAILED),
        ("Omar pulled the curtains apart.", "The curtains are open.", ENTAILED),
        ("Omar slid the bolt across the gate.", "The gate is locked.", ENTAILED),
        ("The gate was locked. Omar took off the padlock.", "The gate is locked.", UNKNOWN),
        ("Rita closed the gate.", "The gate is locked.", UNKNOWN),
        ("Rita chained up her bike.", "Rita's bike is locked.", ENTAILED),
        ("The engine spluttered into life.", "The engine is running.", ENTAILED),
        ("Rita cut the engine.", "The engine is running.", REFUTED),
        ("Omar left the engine running.", "The engine is running.", ENTAILED),
        ("Omar made a fire.", "The fire is burning.", ENTAILED),
        ("The alarm stopped.", "The alarm is ringing.", REFUTED),
        ("The jug fell but did not break.", "The jug is intact.", ENTAILED),
        ("The bucket was half full.", "The bucket is full.", UNKNOWN),
        ("There was nothing in the bucket.", "The bucket is full.", REFUTED),
        ("Rita poured the water out of the bucket.", "The bucket is full.", REFUTED),
        ("There was mud on the floor.", "The floor is clean.", REFUTED),
        ("The floor needed cleaning.", "The floor is clean.", REFUTED),
        ("Omar spilled tea on the floor. Rita wiped it up.", "The floor is dirty.", UNKNOWN),
        ("Rita waded into the river.", "Rita is wet.", ENTAILED),
        ("Rita walked along the river.", "Rita is wet.", UNKNOWN),
        ("Omar dried off.", "Omar is wet.", REFUTED),
        ("The tea cooled.", "The tea is cold.", UNKNOWN),
        ("The oven heated up.", "The oven is warm.", ENTAILED),
    ],
)
def test_the_state_of_things_about_the_house(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
