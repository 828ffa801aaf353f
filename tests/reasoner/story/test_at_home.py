"""Whether somebody is at home: in his own house or kitchen; and who knows where a thing is, or who won."""

import pytest
from tales import rows, verified

AT_HOME = """
Olga left her flat. | Olga is at home. | refuted
Olga left her flat at eight and took the tram to the museum. | Olga is at home. | refuted
Olga is in her flat. | Olga is at home. | entailed
Olga let herself into her flat. | Olga is at home. | entailed
Olga is in her kitchen. | Olga is at home. | entailed
Olga is in her office. | Olga is at home. | refuted
Olga is at work. | Olga is at home. | refuted
Olga is in Rolf's flat. | Olga is at home. | unknown
Rolf is at his mother's house. | Rolf is at home. | unknown
Olga went into a house. | Olga is at home. | unknown
Olga ran upstairs and came down again. | Olga is upstairs. | refuted
"""
KNOWN = """
Olga told Rolf where Eve lives. | Rolf knows where Eve lives. | entailed
Olga told Rolf who won. | Rolf knows who won. | entailed
Olga told Rolf who won. | Rolf won. | unknown
Olga asked Rolf where Eve lives. | Olga knows where Eve lives. | refuted
Olga wondered where Eve lived. | Olga knows where Eve lives. | refuted
Olga forgot where Eve lives. | Olga knows where Eve lives. | refuted
Olga texted Rolf that she was late. | Rolf knows that Olga is late. | entailed
Olga let the secret slip to Rolf. | Rolf knows the secret. | entailed
Olga hid the key under the mat. | Olga knows where the key is. | entailed
Olga hid the key under the mat. Rolf moved it. | Olga knows where the key is. | unknown
Olga lost her ring. | Olga knows where her ring is. | refuted
Olga lost her ring. She found it in the bath. | Olga knows where her ring is. | entailed
Olga thought that the door was locked. She was wrong. | The door is locked. | refuted
Olga thought that Rolf was ill. She was right. | Rolf is ill. | entailed
Olga thought that Rolf was ill. Eve was wrong. | Rolf is ill. | unknown
Olga said that the shop was open, but she was mistaken. | The shop is open. | refuted
Olga showed Rolf the photo. | Rolf has seen the photo. | entailed
Olga watched the film. | Olga has seen the film. | entailed
"""


@pytest.mark.parametrize(("text", "state", "verdict"), rows(AT_HOME + KNOWN))
def test_at_home_and_known(text: str, state: str, verdict: str) -> None:
    assert verified(text, state) == verdict
