"""What `standing.toml` and `knowing.toml` say: friends, winners, who knows, what is wanted no more."""

import pytest

from defeasible.reasoner import Reasoner, State, Verdict, check_decision
from defeasible.reasoner.question import StateQuestion

SO, NOT, OPEN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN

FRIENDS = [
    ("Ali and Ben were friends. They had a row.", "Ali and Ben are friends.", OPEN),
    ("Ali and Ben were friends. They haven't spoken for years.", "Ali and Ben are friends.", NOT),
    ("Ali and Ben had fallen out. They buried the hatchet.", "Ali and Ben have made up.", SO),
    ("Ali and Ben have fallen out over money.", "Ali and Ben are on speaking terms.", NOT),
    ("Ali and Ben met at school. They hit it off.", "Ali and Ben are friends.", SO),
    ("Ali told Ben his secret.", "Ali trusts Ben.", SO),
]
CONTESTS = [
    ("Ivy ran in the race. She came first.", "Ivy won the race.", SO),
    ("Ivy ran in the race. She almost won.", "Ivy won the race.", NOT),
    ("Ivy played Sal at chess. She thrashed him.", "Sal won.", NOT),
    ("Ivy took her driving test. She passed.", "Ivy failed her test.", NOT),
    ("Ivy failed the exam twice. The third time she passed.", "Ivy passed the exam.", SO),
    ("On the way to her exam Ivy passed the church.", "Ivy passed the exam.", OPEN),
    ("Ivy opened a shop. It went bust.", "The shop is successful.", NOT),
]
KNOWING = [
    ("Nell forgot her password. Then it came back to her.", "Nell remembers her password.", SO),
    ("Rob guessed the answer. It was wrong.", "Rob knows the answer.", OPEN),
    ("Nell heard a rumour that Rob was leaving.", "Nell knows that Rob is leaving.", OPEN),
    ("Rob discovered that the vase was a fake.", "Rob knows that the vase is a fake.", SO),
    ("Nell planned a party for Rob. Nobody breathed a word to him.", "Rob knows about the party.", NOT),
]
WISHES = [
    ("Zoe had no intention of seeing the film.", "Zoe wants to see the film.", NOT),
    ("Zoe decided not to see the film.", "Zoe intends to see the film.", NOT),
    ("Zoe was going to sell the car. She has decided to keep it.", "Zoe wants to sell the car.", NOT),
    ("Zoe wondered whether to go back.", "Zoe has decided to go back.", OPEN),
    ("Zoe booked a flight to Rome. She cancelled it.", "Zoe plans to go to Rome.", NOT),
    ("Zoe wanted to be a vet. She gave up the idea of being a vet.", "Zoe is a vet.", OPEN),
    ("Zoe denied stealing the ring.", "Zoe stole the ring.", OPEN),
]


@pytest.mark.parametrize(("text", "query", "verdict"), [*FRIENDS, *CONTESTS, *KNOWING, *WISHES])
def test_standing(text: str, query: str, verdict: Verdict) -> None:
    lines = [f"{line.rstrip('.')}." for line in text.split(". ")]
    decision = Reasoner().infer_state(lines, query)
    assert decision.verdict is verdict
    checked = check_decision(StateQuestion(tuple(lines), query), decision)
    assert checked.state is (State.VERIFIED if verdict is not OPEN else checked.state)
