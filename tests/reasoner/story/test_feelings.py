"""What the laws of `feeling.toml` say: how a feeling shows, what names it, and whose it is."""

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion

SO, NOT, OPEN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN

FEELINGS = [
    ("Mara read the letter. She wept for joy.", "Mara is happy.", SO),
    ("Mara read the letter. She burst into tears of joy.", "Mara is sad.", NOT),
    ("Mara read the letter. The news filled her with joy.", "Mara is happy.", SO),
    ("Mara read the letter. Tears ran down her cheeks.", "Mara is sad.", SO),
    ("Mara read the letter. She flew into a rage.", "Mara is angry.", SO),
    ("Mara read the letter. She kept her temper.", "Mara is angry.", NOT),
    ("Mara heard a noise. Her hair stood on end.", "Mara is afraid.", SO),
    ("Mara heard a noise. She ran for her life.", "Mara is afraid.", SO),
    ("Mara read about the trip. Her heart raced with excitement.", "Mara is excited.", SO),
    ("Tariq slipped on the stage. He wished the ground would swallow him up.", "Tariq is embarrassed.", SO),
    ("Tariq waited for the doctor. He had butterflies in his stomach.", "Tariq is nervous.", SO),
    ("Tariq heard the results. Relief washed over him.", "Tariq is relieved.", SO),
    ("Tariq listened to the speech. He hung on every word.", "Tariq is bored.", NOT),
    ("Tariq painted a picture. It was his pride and joy.", "Tariq is proud of the picture.", SO),
    ("Tariq stole the coins. He felt guilty.", "Tariq is sorry.", SO),
    ("Beth scratched Tariq's bike. He gave her a piece of his mind.", "Tariq is angry with Beth.", SO),
    ("Beth scratched Tariq's bike. He didn't mind at all.", "Tariq is upset.", NOT),
]
WHOSE = [
    # A feeling about one person says nothing of another, and who is loved may still annoy.
    ("Beth scratched Tariq's bike. He was cross with her.", "Tariq is angry with his mother.", OPEN),
    ("Beth scratched Tariq's bike. Ann saw it. He was cross with Beth.", "Tariq is angry with Ann.", OPEN),
    ("Ana used to be afraid of dogs.", "Ana is afraid of dogs.", NOT),
    ("Shola's husband forgot their anniversary.", "Shola is angry with her husband.", OPEN),
]


@pytest.mark.parametrize(("text", "query", "verdict"), [*FEELINGS, *WHOSE])
def test_feeling(text: str, query: str, verdict: Verdict) -> None:
    lines = [f"{line.rstrip('.')}." for line in text.split(". ")]
    decision = Reasoner().infer_state(lines, query)
    assert decision.verdict is verdict
    checked = check_decision(StateQuestion(tuple(lines), query), decision)
    assert checked.state is (State.VERIFIED if verdict is not OPEN else checked.state)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        # What the verb alone would suggest, and what it is done to, with, or how, takes back.
        ("Ana shouted to Tim across the field.", "Ana is angry."),
        ("Ana hit the ball over the net.", "Ana is angry."),
        ("Ana shivered in the wind.", "Ana is afraid."),
        ("Ana laughed nervously.", "Ana is happy."),
        ("Ana lost ten kilos.", "Ana is disappointed."),
        ("Ana missed her old flat.", "Ana is disappointed."),
        ("Ana gave Tim a cold.", "Ana is generous."),
        ("Ana shared a room with Tim.", "Ana is generous."),
        ("Ana skipped breakfast.", "Ana is lazy."),
        ("Ana finished her soup.", "Ana is proud."),
        ("Ana climbed the stairs.", "Ana is brave."),
        ("Ana found a spider in the bath.", "Ana is lucky."),
        ("Tim asked Ana to leave.", "Ana wants to leave."),
        ("Tim wanted Ana to leave.", "Ana wants to leave."),
    ],
)
def test_what_a_word_alone_does_not_show(text: str, query: str) -> None:
    assert Reasoner().infer_state([text], query).verdict is OPEN


@pytest.mark.parametrize(
    ("text", "query"),
    [
        # Whom a thing is done to tells what it shows of the one who did it; what is not done tells little.
        ("Kim kicked the ball.", "Kim is mean."),
        ("Kim pushed the pram.", "Kim is mean."),
        ("Kim hit the road.", "Kim is aggressive."),
        ("Kim killed a fly.", "Kim is a criminal."),
        ("Kim snapped the twig.", "Kim is angry."),
        ("Kim froze the soup.", "Kim is afraid."),
        ("Kim borrowed a pen.", "Kim is poor."),
        ("Kim asked Lee the time.", "Kim trusts Lee."),
        ("Kim did not swim today.", "Kim knows how to swim."),
        ("Kim did not eat the cake. She was full.", "Kim likes the cake."),
        ("Kim could not find her glasses.", "Kim is sad."),
        ("Kim nearly fell out with Lee.", "Kim and Lee are friends."),
        ("Kim won a goldfish at the fair.", "Kim won the race."),
    ],
)
def test_what_is_done_or_not_done_to_a_thing_shows_no_character(text: str, query: str) -> None:
    lines = [f"{line.rstrip('.')}." for line in text.split(". ")]
    assert Reasoner().infer_state(lines, query).verdict is OPEN


def test_who_gave_up_a_habit_has_it_no_more() -> None:
    assert Reasoner().infer_state(["Kim gave up smoking."], "Kim smokes.").verdict is NOT
