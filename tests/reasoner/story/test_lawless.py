"""Events of which no law says what becomes of their theme end the persistence of its states."""

from __future__ import annotations

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion

UNSURE = Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("The bin was full.", "Tom emptied the bin."),
        ("The bin was full.", "The bin was emptied by Tom."),
        ("Ann was asleep.", "Tom roused Ann."),
        ("Tom was hungry.", "Ann vexed Tom."),
        ("The phone was on the table.", "Tom zorbed the phone."),
        ("Ann was rich.", "Tom robbed Ann."),
        ("Ann had a ring.", "Tom robbed Ann."),
        ("Tom had a book.", "Tom returned the book."),
        ("The chair was broken.", "Tom mended the chair."),
        ("The shutters were closed.", "Tom did something to the shutters."),
        ("The cage was locked.", "Tom fiddled with the lock."),
        ("The washing was on the line.", "A storm raged."),
    ],
)
def test_no_state_persists_past_an_event_of_which_no_law_says_what_becomes_of_its_theme(
    state: str, event: str
) -> None:
    question = StateQuestion((state, event), state)
    decision = Reasoner().decide(question)
    assert decision.verdict in (Verdict.UNKNOWN, Verdict.REFUTED)
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("state", "event"),
    [
        ("The vase was broken.", "Tom saw the vase."),
        ("Ann was married.", "Tom zorbed Ann."),
        ("Ann is the sister of Tom.", "Tom zorbed Ann."),
        ("The bin was full.", "Tom photographed the bin."),
        ("Tom was hungry.", "Tom zorbed the phone."),
        ("Ann had a dog.", "Tom greeted Ann."),
        ("The bin was full.", "Tom closed the door."),
    ],
)
def test_a_state_persists_past_what_leaves_its_subject_as_it_is(state: str, event: str) -> None:
    question = StateQuestion((state, event), state)
    decision = Reasoner().decide(question)
    assert decision.verdict is Verdict.ENTAILED
    assert decision.confidence < 1
    assert check_decision(question, decision).state is State.VERIFIED


