"""What is so after an event or beside a clause: states, light verbs, what is granted, and what stays open."""

import pytest

from defeasible.reasoner import Reasoner


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        ("The shop has closed.", "The shop is open.", "refuted"),
        ("The shop closed in 1990.", "The shop is open.", "unknown"),
        ("The shop may have closed.", "The shop is closed.", "unknown"),
        ("The plant died.", "The plant is alive.", "refuted"),
        ("Ann nearly died.", "Ann is dead.", "unknown"),
        ("The rent went up.", "The rent fell.", "refuted"),
        ("The meeting was called off.", "The meeting took place.", "refuted"),
        ("The form is unsigned.", "The form was signed.", "refuted"),
        ("Ann took a walk.", "Ann walked.", "entailed"),
        ("Ann may take a walk.", "Ann walked.", "unknown"),
        ("Ann has given up smoking.", "Ann smokes.", "refuted"),
        ("Ann wants to give up smoking.", "Ann no longer smokes.", "unknown"),
        ("Ann has yet to decide.", "Ann decided.", "refuted"),
        ("Ann is no longer a nurse.", "Ann was a nurse.", "entailed"),
        ("Ann seems to have left.", "Ann left.", "unknown"),
        ("Nobody survived the wreck. The cook survived it.", "The cook survived the wreck.", "inconsistent"),
        ("Ann used to smoke.", "Ann smokes.", "unknown"),
        ("Because of the strike, the ferry didn't sail.", "The ferry sailed.", "refuted"),
        ("On Monday the shop didn't open.", "The shop opened.", "unknown"),
        ("It's a pity your cousin can't dance.", "Your cousin can dance.", "refuted"),
        ("Ann was forced to resign.", "Ann resigned.", "entailed"),
        ("Ann wasn't forced to resign.", "Ann resigned.", "unknown"),
        ("Ann stopped to tie her lace.", "Ann stopped.", "entailed"),
        ("The destruction of the pier by the storm cost a lot.", "The storm destroyed the pier.", "entailed"),
        ("Either the cat or the dog broke the vase. The cat didn't break it.",
         "The dog broke the vase.", "entailed"),
    ],
)  # fmt: skip
def test_what_is_so_after_and_beside(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict
