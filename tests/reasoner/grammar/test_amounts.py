"""How much more one thing has than another, how often, and on which days: amounts, numbers and habits."""

import pytest
from statements import cases, verdict

from defeasible.reasoner import Reasoner

_ENTAILED = """
The coat costs more than twice as much as the hat. The hat costs 30 euros. | Does the coat cost over 50 euros?
The coat costs half as much as the hat. The hat costs 30 euros. | The coat costs less than 20 euros.
The coat costs twice as much as the hat. The coat costs 30 euros. | The hat costs 15 euros.
Ann is at least twice as old as Tom. Tom is 10. | Ann is at least 20.
Ann is at most twice as old as Tom. Tom is 10. | Ann is at most 20.
Ann is at least twice as old as Tom. Ann is 20. | Tom is at most 10.
Ann is half as old as Tom. Ann is 20. | Tom is 40.
Ann is twice as old as Tom. | Tom is half as old as Ann.
Ann is three years older than Tom. Tom is 20. | Ann is 23.
Ann is three years younger than Tom. Ann is 20. | Tom is 23.
Ann is three years older than Tom. | Ann is older than Tom.
Tom is 10. Ann is 20. | Ann is twice as old as Tom.
Ann weighs ten kilos more than Tom. Tom weighs 60 kilos. | Ann weighs 70 kilos.
The coat costs ten euros less than the scarf. The scarf costs 90 euros. | The coat costs 80 euros.
The film lasts an hour longer than the play. The play lasts an hour. | The film lasts two hours.
The coat costs the same as the scarf. The scarf costs 90 euros. | The coat costs 90 euros.
Ann earns three times as much as Tom. Tom earns 2000 euros. | Ann earns 6000 euros.
The car cost two hundred and fifty pounds. | The car cost 250 pounds.
The sofa costs 90 euros. | Some furniture costs 90 euros.
The library is normally open on Saturdays. Today is Saturday. | Is the library open today?
On Fridays Ann usually works. It is Friday. | Ann works today.
Ann usually works on Fridays and Mondays. Today is Monday. | Ann works today.
On Mondays the museum is closed. Today is Monday. | Is the museum closed today?
The beach is closed in July. It is July. | The beach is closed.
The firm stopped making bicycles in 2019. | Did the firm once make bicycles?
If the engine stops, a bell rings. The engine stopped. | Some bell rang.
If it rains, a dog barks. It rains. | A dog barks.
Guests may use the gym, except those who stay one night. Tom is a guest. | Tom may use the gym.
The house on the hill belongs to Dr Ames. | Dr Ames owns the house on the hill.
Lisa reached the summit. | Did Lisa get to the summit?
"""
_REFUTED = """
The car cost the same as the van. The van cost nine thousand pounds. | The car cost under 8000 pounds.
Ann is more than three times as old as Tom. Tom is 10. | Ann is 30.
Ann is at most twice as old as Tom. Tom is 10. | Ann is 30.
Ann is less than twice as old as Tom. Tom is 10. | Ann is 20.
Ann is not twice as old as Tom. Tom is 20. | Ann is 40.
Ann earns more than Tom. Tom earns 2000 euros. | Ann earns 1500 euros.
Ann is much older than Tom. Tom is 20. | Ann is 19.
The car cost two hundred and fifty pounds. | The car cost fifty pounds.
If it rains, a dog barks. No dog barked. | It rained.
Everyone on the jury except Mrs Dale was convinced. | Was Mrs Dale convinced?
All the guests in the hall except Tom left. | Tom left.
Guests may swim, except those who stay one night. Tom is a guest. Tom stays one night. | Tom may swim.
Dr Moll usually works on Fridays. Today is Friday. Dr Moll is not working today. | Is Dr Moll working today?
Olga no longer smokes. | Olga still smokes.
Olga gave up smoking. | Does Olga still smoke?
Ann stopped working. | Ann still worked.
No, Ann is not ill. | Ann is ill.
"""
_OPEN = """
The red sofa costs 90 euros. | The blue sofa costs 50 euros.
The coat costs more than the scarf. The coat costs 90 euros. | Does the scarf cost 50 euros?
Ann was twice as old as Tom. Tom is 20. | Ann is 40.
Ann is at most twice as old as Tom. Tom is 10. | Ann is 20.
Ann is at most twice as old as Tom. | Ann is older than Tom.
Ann is at most twice as old as Tom. | Bob is at most twice as old as Max.
Ann is less than twice as old as Tom. Tom is older than Max. | Ann is older than Max.
Ann is twice as tall as Tom. Tom is 20. | Ann is 40.
The coat costs five pounds more than the scarf. The scarf costs 90 euros. | The coat costs 95 euros.
The coat costs ten euros more than last year. | The coat costs ten euros.
Ann is taller than two boys. | Ann is taller than three boys.
Ann usually works on Fridays in May. Today is Friday. | Ann works today.
Ann usually works on Fridays that are sunny. Today is Friday. | Ann works today.
Dr Moll usually works on Fridays. Today is Monday. | Is Dr Moll working today?
The beach is closed in July. It is June. | The beach is closed.
The shop is closed at night. It is day. | The shop is closed.
If it rains, a dog barks. Rex is a dog. It rains. | Rex barks.
Ann lends books only to friends. Ann lends books to Tom. | Tom is a friend.
Ann sang. | Ann sang twice.
"""


@pytest.mark.parametrize(
    ("told", "asked", "expected"), cases(entailed=_ENTAILED, refuted=_REFUTED, unknown=_OPEN)
)
def test_what_follows_of_amounts_and_habits(told: str, asked: str, expected: str) -> None:
    assert verdict(told, asked) == expected


def test_a_habit_is_the_reason_for_today_only_by_default() -> None:
    decision = Reasoner().entails(["Ann usually works on Fridays.", "Today is Friday."], "Ann works today.")
    assert "rests on a default" in decision.reason
    assert decision.confidence == 0.5


def test_a_question_beside_statements_is_left_out() -> None:
    told = "Does anyone have a key? Only the caretaker has one. Mr Fox is not the caretaker."
    assert str(Reasoner().entails([told], "Does Mr Fox have a key?").verdict) == "refuted"
    assert str(Reasoner().entails(["Is Ann ill? No, she isn't."], "Ann is ill.").verdict) == "refuted"
    assert str(Reasoner().entails(["Is Ann ill?"], "Ann is ill.").verdict) == "unparsed"


def test_a_default_told_to_a_base_with_its_case_is_no_certainty() -> None:
    base = Reasoner().base()
    base.tell("Tilda is an otter. Otters usually swim.")
    decision = base.ask("Tilda swims.")
    assert str(decision.verdict) == "entailed"
    assert decision.confidence == 0.5
