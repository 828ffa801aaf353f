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


_COUNTED = """
None of the five students passed. | No student passed.
Exactly three of the five students passed. | Three of the students passed.
Each of the five students passed. | All the students passed.
Ann bought six brown eggs. | Ann bought eggs.
A student did not pass. | Not all the students passed.
If a man did not pay, he was fined. Tom is a man. Tom did not pay. | Tom was fined.
"""
_COUNTED_OTHERWISE = """
At most three students passed. | Four students passed.
Only two of the five students passed. | Four of the students passed.
A student did not pass. | Every student passed.
"""
_COUNTED_IN_PART = """
At most three students passed. | Three students passed.
Three of the five students passed. | A student did not pass.
A student did not pass. | No student passed.
A student passed. | A student did not pass.
"""


@pytest.mark.parametrize(("told", "asked", "verdict"), rows(_COUNTED, _COUNTED_OTHERWISE, _COUNTED_IN_PART))
def test_how_many_of_them(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


_MEASURED = """
Ann is thirty. | Ann is older than twenty.
Ann is thirty-four years old. | Ann is over thirty.
Ann is a girl of nine. | Ann is under ten.
Ann is thirty. Bob is forty. | Bob is older than Ann.
Ann is thirty. Bob is thirty. | Ann is as old as Bob.
Ann is thirty. Bob is older than Ann. | Bob is over thirty.
Ann is thirty. Bob is exactly as old as Ann. | Bob is thirty.
Ann is not over twenty. | Ann is at most twenty.
The red book costs 8 euros. The blue book costs 10 euros. | The red book is cheaper than the blue book.
The red book costs 8 euros. The blue book costs 10 euros. | The blue book costs more than the red book.
Ann weighs 9 stone. Bob weighs 80 kilos. | Bob is heavier than Ann.
Ann is 160 cm tall. Bob is 1.8 metres tall. | Bob is taller than Ann.
The film lasted two hours. | The film lasted at least ninety minutes.
The film lasted two hours. The play lasted three hours. | The play lasted longer than the film.
The shelf is two metres long. | The shelf is longer than one metre.
"""
_MEASURED_OTHERWISE = """
Ann is thirty. | Ann is under twenty.
Ann is thirty. | Ann is younger than thirty.
Ann is at least eighteen. | Ann is seventeen.
Ann is not older than twenty. | Ann is thirty.
Ann is thirty. Bob is thirty. | Ann is older than Bob.
Ann is thirty. Bob is younger than Ann. | Bob is thirty.
The book costs less than ten euros. | The book costs ten euros.
The shelf is two metres long. | The shelf is three metres long.
"""
_MEASURED_IN_PART = """
Ann is at least thirty. | Ann is over thirty.
Ann is at least thirty. Bob is forty. | Bob is older than Ann.
Ann is thirty. Bob is older than Ann. | Bob is over forty.
Ann is thirty. Bob is as old as Ann. | Bob is thirty.
Ann was thirty. | Ann is over twenty.
Ann is about thirty. | Ann is over twenty-nine.
The table is of oak. | The table is over thirty.
Ann may be forty. | Ann is over thirty.
The red book costs 8 euros. The blue book costs 10 pounds. | The blue book costs more than the red book.
"""


@pytest.mark.parametrize(
    ("told", "asked", "verdict"), rows(_MEASURED, _MEASURED_OTHERWISE, _MEASURED_IN_PART)
)
def test_measures_are_intervals(told: str, asked: str, verdict: str) -> None:
    assert Reasoner().entails([told], asked).verdict == verdict


def test_a_measure_is_analysed_and_leaves_no_number_opaque() -> None:
    assert Reasoner().entails(["Ann is thirty."], "Ann is over twenty.").confidence == 1
