"""What is done to a thing, as a particle, a result or an undoing says it, is read and has its effect."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        ("Rita had an essay. She handed it in.", "Rita has the essay.", Verdict.REFUTED),
        ("Rita had a parcel. She passed it on to Omar.", "Omar has the parcel.", Verdict.ENTAILED),
        ("Rita sewed the bag shut.", "The bag is closed.", Verdict.ENTAILED),
        ("Rita painted the fence green.", "The fence is green.", Verdict.ENTAILED),
        ("Rita found the gate open.", "The gate is open.", Verdict.ENTAILED),
        ("Rita plugged the iron in.", "The iron is plugged in.", Verdict.ENTAILED),
        ("Rita plugged the iron in. Omar unplugged it.", "The iron is plugged in.", Verdict.REFUTED),
        ("Rita zipped up her coat. She unzipped it.", "The coat is zipped up.", Verdict.REFUTED),
        ("Rita tied the boat up. Omar untied it.", "The boat is tied up.", Verdict.REFUTED),
        ("Rita wrapped the vase. Omar unwrapped it.", "The vase is wrapped.", Verdict.REFUTED),
        ("The sail was torn. Rita mended it.", "The sail is torn.", Verdict.REFUTED),
        ("Rita pressed the wrinkled shirt.", "The shirt is creased.", Verdict.REFUTED),
        ("Rita washed her muddy socks.", "The socks are clean.", Verdict.ENTAILED),
        ("Rita dried the wet cup. She put it away.", "The cup is wet.", Verdict.REFUTED),
        ("Rita filled the empty bucket.", "The bucket is empty.", Verdict.REFUTED),
        ("Rita unlocked the locked gate.", "The gate is locked.", Verdict.REFUTED),
        ("Rita bought an old violin.", "The violin is old.", Verdict.ENTAILED),
        ("Mary met Marie. Marie went home.", "Mary went home.", Verdict.UNKNOWN),
        ("Tim had a kite. Timmy lost it.", "Tim has the kite.", Verdict.REFUTED),
        ("Rita switched on the heater.", "The heater is on.", Verdict.ENTAILED),
        ("The lamp was on. Rita switched it off.", "The lamp is on.", Verdict.REFUTED),
        ("Rita opened the hatch. Later she shut it.", "The hatch has been opened.", Verdict.ENTAILED),
        ("Rita opened the hatch. Later she shut it.", "The hatch is open.", Verdict.REFUTED),
        ("The hatch was shut all day.", "The hatch has been opened.", Verdict.REFUTED),
        ("The balloon took off at noon and landed at two.", "The balloon has taken off.", Verdict.ENTAILED),
        ("Rita nearly dropped the cup. Did she break it?", "The cup is broken.", Verdict.UNKNOWN),
        ("Rita dreamt that she sold the boat.", "Rita has a boat.", Verdict.UNKNOWN),
    ],
)
def test_what_becomes_of_a_thing(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
