"""Questions of any moment of a story, what is left of a thing, and living alone."""

import pytest
from tales import rows, verified

EVER = """
The parrot was in its cage. Dora took it out. She put it back. | Was it ever out of its cage? | entailed
The gloves were wet. Tom dried them. He dropped them in the bath. | Were the gloves ever dry? | entailed
The lamp was on. Tom turned it off. Then he turned it on again. | Was the lamp ever off? | entailed
The lamp was on. Tom turned it off. | The lamp was never on. | refuted
The lamp was on. Tom turned it off. | The lamp was never off. | refuted
The lamp was off. | The lamp was never on. | entailed
Tom opened the gate. | Did Tom open the gate again? | unknown
Tom opened the gate. Ann closed it. Then he opened it again. | Did Tom open the gate again? | entailed
The gloves had been soaking. | Were the gloves wet? | entailed
"""
REST = """
Tim took cheese out of the fridge. He ate some and put the rest back. | Is cheese in the fridge? | entailed
Ann bought six eggs. She boiled two and put the rest in the fridge. | Are the eggs in the fridge? | unknown
Bernd bought a vacuum cleaner. He took it back to the shop. | Does Bernd have the vacuum cleaner? | refuted
The window cleaner left. He came back. | Is the window cleaner away? | refuted
Tom glued the handle back onto the cup. | Is the handle on the cup? | entailed
Ann wrapped a bandage round her finger. | Is the bandage on her finger? | entailed
Susan signed the contract and mailed it. | The contract is signed. | entailed
Tom signed the letter and tore it up. | Is the letter signed? | unknown
Gary owed Beth fifty pounds. On Friday he paid her thirty. | Does Gary owe Beth money? | unknown
Gary owed Beth money. He paid her. | Does Gary owe Beth money? | refuted
The lamb was too weak to stand. Now it skips about the meadow. | Is the lamb able to stand? | entailed
Beate bought a scarf. She paid for it in cash. | Has the scarf been paid for? | entailed
Tom looked after the baby. | Was the baby looked after? | entailed
Timmy was crying. Then he stopped crying. | Is Timmy crying? | refuted
"""
ALONE = """
Walter lived by himself for years. Last month his son moved in with him. | Does Walter live alone? | refuted
Walter lives on his own. | Does Walter live alone? | entailed
Walter lived in Rome. | Does Walter live alone? | unknown
Walter lives with his son. | Does Walter live alone? | refuted
Walter is alone. | Does Walter live alone? | unknown
Ann lives on her own. She married Tom. | Does Ann live alone? | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(EVER))
def test_ever_asks_of_some_moment(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(("told", "query", "verdict"), rows(REST))
def test_what_is_done_to_a_thing(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


@pytest.mark.parametrize(("told", "query", "verdict"), rows(ALONE))
def test_who_lives_alone(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
