"""What words claim and no more: a heavy smoker, what is not unkind, what is so now, who has what was lent."""

import pytest
from tales import rows, verified

OF_ACTS = """
Rolf is a heavy smoker. | Rolf is heavy. | unknown
Rolf is a heavy smoker. | Rolf is a smoker. | entailed
Olga is heavy. She is a smoker. | Olga is a heavy smoker. | unknown
Olga was a big fan of jazz. | Olga was big. | unknown
Olga is a French teacher. | Olga is French. | unknown
Olga is a French baker. | Olga is French. | entailed
Olga is a kind nurse. | Olga is kind. | entailed
The rose is a beautiful flower. | The rose is beautiful. | entailed
Olga is a beautiful dancer. | Olga is beautiful. | unknown
Rolf is a big man. | Rolf is big. | entailed
"""
LITOTES = """
Rolf was not unkind. | Rolf was kind. | unknown
Rolf was not kind. | Rolf was unkind. | entailed
Rolf was kind. | Rolf was not unkind. | entailed
Olga does not dislike Rolf. | Olga likes Rolf. | unknown
The door was not unlocked. | The door was locked. | entailed
"""
NOW = """
Rolf lived in Rome. Now he lives in Oslo. | Rolf lives in Rome. | refuted
Rolf lived in Rome. Now he lives in Oslo. | Rolf has lived in Rome. | entailed
Rolf lived in Rome. Now he lives in Oslo. | Rolf has never lived in Rome. | refuted
Olga was a nurse. Now she is a teacher. | Olga is a nurse. | refuted
Olga had a dog. Now she has a cat. | Olga has a dog. | unknown
Olga had a dog. Now she has a cat. | Olga has a cat. | entailed
The wall was white. Now it is green. | The wall is white. | refuted
The wall was white. Now and then Rolf looked at it. | The wall is white. | entailed
Rolf lives in Rome. Now he is in Oslo. | Rolf lives in Rome. | entailed
"""
HAD = """
Rolf had left his wallet at home. | Rolf has his wallet with him. | refuted
Olga borrowed a coat from Rolf. Then she lent it to Finn. | Olga owns the coat. | refuted
Olga borrowed a coat from Rolf. Then she lent it to Finn. | Rolf owns the coat. | entailed
Olga borrowed a coat from Rolf. | Rolf has the coat. | refuted
Olga lent Rolf a coat. | Olga owns the coat. | entailed
Olga posted a parcel to Rolf. | Rolf has the parcel. | unknown
Olga posted a parcel to Rolf. | Olga has the parcel. | refuted
Olga handed a parcel to Rolf. | Rolf has the parcel. | entailed
The parcel was posted to Leeds. | The parcel was in Leeds. | unknown
Rolf was sent to Oslo. | Rolf was in Oslo. | entailed
Olga baked scones. | Olga had scones left over. | unknown
Olga ate all the scones. | Olga had no scones left. | entailed
"""
BACK = """
The cat ran out of the house. Rolf found it. He carried it back in. | The cat was in the house. | entailed
The cat ran out of the house. Rolf found it. He carried it back in. | The cat was outside. | refuted
Olga went out of the kitchen. Then she went back in. | Olga was in the kitchen. | entailed
Olga stood in the garden. She went back inside. | Olga was in the garden. | refuted
Olga left the house. She went back in the evening. | Olga was in the house. | entailed
The floor was wet. Rolf mopped it dry. | The floor was wet. | refuted
"""
WORK = """
Olga resigned. | Olga has a job. | refuted
Olga resigned. Now she works as a nurse. | Olga has a job. | entailed
Olga resigned in the spring and now teaches yoga full time. | Olga has a job. | entailed
Olga worked as a volunteer. | Olga had a job. | unknown
"""
KINDS = """
Rex is a dog. | Rex is a cat. | refuted
Rex is a poodle. | Rex is a dog. | entailed
Rex is a poodle. | Rex is a cat. | unknown
Rex is not a dog. | Rex is a poodle. | refuted
They have a turtle named Max. | Max is a turtle. | entailed
They have a turtle named Max. | Max is a dog. | refuted
Finn, a nurse, came in. | Finn is a nurse. | entailed
Finn, once a nurse, came in. | Finn is a nurse. | unknown
Finn, a former nurse, came in. | Finn is a nurse. | refuted
Finn, a former nurse, came in. | Finn used to be a nurse. | entailed
"""
ORDERS = """
Olga is older than Rolf, and Rolf is older than Finn. | Finn is younger than Olga. | entailed
Olga is older than Rolf, and Rolf is older than Finn. | Finn is older than Olga. | refuted
Olga is older than Rolf. Finn is older than Rolf. | Olga is older than Finn. | unknown
Olga is two years older than Rolf. | Rolf is younger than Olga. | entailed
Olga is no older than Rolf. | Rolf is younger than Olga. | refuted
Olga is not taller than Rolf. | Rolf is taller than Olga. | unknown
The red box is heavier than the blue one. | The blue box is lighter than the red one. | entailed
Olga is older than Rolf. | Olga is old. | unknown
"""
KIN = """
Olga is Rolf's mother. Rolf is Finn's father. | Olga is Finn's grandmother. | entailed
Rolf is Olga's brother. Olga has a son, Finn. | Rolf is Finn's uncle. | entailed
Rolf is married to Olga. Her brother Finn came. | Finn is Rolf's brother-in-law. | entailed
Olga is Rolf's sister. | Rolf is Olga's brother. | unknown
Rome is Olga's home. | Olga lives in Rome. | entailed
"""
REFUSED = """
Olga asked Rolf for a lift. He refused. | Rolf gave Olga a lift. | refuted
Olga asked her boss for a raise. Her boss said no. | Olga got a raise. | refuted
Olga asked Rolf for his pen. | Rolf has the pen. | entailed
Olga gave up trying to mend the radio and threw it in the bin. | Olga mended the radio. | refuted
Olga never stopped trying to mend the radio. | Olga mended the radio. | unknown
"""
ENOUGH = """
Rolf was short of money. | Rolf was short of money. | entailed
Rolf had twelve dollars, and the ticket cost fifteen. | Rolf was short of money for the ticket. | unknown
Rolf handed out copies. Two people had to share. | Rolf had too few copies. | unknown
Olga ate the cake. | Olga had some of the cake. | entailed
Olga ate the cake. | Olga has the cake. | refuted
Olga left her bag in the taxi. | Olga got the bag back. | unknown
Olga lent Rolf her pen. He gave it back. | Olga got her pen back. | entailed
"""
MOMENTS = """
The lamp was on. Rolf entered the hall. | The lamp was on when Rolf came into the hall. | entailed
The baby fell asleep. Olga tiptoed out of the room. | The baby was asleep when Olga left the room. | entailed
Olga came home. The dog was asleep. | The dog was asleep when Olga returned. | entailed
Olga was ill. Rolf went to Rome. | Olga was ill when Rolf reached Rome. | entailed
When Rolf came in, Olga screamed and sat on a chair. | Olga was on the chair when she screamed. | unknown
"""
DEGREES = """
Olga could not lift the box. | Olga was strong enough to lift the box. | refuted
Rolf was not tall enough to reach the shelf. | Rolf could reach the shelf. | refuted
The box was too heavy for Olga to carry. | Olga could carry the box. | refuted
The box was light enough for Olga to carry. | Olga could carry the box. | entailed
The table was too wide to fit through the door. | The table fitted through the door. | refuted
"""
SAID = """
Olga doubted that the ice would hold. | Olga thought that the ice would hold. | refuted
Olga doubted that the ice would hold. She was right. | The ice held. | refuted
Olga thought that the ice would hold. She was right. | The ice held. | entailed
Olga thought that the ice would hold. | The ice held. | unknown
Olga said that she had fed the cat. That was a lie. | Olga fed the cat. | refuted
Olga said that she had fed the cat. It was true. | Olga fed the cat. | entailed
Olga thought that Rolf had fed the cat. In fact he had not gone near it. | Rolf fed the cat. | refuted
Olga said that Rolf was tired. In fact he was exhausted. | Rolf was tired. | entailed
Olga told Rolf that Finn had left. She was lying on the sofa. | Finn left. | unknown
"""
ECHOES = """
Nobody saw the thief. The cook did. | The cook saw the thief. | entailed
Rolf did not see the thief. The cook did not. | The cook saw the thief. | refuted
Rolf did not see the thief. Neither did the cook. | The cook saw the thief. | refuted
Rolf could not swim. Olga could. | Olga could swim. | entailed
Not until she reached the gate did Olga notice the dog. | Olga noticed the dog. | entailed
Not until she reached the gate did Olga notice the dog. | Olga reached the gate. | entailed
Not until Monday did Rolf call. | Rolf called. | entailed
"""
WAYS = """
Olga drove to Rome and then to Oslo. | Olga is in Rome. | refuted
Olga ran from the house to the barn and from the barn to the mill. | Olga is at the mill. | entailed
Olga walked to the shop and back to the house. | Olga is at the shop. | refuted
When her phone rang, Olga was asleep. | Olga was asleep when her phone rang. | entailed
When Rolf got home, Olga was asleep. | Olga was asleep when Rolf came home. | entailed
"""

OVER = """
Olga used to hate cheese. | Olga hates cheese. | refuted
Olga used to hate cheese. | Olga likes cheese. | unknown
Olga used to fear dogs. | Olga likes dogs. | unknown
Olga used to love coffee. | Olga hates coffee. | unknown
Olga no longer hates cheese. | Olga likes cheese. | unknown
Olga used to be sad. | Olga is happy. | unknown
Olga was sad. An hour later she was not sad. | Olga is happy. | unknown
Olga was happy. She was not angry. | Olga is happy. | entailed
Olga used to live in Rome. | Olga is in Rome. | unknown
Olga used to live in Rome. | Olga lives in Rome. | refuted
Olga used to own a cat. | Olga owns a cat. | refuted
"""
MANAGED = """
Rolf failed to open the jar. Olga managed to. | The jar is open. | entailed
Rolf could not open the jar, but Olga managed it. | The jar is open. | entailed
Rolf could not open the jar. Olga managed it. | Olga opened the jar. | entailed
Rolf could not open the jar. Olga managed it. | Rolf opened the jar. | refuted
Rolf could not open the jar. Olga managed the shop. | Olga opened the jar. | unknown
"""
BY_VEHICLE = """
They went back to the hotel in a taxi. | They are at the hotel. | entailed
They went back to the hotel in a taxi. | They are in the taxi. | refuted
Olga went home in the van. | Olga is in the van. | refuted
Olga drove off in a van. | Olga is in the van. | entailed
Olga got back in the van. | Olga is in the van. | entailed
"""
MEANS = """
Rolf had enough money to buy the bike. | Rolf can afford the bike. | entailed
Rolf had enough money to buy the bike. | Rolf has the bike. | unknown
Rolf did not have enough money for the bike. | Rolf can afford the bike. | refuted
Rolf did not have enough money for the bike. | Rolf has money. | unknown
"""
MADE_TO = """
Olga forced Rolf to leave. | Rolf left. | entailed
Olga forced Rolf to leave. | Olga left. | unknown
Olga forbade Rolf to leave. | Rolf left. | unknown
Olga talked Rolf out of selling his car. | Rolf sold his car. | refuted
Olga talked Rolf into selling his car. | Rolf sold his car. | entailed
Rolf got out of washing the car. | Rolf washed the car. | refuted
"""
HALTED = """
Rolf was about to pull up the rose when Olga stopped him. | Rolf pulled up the rose. | refuted
Rolf was going to sell the car. Olga stopped him. | Rolf sold the car. | refuted
Rolf was going to sell the car. The car stopped. | Rolf sold the car. | unknown
Rolf wanted to sell the car. A man stopped him in the street. | Rolf sold the car. | unknown
"""
WHOSE = """
The driver handed the girl her teddy. | The girl has her teddy. | entailed
Olga painted the gate blue last weekend. | The gate is blue. | entailed
Rolf was ill last weekend. | Rolf is ill. | unknown
The hens were chased back into the coop by the boys. | The hens are in the coop. | entailed
"""
OF_ALL = """
Many guests left. | All the guests left. | unknown
Nearly all the guests left. | All the guests left. | unknown
Many guests left. | Many guests left. | entailed
The guests left. | All the guests left. | entailed
Several guests came. They ate cake. | All the guests ate cake. | entailed
"""
AGAIN = """
The door was locked and then unlocked again. | The door is locked. | refuted
The door was opened and then shut. | The door is shut. | entailed
Rolf stopped smoking and never started again. | Rolf smokes. | refuted
Rolf stopped smoking and started again. | Rolf smokes. | entailed
Rolf woke up at six and went back to sleep. | Rolf woke up at six. | entailed
Rolf woke up and went back to sleep. | Rolf is awake. | refuted
The shirt was torn. Nobody has sewn it up. | The shirt is torn. | entailed
The shirt was torn. Olga mended it. | The shirt is torn. | refuted
Olga took the kite home after Rolf mended it. | The kite was mended. | entailed
Rolf sold the car because it was old. | The car is old. | entailed
"""
LET_IN = """
The guard would not let Rolf into the hall. | Rolf is in the hall. | refuted
Olga was in the hall. The guard did not let Rolf into the hall. | Olga is in the hall. | entailed
The builders knocked down the wall. | The wall is gone. | entailed
A car knocked down the boy. | The boy is gone. | unknown
"""
BORN = """
Olga was born two days before Rolf. | Olga is older than Rolf. | entailed
Olga was born two years after Rolf. | Olga is older than Rolf. | refuted
Olga was born before the war. | Olga is older than the war. | unknown
Olga was not born before Rolf. | Olga is older than Rolf. | unknown
"""
IN_AND_OUT = """
Rolf let the dog in at noon. | The dog is inside. | entailed
Olga gave a book to Ann and to Rolf. | Ann has a book. | entailed
Olga gave a book to Ann and to Rolf. | Rolf has a book. | entailed
Olga took the parcel to Ann and then to Rolf. | Ann has the parcel. | refuted
Olga drove to Rome and then to Oslo. | Olga is in Oslo. | entailed
"""
TRAINS = """
Rolf nearly missed the train to Leeds. | Rolf missed the train to Leeds. | refuted
Rolf nearly missed the train to Leeds. | Rolf caught the train. | entailed
Rolf caught the bus to Leeds. | Rolf is in Leeds. | unknown
Rolf took the car to Leeds. | Rolf is in Leeds. | entailed
"""
WISHED = """
Rolf wished he had a dog. | Rolf has a dog. | refuted
Rolf wished he had a dog. His aunt gave him a dog. | Rolf has a dog. | entailed
Rolf wishes he could swim. | Rolf can swim. | refuted
Rolf wished Olga was there. | Olga is there. | refuted
Rolf wished that it would rain. | It rained. | unknown
Rolf wished to see the king. | Rolf saw the king. | unknown
"""

TABLES = (
    OF_ACTS,
    LITOTES,
    NOW,
    HAD,
    BACK,
    WORK,
    KINDS,
    ORDERS,
    KIN,
    REFUSED,
    ENOUGH,
    MOMENTS,
    DEGREES,
    SAID,
    ECHOES,
    WAYS,
    OVER,
    MANAGED,
    BY_VEHICLE,
    MEANS,
    MADE_TO,
    HALTED,
    OF_ALL,
    BORN,
    IN_AND_OUT,
    AGAIN,
    LET_IN,
    TRAINS,
    WHOSE,
    WISHED,
)


@pytest.mark.parametrize(
    ("story", "query", "verdict"),
    [row for table in TABLES for row in rows(table)],
)
def test_no_more_follows_than_is_said(story: str, query: str, verdict: str) -> None:
    assert verified(story, query) == verdict
