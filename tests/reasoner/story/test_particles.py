"""What verbs with a particle bring about: `wound the window down`, `melted down the gold`."""

import pytest
from tales import rows, verified

PARTICLES = """
The parcel arrived. | The parcel is delivered. | entailed
Nell wound the window down. | The window is open. | entailed
Nell rolled up her sleeves. | Her sleeves are rolled up. | entailed
Nell let the dog in. | The dog is inside. | entailed
Nell locked herself out. | Nell is inside. | refuted
Nell cut down the tree. | The tree is standing. | refuted
Nell filled in the hole. | There is a hole. | refuted
Nell tidied up the room. | The room is tidy. | entailed
Nell messed up her hair. | Her hair is neat. | refuted
Nell blew out the candles. | The candles are lit. | refuted
Nell plugged in the kettle. | The kettle is plugged in. | entailed
Nell ripped up the letter. | The letter is in one piece. | refuted
Nell tipped over the bucket of milk. | The bucket is full. | refuted
Nell warmed up the soup. | The soup is cold. | refuted
Nell let down her hair. | Her hair is tied up. | refuted
Nell sobered up. | Nell is drunk. | refuted
Nell dried off in the sun. | Nell is wet. | refuted
Nell woke up late. | Nell is asleep. | refuted
Nell put the ring straight into the box. | The ring is in the box. | entailed
Nell threw the letter right into the bin. | The letter is in the bin. | entailed
Nell dozed off. | Nell is awake. | refuted
Nell passed out. | Nell is conscious. | refuted
Nell came round. | Nell is conscious. | entailed
Nell grew up in Cork. | Nell is a child. | refuted
Nell cheered up. | Nell is sad. | refuted
Nell calmed down. | Nell is calm. | entailed
Nell broke in through the window. | Nell is inside. | entailed
Nell climbed down from the tree. | Nell is in the tree. | refuted
Nell got off the horse. | Nell is on the horse. | refuted
Nell got into the car. | Nell is in the car. | entailed
Nell moved out of the flat. | Nell lives in the flat. | refuted
Nell moved in with her aunt. | Nell lives with her aunt. | entailed
Nell checked out of the hotel. | Nell is staying at the hotel. | refuted
Nell dropped out of college. | Nell is a student. | refuted
Nell handed over the keys. | Nell has the keys. | refuted
Nell gave back the ring. | Nell has the ring. | refuted
Nell sold off the land. | Nell owns the land. | refuted
Nell zipped up the tent. | The tent is open. | refuted
Nell took off her glasses. | Nell is wearing glasses. | refuted
Nell put her coat on. | Nell is wearing her coat. | entailed
Nell hung the picture up. | The picture is on the wall. | entailed
Nell wiped off the chalk. | The board is clean. | entailed
Nell switched over to the news. | The television is on. | entailed
Nell turned the music down. | The music is loud. | refuted
Nell turned up at the party. | Nell is at the party. | entailed
Nell sat up straight. | Nell is lying down. | refuted
Nell lay down. | Nell is standing. | refuted
Nell stood up. | Nell is sitting. | refuted
Nell fell over. | Nell is standing. | refuted
Nell threw up. | Nell is sick. | entailed
Nell wrapped up the vase. | The vase is wrapped. | entailed
Nell melted down the gold. | The gold is solid. | refuted
Nell burnt down the barn. | The barn is standing. | refuted
Nell closed down the shop. | The shop is open. | refuted
Nell opened up the shop. | The shop is shut. | refuted
Nell logged off. | Nell is online. | refuted
Nell deleted the photo by mistake. | The photo is on her phone. | refuted
Nell ran off with the money. | Nell has the money. | entailed
Nell closed down the shop. | The shop is open. | refuted
Nell ran down the hill. | The hill is down. | unknown
Nell climbed up the ladder. | The ladder is up. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(PARTICLES))
def test_a_particle_is_read_with_its_verb(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
