"""What a few small words change: but, except, not too, no longer, again, stopped, and what is left unsaid."""

import pytest
from tales import rows, verified

EXCEPTED = """
Everyone went to the lake but Dad. | Dad went to the lake. | refuted
The whole family but Dad went to the lake. | Dad went to the lake. | refuted
The whole class passed except Rolf. | Rolf passed. | refuted
The team travelled by bus, apart from the captain. | The captain travelled by bus. | refuted
Nobody came to the party but Rolf. | Rolf came to the party. | entailed
They sold everything but the piano. | They sold the piano. | unknown
"""
NO_LONGER = """
Olga is no longer a nurse. | Olga used to be a nurse. | entailed
Rolf does not live in Rome any more. | Rolf used to live in Rome. | entailed
Olga no longer smokes. | Olga used to smoke. | entailed
Rolf was not sleeping. | Rolf used to sleep. | unknown
Rolf sold the boat to Eve. | The boat once belonged to Rolf. | entailed
Rolf inherited the boat from his uncle. | The boat once belonged to Rolf's uncle. | entailed
"""
DEGREES = """
The soup was not too hot. | The soup is hot. | unknown
The soup was not hot enough. | The soup is hot. | unknown
Rolf was not as tired as Eve. | Rolf was tired. | unknown
Rolf is not always late. | Rolf is late. | unknown
The soup was not hot. | The soup is hot. | refuted
"""
CLEFTS = """
It was not Rolf who broke the jug. | Rolf broke the jug. | refuted
It was not Rolf who broke the jug. | The jug is broken. | entailed
It was Rolf, not Eve, who broke the jug. | Eve broke the jug. | refuted
It was Rolf, not Eve, who broke the jug. | Rolf broke the jug. | entailed
It was not the jug that Rolf broke. | Rolf broke the jug. | refuted
"""
NOT_DONE = """
Olga stopped painting the fence. | The fence is painted. | unknown
Olga kept on filling the bucket. | The bucket is full. | unknown
Olga continued painting the fence. | The fence is painted. | unknown
Olga was buying a hat. | Olga has the hat. | unknown
Olga was taking off her coat. | Olga is wearing her coat. | unknown
Olga was carrying the box to the car. | The box is in the car. | unknown
Olga finished painting the fence. | The fence is painted. | entailed
Olga stopped wearing the hat. | Olga is wearing the hat. | refuted
"""
PLACES = """
Olga walked into the bank and straight out again. | Olga is in the bank. | refuted
The cat jumped onto the table and straight off again. | The cat is on the table. | refuted
The tin is full of nails. | There are nails in the tin. | entailed
The tin is full of nails. | The tin is full of coffee. | unknown
The jar is not full of jam. | There is jam in the jar. | unknown
Rolf is full of energy. | Rolf is full. | unknown
Rolf is in the garden. | Rolf is at the bottom of the garden. | unknown
Rolf is at the bottom of the garden. | Rolf is in the garden. | entailed
"""
ONE_OF_A_KIND = """
Olga bought a car. Rolf was there too. | Rolf has a car. | unknown
Olga bought a car. Rolf was there too. | Rolf has the car. | refuted
Olga got a prize. Rolf clapped. | Rolf got a prize. | unknown
Some of the workers got a rise. Rolf is a worker. | Rolf got a rise. | unknown
Olga has a car. | Olga has a car. | entailed
The loss of his job hit Rolf hard. | Rolf lost his job. | entailed
Rolf is no taller than Eve. | Rolf is taller than Eve. | refuted
It was not Rolf but Ivo who broke the jug. | Ivo broke the jug. | unknown
"""
UNSAID = """
Olga put the cake in the oven and the milk in the fridge. | The milk is in the fridge. | entailed
Olga put the cake in the oven and the milk in the fridge. | The milk is in the oven. | refuted
Olga put the red ball in the box and the blue one on the shelf. | The blue ball is on the shelf. | entailed
Olga gave the book to Rolf and the pen to Eve. | Eve has the book. | refuted
Olga put the cups and the plates in the sink. | The cups are in the sink. | entailed
Rolf lent his bike to Eve. She lent it to Ivo. Ivo returned it to Rolf. | Eve has the bike. | refuted
"""

TABLES = EXCEPTED, NO_LONGER, DEGREES, CLEFTS, NOT_DONE, PLACES, ONE_OF_A_KIND, UNSAID


@pytest.mark.parametrize(
    ("story", "query", "verdict"),
    [row for table in TABLES for row in rows(table)],
)
def test_what_small_words_change(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict
