"""What a noun says happened (`after her husband's death`), and what a clause does not take for granted."""

import pytest
from tales import rows, verified

HAPPENED = """
After the death of her husband, Olga moved away. | Olga's husband is alive. | refuted
After his death, Mr Lund's wife moved to the coast. | Mr Lund is dead. | entailed
Before his death, Mr Lund wrote a letter. | Mr Lund is alive. | refuted
On his arrival in Rome, Rolf rang his wife. | Rolf is in Rome. | entailed
On his return from Rome, Rolf was ill. | Rolf is in Rome. | refuted
After his recovery, Rolf went back to work. | Rolf is ill. | refuted
The arrival of the guests woke the baby. | The guests have arrived. | entailed
The sale of the barn took a year. | The barn has been sold. | entailed
The collapse of the bridge killed two men. | The bridge is still standing. | refuted
Nobody noticed Rolf's departure. | Rolf left. | entailed
"""
OPEN = """
The sale of the barn fell through. | The barn was sold.
The sale of the barn never took place. | The barn was sold.
The repair of the roof began on Monday. | The roof was repaired.
The delivery of the parcel is late. | The parcel was delivered.
Rolf spoke about the sale of the barn. | The barn was sold.
Olga is waiting for the arrival of the guests. | The guests arrived.
Olga feared the death of her cat. | Olga's cat is dead.
Olga cleaned the house before the arrival of the guests. | The guests arrived.
Olga ordered the removal of the tree. | The tree was removed.
The planned sale of the barn worries Olga. | The barn was sold.
The theft of the car may upset Rolf. | The car was stolen.
"""


@pytest.mark.parametrize(("story", "query", "verdict"), rows(HAPPENED))
def test_what_a_noun_says_happened(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict


@pytest.mark.parametrize("line", OPEN.strip().splitlines())
def test_what_is_not_taken_for_granted(line: str) -> None:
    story, query = (part.strip() for part in line.split("|"))
    assert verified(story, query) not in ("entailed", "refuted")
