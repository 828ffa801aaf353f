"""What may be no longer so: alternatives, what was once so, what is lent for a time, what is moved."""

import pytest
from tales import rows, verified

EITHER = """
Rolf left his gloves on the bus or at work. | Rolf's gloves are on the bus. | unknown
Rolf is either at home or at work. | Rolf is at home. | unknown
Rolf put the key in the drawer or on the shelf. | The key is in the drawer. | unknown
Rolf put the key in the drawer. | The key is in the drawer. | entailed
Nobody knew if Rolf had left. | Rolf left. | unknown
Olga was not sure if Rolf had left. | Rolf left. | unknown
"""

ONCE = """
Rolf once owned a boat. | Rolf owns a boat. | unknown
Rolf was once a nurse. | Rolf has been a nurse. | entailed
Rolf was once a nurse. | Rolf is a nurse. | unknown
Rolf formerly worked for Olga. | Rolf works for Olga. | unknown
Rolf owned a boat. | Rolf owns a boat. | entailed
Rolf knocked once. The door opened. | The door is open. | entailed
"""

LENT = """
Rolf lent Olga his bike for a week. | Olga has Rolf's bike. | entailed
Rolf lent Olga his bike for a week. Two weeks later he saw her on foot. | Rolf has his bike. | unknown
Rolf lent Olga his bike. Two weeks later he saw her on foot. | Rolf has his bike. | refuted
Rolf lent Olga his bike for a week. On Friday she gave it back. | Rolf has his bike. | entailed
Rolf borrowed the ladder for the day. The next day he was at work. | Rolf has the ladder. | unknown
Rolf rented a car for the weekend. On Tuesday he took the bus. | Rolf has the car. | unknown
"""

MOVED = """
Olga left her purse on the counter. The clerk handed it to her. | The purse is on the counter. | refuted
Olga left her purse on the counter. The clerk pressed it into her hand. | It is on the counter. | refuted
Olga left her purse on the counter. The clerk gave it to her. | The purse is on the counter. | unknown
Olga left her purse on the counter. The clerk returned it to her. | The purse is on the counter. | unknown
Olga left her purse on the counter. Rolf saw it. | The purse is on the counter. | entailed
Olga's car was in the garage. She drove to work. | The car is in the garage. | unknown
Olga's car was in the garage. She walked to work. | The car is in the garage. | entailed
Olga's bike was in the shed. She cycled to school. | The bike is in the shed. | unknown
Olga had a dog. It ran away. | Olga has a dog. | unknown
Rolf spilled wine on the rug. He rubbed it with salt. | The rug is stained. | unknown
Rolf spilled wine on the rug. He opened the window. | The rug is stained. | entailed
"""


POSTS = """
The team made Olga its captain. | Olga is the captain. | entailed
They made Olga a cake. | Olga is a cake. | unknown
They made Olga captain. Later they replaced her with Rolf. | Olga is the captain. | unknown
Olga was captain. Rolf took her place. | Olga is the captain. | unknown
Olga was captain. Rolf stepped into her shoes. | Olga is the captain. | unknown
Olga was captain. Rolf took her bag. | Olga is the captain. | entailed
Olga is a nurse. Rolf stepped outside. | Olga is a nurse. | entailed
"""

LEFT_AND_LOST = """
A thief took Olga's trumpet but left her cello. | Olga has her cello. | unknown
Olga left her bag on the bus. | Olga has her bag. | refuted
Olga lost her suitcase. | Olga is without her suitcase. | entailed
The raft was by the bank. It floated off. | The raft is by the bank. | refuted
The boat was at the jetty. It drifted out to sea. | The boat is at the jetty. | refuted
A stranger spilled coffee on Olga's shirt. | Olga's shirt is dirty. | entailed
"""

PUT_BACK = """
The wind took the roof off the shed. Rolf put it back. | The shed has a roof. | unknown
The shed has no roof. Rolf put the roof back. | The shed has a roof. | unknown
"""


@pytest.mark.parametrize(
    ("text", "state", "verdict"), rows(EITHER + ONCE + LENT + MOVED + POSTS + LEFT_AND_LOST + PUT_BACK)
)
def test_what_may_be_no_longer_so(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict
