"""Whom `he` may mean, what ends what was told, and what a reader too quick would get wrong."""

import pytest
from tales import rows, verified

EITHER = """
Carl and Tom went fishing. He caught a pike. | Carl had a pike. | unknown
Carl and Tom went fishing. He caught a pike. He put it in a bucket. | The pike was in the bucket. | entailed
Carl and his dad were tired. He slept for ten hours. | Carl was tired. | unknown
Carl and Ann were tired. He slept for ten hours. | Ann was tired. | entailed
Carl and Ann went fishing. He caught a pike. | Carl had a pike. | entailed
Carl loved fish. He was hungry. Carl and Tom went fishing. He caught a pike. | Carl had a pike. | entailed
Carl and Tom went fishing. Tom was ill. He slept. | Carl slept. | unknown
"""
SHE = """
Ann met Eva in the park. She went home. | Ann was in the park. | refuted
Ann met Eva in the park. She went home. | Eva was in the park. | unknown
Ann met Eva in the park. Ann went home. | Eva was in the park. | entailed
Ann met Bob in the park. She went home. | Bob was in the park. | entailed
Adam visited Tom, who was in bed. He got up and left. | Tom was in bed. | unknown
"""
ENDED = """
Dora cried for an hour. She stopped. | Dora was still crying. | refuted
Dora was crying. She stopped. | Dora was crying. | refuted
Dora was crying. She stopped. | Dora cried. | entailed
Dora cried. She drove home. She stopped. | Dora was still crying. | unknown
Dora cried. Tom stopped. | Dora was still crying. | unknown
It rained all night. Zoe walked to school. | It was raining. | unknown
It was raining. Zoe walked to school. | It was raining. | entailed
The power went off. An hour later it was back. | The power was off. | refuted
Dora's fever went down. In the evening it was back. | Dora had a fever. | unknown
Carl could not open the jar. He asked Dora to try. | The jar was open. | unknown
Carl ran out of flour. Dora gave him a bag. | Carl had flour. | unknown
Carl put the milk in the fridge. Dora used the last of it. | There was milk in the fridge. | refuted
Carl locked the shed. Dora opened the shed door. | The shed was locked. | unknown
Dora quit her job at the bank. She came back in July. | Dora worked at the bank. | unknown
"""
READ = """
They took the picture down and hung a mirror. | A mirror was in the hall. | unknown
The book was on the table. Tom put it away. | The book was on the table. | refuted
The fridge was full. Tom took the butter out. He put it back. | The butter was in the fridge. | entailed
Carl went to the bank to get a loan. | Carl got the loan. | unknown
Carl went to see the dentist. | Carl saw the dentist. | entailed
Carl went out to look at the van. | Carl wanted to buy the van. | unknown
Ann asked the boy if he had eaten the pie. | The boy had eaten the pie. | unknown
Ann wondered if Tom had fed the cat. | Tom had fed the cat. | unknown
Sam lent his bike to Kofi. | Kofi had Sam's bike. | entailed
Dora left her umbrella on the bus. She called the office. | Dora got her umbrella back. | unknown
Dora left her umbrella on the bus. She fetched it. | Dora got her umbrella back. | entailed
Dora put on her boots, then changed into sandals. | Dora wore sandals. | entailed
Dora sewed a button on her coat. It popped off. | The button was on the coat. | refuted
Dora moved from Leeds to York. Now she was back in her street in Leeds. | Dora lived in Leeds. | unknown
Dora sent Carl a card. | Carl had the card. | unknown
Carl took a pill for his headache. | Carl's headache was gone. | unknown
Carl burned his hand. | Carl's hand was hurt. | entailed
Dora got on the bus. She saw that it was the wrong bus and got off. | Dora was on the bus. | unknown
Dora took the blue folder by mistake instead of the red one. | Dora had the blue folder. | entailed
Dora left the shop with nothing. | Dora was in the shop. | refuted
Dora said she would be at the gym until five. | Dora was at the gym. | unknown
Dora was at the gym until five. | Dora was at the gym. | refuted
Dora had a coin. | Dora had lost a coin. | unknown
Dora lost her keys. | Dora had lost her keys. | entailed
Dora wrote an email to her boss. | Her boss had the email. | unknown
Dora opened the suitcase. She put in the shirt. | The shirt was in the suitcase. | entailed
Dora opened the box and the bag. She put the shirt in. | The shirt was in the box. | unknown
"""


@pytest.mark.parametrize(("told", "query", "verdict"), rows(EITHER + SHE + ENDED + READ))
def test_what_a_quick_reader_gets_wrong(told: str, query: str, verdict: str) -> None:
    assert str(verified(told, query)) == verdict
