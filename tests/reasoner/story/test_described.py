"""Adjectives before a noun tell in what state an event finds it: `wiped it with a dirty rag`."""

import pytest
from tales import rows, verified

DESCRIBED = """
Ada wiped the table with a dirty rag. | The rag is dirty. | entailed
Ada walked past a locked door. | The door is locked. | entailed
The wet dog ran into the kitchen. | The dog is wet. | entailed
A tired waiter brought the soup. | The waiter is tired. | entailed
Ada poured milk into an empty glass. | The glass is empty. | refuted
Ada cut the rope with a blunt knife. Then she sharpened the knife. | The knife is blunt. | refuted
The sleeping baby woke up. | The baby is asleep. | refuted
The locked door opened. | The door is open. | entailed
The locked door was opened with a spare key. | The door is locked. | refuted
Nobody sat on the wet bench. | The bench is wet. | entailed
Ada did not sit on the wet bench. | The bench is wet. | entailed
Ada wants to sit on a dry bench. | The bench is dry. | unknown
Ada looked for a clean cup. | The cup is clean. | unknown
Ada came in with wet boots. | The boots are wet. | entailed
The broken lamp was mended. | The lamp is broken. | refuted
The broken lamp lay on the floor. | The lamp is broken. | entailed
Ada sat on a broken chair and fell. | The chair is broken. | entailed
The angry customer left. | The customer is angry. | entailed
The angry customer calmed down. | The customer is angry. | refuted
The sick man recovered. | The man is ill. | refuted
Without a sharp knife, Ada could not cut the bread. | The knife is sharp. | unknown
Ada made a cake with sour milk. | The milk is sour. | entailed
Ada left the bike behind an open gate. | The gate is open. | entailed
Ada climbed through an open window. | The window is open. | entailed
Ada climbed through an open window and closed it behind her. | The window is open. | refuted
If she had a clean cup, Ada would drink. | The cup is clean. | unknown
Tom likes cold milk. | The milk is cold. | unknown
Ada ordered a cold beer. | The beer is cold. | unknown
Ada came home with muddy boots and cleaned them. | The boots are muddy. | refuted
Ada never wears dirty shoes. | The shoes are dirty. | unknown
Ada drank hot tea from a cracked cup. | The cup is cracked. | entailed
Ada didn't wash her dirty shirt. | The shirt is dirty. | entailed
Ada did not buy the broken radio. | The radio is broken. | entailed
No wet dog came in. | The dog is wet. | unknown
Ada doesn't own a red car. | The car is red. | unknown
Ada promised him a new bike. | The bike is new. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(DESCRIBED))
def test_an_adjective_tells_the_state_that_an_event_finds(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