def test_what_no_law_decides_is_not_sure_to_be_open() -> None:
    told = "The phone was on the table."
    question = StateQuestion((told, "Tom zorbed the phone."), told)
    decision = Reasoner().decide(question)
    assert (decision.verdict, decision.confidence) == (Verdict.UNKNOWN, 0.5)
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("lines", "query", "verdict"),
    [
        ("Carla had a purse. A thief stole the purse.", "Carla has the purse.", Verdict.REFUTED),
        ("Jonas lent Lena his tent.", "Lena owns the tent.", Verdict.REFUTED),
        ("Jonas lent Lena his tent.", "The tent belongs to Jonas.", Verdict.ENTAILED),
        ("Kofi put his boots on.", "Kofi is wearing his boots.", Verdict.ENTAILED),
        ("Kofi put his boots on. He took them off again.", "Kofi is wearing his boots.", Verdict.REFUTED),
        ("Jill lit a candle. A gust of wind blew it out.", "The candle is burning.", Verdict.REFUTED),
        ("Fiona sold her horse. She had bought it from a circus.", "Fiona owns the horse.", Verdict.REFUTED),
        ("Ada opened the window to let in air. She closed it.", "The window is open.", Verdict.REFUTED),
        ("Chloe put a key in a box. Max moved it to a loft.", "The key is in the loft.", Verdict.ENTAILED),
        ("Hanne worked for a bank. The bank sacked her.", "Hanne works for the bank.", Verdict.REFUTED),
        ("The baby fell asleep. A bang woke her up.", "The baby is asleep.", Verdict.REFUTED),
        # How somebody or something is, in a phrase, after another verb, or as a feeling.
        ("Tom was over the moon.", "Tom is happy.", Verdict.ENTAILED),
        ("The van was plastered in mud.", "The van is clean.", Verdict.REFUTED),
        ("The wolf dropped dead by the wall.", "The wolf is alive.", Verdict.REFUTED),
        ("Ann went to bed hungry.", "Ann is hungry.", Verdict.ENTAILED),
        ("Ann danced with joy.", "Ann is happy.", Verdict.ENTAILED),
        ("Ann dived without a flicker of fear.", "Ann is afraid.", Verdict.REFUTED),
        ("Ann ate some prawns. She's been throwing up ever since.", "Ann is ill.", Verdict.ENTAILED),
        ("Tom was sad. He heard a joke and cheered right up.", "Tom is sad.", Verdict.REFUTED),
        ("Ann saw a bike. She paid for it.", "Ann owns a bike.", Verdict.ENTAILED),
        ("Tom came home with two bags of beans.", "Tom has some beans.", Verdict.ENTAILED),
        # Several who do a thing, or to whom it is done.
        ("Ann and Bo drove to the beach.", "Bo is at the beach.", Verdict.ENTAILED),
        ("Ann opened the window and the door.", "The door is open.", Verdict.ENTAILED),
        # The reason comes first, and leaves what it is the reason of.
        ("Ann was happy because she got a kite.", "Ann is happy.", Verdict.ENTAILED),
        ("Ann shoplifted a sandwich.", "Ann has money.", Verdict.REFUTED),
        # Who has a girlfriend is not married, and not single either.
        ("Tom phoned his girlfriend.", "Tom is married.", Verdict.REFUTED),
        ("Tom phoned his girlfriend.", "Tom is single.", Verdict.REFUTED),
        # A kind for a thing of that kind.
        ("Rita adopted a beagle.", "Rita owns a dog.", Verdict.ENTAILED),
        ("Rita adopted a beagle.", "Rita has a pet.", Verdict.ENTAILED),
        ("Rita adopted a beagle.", "Rita owns a cat.", UNSURE),
        # Who sets off for a place may be there.
        ("Ann set off for the coast.", "Ann is at the coast.", UNSURE),
        ("Ann set off for the coast.", "Ann is away.", Verdict.ENTAILED),
        ("Tom owes Bo a pound. He paid Bo back.", "Tom owes Bo a pound.", Verdict.REFUTED),
        ("Tom began a letter. He finished it.", "The letter is done.", Verdict.ENTAILED),
        ("Tom began a letter.", "Tom has finished the letter.", UNSURE),
        ("Ann was in the garden. She went inside.", "Ann is outside.", Verdict.REFUTED),
        # What may be otherwise after.
        ("Ann mopped the floor. The boys tracked dirt in.", "The floor is clean.", UNSURE),
        ("Ann washed the car. Her son borrowed it.", "The car is clean.", UNSURE),
        ("Lucy can't swim yet.", "Lucy can swim.", Verdict.REFUTED),
        # Other words for what was spoken of.
        ("Joan set a casserole on a table. She put the dish in a fridge.", "The casserole is in the fridge.",
         Verdict.ENTAILED),
        ("Tom made a cake. The dog ate the whole thing.", "Tom has the cake.", Verdict.REFUTED),
        ("The bath was full. She pulled the plug.", "The bath is full.", Verdict.REFUTED),
        # A question of where somebody is not.
        ("Wanda sat in the hall. She went to the cellar.", "Wanda has left the hall.", Verdict.ENTAILED),
        ("Dad passed Ann the potatoes.", "Dad is proud.", UNSURE),
        ("Ann was livid. She forgave Tom.", "Ann is angry.", Verdict.REFUTED),
    ],
)  # fmt: skip
def test_what_becomes_of_things_and_people(lines: str, query: str, verdict: Verdict) -> None:
    question = StateQuestion(tuple(lines.split(". ")), query)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("lines", "query", "verdict"),
    [
        # `it` may be the bridge or the float.
        ("The bridge was down. The last float rolled over it. It was raised.", "The bridge is down.", UNSURE),
        ("The door was closed. Maybe the door is open.", "The door is closed.", UNSURE),
        ("The door was closed. Maybe the door is closed.", "The door is closed.", Verdict.ENTAILED),
        # What loses a thing does not give it back: the photo may be what he sent.
        ("Carlos sold his car. He took a photo. He sent it to Dora.", "Carlos has a car.", Verdict.REFUTED),
        ("Ann handed the cake over at a door. Her neighbour smiled.", "The neighbour has the cake.", UNSURE),
        ("Tom dropped a cup. The cup landed on the rug.", "The cup is in one piece.", UNSURE),
        ("Tom shot the wolf. He killed it.", "The wolf is alive.", Verdict.REFUTED),
        # A line of which nothing was understood may be about what it names.
        ("The door was closed. The door, though", "The door is closed.", UNSURE),
        ("The door was closed. Oh no, not again", "The door is closed.", Verdict.ENTAILED),
        ("Ann was sad. She's been cheerful ever since.", "Ann is sad.", Verdict.REFUTED),
    ],
)  # fmt: skip
def test_what_may_have_become_of_a_thing_ends_no_more_than_it_says(
    lines: str, query: str, verdict: Verdict
) -> None:
    question = StateQuestion(tuple(lines.split(". ")), query)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("told", "between", "query", "verdict"),
    [
        ("The jar was full.", ["Ann slept."], "The jar is full.", Verdict.ENTAILED),
        ("The jar was full.", ["Ann slept.", "Ben read a book."], "The jar is full.", Verdict.UNKNOWN),
        ("Ann filled the jar.", ["Ann slept.", "Ben read a book."], "The jar is full.", Verdict.ENTAILED),
        (
            "Ann painted her front door blue.",
            ["She slept.", "Ben ran."],
            "The front door is blue.",
            Verdict.ENTAILED,
        ),
        ("Ann was married.", ["Ann slept.", "Ben read a book."], "Ann is married.", Verdict.ENTAILED),
        ("Ann filled the jar.", ["Ben hid the jar.", "Ann slept."], "The jar is full.", Verdict.ENTAILED),
        ("Ann filled the jar.", ["Ben used the jar.", "Ann slept."], "The jar is full.", Verdict.UNKNOWN),
        (
            "Ann painted her gate blue.",
            ["On Monday Ann slept.", "Ben ran."],
            "The gate is blue.",
            Verdict.ENTAILED,
        ),
        ("Ann filled the jar.", ["Ann slept all week.", "Ben ran."], "The jar is full.", Verdict.UNKNOWN),
        ("Ann filled the jar.", ["Ann slept at noon.", "Ben ran."], "The jar is full.", Verdict.ENTAILED),
        ("Ann cried.", ["Ann baked a pie.", "Ben ran."], "Ann is sad.", Verdict.UNKNOWN),
        ("Ann cried.", ["Ben baked a pie.", "Eva ran."], "Ann is sad.", Verdict.ENTAILED),
        ("Ann sold her car.", ["Ben washed the car.", "Eva ran."], "Ann has the car.", Verdict.REFUTED),
        ("Ann closed the door.", ["Two men came by."], "The door is closed.", Verdict.UNKNOWN),
    ],
)
def test_a_told_state_fades_after_two_lines_an_effect_where_something_bears_on_it(
    told: str, between: list[str], query: str, verdict: Verdict
) -> None:
    decision = Reasoner().infer_state([told, *between], query)
    assert decision.verdict is verdict
    assert not complaints(decision.trace)


