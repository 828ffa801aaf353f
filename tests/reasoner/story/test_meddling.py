"""What somebody who is brought in may have changed is open: `her flatmate cleaned the whole kitchen`."""

import pytest
from tales import rows, verified

MEDDLED = """
Nora left a note on the fridge. Her flatmate cleaned the whole kitchen. | The note is on the fridge. | unknown
Nora set the alarm. Her brother fiddled with the clock. | The alarm is set. | unknown
Nora left her scarf on the bench. Later a stranger was sitting there. | The scarf is on the bench. | unknown
Nora put up the tent. A storm broke. | The tent is standing. | unknown
Nora drew a line on the pavement. There was a heavy shower. | The line is on the pavement. | unknown
Nora's shoes were clean. She walked home across the fields. | Her shoes are clean. | unknown
Nora's hands were clean. She repaired her bike. | Nora's hands are clean. | unknown
Nora's car was spotless. She took it up a farm track. | The car is clean. | unknown
Nora put the book on the shelf. Her mother rang. | The book is on the shelf. | entailed
Nora left the note on the fridge. Her flatmate slept. | The note is on the fridge. | entailed
Nora switched off the lamp. A car drove past. | The lamp is off. | entailed
Nora's shoes were clean. She walked home. | Her shoes are clean. | entailed
Nora's shoes were clean. She did not walk across the fields. | Her shoes are clean. | entailed
Nora planted lettuces. Rabbits got into the garden. | The lettuces are in the garden. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(MEDDLED))
def test_what_may_have_been_changed_is_open(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
