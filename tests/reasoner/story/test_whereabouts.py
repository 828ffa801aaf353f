"""Where things and people are, and who has them, by what is done with them."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        ("Rita was cooking in the kitchen.", "Rita is in the kitchen.", ENTAILED),
        ("Omar found Rita in the kitchen.", "Rita is in the kitchen.", ENTAILED),
        ("Rita spotted the keys on the table.", "The keys are on the table.", ENTAILED),
        ("Rita made her way to the kitchen.", "Rita is in the kitchen.", ENTAILED),
        ("Rita never left the kitchen.", "Rita is in the kitchen.", ENTAILED),
        ("Rita never got to Oslo.", "Rita is in Oslo.", REFUTED),
        ("Rita cycled home.", "Rita is at home.", ENTAILED),
        ("Rita was at work. She felt ill and went home.", "Rita is at work.", REFUTED),
        ("Rita was in the kitchen. She went to bed.", "Rita is in the kitchen.", REFUTED),
        ("Rita was in Rome in May. She is in Oslo now.", "Rita is in Rome.", REFUTED),
        ("Rita got on the bus to Leeds. She fell asleep.", "Rita is in Leeds.", UNKNOWN),
        ("Rita was in the garden. She went indoors.", "Rita is in the garden.", REFUTED),
        ("The cow was in the field. It got out.", "The cow is in the field.", REFUTED),
        ("Omar swapped his drum for Rita's harp.", "Rita has the harp.", REFUTED),
        ("The picture fell down in the night.", "The picture is on the floor.", UNKNOWN),
        ("The keys were on the table. Rita looked at them.", "The keys are on the table.", ENTAILED),
        ("Rita ended up with the ring.", "Rita has the ring.", ENTAILED),
        ("Rita took the ring back from Omar.", "Rita has the ring.", ENTAILED),
        ("Rita slipped the ring into her bag.", "Rita has the ring.", ENTAILED),
        ("Omar put the ring in Rita's hand.", "Rita has the ring.", ENTAILED),
        ("Rita never gave the ring back.", "Rita has the ring.", ENTAILED),
        ("Rita was robbed of the ring.", "Rita has the ring.", REFUTED),
        ("Rita packed the map in the trunk. The trunk went by sea.", "Rita has the map.", UNKNOWN),
        # Somebody and nobody.
        ("Ann is in the hall.", "Somebody is in the hall.", ENTAILED),
        ("Ann walked into the hall.", "Nobody is in the hall.", REFUTED),
        ("Nobody is in the hall.", "Ann is in the hall.", REFUTED),
        ("There was nobody in the hall.", "Ann was in the hall.", REFUTED),
        ("Nobody was in the hall. Ann walked in.", "Nobody is in the hall.", REFUTED),
        ("Nobody was in the hall. A cat walked in.", "Nobody is in the hall.", ENTAILED),
        ("Ann was in the hall. She left.", "Somebody is in the hall.", UNKNOWN),
        ("Ann put a ring under the bed.", "There is something under the bed.", ENTAILED),
        ("Nothing is under the bed. Ann put a ring under the bed.", "Nothing is under the bed.", REFUTED),
        # Nobody else, nobody of one sort, and somebody in particular.
        ("Nobody but Ann was in the hall.", "Ann is in the hall.", ENTAILED),
        ("Nobody else was in the hall.", "Ann is in the hall.", UNKNOWN),
        ("Nobody from the office was in the hall.", "Ann is in the hall.", UNKNOWN),
        ("Nobody that we knew was in the hall.", "Ann is in the hall.", UNKNOWN),
        ("Nothing red was on the shelf.", "The vase is on the shelf.", UNKNOWN),
        ("Somebody was not in the hall.", "Ann is in the hall.", UNKNOWN),
        ("Somebody knocked. He is in Paris. Tom is in Rome.", "Somebody is in Rome.", UNKNOWN),
        # A room that somebody is in.
        ("The hall was empty. Ann walked in.", "The hall is empty.", REFUTED),
        ("The hall was dark. Ann walked in.", "Ann is in the hall.", ENTAILED),
        ("Ann was in the yard. The hall was dark.", "Ann is in the hall.", REFUTED),
    ],
)
def test_where_it_is_and_who_has_it(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
