"""What a line says beyond what a story holds is at most possible, and no query asks for it."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Reasoner, Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state"),
    [
        # Under a condition.
        ("If it rains, the match is off.", "The match is off."),
        ("Rita sings if Omar plays.", "Rita sings."),
        ("As long as the pump runs, the cellar is dry.", "The cellar is dry."),
        ("The shop is open provided that it is sunny.", "The shop is open."),
        ("The door opens only if Rita turns the key.", "The door opens."),
        ("Rita is angry whenever Omar is late.", "Rita is angry."),
        # By somebody's account.
        ("As the guide puts it, the castle is haunted.", "The castle is haunted."),
        ("As far as Rita knows, the shop is open.", "The shop is open."),
        ("In the film the mayor is arrested.", "The mayor is arrested."),
        ("Under the new plan, the mill is shut.", "The mill is shut."),
        ("Maybe Rita sings and Omar dances.", "Omar dances."),
        # Several conjunctions, bounds, exceptions.
        ("Rita and Omar or Carl came.", "Omar came."),
        ("Rita called Omar or Carl, but not both.", "Rita called Carl."),
        ("Exactly one of Rita, Omar and Carl came.", "Carl came."),
        ("Not many people came.", "Many people came."),
        ("Hardly anybody washed the cup.", "The cup is clean."),
        ("Rita and Omar met Carla and Dora, respectively.", "Rita met Dora."),
        ("Rita would rather keep the car than sell it.", "Rita sold the car."),
        # What a denial may be of.
        ("Rita is not fast asleep.", "Rita is awake."),
        ("Rita is not much older than Omar.", "Rita is older than Omar."),
        ("Several guests did not sing.", "Several guests sang."),
        ("Omar did not call because he was angry.", "Omar was angry."),
        ("Rita didn't win by working hard.", "Rita worked hard."),
        ("There is no way Rita sold the car.", "Rita sold the car."),
        ("Omar is not a nurse but a doctor.", "Omar is a doctor."),
        ("Rita cannot whistle and juggle.", "Rita can juggle."),
        ("Scientists have not proved that fish can hear.", "Fish can hear."),
        ("Omar hesitated to call.", "Omar called."),
        ("Omar did not see Rita leave.", "Rita left."),
        ("Rita has not called, but Omar will.", "Omar called."),
        ("Not everyone sang.", "Someone did not sing."),
        ("Rita is writing a letter.", "Rita has written a letter."),
        ("Rita will leave when Omar comes.", "Omar came."),
        ("Nowhere in the report does the author mention the flood.", "The author mentions the flood."),
    ],
)
def test_what_may_be_so_by_the_words_that_are_not_read_is_not_said_to_be(story: str, state: str) -> None:
    assert Reasoner().infer_state([story], state).verdict in {UNKNOWN, Verdict.UNPARSED}


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        ("Neither Rita nor Omar paid.", "Omar paid.", REFUTED),
        ("Rita did not come, and neither did Omar.", "Omar came.", REFUTED),
        ("Rita did not leave until Omar came.", "Rita left.", ENTAILED),
        ("Even if it rains, the match is on.", "The match is on.", ENTAILED),
        ("It was Rita who opened the door.", "The door is open.", ENTAILED),
        ("A little boy opened the door.", "The door is open.", ENTAILED),
        ("In case it rains, Rita has an umbrella.", "Rita has an umbrella.", ENTAILED),
        ("It is not true that Rita sold the car.", "Rita sold the car.", REFUTED),
        ("It is true that Rita sold the car.", "Rita sold the car.", ENTAILED),
        ("If he had asked, Rita would have come.", "Rita came.", REFUTED),
        ("Rita was not asleep.", "Rita was awake.", ENTAILED),
    ],
)
def test_what_the_words_around_it_leave_as_it_is(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        ("Rita has two torches.", "Rita has three torches.", UNKNOWN),
        ("At least three trains were late.", "At least five trains were late.", UNKNOWN),
        ("Rita left the shop.", "Rita left the shop at noon.", UNKNOWN),
        ("Rita left the shop.", "Only Rita left the shop.", UNKNOWN),
        ("Rita came late.", "Rita came early.", UNKNOWN),
        ("Rita took a bite of the apple.", "Rita ate the whole apple.", UNKNOWN),
        ("Few people left the room.", "Many people left the room.", UNKNOWN),
    ],
)
def test_a_query_for_a_number_a_time_or_a_focus_that_is_not_told_is_open(
    story: str, state: str, verdict: Verdict
) -> None:
    decision = Reasoner().infer_state([story], state)
    assert decision.verdict is verdict
    assert "asks for more than is read" in decision.reason


@pytest.mark.parametrize(
    ("story", "state"),
    [
        ("Rita did not open the gate.", "Rita opened the gate at noon."),
        ("Rita lost her torch.", "Only Rita has her torch."),
    ],
)
def test_a_query_that_asks_for_more_is_refuted_where_less_is(story: str, state: str) -> None:
    assert Reasoner().infer_state([story], state).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("under", "on"),
        ("on", "under"),
        ("next to", "in"),
        ("near", "inside"),
        ("behind", "in front of"),
        ("in", "on"),
        ("above", "on"),
    ],
)
def test_what_is_on_one_side_of_a_thing_is_not_on_another(told: str, asked: str) -> None:
    for story in (f"The photo was {told} the box.", f"Rita put the photo {told} the box."):
        decide = Reasoner().infer_state
        assert decide([story], f"The photo is {told} the box.").verdict is Verdict.ENTAILED
        assert decide([story], f"The photo is {asked} the box.").verdict is UNKNOWN
        assert (
            decide([story, "Rita moved the photo to the hall."], f"The photo is {told} the box.").verdict
            is Verdict.REFUTED
        )