@pytest.mark.parametrize(
    ("state", "event", "verdict"),
    [
        ("The soup was hot.", "Ann gave Bob the soup.", Verdict.ENTAILED),
        ("The vase was cracked.", "Bob moved the vase to a shelf.", Verdict.ENTAILED),
        ("The vase was whole.", "Bob threw the vase over a fence.", Verdict.UNKNOWN),
        ("The mat was wet.", "Bob threw the mat over a fence.", Verdict.ENTAILED),
        ("The mat was wet.", "Bob washed the mat.", Verdict.UNKNOWN),
        ("The bike was red.", "Bob sold the bike.", Verdict.ENTAILED),
        ("The bike was red.", "Bob painted the bike.", Verdict.UNKNOWN),
        ("The gate was locked.", "Bob painted the gate.", Verdict.ENTAILED),
        ("The tray was empty.", "Bob put a cup on the tray.", Verdict.REFUTED),
        ("The tray was clean.", "Bob put a cup on the tray.", Verdict.UNKNOWN),
        ("The cup was on the tray.", "Bob put a spoon on the tray.", Verdict.ENTAILED),
        ("The lamp was off.", "Bob zorbed the lamp.", Verdict.UNKNOWN),
        ("The lamp was off.", "Bob dusted the lamp.", Verdict.ENTAILED),
    ],
)
def test_an_event_ends_only_states_of_the_sides_of_a_thing_that_its_verb_may_change(
    state: str, event: str, verdict: Verdict
) -> None:
    question = StateQuestion((state, event), state)
    decision = Reasoner().decide(question)
    assert decision.verdict is verdict
    assert check_decision(question, decision).state is State.VERIFIED


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("Rosa fished off the pier.", "Rosa is good at fishing."),
        ("Rosa made a plan.", "Rosa is talented."),
        ("Rosa started a diet.", "The diet was successful."),
        ("Rosa was not scared.", "Rosa is brave."),
        ("Rosa froze some plums.", "The plums are broken."),
        ("Rosa hired a plumber.", "The plumber is good."),
        ("Rosa decided to book a cruise.", "Rosa has money."),
        ("Rosa searched for a sock.", "Rosa likes the sock."),
        ("Rosa called her father.", "Rosa loves her father."),
        ("Rosa helped Tom.", "Rosa is good at teaching."),
        ("Rosa met her ex boyfriend.", "Rosa has a boyfriend."),
        ("Rosa wore a helmet.", "Rosa likes the helmet."),
        ("Rosa stayed at home.", "Rosa wants a new car."),
    ],
)
def test_a_deed_alone_shows_neither_skill_nor_worth_nor_love(line: str, query: str) -> None:
    assert Reasoner().infer_state([line], query).verdict is UNSURE


@pytest.mark.parametrize(
    "query", ["Rosa fell on purpose.", "Rosa is near the lake.", "Rosa is too happy to sleep."]
)
def test_a_query_that_asks_more_than_a_state_is_not_taken_for_the_state(query: str) -> None:
    asked = Reasoner().infer_state(["Rosa fell into the lake.", "Rosa was happy."], query)
    assert asked.verdict is UNSURE


def test_what_is_usual_of_an_event_behind_the_supporting_lines_does_not_count() -> None:
    lines = ["Ann went to the gym.", "Ann won the race."]
    assert Reasoner().infer_state(lines, "Ann is happy.").verdict is Verdict.ENTAILED
    assert Reasoner().infer_state(lines, "Ann is happy.", support=[2]).verdict is Verdict.ENTAILED
    earlier = Reasoner().infer_state(lines, "Ann was determined.", support=[1])
    assert earlier.verdict is Verdict.UNKNOWN
    assert not complaints(earlier.trace)
