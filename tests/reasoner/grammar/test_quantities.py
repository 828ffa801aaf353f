"""How many of a kind: what all, most, several and none of them come to, and what they leave open."""

import pytest

from defeasible.reasoner import Reasoner

_ENTAILED = """
Both of the twins came. | One of the twins came.
A few of the lamps are broken. | Some of the lamps are broken.
Not all of the lamps are broken. | At least one lamp isn't broken.
Most of the lamps aren't broken. | Some of the lamps aren't broken.
Exactly three eggs broke. | At most four eggs broke.
There isn't a drop of milk left. | There is no milk left.
No lamp is broken. | No red lamp is broken.
Ann bought a silver bracelet. | Ann bought a bracelet.
"""
_REFUTED = """
Neither of the twins came. | Both of the twins came.
All of the lamps are broken. | One of the lamps isn't broken.
Few lamps are broken. | Most of the lamps are broken.
Hardly anyone came. | Lots of people came.
At least three tyres were flat. | Only one tyre was flat.
At most two people can fit in the boat. | Five people can fit in the boat.
Most of the choir can't read music. | Everybody in the choir can read music.
Everybody passed. | Somebody failed.
There are no eggs in the box. | There are six eggs in the box.
We didn't see a soul. | We saw somebody.
"""
_OPEN = """
Some of the lamps aren't broken. | Most of the lamps aren't broken.
Three of the lamps are broken. | Many of the lamps are broken.
All of the lamps in the hall are broken. | All of the lamps are broken.
Few lamps are broken. | No lamp is broken.
Hardly anyone came. | Nobody came.
Somebody failed. | Somebody passed.
Only three eggs broke. | Two eggs broke.
Perhaps all of the lamps are broken. | Some of the lamps are broken.
He did not drink a bottle of milk. | He drank some milk.
Ann bought a toy car. | Ann bought a car.
"""


def rows(entailed: str, refuted: str, unknown: str) -> list[tuple[str, str, str]]:
    named = {"entailed": entailed, "refuted": refuted, "unknown": unknown}
    lines = ((verdict, line) for verdict, text in named.items() for line in text.strip().splitlines())
    return [(*line.split(" | "), verdict) for verdict, line in lines]  # type: ignore[misc]


@pytest.mark.parametrize(("told", "asked", "verdict"), rows(_ENTAILED, _REFUTED, _OPEN))
def test_how_many(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


@pytest.mark.parametrize(
    ("told", "asked", "verdict"),
    [
        ("According to Ann, who's been wrong before, the bridge is shut.", "The bridge is shut.", "unknown"),
        ("Ann walks to work unless it rains. It isn't raining.", "Ann walks to work.", "entailed"),
        ("Only members of the club may park here. Leo isn't a member of the club.",
         "Leo may park here.", "refuted"),
        ("Ann packed a torch in case the power failed.", "The power failed.", "unknown"),
        ("Leo is either in Rome or in Oslo this week. He isn't in Rome.",
         "Leo is in Oslo this week.", "entailed"),
    ],
)  # fmt: skip
def test_what_stands_before_and_behind_a_clause(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


_FOLLOWS = """
My cousin Aoife left. | Aoife left.
The butcher, Mr Pym, left. | Mr Pym left.
All of the crew can swim. Hamish is in the crew. | Hamish can swim.
Both of Ernesto's daughters are doctors. Paloma is Ernesto's daughter. | Paloma is a doctor.
Every chair in the hall was sold. The red chair is one of the chairs in the hall. | The red chair was sold.
Anyone under eighteen is turned away. Kirsten is only sixteen. | Kirsten is turned away.
Ann is thirty-four years old. | Ann is over thirty.
Digby is a shy animal. | Digby is shy.
Rhoda is the oldest of the four sisters. Pearl is one of the four. | Rhoda is older than Pearl.
Ann is the same age as Bo. | Bo is as old as Ann.
"""
_CANNOT_BE = """
None of the lifeguards are over thirty. Beatriz is a lifeguard. | Beatriz is thirty-four.
Nothing that belongs to Ann is insured. The dog belongs to Ann. | The dog is insured.
Only the people in the back row laughed. Greta wasn't in the back row. | Greta laughed.
Apart from Bo, nobody laughed. | Ann laughed.
Delroy is the oldest in the office. Annika works in the office. | Annika is older than Delroy.
My laptop is every bit as old as yours. | My laptop is newer than yours.
Ann is no taller than Bo. | Ann is taller than Bo.
"""
_NEED_NOT_BE = """
The other Ann left. | Ann left.
Ann's cousin left. | Ann left.
Ann may be forty. | Ann is over thirty.
Ann is an old friend. | Ann is old.
Ann is a possible thief. | Ann is a thief.
Ann sang in the hall. | Ann is in the hall.
Apart from Bo, some of them laughed. | Bo laughed.
Only the people in the back row laughed. Greta was in the back row. | Greta laughed.
Ann wants to be the same age as Bo. | Ann is older than Bo.
"""


@pytest.mark.parametrize(("told", "asked", "verdict"), rows(_FOLLOWS, _CANNOT_BE, _NEED_NOT_BE))
def test_who_is_one_of_them(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict
