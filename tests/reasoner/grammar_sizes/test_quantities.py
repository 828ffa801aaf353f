"""Tests of counted, measured and ranked sizes, and of sizes that things had once."""

import pytest

from defeasible.reasoner import Reasoner

_RELATIONS = {("ENTAILED", "REFUTED"): ">", ("REFUTED", "ENTAILED"): "<", ("REFUTED", "REFUTED"): "="}


def _relation(reasoner: Reasoner, text: str, one: str, other: str) -> str:
    verdicts = [reasoner.compare_size(text, *pair).verdict.name for pair in ((one, other), (other, one))]
    return _RELATIONS.get((verdicts[0], verdicts[1]), "?")


@pytest.mark.parametrize(
    ("text", "one", "relation", "other"),
    [
        ("The stool is a third of the height of the crate.", "stool", "<", "crate"),
        ("The stool is two thirds of the crate's height.", "stool", "<", "crate"),
        ("The rope is treble the length of the ribbon.", "rope", ">", "ribbon"),
        ("The rope is twice the ribbon's length.", "rope", ">", "ribbon"),
        ("The ribbon is long; the rope is three times its length.", "rope", ">", "ribbon"),
        ("The rope is two and a half times the length of the ribbon.", "rope", ">", "ribbon"),
        ("The bean is as long as ten peas.", "bean", ">", "pea"),
        ("It takes ten peas to equal one bean in length.", "bean", ">", "pea"),
        ("Ten peas equal one bean in length.", "bean", "?", "pea"),
        ("The door is under two metres high; the wall is well over two metres.", "wall", ">", "door"),
        ("The door is under three metres high; the wall is two metres high.", "wall", "?", "door"),
        ("The door is over two metres high; the wall is three metres high.", "wall", "?", "door"),
        ("The bag holds at most 5 litres, the box 10.", "box", ">", "bag"),
        ("The pot holds less tea than the bath.", "pot", "<", "bath"),
        ("The pot has more room than the bath.", "pot", ">", "bath"),
        ("The box contains more pens than the bag.", "box", "?", "bag"),
        ("Nothing on the shelf is bigger than the jar. The cup is on the shelf.", "jar", ">", "cup"),
        ("The jar is the biggest thing on the shelf. The cup is on the table.", "jar", "?", "cup"),
        ("The jar, the cup and the pot stood in a row; the cup was the biggest.", "jar", "<", "cup"),
        ("Of the two lamps, the green one is the bigger.", "green lamp", ">", "red lamp"),
        ("Of the two lamps, the green one is bigger than the chair.", "green lamp", "?", "red lamp"),
        ("The mug used to be smaller than the jug; today it is larger.", "mug", ">", "jug"),
        ("At first the mug was smaller than the jug.", "mug", "?", "jug"),
        ("The mug was smaller than the jug.", "mug", "<", "jug"),
        ("The mirror was so huge that the van couldn't take it.", "mirror", ">", "van"),
        ("The van couldn't take the mirror to the shop.", "mirror", "?", "van"),
        ("The hen couldn't see over the fence.", "hen", "<", "fence"),
        ("The hen didn't see the dog over the fence.", "hen", "?", "fence"),
        ("The potion turned the ant into a giant and the ox into a dwarf.", "ant", ">", "ox"),
        ("The witch could turn the ant into a giant and the ox into a dwarf.", "ant", "?", "ox"),
        ("The jug holds as much water as the bucket.", "jug", "=", "bucket"),
        ("The pebble matched the boulder in every dimension.", "pebble", "=", "boulder"),
        ("Ann wore a hat as wide as an umbrella.", "hat", "=", "umbrella"),
        ("Ann wants a hat as wide as an umbrella.", "hat", "?", "umbrella"),
        ("The ant had grown enormous, but the ox stayed tiny.", "ant", ">", "ox"),
        ("An ant of enormous size met an ox of tiny proportions.", "ant", ">", "ox"),
        ("Big as the bus is, it is smaller than the snail.", "bus", "<", "snail"),
    ],
)
def test_quantities(reasoner: Reasoner, text: str, one: str, relation: str, other: str) -> None:
    assert _relation(reasoner, text, one, other) == relation
