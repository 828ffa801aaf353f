"""What is asked in other words than it was told, and turns that were once read too quickly."""

from dataclasses import replace

import pytest
from tales import rows, verified

from defeasible.reasoner import Reasoner, State, check_decision
from defeasible.reasoner.question import StateQuestion

RETOLD = """
Dora drove to the market. | Dora went to the market. | entailed
Dora ran to the bus stop. | Dora walked to the bus stop. | unknown
Dora did not walk to the market. | Dora went to the market. | unknown
Dora went home. Then she drove to the market. | Dora went to the market. | entailed
Dora ran a shop. | Dora went. | unknown
Dora ran a cable to the shed. | Dora went to the shed. | unknown
Dora was driving to Leeds when her car broke down. | Dora went to Leeds. | unknown
Dora roasted the potatoes. | Dora fried the potatoes. | unknown
Dora boiled the potatoes. | Dora cooked the potatoes. | entailed
Dora passed Tom the salt. | Dora gave Tom the salt. | entailed
Dora passed the shop. | Dora gave the shop away. | unknown
Dora handed Tom the map. | Dora gave the map to Tom. | entailed
Dora whispered to Tom. | Dora spoke to Tom. | entailed
Dora burst into tears. | Dora cried. | entailed
"""
SIDES = """
Dora sold Tom her boat. | Tom bought the boat. | entailed
Dora sold her boat to Tom. | Ann bought the boat. | unknown
Dora tried to sell Tom her boat. | Tom bought the boat. | unknown
Tom bought a boat from Dora. | Dora sold Tom a boat. | entailed
Tom did not buy the boat from Dora. | Dora sold Tom the boat. | refuted
Dora did not sell Tom the boat. | Tom bought the boat. | unknown
Dora lent Tom a tent. | Tom borrowed a tent from Dora. | entailed
Dora refused to lend her tent to Tom. | Tom borrowed the tent from Dora. | refuted
Dora met Tom at the market. | Tom met Dora. | entailed
Dora married Tom. | Tom married Dora. | entailed
Dora beat Tom at chess. | Tom lost. | entailed
Dora beat Tom at chess. | Dora lost. | unknown
Dora beat the eggs. | The eggs lost. | unknown
Dora beat the carpet. | Dora won. | unknown
Dora said no to the offer. | Dora refused the offer. | entailed
"""
DENIED = """
Dora skipped breakfast. | Dora ate breakfast. | refuted
Dora skipped breakfast but ate lunch. | Dora ate lunch. | entailed
Dora forgot her umbrella. | Dora brought her umbrella. | refuted
Dora refused a lift. | Dora took a lift. | refuted
Dora lost her keys. | Dora won. | unknown
Dora missed her mother. | Dora caught her mother. | unknown
Dora missed the ball. | Dora caught the ball. | refuted
Dora fell asleep on the train. | Dora stayed awake on the train. | refuted
They called off the walk. | The walk went ahead. | refuted
They cancelled the party. | They held the party in the garden. | refuted
They cancelled the party. | They played chess. | unknown
Dora won the race in May. | Dora lost the race in June. | unknown
"""
TURNS = """
Dora could not find her key and drove home. | Dora was at home. | entailed
Dora could not whistle and juggle. | Dora could juggle. | unknown
Tom snored so loudly that Dora did not sleep. | Dora slept. | refuted
The wind blew so hard that the fence fell down. | The fence was down. | entailed
Dora had such a bad cold that she stayed at home. | Dora was at home. | entailed
Tom told Dora so often that she was late. | Dora was late. | unknown
Dora got a watch. She would not have sold it for anything. | Dora sold the watch. | unknown
Without his help Dora would not have won. | Dora won. | entailed
Tom broke his leg. He was taken to hospital. | Tom was in hospital. | entailed
The dog ate every crumb of the cake. | The cake was eaten. | entailed
Tom and Dora both wanted the cake. Tom grabbed it and ate it. | Dora got the cake. | refuted
Dora borrowed a pound from her brother and paid none of it back. | Dora owed her brother money. | entailed
The bus broke down. The passengers had to get out and walk. | The passengers were on the bus. | refuted
Dora had to write a letter. | Dora wrote a letter. | unknown
They turned back before they reached the top. | They reached the top. | refuted
They turned back before it got dark. | They turned back. | entailed
Tom died before his son came home. | His son came home. | entailed
Dora overslept and missed the bus. | Dora overslept. | entailed
The coat was missing a button. | The coat had a button. | refuted
The blouse was white. It turned pink. | The blouse was white. | refuted
The pizza arrived cold. | The pizza was hot. | refuted
Dora arrived late. | Dora was late. | entailed
Dora was bored by the lecture. | The lecture was interesting. | refuted
Dora missed the bus. | Dora was on the bus. | refuted
Dora cut her hair. | Her hair was long. | refuted
Dora called for help. | Dora was in trouble. | entailed
Dora called for Tom. | Dora was in trouble. | unknown
Tom was ill. He got better. | Tom has been ill. | entailed
Tom was ill. He got better. | Tom has not been ill. | refuted
Tom went to Paris and came home. | Tom has been in Paris. | entailed
The machine broke down. Tom managed to fix it. | The machine works again. | entailed
Tom called Dora. | Tom called Dora again. | unknown
Tom carried the bag to his mother. | His mother had the bag. | entailed
The man gave Dora a coat because she was cold. | Dora was cold. | entailed
The woman gave Dora a coat because she was kind. | Dora was kind. | unknown
Tom was sent home because he was ill. | Tom was at school. | refuted
The flag was red and white. | The flag was white. | entailed
Dora threw the ball back to the boys. | The boys had the ball. | entailed
Dora had no idea how to swim. | Dora could swim. | refuted
Dr Rao told Tom that his leg was not broken. | Tom's leg was broken. | refuted
Dora walked in the rain with her umbrella. | Dora was wet. | unknown
Dora locked herself out. Soon she was in her own kitchen. | Dora is still locked out. | refuted
Tom could not read. Two years later he was reading to his sister every night. | Tom could read. | entailed
Instead of going to school, Dora went fishing. | Dora went to school. | refuted
Dora gave Tom a book for Ann. | Ann has the book. | unknown
Dora gave Tom a book for Ann. | Tom has the book. | entailed
The herd crossed the river. | The herd is on the other side of the river. | entailed
Dora almost cried with relief. | Dora felt relieved. | entailed
Dora did not cry with joy. | Dora was happy. | unknown
Dora read the letter out loud. | Dora read the letter. | entailed
A van backed into the tree. | The tree is damaged. | entailed
Dora and Tom did not speak for a month. Now they go swimming together. | Dora and Tom are estranged. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(RETOLD + SIDES + DENIED + TURNS))
def test_told_in_other_words(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict


def test_a_pronoun_that_may_mean_another_halves_the_confidence() -> None:
    decided = [
        Reasoner().infer_state(["Carl gave Tom a book.", "He read it."], query)
        for query in ("Carl read the book.", "Tom had the book.")
    ]
    assert [str(one.verdict) for one in decided] == ["entailed", "entailed"]
    assert decided[0].confidence == pytest.approx(0.5)
    assert decided[0].reason == "a pronoun in line 2 may mean another"
    assert decided[1].confidence > 0.8  # it does not rest on that line
    for one, query in zip(decided, ("Carl read the book.", "Tom had the book."), strict=True):
        question = StateQuestion(("Carl gave Tom a book.", "He read it."), query)
        assert check_decision(question, one).state is State.VERIFIED
        sure = replace(one, confidence=1.0)
        assert check_decision(question, sure).state is State.FAILED
