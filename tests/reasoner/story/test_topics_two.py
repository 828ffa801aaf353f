"""What is known, promised and decided, who is with whom, who has what and where, what is done and undone."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # What one knows, and what is no secret any more.
        ("Tess let slip the secret to Joan.", "Joan knows the secret.", ENTAILED),
        ("Joan blurted out the news.", "The news is a secret.", REFUTED),
        ("Rita is oblivious to the danger.", "Rita knows of the danger.", REFUTED),
        ("Omar was conscious of the risk.", "Omar knew about the risk.", ENTAILED),
        ("Rita never found out about the letter.", "Rita knows about the letter.", REFUTED),
        ("The pupils were never told about the trip.", "The pupils knew about the trip.", REFUTED),
        ("Rita read about the accident in the paper.", "Rita knows about the accident.", ENTAILED),
        ("Omar lied to Rita about his age.", "Rita knows his age.", UNKNOWN),
        # Promises and decisions.
        ("Omar broke his promise to his son.", "Omar kept his promise.", REFUTED),
        ("Omar reneged on his pledge.", "Omar kept his pledge.", REFUTED),
        ("Rita gave her word and stuck to it.", "Rita kept her word.", ENTAILED),
        ("Rita finally made up her mind.", "Rita is undecided.", REFUTED),
        ("Rita did not choose the red car.", "Rita is undecided.", UNKNOWN),
        ("Rita had second thoughts about the move.", "Rita is sure about the move.", REFUTED),
        (
            "Rita planned to study law. In the end she decided against it.",
            "Rita wants to study law.",
            UNKNOWN,
        ),
        # Strikes, searches, bans and decisions that are called off or stand.
        ("The strike was called off at the last minute.", "The workers are on strike.", REFUTED),
        ("The nurses downed tools.", "The nurses are on strike.", ENTAILED),
        ("The driver walked out.", "The driver is on strike.", UNKNOWN),
        ("The police gave up the search.", "The search is over.", ENTAILED),
        ("The council lifted the ban on barbecues.", "Barbecues are banned.", REFUTED),
        ("The court reversed the decision.", "The decision stands.", REFUTED),
        ("The judges upheld the verdict.", "The verdict stands.", ENTAILED),
        ("The trial has been adjourned.", "The trial is over.", REFUTED),
        # Couples, neighbours, kin.
        ("Omar asked Rita to marry him and she said yes.", "Omar is engaged to Rita.", ENTAILED),
        ("Rita's fiance called it off.", "Rita is engaged.", REFUTED),
        ("Omar and his wife separated.", "Omar lives with his wife.", REFUTED),
        ("Rita and Omar share a flat.", "Rita lives with Omar.", ENTAILED),
        ("Rita left her mother at the station.", "Rita lives with her mother.", UNKNOWN),
        ("Rita and Omar live in Leeds.", "Rita lives with Omar.", UNKNOWN),
        ("Omar's brother died.", "Omar has a brother.", UNKNOWN),
        ("Rita became a grandmother on Tuesday.", "Rita has a grandchild.", ENTAILED),
        ("Rita has been single since the spring.", "Rita has a husband.", REFUTED),
        ("The neighbours buried the hatchet.", "The neighbours are enemies.", REFUTED),
        ("Rita and Omar got on the bus.", "Rita likes Omar.", UNKNOWN),
        ("Omar was expelled from the club.", "Omar is a member of the club.", REFUTED),
        # Feelings that cannot be hidden, or are shrugged off.
        ("Rita could hardly contain her excitement.", "Rita is excited.", ENTAILED),
        ("Rita shrugged off the insult.", "Rita is offended.", REFUTED),
        ("Nothing could cheer Rita up.", "Rita is cheerful.", REFUTED),
        ("Omar was homesick at camp. On Sunday his parents fetched him home.", "Omar is homesick.", UNKNOWN),
        # Who has it, and where it is.
        ("Omar tore up his ticket.", "Omar has the ticket.", REFUTED),
        ("The bank repossessed the flat.", "The bank has the flat.", ENTAILED),
        ("The baker sold out of rolls.", "The baker has rolls.", REFUTED),
        ("Rita won the raffle.", "Rita has a prize.", ENTAILED),
        ("Omar missed his flight to Lisbon.", "Omar is in Lisbon.", REFUTED),
        ("Omar got off the train in Munich.", "Omar is in Munich.", ENTAILED),
        ("Omar went away for the weekend.", "Omar is at home.", REFUTED),
        ("Rita took her umbrella to work.", "The umbrella is at home.", REFUTED),
        ("The herd crossed the river.", "The herd is on the other side of the river.", ENTAILED),
        # Clothes and hair.
        ("Rita put on lipstick.", "Rita is wearing lipstick.", ENTAILED),
        ("Rita let her hair down.", "Rita's hair is tied up.", REFUTED),
        ("Omar rolled his sleeves down again.", "His sleeves are rolled up.", REFUTED),
        ("Rita ripped her shirt on a nail.", "Her shirt is torn.", ENTAILED),
        ("Omar's hair has turned grey.", "Omar's hair is grey.", ENTAILED),
        # Devices, doors and curtains.
        ("Omar muted the television.", "The television is loud.", REFUTED),
        ("The printer jammed.", "The printer is working.", REFUTED),
        ("Rita stuck the lamp in the corner.", "The lamp is working.", UNKNOWN),
        ("The fuse blew.", "The fuse is intact.", REFUTED),
        ("Rita signed in.", "Rita is logged in.", ENTAILED),
        ("Rita drew back the curtains.", "The curtains are drawn.", REFUTED),
        # Clean, wet, full.
        ("Rita tracked mud all over the carpet.", "The carpet is clean.", REFUTED),
        ("Rita poured the juice into a jug.", "The jug is clean.", UNKNOWN),
        ("Rita put the milk on the table.", "The table is clean.", UNKNOWN),
        ("Rita left a mess on the table.", "The table is clean.", REFUTED),
        ("Rita wrung out the wet cloth.", "The cloth is dry.", UNKNOWN),
        ("They pumped the water out of the cellar.", "The cellar is flooded.", REFUTED),
        ("The tank ran dry.", "There is water in the tank.", REFUTED),
        ("The glass is half full.", "The glass is empty.", REFUTED),
        ("Rita mopped up the milk.", "There is milk on the floor.", REFUTED),
        # Apart, together, up and down.
        ("Omar took the clock apart.", "The clock is in pieces.", ENTAILED),
        ("Omar took the clock apart and put it back together.", "The clock is in pieces.", REFUTED),
        ("The tailor sewed up the hole.", "There is a hole.", REFUTED),
        ("Omar filled the hole with water.", "There is a hole.", UNKNOWN),
        ("Omar put up the tent.", "The tent is standing.", ENTAILED),
        ("The tree was struck by lightning.", "The tree is standing.", UNKNOWN),
        ("The tide came in.", "The tide is out.", REFUTED),
        ("Rita undid the parcel.", "The parcel is wrapped.", REFUTED),
    ],
)
def test_what_is_done_is_so_until_it_is_undone(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
