"""What is told by others, of parts of things, of an earlier time, and of what one gets done to a thing."""

from __future__ import annotations

import pytest
from tales import verified

from defeasible.reasoner import Verdict

ENTAILED, REFUTED, UNKNOWN = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN


@pytest.mark.parametrize(
    ("story", "state", "verdict"),
    [
        # What others say may be so; what they dream, imagine or expect is not.
        ("The mug was on the desk. Tina reckons the cleaner moved it.", "The mug is on the desk.", UNKNOWN),
        ("The mug was on the desk. Tina said that Ben had taken it.", "The mug is on the desk.", UNKNOWN),
        ("The mug was on the desk. Tina said that Ben had taken it.", "Ben has the mug.", UNKNOWN),
        ("The mug was on the desk. Tina dreamt that Ben took it.", "The mug is on the desk.", ENTAILED),
        ("The gate was shut. Tina thought that Ben would open it.", "The gate is shut.", ENTAILED),
        ("The gate was shut. Tina did not say that Ben had opened it.", "The gate is shut.", ENTAILED),
        # The edge of a thing is on it, the edge of a place beside it.
        ("Tina pushed the peas to the edge of her plate.", "The peas are on her plate.", ENTAILED),
        ("The cup rolled to the end of the table.", "The cup is on the table.", ENTAILED),
        ("Tina walked to the edge of the forest.", "Tina is in the forest.", UNKNOWN),
        ("The boat drifted to the middle of the lake.", "The boat is on the lake.", ENTAILED),
        # A line that goes further back.
        ("Tina is at the pub. Earlier still she was at the dentist.", "Tina is at the pub.", ENTAILED),
        ("Tina is at the pub. Earlier still she was at the dentist.", "Tina is at the dentist.", REFUTED),
        # To cover in mud is to cover with mud.
        ("The car was clean. Tina covered the car in mud.", "The car is clean.", REFUTED),
        ("The car was clean. Tina got the car covered in mud.", "The car is clean.", REFUTED),
        ("Tina wrapped the baby in a blanket.", "The baby is dirty.", UNKNOWN),
        ("Tina had her watch repaired.", "The watch is broken.", REFUTED),
        # A colour behind the object.
        ("Tina painted the gate red.", "The gate is red.", ENTAILED),
        ("The gate was white. Tina painted it green.", "The gate is white.", REFUTED),
        ("Tina painted red flowers.", "The flowers are red.", UNKNOWN),
        # Two men, one of them known as a man by his name alone.
        ("Tony phoned Wayne. He was at the airport.", "Wayne is at the airport.", UNKNOWN),
        # What follows from a state lasts no longer than the state.
        ("Tina broke her leg. Six months later she sang.", "Tina's leg is broken.", UNKNOWN),
        ("Tina broke her leg. Two days later she sang.", "Tina's leg is broken.", ENTAILED),
        # What others let happen, on a day; what a cure and a clear road may end.
        ("Tina was in hospital. They let her go home on Friday.", "Tina is in hospital.", REFUTED),
        ("Tina was ill. The pills helped.", "Tina is ill.", UNKNOWN),
        ("Tina had a headache. The aspirin helped.", "Tina has a headache.", UNKNOWN),
        ("They were stuck in traffic. At last the road cleared.", "They are stuck in traffic.", UNKNOWN),
        ("Tom was stuck. The road cleared.", "Tom is stuck.", UNKNOWN),
        ("Tom was stuck. The sky cleared.", "Tom is stuck.", ENTAILED),
        ("Pete owed Rae ten euros. He gave her five.", "Pete owes Rae ten euros.", UNKNOWN),
        ("Tina broke up with Paul. They got back together.", "Tina and Paul are a couple.", ENTAILED),
        ("The police arrested Max. They let him go after an hour.", "Max is under arrest.", REFUTED),
        ("Tina was blind. An operation gave her back her sight.", "Tina is blind.", UNKNOWN),
        ("Tina cleaned her shoes. Then she walked through a puddle.", "Tina's shoes are clean.", UNKNOWN),
        ("The soup was too salty. Tina added water.", "The soup is salty.", UNKNOWN),
        # Out through a window is not at the window; what is dug up was in the ground.
        ("They locked the dog in the kitchen. It got out through the window.",
            "The dog is in the kitchen.", REFUTED),
        ("The dog buried the bone in the garden. The cat dug it up.", "The bone is buried.", REFUTED),
        ("Tina cut her finger. She put a plaster on it.", "Tina's finger is bleeding.", UNKNOWN),
        ("Tina had her glasses on. She dived into the pool.", "Tina is wearing her glasses.", UNKNOWN),
        ("The hamster was in his cage. Joe lifted him out. He put him in the bath.",
            "The hamster is in the bath.", ENTAILED),
    ],
)  # fmt: skip
def test_it_is_so_at_the_end(story: str, state: str, verdict: Verdict) -> None:
    assert verified(story, state) is verdict
