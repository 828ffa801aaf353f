"""Minimal pairs of stories: one says what a state needs, and the other differs by a word."""

import pytest

from defeasible.reasoner import Reasoner

PAIRS = """
Ann took the book to work. | Ann has the book. | entailed
Ann took the bus to work. | Ann has the bus. | unknown
Ann took her pills. | Ann has her pills. | unknown
Ann took the exam. | Ann has the exam. | unknown
Ann took his advice. | Ann has his advice. | unknown
Ann took the stairs. | Ann has the stairs. | unknown
Ann got the bus. | Ann has the bus. | unknown
Ann caught a fish. | Ann has a fish. | entailed
Ann walked to the mill. | Ann is at the mill. | entailed
Ann walked back to the mill. | Ann is at the mill. | entailed
Ann walked to the mill and back. | Ann is at the mill. | unknown
Ann drove to Oslo and back in a day. | Ann is in Oslo. | unknown
Ann retired last year. | Ann is retired. | entailed
Ann retired to bed. | Ann is retired. | unknown
Ann retired to bed. | Ann is in bed. | entailed
Ann washed the car. | The car is clean. | entailed
Ann washed half the car. | The car is clean. | unknown
Ann washed part of the car. | The car is clean. | unknown
Ann was washing the car. | The car is clean. | unknown
Ann was locking the door when Bob called. | The door is locked. | unknown
Ann was walking to the shop when it rained. | Ann is at the shop. | unknown
Ann was wearing a hat. | Ann has a hat. | entailed
Ann fell into the pond. | Ann is wet. | entailed
Ann dropped her phone into the pond. | Ann is wet. | unknown
Ann dropped her phone into the pond. | The phone is wet. | entailed
Ann collapsed on the sofa. | Ann is tired. | entailed
Ann dropped the bag on the sofa. | Ann is tired. | unknown
Ann jammed the door. | Ann is stuck. | unknown
Ann set fire to the barn. | Ann is on fire. | unknown
The barn caught fire. | The barn is on fire. | entailed
Ann put the baby to bed. | The baby is in bed. | entailed
Ann put the baby to bed. | Ann is in bed. | unknown
Ann ran out of the house. | Ann is in the house. | refuted
Ann rolled the ball. | The ball rolled. | entailed
Ann left the train. | The train has left. | unknown
Ann passed the car. | The car passed. | unknown
Ann washed. | Ann is clean. | entailed
Ann washed the car. | Ann is clean. | unknown
Ann quit. | Ann is unemployed. | entailed
Ann quit the game. | Ann is unemployed. | unknown
Ann lost the match. | Ann is unsuccessful. | entailed
Ann lost her keys. | Ann is unsuccessful. | unknown
Ann froze the soup. | Ann is cold. | unknown
The priest married Ann and Bob. | The priest is married. | unknown
Ann delivered the letter. | Ann is a mother. | unknown
Ann conceived a plan. | Ann is pregnant. | unknown
Ann dropped off. | Ann is asleep. | entailed
Ann dropped off the parcel. | Ann is asleep. | unknown
Ann dumped the rubbish. | Ann is sad. | unknown
Ann shared her lunch. | Ann is generous. | entailed
Ann shared a room with Bob. | Ann is generous. | unknown
Ann saved the file. | Ann is brave. | unknown
Ann beamed. | Ann is happy. | entailed
Ann beamed the picture to Bob. | Ann is happy. | unknown
Ann avoided the puddle. | Ann is afraid. | unknown
Ann shrugged off her coat. | Ann is sad. | unknown
Ann stewed the plums. | Ann is nervous. | unknown
Ann won the race. | Ann has the race. | unknown
Ann held a meeting. | Ann has a meeting. | unknown
Ann held a cup. | Ann has a cup. | entailed
Ann opened the door. | The door is open. | entailed
Ann unlocked the door. | The door is open. | unknown
Ann moved to Oslo. | Ann lives in Oslo. | entailed
Ann moved the sofa to the hall. | Ann lives in the hall. | unknown
The door was locked. Ann unlocked it and walked in. | The door is locked. | refuted
The door was locked. Ann unlocked it. Bob came in. | The door is locked. | unknown
Ann washed and dried the dishes. | The dishes are clean. | entailed
Ann sat and dried the dishes. | Ann is seated. | unknown
Ann is on a chair, crying. | Ann is sad. | entailed
Ann was in the kitchen, painting the wall. | The wall is painted. | unknown
Ann was peeling an apple. | The apple is peeled. | unknown
Ann was cooking in the kitchen. | Ann is in the kitchen. | entailed
Ann was walking in the park. | Ann is in the park. | entailed
Ann was walking to the park. | Ann is in the park. | unknown
Ann climbed over the wall. | Ann is over the wall. | entailed
Ann climbed over the wall. | Ann is on the wall. | unknown
Ann put the rug over the box. | The rug is on the box. | entailed
Ann pulled up all the weeds in the bed. | There are weeds in the bed. | refuted
Ann made tea. An hour later she came back. | The tea is hot. | refuted
An hour later Ann made tea. | The tea is cold. | unknown
Ann finished her soup. | There is soup left. | refuted
Ann turned off the hose. | The hose is on. | refuted
Ann went to feed the cat but there was no food left. | The cat is fed. | unknown
Ann told nobody but Sam that she was leaving. | Sam knows that she is leaving. | entailed
Ann invited everybody but Sam. | Ann invited Sam. | refuted
Ann put the letter in her bag. She left the bag on the bus. | Ann has the letter. | refuted
Ann turned off the road. | The road is off. | unknown
Tilda lit the candles. The room was warm. | The candles are lit. | entailed
Tilda lit the candles. The next morning the room was warm. | The candles are lit. | unknown
Tilda put the kettle in the shed. The next morning the grass was wet. | The kettle is in the shed. | entailed
Tilda was in the shed. Two hours later she was tired. | Tilda is in the shed. | unknown
Nobody came. | Tom came. | refuted
Nobody came. Tom came later. | Tom came. | entailed
Nobody came at first. | Tom came. | unknown
Nobody else came. | Tom came. | unknown
Nobody but Tilda came. | Tom came. | refuted
Nobody but Tilda came. | Tilda came. | entailed
Nobody but Tilda sang. | Tilda sang in the hall. | unknown
Nobody but Tilda sang. | Tom sang in the hall. | refuted
Nobody but Tilda was ill. | Tilda was ill. | entailed
Tilda bought nothing. | Tilda bought a coat. | refuted
Nobody fed the cat. | The dog fed the cat. | unknown
Tilda was ill until Friday. | Tilda is ill. | refuted
Tilda was ill on Friday. | Tilda is ill. | entailed
Tilda was afraid of geese until she met Tom. | Tilda is afraid of geese. | refuted
The shop closes at five. | The shop is closed. | unknown
The shop closed at five. | The shop is closed. | entailed
The tank was full. Now it is almost empty. | The tank is full. | refuted
Tilda kept her promise to call. | Tilda called. | entailed
Tilda broke her promise to call. | Tilda called. | refuted
Tom let the dog off the lead. | The dog is on the lead. | refuted
Tilda went to the funeral. | Tilda is at the funeral. | entailed
Tilda arrived at the wedding. | Tilda has a wedding. | unknown
Tilda has a class at nine. | Tilda is a student. | unknown
Tilda has homework. | Tilda is a student. | entailed
Tilda has a mouse in her kitchen. | Tilda likes animals. | unknown
Tilda got married to Tom. | Tilda has a husband. | entailed
Tilda got married to Tom. | Tilda has a wife. | unknown
Tilda came home. Her boss called. | Tilda is employed. | entailed
Tilda came home. Her old boss called. | Tilda is employed. | unknown
There was dust on the shelf. | The shelf is clean. | refuted
Soon the room was hot. | The room is cold. | refuted
Lea went to Oslo. | Lea is in Oslo. | entailed
Lea went to Oslo last year. | Lea is in Oslo. | unknown
Lea went to Oslo two weeks ago. | Lea is in Oslo. | unknown
Last year Lea went to Oslo. She took a tram to the harbour. | Lea is at the harbour. | entailed
Lea moved to Oslo last year. | Lea lives in Oslo. | entailed
Lea washed the car last month. | The car is clean. | unknown
Lea lost her keys last week. | Lea has her keys. | refuted
Lea painted the door red last week. | The door is red. | entailed
Ann brought him to. | He is awake. | entailed
Ann brought the dog to the vet. | The dog is at the vet. | entailed
Ann brought a cake to the party. | The cake is at the party. | entailed
Ann got the car out of the garage. | The car is in the garage. | refuted
Ann gave Bob a book. | Bob has a book. | entailed
Ann gave Bob a lift. | Bob has a lift. | unknown
Ann brought Bob a coffee. | Ann has the coffee. | refuted
Ann brushed the dog. | The dog is clean. | entailed
Ann brushed past the dog. | The dog is clean. | unknown
Ann opened the box. | The box is open. | entailed
Ann opened fire. | The fire is open. | unknown
Ann broke the cup. | The cup is broken. | entailed
Ann broke the news to Bob. | The news is broken. | unknown
Ann burned the letter. | The letter is gone. | entailed
Ann burned her tongue. | Her tongue is gone. | refuted
Ann killed the weeds. | The weeds are dead. | entailed
Ann killed the engine. | The engine is dead. | unknown
Ann killed the engine. | The engine is running. | refuted
Ann caught the bus. | Ann is on the bus. | entailed
Ann caught a fish. | Ann is at the fish. | unknown
Ann reached the summit. | Ann is at the summit. | entailed
Ann reached an agreement with Bob. | Ann is at an agreement. | unknown
Ann went to the bridge. | Ann is at the bridge. | entailed
Ann went over the bridge. | Ann is at the bridge. | unknown
Ann boiled the eggs. | The eggs are cooked. | entailed
Ann boiled the kettle. | The kettle is cooked. | unknown
Ann went to the cinema with Bob. | Bob is at the cinema. | entailed
Ann left Bob at the airport. | Ann is at the airport. | refuted
Ann ran into Bob at the market. | Bob is at the market. | entailed
Ann ran into Bob at the market. | Bob is hurt. | unknown
Ann left her keys in the car. | Ann has her keys. | refuted
Ann locked her keys in the car. | Ann has her keys. | refuted
Ann poured herself a coffee. | Ann has a coffee. | entailed
Ann poured the milk down the sink. | Ann has the milk. | refuted
Ann got lost in the wood. | Ann is in the wood. | entailed
Ann sent Bob a card. It got lost in the mail. | Bob has the card. | refuted
Ann had no voice. After a week it came back. | Ann can speak. | unknown
Ann parked the car in the garage. | The car is in the garage. | entailed
Ann rode her bike to work. | Ann is at work. | entailed
Ann sent her son to work. | Ann is at work. | unknown
Ann let the cat out. | The cat is outside. | entailed
Ann let the cat out. It came back. | The cat is outside. | unknown
Ann parked the car in the garage. | Ann is in the garage. | unknown
Ann dyed her hair blue. | Ann's hair is blue. | entailed
Ann dyed her hair blue. It washed out. | Ann's hair is blue. | unknown
Ann read the book. | Ann is interested. | entailed
Ann read the meter. | Ann is interested. | unknown
"""


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


@pytest.mark.parametrize("line", PAIRS.strip().splitlines())
def test_what_a_story_implies(reasoner: Reasoner, line: str) -> None:
    text, query, verdict = (part.strip() for part in line.split("|"))
    lines = [f"{line}." for line in text.removesuffix(".").split(". ")]
    assert reasoner.infer_state(lines, query).verdict == verdict
